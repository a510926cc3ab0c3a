"""Pages of the acts after the visit: two steps, refusals with their reason, who may enter."""

import base64
import io
import uuid
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from inspections.models import Guidance, Intimation, VetReport
from inspections.services import intimations, reports
from inspections.services.intimations import Order
from tests.factories import sign_in
from tests.inspections.test_acts_services import REPORT
from tests.inspections.visits import Town
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document
from zoonoses.documents.services.acknowledgement import Service

pytestmark = pytest.mark.django_db

DAY = date(2012, 3, 1)
ORDERS = {"orders": "Registrar os cães no órgão municipal.", "ciencia-means": "later"}


def page(name, pk):
    return reverse(f"inspections:{name}", args=[pk])


def confirmed(data):
    return data | {"confirmar": "1", "idempotency_key": str(uuid.uuid4())}


@pytest.fixture
def alegre():
    return Town("alegre-es", now="2012-03-01 15:00")


@pytest.fixture
def dogs(alegre):
    return alegre.visit(DAY, "unregistered_animal", animals=3)


def test_intimation_is_shown_before_it_is_issued(client, alegre, dogs):
    sign_in(client, alegre.agent)
    url, finding = page("intimate", dogs.pk), dogs.findings.get()
    form = client.get(url).content.decode()
    assert "30 dias" in form and f'name="finding_{finding.pk}"' in form
    data = ORDERS | {f"finding_{finding.pk}": "on", "ciencia-means": "in_person"}
    shown = client.post(url, data).content.decode()
    assert "Último dia: seg., 02/04/2012" in shown
    assert "Registrar os cães no órgão municipal." in shown
    assert not Intimation.objects.exists()
    sent = confirmed(data)
    first, again = client.post(url, sent), client.post(url, sent)
    assert first.status_code == again.status_code == 302
    assert first.url == again.url == page("intimation", Intimation.objects.get().pk)
    assert Document.objects.filter(kind=DocumentKind.INTIMATION).count() == 1
    detail = client.get(first.url).content.decode()
    assert "seg., 02/04" in detail and "pessoalmente" in detail


def test_correcting_keeps_what_was_typed(client, alegre, dogs):
    sign_in(client, alegre.agent)
    data = ORDERS | {f"finding_{dogs.findings.get().pk}": "on", "voltar": "1"}
    answer = client.post(page("intimate", dogs.pk), data)
    assert answer.status_code == 200
    assert ORDERS["orders"] in answer.content.decode()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Escolha pelo menos uma constatação."),
        ({"finding": "on", "orders": ""}, "Este campo é obrigatório."),
        ({"finding": "on", "ciencia-means": "refused", "ciencia-witness_1": "Ana"}, "são duas"),
    ],
)
def test_invalid_form_says_why(client, alegre, dogs, changes, words):
    sign_in(client, alegre.agent)
    data = ORDERS | changes
    if data.pop("finding", None):
        data[f"finding_{dogs.findings.get().pk}"] = "on"
    answer = client.post(page("intimate", dogs.pk), data)
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_the_term_is_offered_as_the_law_offers_it(client, alegre):
    visit = alegre.visit(DAY, "mistreatment", "leash_plate_handler")
    sign_in(client, alegre.agent)
    text = client.get(page("intimate", visit.pk)).content.decode()
    chosen, refused = visit.findings.order_by("pk")
    for days in (7, 15, 30):
        assert f'name="days_{chosen.pk}" value="{days}"' in text or f'value="{days}"' in text
    assert f'name="finding_{refused.pk}"' not in text
    assert "A lei não exige intimação neste caso." in text
    answer = client.post(page("intimate", visit.pk), ORDERS | {f"finding_{chosen.pk}": "on"})
    assert answer.status_code == 422
    assert "Escolha o prazo." in answer.content.decode()


