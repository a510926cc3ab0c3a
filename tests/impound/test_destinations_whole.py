"""One animal to each lawful destination under each law, read back from the paper that it was handed over with."""

import uuid
from datetime import date

import pytest

from impound.models import Exit, FollowUp
from impound.services import adoption, bars, disposing
from registry.models import Rga
from registry.services import community
from registry.services.rga import register_rga
from tests.documents.conftest import text_of
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from tests.impound.destining import (
    ALL,
    adopted,
    contract,
    disposed,
    entity,
    laudo,
    treated_for_return,
    vaccinated,
)
from tests.impound.redeeming import event, examined, refused
from zoonoses.treasury.models import Charge

pytestmark = pytest.mark.django_db


def has(document, *words):
    text = text_of(document)
    for word in words:
        assert word in text, (word, text)
    return text


def test_alegre_adoption_is_free_its_registration_is_charged_and_visits_are_planned():
    depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
    dog, at = depot.seize(depot.at(2012, 3, 1, 9)), depot.at(2012, 3, 16, 9)
    vaccinated(depot, dog, at)
    person = TutorFactory(municipality=depot.municipality, name="Conceição D'Ávila Gonçalves")
    visits = (date(2012, 4, 16), date(2012, 6, 15))
    gone = adopted(
        depot, dog, ALL, at, receiver=person, register=True, visits=visits, born_on=date(1980, 1, 1)
    )
    dog.animal.refresh_from_db()
    assert (gone.kind, gone.destination, gone.article) == ("adoption", ALL, "Art. 23, § 4º, I")
    assert dog.animal.tutor == gone.receiver == person
    assert [row.due_on for row in FollowUp.objects.filter(exit=gone)] == list(visits)
    assert Charge.objects.get().amount == 5 and Rga.objects.get(animal=dog.animal).charge
    text = has(
        gone.act.document, "CONTRATO DE ADOÇÃO", "Lei nº 3.138/2011", "Art. 23, § 4º, I", "Conceição D'Ávila Gonçalves",
        "Nada se cobra por esta destinação (Art. 26)", "R$ 5,00", "são do Município", "Responsabilidades do adotante",
        "16/04/2012", dog.full_number,
    )  # fmt: skip
    assert "Informação prévia" not in text


def test_a_free_registration_by_the_reading_makes_no_charge():
    depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
    dog, at = depot.seize(depot.at(2012, 3, 1, 9)), depot.at(2012, 3, 16, 9)
    depot.choose("adoption_registration_fee", "0.00")
    asked = contract(dog, ALL, "adoption", TutorFactory(municipality=depot.municipality), register=True)
    refused("no_vaccine", adoption.plan, custody=dog, contract=asked, by=depot.clerk, at=at)
    vaccinated(depot, dog, at)
    adopted(depot, dog, ALL, at, register=True)
    assert not Charge.objects.exists()


def test_alegre_donation_research_and_return():
    depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
    at, given = depot.at(2012, 3, 16, 9), depot.at(2012, 3, 1, 9)
    protector = entity(depot)
    gone = adopted(depot, depot.seize(given), ALL, at, form="donation", receiver=protector, signer="Ana Luz")
    assert str(gone.act.document) == "Contrato de doação nº 0001/2012"
    has(gone.act.document, "CONTRATO DE DOAÇÃO", protector.name, "Ana Luz")
    school = TutorFactory(
        municipality=depot.municipality, kind="legal_person", name="Universidade", document="11444777000161"
    )
    gone = disposed(
        depot, depot.seize(given), "teaching_or_research_donation", "research", at,
        receiver=school, authorisation="CEUA 12/2012", signer="Profa. Ana Luz",
    )  # fmt: skip
    assert (gone.kind, gone.receiver) == ("research", school)
    has(
        gone.act.document,
        "TERMO DE DESTINAÇÃO",
        "Universidade",
        "Profa. Ana Luz",
        "CEUA 12/2012",
        "Art. 23, § 4º, II",
    )
    dog = depot.seize(given)
    said = refused("missing", disposed, depot, dog, "return_after_treatment", "return", at)
    assert "esterilização" in said.sentence and said.article == "Art. 23, § 4º, III"
    treated_for_return(depot, dog, at)
    gone = disposed(depot, dog, "return_after_treatment", "return", at)
    assert (gone.kind, gone.place) == ("return", "Rua do Fato, 10")
    has(gone.act.document, "Rua do Fato, 10", "Art. 23, § 4º, III", "em 16/03/2012")


