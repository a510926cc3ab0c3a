"""What happens to an animal in custody, its undoing, births, evaluations, and how custody ends."""

import uuid
from dataclasses import replace
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from impound.models import BoxStay, CustodyEvent, Exit
from impound.services import births, ends, evaluations, events, state, undoing
from impound.services.births import Litter
from impound.services.ends import End
from impound.services.events import Entry, Vet
from registry.models import BiteObservation, VaccineLot, VaccineProduct
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from zoonoses.documents.models import Document, DocumentFile
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment

pytestmark = pytest.mark.django_db
VET = Vet("Dra. Conceição Araújo", "ES 123")


@pytest.fixture
def depot():
    return Depot("alegre-es", (2012, 3, 10, 9, 0))


@pytest.fixture
def machado():
    return Depot("alvares-machado-sp", (2024, 6, 10, 9, 0))


def _entry(depot, *day, by=None, **values):
    year, month, number = day
    moment = depot.at(year, month, number, 9, 30)
    fields = {"on": date(*day), "at": moment, "by": by or depot.agent, "key": uuid.uuid4()}
    return Entry(**{**fields, **values})


def _scan():
    stored = BytesIO()
    Image.new("RGB", (40, 30), "#aaaaaa").save(stored, "JPEG")
    return SimpleUploadedFile("ordem.jpg", stored.getvalue(), content_type="image/jpeg")


def test_an_exam_waits_for_its_result_which_comes_also_after_the_exit(machado):
    horse = machado.seize(machado.at(2024, 6, 3, 9), species="horse", size="large")
    waiting = events.exam(
        custody=horse,
        entry=_entry(machado, 2024, 6, 4),
        code="glanders_exam",
        label="",
        result="pending",
        laboratory="Laboratório São João",
        is_accredited=True,
    )
    assert waiting.label == "Exame de mormo"
    assert "glanders_exam" in [row.code for row in state.quarantine(horse)]
    with pytest.raises(Refusal, match="não pode ser anterior"):
        events.result_of(event=waiting, entry=_entry(machado, 2024, 6, 3), result="negative")
    end = End("theft", "portão arrombado", machado.at(2024, 6, 6, 2), number="BO 77/2024")
    ends.end_custody(custody=horse, end=end, by=machado.agent, at=machado.at(2024, 6, 6, 9), key=uuid.uuid4())
    events.result_of(event=waiting, entry=_entry(machado, 2024, 6, 8), result="negative")
    assert "glanders_exam" not in [row.code for row in state.quarantine(horse)]
    assert state.accredited_exam(horse).result == "negative"
    with pytest.raises(Refusal, match="já saiu"):
        events.observe(custody=horse, entry=_entry(machado, 2024, 6, 8, text="Calmo"))


def test_a_dose_a_castration_and_a_chip_are_written_in_the_registry_and_undone_there(depot):
    cat = depot.seize(depot.at(2012, 3, 1, 9), species="cat")
    product = VaccineProduct.objects.create(
        municipality=depot.municipality, name="Raivacel", maker="Ipê", lab_period_days=365
    )
    lot = VaccineLot.objects.create(
        municipality=depot.municipality,
        product=product,
        number="P-1",
        doses=5,
        expires_on=date(2012, 12, 31),
        received_on=date(2012, 1, 2),
    )
    entry = _entry(depot, 2012, 3, 5)
    dose = events.vaccine(custody=cat, entry=entry, code=events.RABIES, vet=VET, lot=lot)
    assert events.vaccine(custody=cat, entry=entry, code=events.RABIES, vet=VET, lot=lot) == dose
    chip = events.treatment(
        custody=cat, entry=_entry(depot, 2012, 3, 5), label="", code="chip", chip="963008000000001"
    )
    cut = events.treatment(custody=cat, entry=_entry(depot, 2012, 3, 6), label="", code="neutering", vet=VET)
    assert cut.label == "Esterilização"
    cat.animal.refresh_from_db()
    found = state.provided(cat, on=date(2012, 3, 10))
    assert {"rabies_vaccination", "vaccination", "chip", "neutering"} <= found
    assert cat.animal.vaccinations.get().lot == lot
    for event in (dose, chip, cut):
        given = {"reason": "Registrado no animal errado", "by": depot.manager}
        undone = undoing.undo(event=event, at=depot.at(2012, 3, 10, 9), **given)
        assert undoing.undo(event=event, at=depot.at(2012, 3, 10, 10), **given) == undone
    cat.animal.refresh_from_db()
    assert state.provided(cat, on=date(2012, 3, 10)) == {"entry_exams"}
    with pytest.raises(Refusal, match="CRMV"):
        events.treatment(custody=cat, entry=_entry(depot, 2012, 3, 6), label="", code="neutering")


