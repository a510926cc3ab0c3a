"""Apreender: one act for a lot, under each law; what each animal's record says; what is refused."""

import uuid
from datetime import date

import pytest

from fines.services.proposals import Choice, propose
from impound.models import SeizedAnimal, Seizure
from impound.services import law, seizing
from impound.services.seizing import AnimalInput, SeizureInput, plan, seize
from inspections.services import complaints
from inspections.services.agenda import lines_of
from registry.models import Animal, Microchip, Rga
from tests.factories import AnimalFactory, TutorFactory
from tests.impound.depot import Depot
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act, Case, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment
from zoonoses.municipalities.models import RulesetInForce

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]

PLACE = {"street": "Rua do Fato", "number": "10", "district": "Centro"}
GROUNDS = {
    "alegre-es": "loose",
    "cuiaba-mt": "loose",
    "joao-neiva-es": "stray",
    "alvares-machado-sp": "loose_unaccompanied",
}
DAYS = {
    "alegre-es": (2012, 3, 1, 9, 30),
    "cuiaba-mt": (2024, 6, 3, 9, 30),
    "joao-neiva-es": (2025, 3, 10, 9, 30),
    "alvares-machado-sp": (2024, 6, 3, 9, 30),
    "vitoria-es": (2024, 6, 3, 9, 30),
}


def _depot(law_id):
    return Depot(law_id, DAYS[law_id])


def _row(species="dog", **values):
    given = {"description": "pelagem caramelo", "apparent_health": "magro", "sex": "female"}
    return AnimalInput(species=species, **{**given, **values})


def _seize(depot, *rows, at=None, key=None, **values):
    ground = {"ground": GROUNDS.get(depot_law(depot), ""), "place": PLACE}
    if not ground["ground"]:
        ground["ground_text"] = "abandono constatado em via pública"
    return seize(
        municipality=depot.municipality,
        seizure=SeizureInput(**{**ground, **values}),
        animals=rows or [_row()],
        at=at or depot.at(*DAYS[depot_law(depot)]),
        by=depot.agent,
        key=key,
    )


def depot_law(depot):
    return RulesetInForce.objects.of(depot.municipality).get().ruleset


def _body(seizure):
    return seizure.act.document.file.context["body"]


@pytest.mark.parametrize(
    ("law_id", "species", "size"),
    [
        ("alegre-es", "dog", ""),
        ("alegre-es", "cat", ""),
        ("cuiaba-mt", "dog", "small"),
        ("cuiaba-mt", "goat", "medium"),
        ("cuiaba-mt", "horse", "large"),
        ("joao-neiva-es", "dog", ""),
        ("alvares-machado-sp", "pig", "medium"),
        ("alvares-machado-sp", "horse", "large"),
        ("vitoria-es", "cat", ""),
    ],
)
def test_the_size_is_that_of_the_laws_table(law_id, species, size):
    depot = _depot(law_id)
    custody = _seize(depot, _row(species)).animals.get()
    assert (custody.size, custody.full_number) == (size, f"0001/{DAYS[law_id][0]}")
    assert custody.seized_on == date(*DAYS[law_id][:3])
    assert custody.animal.facts.get().kind == "seized"
    assert custody.seizure.act.ruleset == law_id


@pytest.mark.parametrize(
    ("law_id", "row", "code", "article"),
    [
        ("alvares-machado-sp", {"species": "dog"}, "out_of_scope", "Art. 1º"),
        ("alegre-es", {"species": "horse"}, "out_of_scope", "Arts. 1º e 2º"),
        ("joao-neiva-es", {"species": "other", "species_other": "jabuti", "is_wild": True}, "out_of_scope",
         "Art. 1º, parágrafo único"),
        ("cuiaba-mt", {"species": "rabbit"}, "species_not_in_table", None),
        ("cuiaba-mt", {"species": "rabbit", "size": "small"}, "size_reason", None),
        ("alvares-machado-sp", {"species": "other", "species_other": "camelo"}, "species_not_in_table", None),
    ],
)  # fmt: skip
def test_what_the_law_does_not_reach_or_class_is_refused(law_id, row, code, article):
    depot = _depot(law_id)
    with pytest.raises(Refusal) as found:
        _seize(depot, _row(**row))
    assert found.value.code == code
    assert article is None or found.value.article == article
    assert not Seizure.objects.exists() and not Case.objects.exists()