def test_alegre_vet_decides_of_the_gravely_ill_before_the_term():
    depot = Depot("alegre-es", (2012, 3, 5, 9, 0))
    at, dog = depot.at(2012, 3, 5, 9), depot.seize(depot.at(2012, 3, 1, 9))
    found = laudo(depot, dog, at, gravely_ill=True, vet_opinion=True)
    given = {"evaluation": found, "outcome": "death", "reason": "politraumatismo"}
    refused("no_crmv", disposed, depot, dog, "vet_decision", "vet", at, **given)
    back = disposing.Disposal("vet_decision", "vet", **{**given, "outcome": "return"})
    ready = disposing.plan(custody=dog, disposal=back, by=depot.vet, at=at)
    assert (ready.leaving.place, ready.leaving.died) == ("Rua do Fato, 10", False)
    assert {"label": "Local", "value": "Rua do Fato, 10"} in ready.body["fields"] and not ready.body["notes"]
    gone = disposed(depot, dog, "vet_decision", "vet", at, by=depot.vet, **given)
    dog.animal.refresh_from_db()
    assert (gone.kind, dog.animal.died_on) == ("vet", at.date())
    has(
        gone.act.document,
        "politraumatismo",
        "Art. 23, § 5º",
        str(found.act.document),
        "não serve ao controle",
    )


def test_vitoria_contract_has_every_clause_the_prior_information_and_the_chip():
    depot = Depot("vitoria-es", (2025, 3, 18, 9, 0))
    at, dog = depot.at(2025, 3, 18, 9), depot.seize(depot.at(2025, 3, 10, 9), presumed_age="3 meses")
    depot.choose("custody_days", 5)
    refused("not_allowed", adopted, depot, dog, "adoption", at, chip="963008000000017")
    laudo(depot, dog, at, healthy=True)
    said = refused("missing", adopted, depot, dog, "adoption", at)
    assert said.article == "Art. 16"
    said = refused("missing", adopted, depot, dog, "adoption", at, chip="963008000000017", informed=False)
    assert said.article == "Art. 15, parágrafo único"
    person = TutorFactory(municipality=depot.municipality, name="João Gonçalves")
    gone = adopted(depot, dog, "adoption", at, receiver=person, chip="963008000000017", young=True)
    assert [chip.number for chip in dog.animal.chips.all()] == ["963008000000017"]
    has(
        gone.act.document, "DADOS QUALIFICATIVOS DO ANIMAL", "DADOS QUALIFICATIVOS DO ADOTANTE",
        "DADOS QUALIFICATIVOS DO DOADOR", "Responsabilidades do adotante", "Penalidades no caso de descumprimento",
        "Permissão de monitoramento pelo doador", "Condições de bem-estar e manutenção do animal", "Art. 15",
        "Convivência da família", "Provável porte do animal na fase adulta", "porte médio", "Expectativa de vida",
        "Necessidades nutricionais", "963008000000017, em nome de João Gonçalves", "Art. 16",
    )  # fmt: skip
    other = depot.seize(depot.at(2025, 3, 10, 9))
    gone = adopted(
        depot,
        other,
        "donation",
        at,
        form="donation",
        receiver=entity(depot),
        signer="Ana",
        chip="963008000000018",
    )
    text = has(gone.act.document, "CONTRATO DE DOAÇÃO", "Art. 4º, II")
    assert "porte do animal na fase adulta" not in text


def test_joao_neiva_community_animal_goes_back_and_adoption_has_no_term():
    depot = Depot("joao-neiva-es", (2025, 3, 12, 9, 0))
    at, dog = depot.at(2025, 3, 12, 9), depot.seize(depot.at(2025, 3, 10, 9), chip_read="963008000000021")
    said = refused("missing", disposed, depot, dog, "community_return", "community", at)
    assert said.article == "Art. 13"
    caretaker = TutorFactory(municipality=depot.municipality, name="Irmã Dulce")
    treated_for_return(depot, dog, at)
    term = community.commit(
        animal=dog.animal, caretaker=caretaker, place="Praça da Matriz", at=at, by=depot.clerk
    )
    dog.animal.refresh_from_db()
    said = refused("missing", disposed, depot, dog, "community_return", "community", at)
    assert "registro" in said.sentence
    _registered(depot, dog, at)
    gone = disposed(depot, dog, "community_return", "community", at)
    assert (gone.kind, gone.place) == ("community", "Praça da Matriz")
    has(gone.act.document, "Praça da Matriz", "Irmã Dulce", str(term.document), "Art. 13")
    gone = adopted(depot, depot.seize(depot.at(2025, 3, 11, 9)), "adoption", at)
    has(gone.act.document, "CONTRATO DE ADOÇÃO", "Art. 3º, IV e V", "são do Município")