def test_expenses_are_charged_only_where_the_law_charges_them(depot, machado):
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    assert events.expense_codes(dog) == []
    kept = events.expense(
        custody=dog, entry=_entry(depot, 2012, 3, 2, upload=_scan()), label="Ração", cost=Decimal("30.00")
    )
    assert kept.receipt.kind == "scan"
    assert state.bill_on([dog], at=depot.at(2012, 3, 3, 9)).total == Decimal("15.00")
    with pytest.raises(Refusal, match="não cobra"):
        events.expense(
            custody=dog, entry=_entry(depot, 2012, 3, 2), label="", code="feeding", cost=Decimal("1")
        )
    horse = machado.seize(machado.at(2024, 6, 3, 9), species="horse", size="large")
    paid = events.expense(
        custody=horse, entry=_entry(machado, 2024, 6, 4), label="", code="feeding", cost=Decimal("45.90")
    )
    assert paid.label == "Alimentação"
    on = {"on": date(2024, 6, 4), "lawbook": state.law.lawbook_of(horse)}
    assert state.charged([horse], **on) == {"feeding": Decimal("45.90")}


@pytest.mark.parametrize(
    ("day", "code"), [((2012, 2, 29), "before"), ((2012, 3, 11), "in_the_future"), ((2012, 3, 1), "")]
)
def test_a_fact_of_custody_is_between_the_entry_and_today(depot, day, code):
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    entry = replace(_entry(depot, 2012, 3, 10), on=date(*day), text="Comeu bem")
    if code:
        with pytest.raises(Refusal) as refused:
            events.observe(custody=dog, entry=entry)
        assert refused.value.code == code
    else:
        assert events.observe(custody=dog, entry=entry).on == date(*day)


def test_the_causes_of_the_seizure_are_found_only_where_the_law_asks(depot):
    with pytest.raises(Refusal, match="não pede"):
        events.find_cause(
            custody=depot.seize(depot.at(2012, 3, 1, 9)),
            entry=_entry(depot, 2012, 3, 2, text="Muro"),
            ceased=True,
        )
    cuiaba = Depot("cuiaba-mt", (2024, 4, 10, 9, 0))
    dog = cuiaba.seize(cuiaba.at(2024, 4, 2, 9))
    assert events.cause_rule(dog).article == "Art. 9º, § 1º"
    events.find_cause(custody=dog, entry=_entry(cuiaba, 2024, 4, 3, text="Muro refeito"), ceased=True)
    assert "cause_ceased" in state.provided(dog, on=date(2024, 4, 3))


def test_an_owner_named_after_the_animal_left_still_owes_the_fine(machado):
    horse = machado.seize(machado.at(2024, 6, 3, 9), species="horse", size="large")
    owner = TutorFactory(municipality=machado.municipality)
    end = End("death", "cólica", machado.at(2024, 6, 6, 2))
    ends.end_custody(custody=horse, end=end, by=machado.agent, at=machado.at(2024, 6, 6, 9), key=uuid.uuid4())
    entry = _entry(machado, 2024, 6, 9, text="Marca do ferro reconhecida")
    events.name_owner(custody=horse, entry=entry, tutor=owner)
    assert state.owner_of(horse) == owner
    with pytest.raises(Refusal, match="já consta"):
        events.name_owner(custody=horse, entry=replace(entry, key=uuid.uuid4()), tutor=owner)


