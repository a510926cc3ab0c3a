"""Pages of the autos: choose, confirm, issue; the auto; the list and its filters; who may open them."""

import uuid
from datetime import date
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from fines.models import InfractionNotice
from tests.factories import TutorFactory, sign_in, unit_value
from tests.fines.test_notices import notice
from tests.inspections.visits import Town
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import AccessRecord
from zoonoses.documents.services.annulment import annul

pytestmark = pytest.mark.django_db


def typed(visit, town, **more):
    fields = {
        "offender": town.tutor.pk,
        "fact_on": visit.act.at.date().isoformat(),
        "fact_time": "09:00",
        "address": "Rua das Flores, 157 – Centro",
        "description": "Visto no local.",
        "idempotency_key": str(uuid.uuid4()),
    }
    fields.update({f"finding_{finding.pk}": "on" for finding in visit.findings.all()})
    return fields | more


@pytest.fixture
def vitoria():
    return Town("vitoria-es", now="2024-03-12 10:00")


def test_from_the_form_through_the_confirmation_to_the_auto(client, vitoria):
    visit = vitoria.visit(date(2024, 3, 12), "leash_handler", "feces_not_collected")
    sign_in(client, vitoria.agent)
    url = reverse("fines:notice_new", args=[visit.pk])
    page = client.get(url).content.decode()
    assert "R$ 100,00" in page and "R$ 35,00" in page and vitoria.tutor.name.split()[0] in page

    fields = typed(visit, vitoria)
    confirm = client.post(url, fields)
    text = confirm.content.decode()
    assert confirm.status_code == 200
    assert "R$ 135,00" in text and "Conferir antes de lavrar" in text
    assert not InfractionNotice.objects.exists()

    back = client.post(url, {**fields, "voltar": "1", "description": "Outra descrição"})
    assert "Outra descrição" in back.content.decode()

    for _ in range(2):
        done = client.post(url, {**fields, "confirmar": "1"})
        made = InfractionNotice.objects.get()
        assert done.url == reverse("fines:notice", args=[made.pk])
    shown = client.get(done.url).content.decode()
    assert "R$ 135,00" in shown and "Registrar ciência" in shown
    assert AccessRecord.objects.filter(what="auto de infração", object_id=str(vitoria.tutor.pk)).exists()

    again = client.post(url, typed(visit, vitoria))
    assert again.status_code == 422, "nothing left to choose"


def test_the_page_says_why_no_auto_is_possible(client):
    town = Town("alegre-es", now="2012-03-05 10:00")
    visit = town.visit(date(2012, 3, 5), "inadequate_keeping")
    sign_in(client, town.agent)
    page = client.get(reverse("fines:notice_new", args=[visit.pk])).content.decode()
    assert "Não cabe auto agora" in page and "disabled" in page


def test_a_refusal_at_the_last_moment_keeps_what_was_typed(client, vitoria):
    visit = vitoria.visit(date(2024, 3, 12), "leash_handler")
    sign_in(client, vitoria.agent)
    fields = typed(visit, vitoria, fact_on="2024-03-13", description="Texto que não se perde", confirmar="1")
    page = client.post(reverse("fines:notice_new", args=[visit.pk]), fields)
    assert page.status_code == 409
    assert "Texto que não se perde" in page.content.decode()
    assert "O fato não pode ser posterior ao auto." in page.content.decode()


def test_another_person_is_found_and_answers(client, vitoria):
    visit = vitoria.visit(date(2024, 3, 12), "leash_handler")
    other = TutorFactory(municipality=vitoria.municipality, name="Antônia Ribeiro")
    stranger = TutorFactory(name="Antônia Ribeiro de fora")
    sign_in(client, vitoria.agent)
    url = reverse("fines:notice_new", args=[visit.pk])
    found = client.post(url, typed(visit, vitoria, procurar="1", procurar_pessoa="antonia"))
    text = found.content.decode()
    assert "Antônia Ribeiro" in text and "de fora" not in text and "Visto no local." in text
    client.post(url, typed(visit, vitoria, offender=other.pk, confirmar="1"))
    assert InfractionNotice.objects.get().offender == other
    refused = client.post(url, typed(visit, vitoria, offender=stranger.pk, confirmar="1"))
    assert refused.status_code == 422