def _registered(depot, dog, at):
    register_rga(animal=dog.animal, at=at, by=depot.clerk, key=uuid.uuid4())
    dog.animal.refresh_from_db()


def test_cuiaba_adoption_donation_and_sacrifice():
    depot = Depot("cuiaba-mt", (2024, 4, 4, 9, 0))
    at, given = depot.at(2024, 4, 4, 9), depot.at(2024, 3, 28, 9)
    has(adopted(depot, depot.seize(given), "adoption", at).act.document, "Art. 11, III")
    gone = adopted(
        depot, depot.seize(given), "donation", at, form="donation", receiver=entity(depot), signer="Ana"
    )
    has(gone.act.document, "Art. 11, IV")
    dog = depot.seize(given)
    refused("not_allowed", disposed, depot, dog, "sacrifice", "sacrifice", at, by=depot.vet)
    found = laudo(depot, dog, at, vet_report=True)
    refused("no_laudo", disposed, depot, dog, "sacrifice", "sacrifice", at, by=depot.vet)
    gone = disposed(
        depot,
        dog,
        "sacrifice",
        "sacrifice",
        at,
        by=depot.vet,
        evaluation=found,
        ground="incurable",
        reason="cinomose",
    )
    dog.animal.refresh_from_db()
    assert (gone.kind, gone.vet_crmv, dog.animal.died_on) == ("sacrifice", depot.vet.crmv, at.date())
    has(
        gone.act.document,
        "cinomose",
        "sem recuperação possível",
        "Art. 11, V",
        "não serve ao controle de população",
    )


def test_machado_wants_the_entry_exams_and_for_the_sacrifice_the_accredited_laboratory():
    depot = Depot("alvares-machado-sp", (2024, 6, 20, 9, 0))
    at, given = depot.at(2024, 6, 20, 9), depot.at(2024, 6, 3, 9)
    horse = depot.seize(given, species="horse", size="large")
    said = refused("missing", adopted, depot, horse, "adoption", at)
    assert said.article == "Art. 7º"
    examined(depot, horse, date(2024, 6, 5))
    has(adopted(depot, horse, "adoption", at).act.document, "Art. 5º, III", "Art. 7º")
    goat = depot.seize(given, species="goat", size="medium")
    gone = adopted(depot, goat, "donation", at, form="donation", receiver=entity(depot), signer="Ana")
    has(gone.act.document, "Arts. 5º, IV, e 12" if "Arts. 5º, IV, e 12" in gone.article else gone.article)
    ox = depot.seize(given, species="cattle", size="large")
    found = laudo(depot, ox, at, exam="positive")
    given = {"by": depot.vet, "evaluation": found, "ground": "infectious", "reason": "brucelose"}
    said = refused("missing", disposed, depot, ox, "sacrifice", "sacrifice", at, **given)
    assert said.article == "Art. 5º, V"
    event(
        depot,
        ox,
        "exam",
        at.date(),
        label="Brucelose",
        result="positive",
        laboratory="LabSP",
        is_accredited=True,
    )
    gone = disposed(depot, ox, "sacrifice", "sacrifice", at, **given)
    has(gone.act.document, "brucelose", "LabSP", "Art. 5º, V")


def test_who_is_barred_or_minor_receives_nothing_and_learns_why():
    depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
    at, dog = depot.at(2012, 3, 16, 9), depot.seize(depot.at(2012, 3, 1, 9))
    person = TutorFactory(municipality=depot.municipality)
    refused("minor", adopted, depot, dog, ALL, at, receiver=person, born_on=date(1994, 3, 17))
    row = bars.bar(tutor=person, reason="devolveu dois animais", at=at, by=depot.manager)
    said = refused("barred", adopted, depot, dog, ALL, at, receiver=person)
    assert "devolveu dois animais" in said.sentence
    bars.lift(adoption_bar=row, reason="mudou de casa", at=at, by=depot.manager)
    assert adopted(depot, dog, ALL, at, receiver=person, born_on=date(1994, 3, 16)).receiver == person
    assert Exit.objects.count() == 1