def test_nobody_identified(client, alegre):
    visit = alegre.visit(DAY, "unregistered_animal", tutor=None)
    sign_in(client, alegre.agent)
    assert "identifique o responsável" in client.get(page("intimate", visit.pk)).content.decode()
    data = ORDERS | {f"finding_{visit.findings.get().pk}": "on"}
    answer = client.post(page("intimate", visit.pk), data)
    assert answer.status_code == 409
    assert "Identifique o responsável" in answer.content.decode()


def test_who_was_unknown_at_the_visit_is_found_and_intimated(client, alegre):
    visit = alegre.visit(DAY, "unregistered_animal", tutor=None)
    stranger = Town("vitoria-es").tutor
    sign_in(client, alegre.agent)
    data = ORDERS | {f"finding_{visit.findings.get().pk}": "on", "orders": "Registrar o cão."}
    searched = data | {"procurar": "1", "procurar_pessoa": alegre.tutor.document}
    shown = client.post(page("intimate", visit.pk), searched).content.decode()
    assert alegre.tutor.name.replace("'", "&#x27;") in shown and "Registrar o cão." in shown
    refused = client.post(page("intimate", visit.pk), confirmed(data | {"tutor": stranger.pk}))
    assert refused.status_code == 409
    done = client.post(page("intimate", visit.pk), confirmed(data | {"tutor": alegre.tutor.pk}))
    assert done.status_code == 302
    assert Intimation.objects.get().tutor == alegre.tutor


def test_the_signature_drawn_on_the_screen_is_kept_and_printed(client, alegre, dogs):
    buffer = io.BytesIO()
    drawing = Image.new("RGB", (60, 30), "white")
    drawing.paste("black", (10, 10, 40, 14))
    drawing.save(buffer, "PNG")
    drawn = "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()
    sign_in(client, alegre.agent)
    data = ORDERS | {f"finding_{dogs.findings.get().pk}": "on", "ciencia-means": "in_person"}
    broken = client.post(page("intimate", dogs.pk), data | {"ciencia-signature": "data:image/png;base64,%%"})
    assert broken.status_code == 422
    assert (
        client.post(page("intimate", dogs.pk), confirmed(data | {"ciencia-signature": drawn})).status_code
        == 302
    )
    act = Intimation.objects.get().act
    kept = act.attachments.get()
    assert kept.kind == "signature"
    assert act.document.file.context["body"]["recipient"]["image"] == kept.pk


def test_report_then_notification_in_joao_neiva(client):
    town = Town("joao-neiva-es", now="2025-03-10 15:00")
    visit = town.visit(date(2025, 3, 10), "short_tether", kind=DocumentKind.CONTROL_FORM)
    town.photo(visit)
    sign_in(client, town.agent)
    assert "Falta no caso" in client.get(page("intimate", visit.pk)).content.decode()
    sign_in(client, town.vet)
    data = {**REPORT, "confirms_mistreatment": "on"}
    assert "Corda de 1,20 m" in client.post(page("vet_report_new", visit.pk), data).content.decode()
    assert client.post(page("vet_report_new", visit.pk), confirmed(data)).status_code == 302
    assert VetReport.objects.get().inspection == visit
    sign_in(client, town.agent)
    finding = visit.findings.get()
    notification = ORDERS | {f"finding_{finding.pk}": "on", f"days_{finding.pk}": "15"}
    assert "15 (quinze) dias" in client.post(page("intimate", visit.pk), notification).content.decode()
    assert client.post(page("intimate", visit.pk), confirmed(notification)).status_code == 302
    assert Document.objects.get(kind=DocumentKind.NOTIFICATION).full_number == "0001/2025"


def test_report_is_refused_to_who_is_no_vet(client):
    town = Town("joao-neiva-es", now="2025-03-10 15:00")
    visit = town.visit(date(2025, 3, 10), "short_tether")
    sign_in(client, town.agent)
    assert "falta o CRMV" in client.get(page("vet_report_new", visit.pk)).content.decode()
    data = {**REPORT, "confirms_mistreatment": "on"}
    assert client.post(page("vet_report_new", visit.pk), confirmed(data)).status_code == 409
    assert not VetReport.objects.exists()