def test_a_size_chosen_by_hand_keeps_its_reason():
    depot = _depot("alvares-machado-sp")
    row = _row("other", species_other="camelo", size="large", size_reason="porte equivalente ao do cavalo")
    custody = _seize(depot, row).animals.get()
    assert (custody.size, custody.size_reason) == ("large", "porte equivalente ao do cavalo")


def test_a_lot_is_one_act_with_consecutive_numbers_and_one_paper():
    depot = _depot("alegre-es")
    seizure = _seize(depot, _row(), _row("cat", sex="male"), _row())
    assert list(seizure.animals.order_by("entry_number").values_list("entry_number", flat=True)) == [1, 2, 3]
    assert Document.objects.get().kind == DocumentKind.SEIZURE
    assert [row["entry"] for row in _body(seizure)["animals"]] == ["0001/2012", "0002/2012", "0003/2012"]
    assert str(seizure.printed_due_on) == "2012-03-15"
    assert [act.kind for act in seizure.act.case.acts.all()] == [ActKind.SEIZURE]


def test_the_number_is_of_the_local_year_and_the_hour_is_local():
    depot = Depot("cuiaba-mt", (2025, 12, 31, 22, 30))
    seizure = _seize(depot, at=depot.at(2025, 12, 31, 22, 30))
    assert seizure.animals.get().full_number == "0001/2025"
    assert _body(seizure)["hour"] == "22:30"
    assert _seize(depot, at=depot.at(2026, 1, 1, 8)).animals.get().full_number == "0001/2026"


def test_sent_three_times_it_is_one_seizure():
    depot, key = _depot("alegre-es"), "7b1a1b6e-3f0e-4a44-9d0e-3f8a1c2b4d5e"
    made = {_seize(depot, key=key).pk for _ in range(3)}
    assert (len(made), SeizedAnimal.objects.count(), Document.objects.count()) == (1, 1, 1)


@pytest.mark.parametrize(
    ("tag", "registered", "identified"),
    [("42", True, True), ("000042", True, True), ("43", True, False), ("", True, False)],
)
def test_identified_is_registered_and_wearing_its_own_tag(tag, registered, identified):
    depot = _depot("alegre-es")
    animal = AnimalFactory(municipality=depot.municipality, species="dog")
    at = depot.at(2012, 1, 10, 9)
    Rga.objects.create(
        municipality=depot.municipality, number=42, animal=animal, registered_on=at.date(),
        registered_at=at, registered_by=depot.agent, code="7K3M-9QXA-0T5R-BW2E",
    )  # fmt: skip
    custody = _seize(depot, _row(animal=animal, tag_read=tag), owner=animal.tutor).animals.get()
    assert (custody.registered, custody.identified) == (registered, identified)
    assert custody.animal == animal


def test_an_animal_entered_now_is_the_owners_and_carries_the_chip_that_was_read():
    depot = _depot("alegre-es")
    owner = TutorFactory(municipality=depot.municipality)
    custody = _seize(depot, _row(chip_read="982000123456789"), owner=owner).animals.get()
    assert (custody.animal.tutor, custody.registered) == (owner, False)
    assert Microchip.objects.get().animal == custody.animal


def test_a_chip_of_another_living_animal_needs_a_word():
    depot = _depot("alegre-es")
    other = AnimalFactory(municipality=depot.municipality)
    Microchip.objects.create(animal=other, number="982000123456789")
    with pytest.raises(Refusal) as found:
        _seize(depot, _row(chip_read="982000123456789"))
    assert found.value.code == "chip_collision"
    _seize(depot, _row(chip_read="982000123456789", chip_accepted="não é o animal do cadastro"))
    assert Microchip.objects.count() == 2