def test_cuiaba_asks_for_gravity_and_its_reason(client):
    town = Town("cuiaba-mt", now="2024-03-12 10:00")
    visit = town.visit(date(2024, 3, 12), "dog_without_leash")
    finding = visit.findings.get()
    sign_in(client, town.agent)
    url = reverse("fines:notice_new", args=[visit.pk])
    page = client.get(url).content.decode()
    assert "3,00 UPF" in page and "7,00 UPF" in page
    wrong = client.post(url, typed(visit, town))
    assert wrong.status_code == 422 and "Escolha a gravidade" in wrong.content.decode()
    decided = {f"gravity_{finding.pk}": "serious", f"reason_{finding.pk}": "Mordeu uma criança."}
    confirm = client.post(url, typed(visit, town, **decided))
    assert confirm.status_code == 200 and "5,00 UPF" in confirm.content.decode()


def test_joao_neiva_circumstances_decide_the_class_on_the_page(client):
    town = Town("joao-neiva-es", now="2026-03-10 10:00")
    visit = town.visit(date(2026, 3, 10), "violence")
    sign_in(client, town.agent)
    url = reverse("fines:notice_new", args=[visit.pk])
    assert "100,00 VRTE" in client.get(url).content.decode()
    leve = client.post(url, typed(visit, town))
    assert leve.status_code == 409, "a leve is notified first"
    confirm = client.post(url, typed(visit, town, aggravating=["intent"]))
    text = confirm.content.decode()
    assert "Penalidade proposta" in text and "100,00 VRTE" in text and "Lavrei o presente auto" in text


def test_without_the_years_vrte_the_page_refuses_to_convert_and_links_to_where_it_is_entered(client):
    """The amount stays 100 VRTE; once the value is entered the same page shows the equivalent."""
    town = Town("joao-neiva-es", now="2034-03-10 10:00")
    visit = town.visit(date(2034, 3, 10), "violence")
    made = notice(town, visit, date(2034, 3, 10), aggravating=("intent",))
    url = reverse("fines:notice", args=[made.pk])
    page = sign_in(client, town.manager).get(url).content.decode()
    assert "100,00 VRTE" in page
    assert "Valor da VRTE não informado" in page
    assert reverse("municipalities:index_values") in page
    assert "R$" not in page
    agent = sign_in(client, town.agent).get(url).content.decode()
    assert "peça ao gestor" in agent
    unit_value(town.municipality, "VRTE", 2034, "5.0000")
    assert "R$ 500,00" in client.get(url).content.decode()


def test_an_annulled_auto_says_so_and_offers_nothing(client, vitoria):
    visit = vitoria.visit(date(2024, 3, 12), "leash_handler")
    made = notice(vitoria, visit, date(2024, 3, 12))
    moment = vitoria.at(date(2024, 3, 12), 17)
    annul(document=made.act.document, reason="Pessoa errada", by=vitoria.manager, at=moment)
    page = sign_in(client, vitoria.manager).get(reverse("fines:notice", args=[made.pk])).content.decode()
    assert "Anulado" in page and "Pessoa errada" in page and "Registrar ciência" not in page


def test_filters_of_the_list_stay_out_of_the_address(client, vitoria):
    ana = TutorFactory(municipality=vitoria.municipality, name="Ana Gonçalves")
    first = notice(vitoria, vitoria.visit(date(2024, 3, 4), "leash_handler"), date(2024, 3, 4))
    second = notice(
        vitoria, vitoria.visit(date(2024, 3, 5), "leash_handler", tutor=ana), date(2024, 3, 5), offender=ana
    )
    annul(document=second.act.document, reason="Erro", by=vitoria.manager, at=vitoria.at(date(2024, 3, 6)))
    sign_in(client, vitoria.agent)
    url = reverse("fines:notices")
    shown = client.get(url)
    assert [row.pk for row in shown.context["page"]] == [second.pk, first.pk]
    text = shown.content.decode()
    assert "Ana Gonçalves" in text and "R$ 100,00" in text and "anulado" in text
    for filters, expected in (
        ({"number": "1/2024"}, [first]),
        ({"number": "2"}, [second]),
        ({"person": "goncalves ana"}, [second]),
        ({"state": "standing"}, [first]),
        ({"state": "annulled"}, [second]),
        ({"state": "unserved"}, [first]),
        ({"since": "2024-03-05", "until": "2024-03-05"}, [second]),
    ):
        sent = client.post(url, filters)
        assert sent.url == url
        assert list(client.get(url).context["page"]) == expected
    assert client.post(url, {"number": "abc"}).status_code == 422
    client.post(url, {"limpar": "1"})
    assert len(client.get(url).context["page"]) == 2


