"""Encaminhamento à Polícia Civil: from the vet's report on, before any auto, under the one law that orders it."""

import uuid
from datetime import date

import pytest
from django.urls import reverse

from fines.services.process_pieces import acts_of
from inspections.models import Referral
from inspections.services import referrals, reports
from tests.factories import sign_in
from tests.fines.process import drawn
from tests.fines.test_notices import notice as draw
from tests.inspections.visits import Town, commits
from zoonoses.documents.models import Act, Agenda
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.annulment import annul
from zoonoses.municipalities.models import ReadingChoice

pytestmark = pytest.mark.django_db
VISIT, REPORT, DAY = date(2026, 4, 1), date(2026, 4, 2), date(2026, 4, 3)
FOUND = {
    "species": "cão",
    "breed": "sem raça definida",
    "presumed_age": "4 anos",
    "confinement": "corda de 1,20 m",
    "nutritional_state": "magro",
    "other": "",
}


@pytest.fixture
def neiva():
    town = Town("joao-neiva-es", now="2026-04-03 10:00")
    town.vet.crmv = "ES 1234"
    town.vet.save(update_fields=["crmv"])
    return town


def report(town, visit, confirms=True):
    data = FOUND | {"confirms_mistreatment": confirms}
    return reports.report(inspection=visit, data=data, author=town.vet, at=town.at(REPORT), key=uuid.uuid4())


def refer(town, visit, recipient="Delegacia de Polícia Civil", **more):
    given = {"text": "", "author": town.agent, "at": town.at(DAY, 14), "key": uuid.uuid4()} | more
    return referrals.refer(inspection=visit, recipient=recipient, **given)


def refused(code, act, /, *args, **kwargs):
    with pytest.raises(Refusal) as found:
        act(*args, **kwargs)
    assert found.value.code == code


def test_the_ofício_follows_the_report_and_waits_for_no_auto(neiva):
    with commits():
        visit = neiva.visit(VISIT, "short_tether", "other_municipal_rule")
        refused("pieces_missing", refer, neiva, visit)
        found = report(neiva, visit)
    line = Agenda.objects.get(next_act="referral")
    assert line.sentence == "Encaminhar o caso: Polícia Civil" and line.from_on == REPORT
    refused("recipient_missing", refer, neiva, visit, " ")
    key = uuid.uuid4()
    with commits():
        made = refer(neiva, visit, key=key, text="Cão já recolhido.")
    assert refer(neiva, visit, key=key) == made and Referral.objects.get().act == made
    body = made.document.file.context["body"]
    assert made.document.full_number == "0001/2026" and made.document.kind == "referral"
    assert body["article"] == "Art. 9º, § 3º" and "será encaminhada à Polícia Civil" in body["law_text"]
    assert [row["article"] for row in body["items"]] == ["Art. 6º, VI"], "the other rule is no mistreatment"
    assert body["report"].startswith(str(found.document)) and body["conclusion"] == "Constata maus-tratos."
    assert found.document.code in body["pieces"][0] and visit.act.document.code in body["pieces"][1]
    assert set(made.rests_on.all()) == {visit.act, found}
    refused("already_referred", refer, neiva, visit)
    assert not Agenda.objects.filter(next_act="referral").exists()
    annul(document=made.document, reason="Delegacia errada", by=neiva.manager, at=neiva.at(DAY, 15))
    assert refer(neiva, visit).document.full_number == "0002/2026"


def test_what_the_law_does_not_order_is_refused(neiva):
    visit = neiva.visit(VISIT, "short_tether")
    denied = report(neiva, visit, confirms=False)
    refused("not_confirmed", refer, neiva, visit)
    annul(document=denied.document, reason="Trocado", by=neiva.manager, at=neiva.at(REPORT, 12))
    report(neiva, visit)
    nobody = neiva.visit(VISIT, "violence", tutor=None)
    report(neiva, nobody)
    refused("tutor_missing", refer, neiva, nobody)
    draw(neiva, nobody, REPORT, aggravating=("intent",))
    assert refer(neiva, nobody).document.file.context["body"]["person"]["name"] == neiva.tutor.name
    ReadingChoice.objects.create(
        municipality=neiva.municipality,
        ruleset="joao-neiva-es",
        key="police_referral",
        value="serious_and_up",
        reason="Parecer",
        chosen_by=neiva.manager,
        chosen_at=neiva.at(VISIT),
    )
    refused("not_offered", refer, neiva, visit)
    other = Town("vitoria-es")
    refused("not_in_law", refer, other, other.visit(date(2024, 3, 4), "abandonment"))


def test_through_the_pages_from_the_visit_to_the_file_of_the_process(client, neiva):
    auto = drawn(neiva, VISIT, "short_tether", aggravating=("intent",))
    visit = auto.inspection
    url = reverse("inspections:referral_new", args=[visit.pk])
    sign_in(client, neiva.agent)
    asked = {"recipient": "Delegacia", "text": ""}
    assert "Falta no caso" in client.get(url).content.decode()
    early = client.post(url, asked | {"confirmar": "1"})
    assert early.status_code == 409 and "Falta no caso" in early.content.decode()
    report(neiva, visit)
    case = client.get(reverse("desk:case", args=[auto.act.case_id])).content.decode()
    assert url in case and "Encaminhar o caso" in case
    assert 'value="Polícia Civil"' in client.get(url).content.decode()
    assert client.post(url, {"recipient": ""}).status_code == 422
    confirm = client.post(url, asked).content.decode()
    assert "será encaminhada à Polícia Civil" in confirm and str(auto.act.document) in confirm
    sent = asked | {"confirmar": "1", "idempotency_key": str(uuid.uuid4())}
    for _ in range(2):
        assert client.post(url, sent).status_code == 302
    made = Act.objects.get(kind="referral")
    assert client.post(url, asked | {"confirmar": "1"}).status_code == 409
    shown = client.get(reverse("desk:case", args=[auto.act.case_id])).content.decode()
    assert str(made.document) in shown
    auto_page = client.get(reverse("fines:notice", args=[auto.pk])).content.decode()
    assert "Encaminhamento: Delegacia" in auto_page
    assert made in acts_of(auto), "the file of the process has it"