def test_an_animal_in_custody_dead_or_twice_in_the_lot_is_refused():
    depot = _depot("alegre-es")
    animal = AnimalFactory(municipality=depot.municipality, species="dog")
    with pytest.raises(Refusal, match="duas vezes"):
        _seize(depot, _row(animal=animal), _row(animal=animal))
    _seize(depot, _row(animal=animal))
    with pytest.raises(Refusal, match="já está no depósito"):
        _seize(depot, _row(animal=animal))
    dead = AnimalFactory(municipality=depot.municipality, species="dog", died_on=date(2012, 2, 1))
    with pytest.raises(Refusal, match="morreu em 01/02/2012"):
        _seize(depot, _row(animal=dead))
    assert SeizedAnimal.objects.count() == 1


def test_a_ground_is_the_laws_own_or_written_where_it_lists_none():
    alegre, vitoria = _depot("alegre-es"), _depot("vitoria-es")
    for values in ({"ground": "abandoned"}, {"ground": "", "ground_text": "outro motivo"}):
        with pytest.raises(Refusal):
            _seize(alegre, **values)
    seizure = _seize(vitoria)
    assert seizure.ground_label == "abandono constatado em via pública"
    assert _body(seizure)["ground_note"] == "A lei não enumera os casos de apreensão (art. 3º (vetado))."


def test_joao_neivas_paper_is_the_record_of_its_article_12():
    seizure = _seize(_depot("joao-neiva-es"))
    body = _body(seizure)
    assert seizure.act.document.title == "Termo de apreensão e ficha de captura"
    assert body["record_article"] == "Art. 12"
    assert [(row["label"], row["value"]) for row in body["animals"][0]["record"]] == [
        ("Características do animal", "pelagem caramelo"),
        ("Aparente estado de saúde", "magro"),
    ]
    ahead = {line["label"]: line["text"] for line in body["ahead"]}
    assert ahead["Prazo de resgate"] == ahead["Custo do resgate"] == "sem previsão na lei"


@pytest.mark.parametrize(
    ("law_id", "species", "expected"),
    [
        ("alegre-es", "dog", {
            "Prazo de resgate": "até qui., 15/03/2012, inclusive",
            "Notificação do tutor": "a lei só manda notificar o tutor de animal registrado e com plaqueta",
        }),
        ("cuiaba-mt", "goat", {
            "Prazo de resgate": "até qui., 06/06/2024, inclusive",
            "Transporte, no primeiro dia": "0,50 UPF",
            "Notificação do tutor": "sem previsão na lei",
        }),
        ("alvares-machado-sp", "horse", {
            "Prazo de resgate": "até qui., 13/06/2024, inclusive",
            "Permanência máxima no depósito": "até qua., 03/07/2024",
            "Divulgação eletrônica": "obrigatória, desde a apreensão até a destinação",
            "Quarentena": "até os resultados de: exame de mormo, exame de anemia, Vacina de Influenza Equina",
        }),
    ],
)  # fmt: skip
def test_what_the_law_says_next_is_on_the_paper(law_id, species, expected):
    depot = _depot(law_id)
    ahead = {line["label"]: line["text"] for line in _body(_seize(depot, _row(species)))["ahead"]}
    assert {label: ahead.get(label) for label in expected} == expected


@pytest.mark.parametrize(
    ("law_id", "species", "ground", "conduct"),
    [
        ("alvares-machado-sp", "horse", "loose_unaccompanied", "loose_unaccompanied_animal"),
        ("cuiaba-mt", "dog", "loose", "loose_animal"),
        ("cuiaba-mt", "dog", "mistreated", None),
        ("alegre-es", "dog", "loose", None),
    ],
)
def test_the_infraction_of_the_seizure_is_a_finding_of_its_visit(law_id, species, ground, conduct):
    depot = _depot(law_id)
    seizure = _seize(depot, _row(species), _row(species), ground=ground)
    if conduct is None:
        assert seizure.visit is None
        return
    finding = seizure.visit.findings.get()
    assert (finding.infraction, finding.animals) == (conduct, 2)
    assert seizure.visit.act.document is None
    assert seizure.visit.act.case == seizure.act.case
    assert Act.objects.count() == 2


