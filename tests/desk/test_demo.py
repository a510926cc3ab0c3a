"""Demonstration: five training municipalities, cases at every stage, and nothing new the second time."""

from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from fines.models import InfractionNotice, NoticeItem
from impound.models import BoxStay, Exit, Publication, SeizedAnimal
from inspections.models import Guidance, InspectionDraft, ReturnOutcome
from registry.models import (
    BiteObservation,
    Campaign,
    CastrationAppointment,
    CastrationRequest,
    Clinic,
    KitBlock,
    LicenceRequest,
    PrintBatch,
    Rga,
    SecondCopyRequest,
    TutorMerge,
    Vaccination,
    VaccineLot,
)
from registry.services import bites, kits, licensed, remittances
from zoonoses.accounts.models import User
from zoonoses.desk import demo
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act, Agenda, Attachment, Case, Document
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Membership, Municipality, Role
from zoonoses.treasury.models import Charge

REAL = datetime(2026, 11, 25, 17, 0, tzinfo=UTC)  # a Wednesday
DAYS = {
    "alegre-es": date(2012, 5, 14),
    "alvares-machado-sp": date(2026, 11, 25),
    "cuiaba-mt": date(2024, 3, 20),
    "joao-neiva-es": date(2025, 5, 12),
    "vitoria-es": date(2026, 11, 25),
}
REGISTRY = (
    (VaccineLot, "municipality", 4),
    (Vaccination, "municipality", 7),
    (Campaign, "municipality", 1),
    (Clinic, "municipality", 2),
    (KitBlock, "municipality", 1),
    (Rga, "municipality", 4),
    (SecondCopyRequest, "rga__municipality", 1),
    (PrintBatch, "municipality", 2),
    (BiteObservation, "municipality", 3),
    (CastrationRequest, "municipality", 5),
    (TutorMerge, "municipality", 1),
)
COUNTED = (
    Municipality,
    User,
    Membership,
    Case,
    Act,
    Document,
    Agenda,
    Attachment,
    InspectionDraft,
    *(SeizedAnimal, BoxStay, Exit, Publication),
    *(model for model, _, _ in REGISTRY),
)

pytestmark = pytest.mark.django_db


def counts():
    return {model.__name__: model.objects.count() for model in COUNTED}


def town(law):
    return Municipality.objects.get(slug=f"demonstracao-{law}")


def lines(law):
    """What the cases told in `data/*.toml` wait for."""
    return Agenda.objects.of(town(law)).exclude(case__acts__kind=ActKind.SEIZURE)


def waits(law):
    """What the animals of the depósito wait for."""
    rows = Agenda.objects.of(town(law)).filter(case__acts__kind=ActKind.SEIZURE)
    return set(rows.values_list("next_act", "due_on"))


def standing(law):
    return InfractionNotice.objects.of(town(law)).standing()


def test_refused_where_the_demonstration_is_off(settings):
    settings.DEMO = False
    with pytest.raises(CommandError, match="produção"):
        call_command("demo", stdout=StringIO())
    assert not Municipality.objects.exists()


def test_every_stage_is_there_and_a_second_time_changes_nothing():
    list(demo.load(real=REAL))
    _check_towns()
    _check_stages()
    _check_autos()
    _check_registry()
    _check_depot()
    first = counts()

    out = StringIO()
    call_command("demo", stdout=out)

    assert counts() == first
    text = out.getvalue()
    assert demo.PASSWORD in text
    assert all(words in text for words in ("João Neiva/ES", "autoridade julgadora", "100.000.001-08"))


def _check_towns():
    assert Municipality.objects.count() == len(DAYS)
    for law, day in DAYS.items():
        made = town(law)
        assert made.is_training and made.crest
        assert (REAL + made.clock_shift).date() == day
        roles = set(Membership.objects.of(made).active().values_list("role", flat=True))
        assert roles == set(Role.values)
        agent = Membership.objects.of(made).filter(role=Role.AGENT).first()
        assert agent.user.check_password(demo.PASSWORD)
        assert made.calendar_years.count() == 3
    assert User.objects.get(cpf="30000000205").memberships.count() == 2


def _check_stages():
    alegre, neiva, vitoria = lines("alegre-es"), lines("joao-neiva-es"), lines("vitoria-es")
    for law in DAYS:
        assert lines(law).filter(next_act="inspection").count() == 1, "a complaint waits for its visit"
        assert InspectionDraft.objects.of(town(law)).filter(filed_as=None).count() == 1
    waiting = set(alegre.values_list("next_act", flat=True))
    assert waiting == {"inspection", "intimation", "service", "return_visit", "charge"}
    assert neiva.filter(next_act="vet_report").count() == 1
    assert lines("alvares-machado-sp").filter(next_act="notice").count() == 1
    assert lines("cuiaba-mt").filter(next_act="notice").count() == 1
    for rows, day in (
        (alegre, DAYS["alegre-es"]),
        (neiva, DAYS["joao-neiva-es"]),
        (vitoria, DAYS["vitoria-es"]),
    ):
        assert rows.filter(due_on=day).count() == 1, "ends today"
        assert rows.filter(due_on__lt=day).count() == 1, "overdue"
    assert alegre.filter(due_on=date(2012, 5, 23)).count() == 1, "runs"
    assert Guidance.objects.filter(act__case__municipality=town("alegre-es")).count() == 1
    assert set(ReturnOutcome.objects.values_list("result", flat=True)) == {"cured", "partly", "persists"}


