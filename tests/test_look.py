"""The look: how things are written, and what holds for every page and stylesheet."""

import json
import re
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import timezone

from zoonoses.municipalities.templatetags import br

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
PAPER = ROOT / "templates" / "documents"  # printed by WeasyPrint, not read by a browser
SCREEN = [path for path in TEMPLATES if PAPER not in path.parents]
TUESDAY = date(2024, 4, 2)


def names(paths):
    return [str(path.relative_to(ROOT)) for path in paths]


@pytest.mark.parametrize(
    ("write", "value", "written"),
    [
        (br.cpf, "12345678909", "123.456.789-09"),
        (br.cpf, "123", "123"),
        (br.cpf, None, ""),
        (br.cnpj, "11222333000181", "11.222.333/0001-81"),
        (br.cnpj, "12abc34501de35", "12.ABC.345/01DE-35"),
        (br.document, "12345678909", "123.456.789-09"),
        (br.document, "12ABC34501DE35", "12.ABC.345/01DE-35"),
        (br.masked_document, "12345678909", "***.456.789-**"),
        (br.masked_document, "11222333000181", "11.222.***/****-**"),
        (br.masked_document, "1234", "****"),
        (br.phone, "27999998888", "(27) 99999-8888"),
        (br.phone, "2732589000", "(27) 3258-9000"),
        (br.phone, "+55 27 3258-9000", "(27) 3258-9000"),
        (br.phone, "08007071213", "0800 707 1213"),
        (br.phone, "32589000", "3258-9000"),
        (br.phone, "190", "190"),
        (br.cep, "29680000", "29680-000"),
        (br.money, Decimal("1234.56"), "R$ 1.234,56"),
        (br.money, "0.005", "R$ 0,01"),
        (br.money, -10, "-R$ 10,00"),
        (br.money, Decimal("1234567.8"), "R$ 1.234.567,80"),
        (br.money, 0, "R$ 0,00"),
        (br.money, None, ""),
        (br.decimal_br, Decimal("1234.5670"), "1.234,5670"),
        (br.quantity, {"amount": "60", "unit": "UFM"}, "60,00 UFM"),
        (br.quantity, {"amount": "100", "unit": "VRTE"}, "100,00 VRTE"),
        (br.quantity, {"amount": "1.2345", "unit": "UPF"}, "1,2345 UPF"),
        (br.quantity, {"amount": "60", "unit": "BRL"}, "R$ 60,00"),
        (br.quantity, None, ""),
        (br.weekday, TUESDAY, "terça-feira"),
        (br.long_date, TUESDAY, "2 de abril de 2024"),
        (br.long_date, date(2025, 3, 1), "1º de março de 2025"),
        (br.short_date, TUESDAY, "ter., 02/04/2024"),
        (
            br.browser,
            "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
            "Chrome em Android",
        ),
        (
            br.browser,
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari em iPhone",
        ),
        (br.browser, "", "Navegador"),
    ],
)
def test_as_brazil_writes_it(write, value, written):
    assert write(value) == written


@pytest.mark.parametrize("write", [br.money, br.decimal_br])
def test_a_float_is_no_amount(write):
    with pytest.raises(TypeError):
        write(60.1)


@pytest.mark.parametrize(
    ("due", "written", "state"),
    [
        (date(2024, 3, 31), "dom., 31/03 · venceu há 2 dias", "overdue"),
        (date(2024, 4, 1), "seg., 01/04 · venceu ontem", "overdue"),
        (date(2024, 4, 2), "ter., 02/04 · vence hoje", "today"),
        (date(2024, 4, 3), "qua., 03/04 · vence amanhã", "soon"),
        (date(2024, 4, 5), "sex., 05/04 · vence em 3 dias", "soon"),
        (date(2024, 4, 6), "sáb., 06/04 · vence em 4 dias", "running"),
        (date(2025, 1, 2), "qui., 02/01/2025 · vence em 275 dias", "running"),
        (None, "", ""),
    ],
)
def test_a_due_day_says_weekday_and_distance(due, written, state):
    assert br.due_date(due, TUESDAY) == written
    assert br.due_state(due, TUESDAY) == state


def test_a_moment_is_written_as_the_local_day():
    moment = datetime(2026, 1, 1, 1, 30, tzinfo=UTC)
    with timezone.override("America/Cuiaba"):
        assert br.long_date(moment) == "31 de dezembro de 2025"


def rendered(source, request=None, **context):
    return Template("{% load br %}" + source).render(Context({"request": request, **context}))


def test_a_form_shown_again_keeps_its_idempotency_key():
    key = "0b9f3f2e-52a8-4c0f-9f1e-6f1f0a3f7c11"
    again = rendered("{% idempotency_key %}", RequestFactory().post("/", {"idempotency_key": key}))
    forged = rendered("{% idempotency_key %}", RequestFactory().post("/", {"idempotency_key": '"><b>'}))
    first = rendered("{% idempotency_key %}", RequestFactory().get("/"))
    assert f'value="{key}"' in again
    assert "<b>" not in forged
    assert re.search(r'value="[0-9a-f-]{36}"', first)
    assert first != rendered("{% idempotency_key %}", RequestFactory().get("/"))


def test_the_next_page_keeps_the_filters():
    request = RequestFactory().get("/", {"q": "josé", "page": "1", "vencidos": "1"})
    assert rendered("{% query_replace page=2 vencidos=None %}", request) == "?q=jos%C3%A9&amp;page=2"