@pytest.mark.parametrize("known", [True, False])
def test_the_auto_of_the_event_rests_on_the_visit_also_for_an_owner_found_later(known):
    depot = _depot("alvares-machado-sp")
    owner = TutorFactory(municipality=depot.municipality)
    seizure = _seize(depot, _row("horse"), owner=owner if known else None)
    finding = seizure.visit.findings.get()
    proposal = propose(
        case=seizure.act.case, choices=[Choice(finding.pk)], offender=owner, on=date(2024, 6, 10)
    )
    assert (proposal.total, proposal.unit) == (60, "UFM")


def test_no_auto_rests_on_a_seizure_whose_termo_was_annulled():
    depot = _depot("alvares-machado-sp")
    owner = TutorFactory(municipality=depot.municipality)
    seizure = _seize(depot, _row("horse"), owner=owner)
    case, on = seizure.act.case, date(2024, 6, 3)
    assert [line.next_act for line in lines_of(case, on)] == ["notice"]
    annulment.annul(
        document=seizure.act.document, reason="engano", by=depot.manager, at=depot.at(2024, 6, 3, 11)
    )
    assert list(lines_of(case, on)) == []
    with pytest.raises(Refusal) as found:
        propose(case=case, choices=[Choice(seizure.visit.findings.get().pk)], offender=owner, on=on)
    assert found.value.code == "visit_annulled"


def test_a_complaint_answered_by_a_seizure_waits_for_no_visit():
    depot = _depot("alegre-es")
    complaint = complaints.receive(
        municipality=depot.municipality,
        values={"channel": "counter", "what": "Cão solto", "street": "Rua A", "number": "1"},
        complainant={"name": "", "phone": "", "email": ""},
        at=depot.at(2012, 3, 1, 8),
        by=depot.clerk,
        key=uuid.uuid4(),
    )
    case, on = complaint.act.case, date(2012, 3, 1)
    assert [line.next_act for line in lines_of(case, on)] == ["inspection"]
    _seize(depot, complaint=complaint, origin="call")
    assert list(lines_of(case, on)) == []


def test_hooks_run_with_the_act_and_a_failing_one_undoes_it(monkeypatch):
    depot, seen = _depot("alegre-es"), []
    monkeypatch.setattr(seizing, "_hooks", [])
    seizing.on_seize(seen.append)
    seizing.on_seize(seen.append)
    seizure = _seize(depot)
    assert seen == [seizure]

    def refuse(_):
        raise Refusal("no", "não")

    seizing.on_seize(refuse)
    with pytest.raises(Refusal):
        _seize(depot)
    assert (Seizure.objects.count(), Animal.objects.count(), Document.objects.count()) == (1, 1, 1)


def test_a_plan_writes_nothing_and_says_what_will_be_printed():
    depot = _depot("cuiaba-mt")
    whole, body = plan(
        municipality=depot.municipality,
        seizure=SeizureInput(ground="loose", place=PLACE),
        animals=[_row("horse")],
        at=depot.at(2024, 6, 3, 9, 30),
        by=depot.agent,
    )
    assert (whole.sizes[0].size, whole.sizes[0].article) == ("large", "Art. 11, § 4º, III")
    assert body["ground_article"] == "Art. 9º, I"
    assert not Animal.objects.exists() and not Seizure.objects.exists()


def test_a_law_that_is_not_in_force_seizes_nothing():
    depot = _depot("alegre-es")
    with pytest.raises(Refusal) as found:
        _seize(depot, at=depot.at(2010, 3, 1, 9))
    assert found.value.code == "law_not_in_force"
    assert law.terms(law.lawbook_of(depot.seize(depot.at(2012, 3, 1, 9))), date(2012, 3, 1)).ends_on