def test_the_list_costs_the_same_however_long(client, vitoria):
    sign_in(client, vitoria.agent)
    url = reverse("fines:notices")
    costs = []
    for rows in (1, 4):
        while InfractionNotice.objects.count() < rows:
            notice(vitoria, vitoria.visit(date(2024, 3, 4), "leash_handler"), date(2024, 3, 4))
        client.get(url)
        with CaptureQueriesContext(connection) as queries:
            client.get(url)
        costs.append(len(queries))
    assert costs[0] == costs[1]


@pytest.mark.parametrize(
    ("role", "lists", "draws"),
    [("agent", 200, 200), ("vet", 200, 200), ("manager", 200, 200), ("clerk", 200, 403), ("judge", 200, 403)]
    + [("clinic", 403, 403)],
)
def test_who_may_open_what(client, vitoria, role, lists, draws):
    visit = vitoria.visit(date(2024, 3, 4), "leash_handler")
    made = notice(vitoria, vitoria.visit(date(2024, 3, 4), "feces_not_collected"), date(2024, 3, 4))
    sign_in(client, getattr(vitoria, role))
    assert client.get(reverse("fines:notices")).status_code == lists
    assert client.get(reverse("fines:notice", args=[made.pk])).status_code == lists
    assert client.get(reverse("fines:notice_new", args=[visit.pk])).status_code == draws


def test_a_strangers_auto_is_not_found(client, vitoria):
    made = notice(vitoria, vitoria.visit(date(2024, 3, 4), "leash_handler"), date(2024, 3, 4))
    sign_in(client, Town("alegre-es", now="2012-03-05 10:00").agent)
    assert client.get(reverse("fines:notice", args=[made.pk])).status_code == 404
    assert client.get(reverse("fines:notice_new", args=[made.inspection_id])).status_code == 404


def test_the_defence_runs_from_the_ciencia(client):
    """João Neiva: ten business days; from Monday 10/03/2025 they end on Monday 24/03."""
    town = Town("joao-neiva-es", now="2025-03-10 10:00")
    visit = town.visit(date(2025, 3, 10), "violence")
    made = notice(town, visit, date(2025, 3, 10), aggravating=("intent",), at=town.at(date(2025, 3, 10), 9))
    sign_in(client, town.agent)
    page = reverse("fines:notice", args=[made.pk])
    assert "nenhum prazo corre" in client.get(page).content.decode()
    url = reverse("documents:acknowledge", args=[made.act_id])
    fields = {"means": "in_person", "on": "2025-03-10", "received_by": town.tutor.name}
    preview = client.post(url, fields).content.decode()
    assert "Prazo de defesa" in preview and "24/03" in preview
    fields |= {"confirmar": "1", "idempotency_key": str(uuid.uuid4())}
    assert client.post(url, fields).status_code == 302
    shown = client.get(page).content.decode()
    assert "Defesa até" in shown and "24/03" in shown and "nenhum prazo corre" not in shown


def test_an_auto_done_on_paper_is_entered_with_its_own_day_author_and_scan(client):
    town = Town("vitoria-es", now="2024-03-12 10:00")
    visit = town.visit(date(2024, 3, 4), "leash_handler")
    blank = town.document(DocumentKind.INFRACTION_NOTICE, town.at(date(2024, 3, 1)))
    blank.is_blank = True
    blank.save(update_fields=["is_blank"])
    sign_in(client, town.manager)
    url = reverse("fines:notice_paper", args=[visit.pk])
    assert client.get(url).status_code == 200
    paper = {
        "paper_on": "2024-03-05",
        "paper_time": "15:30",
        "paper_author": town.agent.pk,
        "paper_document": blank.full_number,
    }
    assert client.post(url, typed(visit, town, **paper)).status_code == 422, "the scan is missing"
    done = client.post(url, typed(visit, town, **paper, scan=scan()))
    made = InfractionNotice.objects.get()
    assert done.url == reverse("fines:notice", args=[made.pk])
    assert (made.act.document, made.act.on, made.act.author) == (blank, date(2024, 3, 5), town.agent)
    assert made.act.on_paper and made.act.recorded_by == town.manager
    assert made.act.attachments.get().kind == "scan"
    assert "Feito em papel" in client.get(done.url).content.decode()


def scan():
    picture = BytesIO()
    Image.new("RGB", (40, 40), "white").save(picture, "PNG")
    return SimpleUploadedFile("auto.png", picture.getvalue(), "image/png")