def test_each_newborn_is_in_custody_by_itself_since_its_birth(depot):
    mother = depot.seize(depot.at(2012, 3, 1, 9))
    litter = Litter(females=2, males=1, description="preto e branco")
    entry, born_at = _entry(depot, 2012, 3, 5), depot.at(2012, 3, 5, 4)
    event = births.record(mother=mother, litter=litter, born_at=born_at, entry=entry)
    assert births.record(mother=mother, litter=litter, born_at=born_at, entry=entry) == event
    young = list(mother.offspring.order_by("entry_number"))
    assert [row.sex for row in young] == ["female", "female", "male"]
    assert len({row.full_number for row in [mother, *young]}) == 4
    assert young[0].seizure == mother.seizure
    assert state.terms_of(young[0]).ends_on == date(2012, 3, 19)
    assert young[0].animal.born_on == date(2012, 3, 5)
    for wrong in (depot.at(2012, 2, 28, 9), depot.at(2012, 3, 5, 10)):
        with pytest.raises(Refusal):
            births.record(mother=mother, litter=litter, born_at=wrong, entry=_entry(depot, 2012, 3, 5))
    with pytest.raises(Refusal, match="quantos"):
        births.record(mother=mother, litter=Litter(), born_at=born_at, entry=_entry(depot, 2012, 3, 5))


def test_what_only_a_vet_may_state_is_a_laudo_and_falls_with_it(depot):
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    depot.vet.crmv = "ES 123"
    depot.vet.save()
    stated = {"gravely_ill": True, "vet_opinion": True}
    with pytest.raises(Refusal, match="falta o CRMV"):
        evaluations.evaluate(custody=dog, stated=stated, entry=_entry(depot, 2012, 3, 6, text="Fraturas"))
    assert evaluations.facts_of(dog, author=depot.agent) == []
    entry = _entry(depot, 2012, 3, 6, by=depot.vet, text="Fraturas múltiplas, prognóstico reservado.")
    event = evaluations.evaluate(custody=dog, stated=stated, entry=entry)
    assert evaluations.evaluate(custody=dog, stated=stated, entry=entry) == event
    assert event.act.document.kind == "evaluation"
    body = DocumentFile.objects.get(document=event.act.document).context["body"]
    assert body["vet"]["badge"] == "ES 123"
    assert {"label", "value", "article"} == set(body["stated"][0])
    assert [way.code for way in state.destinations_on(dog, date(2012, 3, 7)).ways] == ["vet_decision"]
    with pytest.raises(Refusal, match="o gestor o anula"):
        undoing.undo(event=event, reason="engano", at=depot.at(2012, 3, 7, 9), by=depot.vet)
    annulment.annul(
        document=event.act.document, reason="Animal trocado", by=depot.manager, at=depot.at(2012, 3, 7, 9)
    )
    assert state.destinations_on(dog, date(2012, 3, 7)).ways == ()


def test_an_agent_states_what_needs_no_vet_without_a_laudo():
    cuiaba = Depot("cuiaba-mt", (2024, 4, 10, 9, 0))
    dog = cuiaba.seize(cuiaba.at(2024, 4, 2, 9))
    assert [fact.name for fact in evaluations.facts_of(dog, author=cuiaba.agent)] == [
        "focus_area",
        "breed_animal",
    ]
    entry = _entry(cuiaba, 2024, 4, 3, text="Rua da Lagoa, área de foco")
    event = evaluations.evaluate(custody=dog, stated={"focus_area": True}, entry=entry)
    assert (event.act, event.vet_crmv) == (None, "")
    assert Document.objects.count() == 0