def _check_autos():
    three_dogs = standing("alegre-es").get()
    assert (three_dogs.act.on, three_dogs.written_total) == (date(2012, 4, 3), "R$ 60,00")
    assert three_dogs.act.acknowledgements.count() == 1
    walter = NoticeItem.objects.filter(notice__in=standing("cuiaba-mt"), infraction="dog_without_leash")
    assert [len(item.priors) for item in walter.order_by("notice__act__at")] == [0, 1, 2]
    company = NoticeItem.objects.filter(notice__in=standing("vitoria-es"), infraction="abandonment")
    last = company.order_by("-notice__act__at").first()
    assert "licence_revocation" in [row["code"] for row in last.consequences]
    assert {notice.written_total for notice in standing("joao-neiva-es")} == {"", "200,00 VRTE"}
    assert {notice.written_total for notice in standing("alvares-machado-sp")} == {"60,00 UFM", "120,00 UFM"}
    for law in ("vitoria-es", "alvares-machado-sp"):
        annulled = InfractionNotice.objects.of(town(law)).annulled().get()
        assert annulled.act.document.replaced_by.act.kind == ActKind.INFRACTION_NOTICE
    for law in DAYS:
        papers = Document.objects.of(town(law)).filter(kind="infraction_notice").order_by("year", "number")
        days = [paper.issued_on for paper in papers]
        assert days == sorted(days), "numbers follow days"


def _check_registry():
    """Every screen of the registry has something to show, in every municipality."""
    for law, day in DAYS.items():
        made = town(law)
        for model, path, number in REGISTRY:
            assert model.objects.filter(**{path: made}).count() >= number, (law, model)
        ends = [row.due_on for row in bites.observations(made)]
        assert len(ends) >= 2 and ends[0] == day, "one is to be released today"
        today = CastrationAppointment.objects.filter(day__municipality=made, day__on=day, result="")
        assert today.count() == 2
        campaign = Campaign.objects.of(made).get()
        assert campaign.starts_on < day < campaign.ends_on and campaign.posts.count() == 2
        charges = Charge.objects.of(made)
        assert charges.filter(payments=None).exists() and charges.exclude(payments=None).exists()
    _check_what_the_laws_add()


def _check_depot():
    """Animals at every stage that each law has, one redeemed where it can be, one adopted, one divulged."""
    exits = {law: ["adoption", "redemption"] for law in DAYS}
    exits["joao-neiva-es"] = exits["vitoria-es"] = ["adoption"]
    for law, day in DAYS.items():
        made = town(law)
        left = Exit.objects.filter(custody__municipality=made)
        assert sorted(left.values_list("kind", flat=True)) == exits[law], law
        assert all(row.on <= day for row in left)
        inside = SeizedAnimal.objects.of(made).in_custody()
        assert inside.count() >= 3 and not inside.exclude(stays__left_at=None).exists()
        up = Publication.objects.of(made).filter(withdrawn_at=None)
        assert up.count() == (inside.count() if law == "alvares-machado-sp" else 1), law
        if law != "joao-neiva-es":
            assert ("custody_term", day) in waits(law), law
        if law != "alvares-machado-sp":
            assert "custody_observed" in {act for act, _ in waits(law)}, law
    machado = waits("alvares-machado-sp")
    assert ("custody_results", None) in machado
    near = DAYS["alvares-machado-sp"] + timedelta(days=3)
    assert any(act == "custody_destine" and due == near for act, due in machado), "the ceiling is near"


def _check_what_the_laws_add():
    alegre = town("alegre-es")
    clinic = remittances.with_remittance(Clinic.objects.of(alegre).filter(suspended_on=None)).get()
    due = remittances.due_of(clinic, Lawbook(alegre, DAYS["alegre-es"]))
    assert clinic.last_sent_on and remittances.is_overdue(clinic, due, DAYS["alegre-es"])
    assert kits.stock_of(clinic).free == 9
    requests = LicenceRequest.objects.of(alegre)
    assert licensed.situated(requests, "a-vencer", DAYS["alegre-es"]).count() == 1
    for law in ("alegre-es", "cuiaba-mt"):
        assert LicenceRequest.objects.of(town(law)).filter(decision=None).count() == 1
    assert LicenceRequest.objects.of(town("vitoria-es")).exists()