def test_a_due_badge_never_speaks_by_colour_alone():
    source = '{% include "partials/_due_badge.html" %}'
    overdue = rendered(source, due=date(2024, 3, 31), today=TUESDAY)
    running = rendered(source, due=date(2024, 5, 31), today=TUESDAY)
    assert "due-overdue" in overdue and "venceu há 2 dias" in overdue and 'datetime="2024-03-31"' in overdue
    assert "due-overdue" not in running


def test_the_law_basis_shows_article_and_arithmetic():
    step = {"text": "Multa por animal", "article": "Art. 16, II", "arithmetic": "60 UFM × 2 = 120 UFM"}
    page = rendered('{% include "partials/_law_basis.html" %}', steps=[step], result="120,00 UFM")
    for words in (*step.values(), "120,00 UFM"):
        assert words in page


def test_a_section_shows_its_own_fields_even_where_the_page_has_a_form():
    from django import forms

    class Address(forms.Form):
        street = forms.CharField(label="Logradouro")
        number = forms.CharField(label="Número")

    form = Address()
    source = '{% include "partials/_form_section.html" with title="Onde" %}'
    page = rendered(source, form=form, fields=[form["street"]])
    assert "Logradouro" in page and "Número" not in page
    assert "Número" in rendered(source, form=form)


def test_a_list_without_pages_after_or_before_shows_none():
    source = '{% include "partials/_pagination.html" %}'
    request = RequestFactory().get("/", {"q": "rex"})
    page = {"number": 1, "has_previous": False, "has_next": True, "next_page_number": 2}
    assert rendered(source, request, page={"number": 1}).strip() == ""
    assert "?q=rex&amp;page=2" in rendered(source, request, page=page)


@pytest.mark.parametrize("path", SCREEN, ids=names(SCREEN))
def test_no_page_styles_or_scripts_itself(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle\s*=|<style|\son[a-z]+\s*=\s*[\"']|javascript:", text)
    for tag, body in re.findall(r"<script([^>]*)>(.*?)</script>", text, re.S):
        assert "src=" in tag or 'type="application/json"' in tag
        assert "src=" not in tag or not body.strip()


@pytest.mark.parametrize("path", SCREEN, ids=names(SCREEN))
def test_what_a_page_asks_for_exists(path):
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r"{% static '([^']+)' %}", text):
        assert finders.find(name), name
    sprite = (ROOT / "static/img/icons.svg").read_text(encoding="utf-8")
    for name in re.findall(r'partials/_icon\.html" with name="([^"]+)"', text):
        assert f'id="{name}"' in sprite, name


def test_the_icons_of_the_menu_exist():
    from zoonoses.municipalities.menu import ENTRIES

    sprite = (ROOT / "static/img/icons.svg").read_text(encoding="utf-8")
    assert [icon for _, _, icon, _ in ENTRIES if f'id="{icon}"' not in sprite] == []


def test_stylesheets_point_to_files_that_are_served():
    for sheet in (ROOT / "static/css").glob("*.css"):
        for url in re.findall(r'url\("\.\./([^"]+)"\)', sheet.read_text(encoding="utf-8")):
            assert finders.find(url.replace("%5B", "[").replace("%5D", "]")), url


def test_htmx_neither_styles_nor_evaluates():
    page = (ROOT / "templates/base.html").read_text(encoding="utf-8")
    config = json.loads(re.search(r"name=\"htmx-config\" content='([^']+)'", page).group(1))
    assert config["includeIndicatorStyles"] is False
    assert config["allowEval"] is False


def tokens():
    text = (ROOT / "static/css/tokens.css").read_text(encoding="utf-8")
    found = dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9a-f]{3,6});", text))
    return {name: c if len(c) == 7 else "#" + "".join(x * 2 for x in c[1:]) for name, c in found.items()}


def contrast(one, other):
    """Ratio of WCAG 2.2 between two colours."""

    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("text", "ground", "least"),
    [
        ("ink", "surface", 7),
        ("ink-2", "ground", 4.5),
        ("ink-3", "surface", 4.5),
        ("ink-3", "ground", 4.5),
        ("ink-2", "blue-05", 4.5),
        ("blue-60", "surface", 4.5),
        ("blue-60", "blue-05", 4.5),
        ("blue-80", "blue-10", 4.5),
        ("overdue", "overdue-ground", 4.5),
        ("overdue", "surface", 4.5),
        ("attention", "attention-ground", 4.5),
        ("done", "done-ground", 4.5),
        ("blue-80", "notice-ground", 4.5),
        ("line-field", "surface", 3),
    ],
)
def test_colours_can_be_read(text, ground, least):
    colours = tokens()
    assert contrast(colours[text], colours[ground]) >= least


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/conta/login/", 200, "CPF ou e-mail"),
        ("/conta/password/reset/", 200, "Esqueci a senha"),
        ("/conta/password/reset/done/", 200, "Confira o seu e-mail"),
        ("/nao-existe/", 404, "Não encontramos esta página"),
    ],
)
def test_pages_before_sign_in_wear_the_look(client, address, status, words):
    response = client.get(address)
    page = response.content.decode()
    assert response.status_code == status
    assert words in page
    assert '<html lang="pt-BR">' in page
    assert 'href="#conteudo"' in page and 'id="conteudo"' in page


def test_the_page_of_a_failure_needs_nothing():
    from django.views.defaults import server_error

    response = server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert "Algo falhou do nosso lado" in response.content.decode()