ENDS = [
    # how, by, what is wrong (code), what is given besides
    ("death", "agent", "", {}),
    ("escape", "agent", "", {}),
    ("theft", "agent", "no_report", {}),
    ("theft", "agent", "", {"number": "BO 12/2012"}),
    ("order", "agent", "not_allowed", {"number": "1", "authority": "Juiz"}),
    ("order", "manager", "no_order", {"number": "1"}),
    ("order", "manager", "no_scan", {"number": "1", "authority": "Juiz"}),
    ("adoption", "manager", "unknown_end", {}),
]


@pytest.mark.parametrize(("kind", "role", "code", "given"), ENDS)
def test_how_custody_ends_and_what_each_end_asks(depot, monkeypatch, kind, role, code, given):
    dog, at = depot.seize(depot.at(2012, 3, 1, 9)), depot.at(2012, 3, 6, 9)
    box = depot.box()
    BoxStay.objects.create(custody=dog, box=box, entered_at=dog.seized_at, moved_by=depot.agent)
    end = End(kind, "o que ocorreu", depot.at(2012, 3, 6, 2), **given)
    by = getattr(depot, role)
    if code:
        with pytest.raises(Refusal) as refused:
            ends.plan(custody=dog, end=end, by=by, at=at)
        assert refused.value.code == code
        return
    body = ends.plan(custody=dog, end=end, by=by, at=at)
    assert body["liability"].startswith("A lei deste caso não trata")
    monkeypatch.setattr(ends, "_act", _without_paper)
    key = uuid.uuid4()
    left = ends.end_custody(custody=dog, end=end, by=by, at=at, key=key)
    assert ends.end_custody(custody=dog, end=end, by=by, at=at, key=key) == left
    assert not BoxStay.objects.current().exists()
    dog.animal.refresh_from_db()
    assert (dog.animal.died_on is not None) == (kind == "death")
    with pytest.raises(Refusal, match="já saiu"):
        ends.end_custody(custody=dog, end=end, by=by, at=at, key=uuid.uuid4())


def _without_paper(custody, end, body, by, at):
    return ends.acts.record(case=custody.seizure.act.case, kind="custody_end", at=end.happened_at, author=by)


def test_an_order_takes_out_an_animal_under_observation_with_its_scan_and_the_liability_of_the_law():
    cuiaba = Depot("cuiaba-mt", (2024, 4, 10, 9, 0))
    dog, at = cuiaba.seize(cuiaba.at(2024, 4, 2, 9)), cuiaba.at(2024, 4, 10, 9)
    BiteObservation.objects.create(
        municipality=cuiaba.municipality,
        animal=dog.animal,
        bitten_on=date(2024, 4, 5),
        condition="healthy",
        place="depósito",
        opened_by=cuiaba.agent,
        opened_at=at,
    )
    draft = uuid.uuid4()
    ends.keep_scan(custody=dog, upload=_scan(), draft=draft, by=cuiaba.manager, at=at)
    scan = ends.scan_of(custody=dog, draft=draft)
    receiver = TutorFactory(municipality=cuiaba.municipality)
    end = End(
        "order",
        "Restituição liminar",
        cuiaba.at(2024, 4, 10, 8),
        number="0001234-56.2024.8.11.0041",
        authority="2ª Vara Cível",
        scan=scan,
        receiver=receiver,
    )
    left = ends.end_custody(custody=dog, end=end, by=cuiaba.manager, at=at, key=draft)
    scan.refresh_from_db()
    assert scan.act == left.act
    body = DocumentFile.objects.get(document=left.act.document).context["body"]
    assert body["liability_article"] == "Art. 10"
    assert "não responde por indenização" in body["liability"]
    dog.animal.refresh_from_db()
    assert dog.animal.tutor == receiver
    assert Exit.objects.get().reason.endswith("(2ª Vara Cível, 0001234-56.2024.8.11.0041)")
    assert ends.scan_of(custody=dog, draft=draft) is None
    assert CustodyEvent.objects.count() == 0