def test_guidance_page(client):
    town = Town("vitoria-es", now="2024-05-06 15:00")
    visit = town.visit(date(2024, 5, 6), "keeping_conditions")
    sign_in(client, town.agent)
    data = {"finding": visit.findings.get().pk, "text": "Água limpa todo dia."}
    data["idempotency_key"] = str(uuid.uuid4())
    for _ in range(2):
        assert client.post(page("guidance_new", visit.pk), data).status_code == 302
    assert Guidance.objects.get().text == "Água limpa todo dia."


def notified(town, visit, service=None):
    town.photo(visit)
    reports.report(inspection=visit, data=REPORT, author=town.vet, at=town.at(visit.act.on, 11))
    return intimations.intimate(
        inspection=visit,
        orders=[Order(finding, 15) for finding in visit.findings.all()],
        text="Soltar o animal.",
        author=town.agent,
        at=town.at(visit.act.on, 14),
        service=service,
    )


def test_extension_page(client):
    town = Town("joao-neiva-es", now="2025-03-20 09:00")
    visit = town.visit(date(2025, 3, 10), "short_tether", kind=DocumentKind.CONTROL_FORM)
    act = notified(town, visit, Service(means="in_person", on=date(2025, 3, 10)))
    url = page("extension_new", act.intimation.items.get().pk)
    sign_in(client, town.manager)
    assert "ter., 25/03" in client.get(url).content.decode()
    data = {"until_on": "2025-03-25", "reason": "Obra em andamento."}
    assert "posterior ao atual, que é 25/03/2025" in client.post(url, data).content.decode()
    data["until_on"] = "2025-04-04"
    assert "sex., 04/04/2025" in client.post(url, data).content.decode()
    assert client.post(url, confirmed(data)).status_code == 302
    assert "04/04" in client.get(page("intimation", act.intimation.pk)).content.decode()


ROLES = ("agent", "vet", "manager", "clerk", "judge", "clinic")
FIELD, STAFF = {"agent", "vet", "manager"}, set(ROLES) - {"clinic"}
PAGES = [
    ("intimate", "visit", FIELD),
    ("intimate_paper", "visit", FIELD),
    ("vet_report_new", "visit", FIELD),
    ("guidance_new", "visit", FIELD),
    ("intimation", "intimation", STAFF),
    ("extension_new", "item", {"manager"}),
]


@pytest.fixture
def objects():
    town = Town("joao-neiva-es", now="2025-03-20 09:00")
    visit = town.visit(date(2025, 3, 10), "short_tether", kind=DocumentKind.CONTROL_FORM)
    act = notified(town, visit)
    intimation = act.intimation
    return town, {"visit": visit.pk, "intimation": intimation.pk, "item": intimation.items.get().pk}


def test_who_may_open_what(client, objects):
    town, pks = objects
    for role in ROLES:
        sign_in(client, getattr(town, role))
        for name, kind, roles in PAGES:
            status = client.get(page(name, pks[kind])).status_code
            assert status == (200 if role in roles else 403), (role, name)
        listed = client.get(reverse("inspections:intimations")).status_code
        assert listed == (200 if role in STAFF else 403)


def test_strangers_find_nothing(client, objects):
    _, pks = objects
    sign_in(client, Town("vitoria-es").manager)
    for name, kind, _ in PAGES:
        assert client.get(page(name, pks[kind])).status_code == 404, name


def test_the_list_costs_the_same_for_one_and_for_many(client, alegre):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert client.get(reverse("inspections:intimations")).status_code == 200
        return len(captured)

    def intimate():
        visit = alegre.visit(DAY, "unregistered_animal")
        intimations.intimate(
            inspection=visit,
            orders=[Order(visit.findings.get())],
            text="Registrar.",
            author=alegre.agent,
            at=alegre.at(DAY, 14),
        )

    sign_in(client, alegre.agent)
    intimate()
    one = queries()
    for _ in range(3):
        intimate()
    assert queries() == one
