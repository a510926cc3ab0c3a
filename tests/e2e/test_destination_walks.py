"""On a phone: one animal to each lawful destination of each law, each by its pages, its paper read back from the PDF.

What a law does not list is not on the page. Sales go to their end: edital, offers, ata, payment, termo.
"""

import uuid
from datetime import date
from decimal import Decimal

import pytest

from impound.models import Exit
from registry.models import Rga
from registry.services import community
from registry.services.rga import register_rga
from tests.e2e.destination_walk import announce, by_contract, by_term, offered, reads, sell
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from tests.impound.destining import ALL, entity, laudo, treated_for_return, vaccinated
from tests.impound.redeeming import event, examined, unit_value
from zoonoses.municipalities import clock
from zoonoses.municipalities.services import training

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def person(depot, name):
    return TutorFactory(municipality=depot.municipality, name=name)


def move_to(depot, day):
    training.move_forward(municipality=depot.municipality, day=day, real=clock.real_now())


def went(custody) -> tuple:
    """How the animal left, under which article, whose it is now, and whether it lives."""
    gone = Exit.objects.get(custody=custody)
    custody.animal.refresh_from_db()
    tutor = custody.animal.tutor
    return gone.kind, gone.article, tutor.name if tutor else "", custody.animal.died_on is None


def test_alegre(phone):
    """Art. 23, §§ 4º and 5º: seized on 01/03/2012, fifteen days with the first: from 16/03 on."""
    depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
    given, at = depot.at(2012, 3, 1, 9), depot.at(2012, 3, 16, 8)
    cat, dog, old, wild = (depot.seize(given, species=each) for each in ("cat", "dog", "dog", "dog"))
    treated_for_return(depot, wild, at)
    vaccinated(depot, cat, at)
    ill = depot.seize(depot.at(2012, 3, 14, 9))  # still in its term
    found = laudo(depot, ill, at, gravely_ill=True, vet_opinion=True)
    family, shelter = person(depot, "Conceição D'Ávila Gonçalves"), entity(depot)
    school = entity(depot, "Universidade Federal do Espírito Santo", document="11444777000161")
    clerk, vet = phone(depot.clerk), phone(depot.vet)

    assert offered(clerk, cat) == {
        ALL: ["Adoção", "Doação a entidade"],
        "teaching_or_research_donation": ["Doação para ensino e pesquisa"],
        "return_after_treatment": [],
        "vet_decision": [],
    }
    text = by_contract(clerk, cat, ALL, family, register=True)
    reads(
        text, "CONTRATO DE ADOÇÃO", "Lei nº 3.138/2011", "Art. 23, § 4º, I", family.name, "R$ 5,00",
        "Nada se cobra por esta destinação (Art. 26)", "Responsabilidades do adotante", "15/04/2012",
    )  # fmt: skip
    assert went(cat) == ("adoption", "Art. 23, § 4º, I", family.name, True)
    assert Rga.objects.get(animal=cat.animal).charge.amount == 5

    text = by_contract(clerk, dog, ALL, shelter, form="Doação a entidade", signer="Irmã Dulce Müller")
    reads(text, "CONTRATO DE DOAÇÃO", shelter.name, "11.222.333/0001-81", "Irmã Dulce Müller")
    assert "adotante" not in text.lower()
    assert went(dog) == ("donation", "Art. 23, § 4º, I", shelter.name, True)

    text = by_term(
        clerk, old, "teaching_or_research_donation", "Doação para ensino e pesquisa",
        person=school, signer="Profa. Ana Luz", authorisation="CEUA 12/2012", reason="Aulas práticas de clínica.",
    )  # fmt: skip
    reads(
        text,
        "TERMO DE DESTINAÇÃO",
        school.name,
        "Profa. Ana Luz",
        "CEUA 12/2012",
        "Art. 23, § 4º, II",
        "Aulas práticas",
    )
    assert went(old) == ("research", "Art. 23, § 4º, II", school.name, True)

    text = by_term(clerk, wild, "return_after_treatment", "Devolução ao local de origem")
    reads(text, "Rua do Fato, 10", "Art. 23, § 4º, III", "em 16/03/2012", "Esterilização")
    assert went(wild) == ("return", "Art. 23, § 4º, III", "", True)

    assert offered(clerk, ill)[ALL] == []
    assert offered(vet, ill)["vet_decision"] == ["Decisão do médico veterinário"]
    text = by_term(
        vet, ill, "vet_decision", "Decisão do médico veterinário",
        laudo=found, ticks=["[name=outcome][value=death]"], reason="Politraumatismo.",
    )  # fmt: skip
    reads(text, "Art. 23, § 5º", "Politraumatismo", str(found.act.document), depot.vet.crmv)
    assert went(ill) == ("vet", "Art. 23, § 5º", "", False)


def test_cuiaba(phone):
    """Art. 11: three business days after 28/03/2024, over Good Friday: from 03/04 on."""
    depot = Depot("cuiaba-mt", (2024, 4, 4, 9, 0))
    unit_value(depot, "UPF", "100.00", date(2024, 4, 1), date(2024, 4, 30))
    given, at = depot.at(2024, 3, 28, 9), depot.at(2024, 4, 4, 8)
    horse = depot.seize(given, species="horse", size="large", description="castanho, estrela na testa")
    cat, goat = (
        depot.seize(given, species="cat", size="small"),
        depot.seize(given, species="goat", size="medium"),
    )
    hound, ill = (depot.seize(given, size="small") for _ in range(2))
    laudo(depot, hound, at, breed_animal=True)
    found = laudo(depot, ill, at, vet_report=True)
    family, shelter, farmer, breeder = (
        person(depot, "Conceição Nhambiquara"), entity(depot), person(depot, "Orlando Zangirolami"),
        person(depot, "Benedita Arruda"),
    )  # fmt: skip
    clerk, manager, vet = phone(depot.clerk), phone(depot.manager), phone(depot.vet)

    listed = {
        "auction": ["Leilão"], "adoption": ["Adoção"], "donation": ["Doação a entidade"], "sacrifice": [],
        "public_tender": [],
    }  # fmt: skip
    assert offered(manager, cat) == listed
    assert offered(clerk, cat)["auction"] == []  # the edital is the manager's
    text = by_contract(clerk, cat, "adoption", family)
    reads(text, "CONTRATO DE ADOÇÃO", "Art. 11, III", family.name, "são do Município")
    assert went(cat) == ("adoption", "Art. 11, III", family.name, True)
    text = by_contract(clerk, goat, "donation", shelter, form="Doação a entidade", signer="Ana Luz")
    reads(text, "CONTRATO DE DOAÇÃO", "Art. 11, IV", "Ana Luz")
    assert went(goat) == ("donation", "Art. 11, IV", shelter.name, True)
    text = by_term(
        vet, ill, "sacrifice", "Sacrifício com laudo",
        laudo=found, ticks=["[name=ground][value=incurable]"], reason="Cinomose em estado terminal.",
    )  # fmt: skip
    reads(
        text,
        "Art. 11, V e § 7º",
        "Cinomose",
        "sem recuperação possível",
        "não serve ao controle de população",
    )
    assert went(ill) == ("sacrifice", "Art. 11, V e § 7º", "", False)

    # large: transport 1,00 + multa 2,00 + diárias 3,00 + 3,50 + 4,00 = 13,50 UPF (Art. 11, § 3º) × R$ 100,00
    lots = [announce(manager, horse, "auction", "Leilão", on="2024-04-20")]
    # small: 0,25 + 0,50 + 1,00 + 1,50 + 2,00 = 5,25 UPF
    assert offered(manager, hound)["public_tender"] == ["Alienação por licitação"]
    lots.append(announce(manager, hound, "public_tender", "Alienação por licitação", on="2024-04-20"))
    reads(manager.pdf(lots[0].act.document), "EDITAL DE LEILÃO", "Lance mínimo: R$ 1.350,00", "Art. 11, II")
    reads(
        manager.pdf(lots[1].act.document), "EDITAL DE LICITAÇÃO", "Preço mínimo: R$ 525,00", "Art. 11, § 6º",
        "20/04/2024", "Parque de Exposições", "Diário Oficial",
    )  # fmt: skip
    move_to(depot, date(2024, 4, 20))
    record, term = sell(clerk, manager, lots[0], farmer, "1.500,00")
    reads(record, "ATA DE RESULTADO DE LEILÃO", "Arrematado por Orlando Zangirolami", "R$ 1.500,00")
    reads(term, "TERMO DE DESTINAÇÃO", "Orlando Zangirolami", "R$ 1.500,00", "Art. 11, II", horse.full_number)
    assert went(horse) == ("auction", "Art. 11, II", farmer.name, True)
    record, term = sell(clerk, manager, lots[1], breeder, "525,00")
    reads(record, "ATA DE RESULTADO DE LICITAÇÃO", "Vendido a Benedita Arruda", "pela proposta de R$ 525,00")
    assert "lance" not in record.lower() + term.lower()
    assert went(hound) == ("tender", "Art. 11, § 6º", breeder.name, True)


def test_joao_neiva(phone):
    """Arts. 3º and 13: no list, no term, no price; what the law names is offered on the day after."""
    depot = Depot("joao-neiva-es", (2025, 3, 12, 9, 0))
    given, at = depot.at(2025, 3, 11, 9), depot.at(2025, 3, 12, 8)
    dog, cat = depot.seize(given, chip_read="963008000000021"), depot.seize(given, species="cat")
    caretaker, family = person(depot, "Irmã Dulce"), person(depot, "João Gonçalves")
    treated_for_return(depot, dog, at)
    term = community.commit(
        animal=dog.animal, caretaker=caretaker, place="Praça da Matriz", at=at, by=depot.clerk
    )
    dog.animal.refresh_from_db()
    register_rga(animal=dog.animal, at=at, by=depot.clerk, key=uuid.uuid4())
    clerk = phone(depot.clerk)

    assert offered(clerk, cat) == {"community_return": [], "adoption": ["Adoção"]}
    reads(
        clerk.text(),
        "A lei não traz lista de destinações",
        "não fixa prazo nem preço",
        "Termo de compromisso",
    )
    text = by_contract(clerk, cat, "adoption", family)
    reads(text, "CONTRATO DE ADOÇÃO", "Art. 3º, IV e V", family.name, "são do Município")
    assert went(cat) == ("adoption", "Art. 3º, IV e V", family.name, True)
    text = by_term(clerk, dog, "community_return", "Devolução de animal comunitário")
    reads(text, "Praça da Matriz", "Irmã Dulce", str(term.document), "Art. 13", "963008000000021")
    assert went(dog) == ("community", "Art. 13", "", True)


def test_alvares_machado(phone):
    """Arts. 5º and 12: ten days after 03/06/2024: from 14/06 on, donation and auction first."""
    depot = Depot("alvares-machado-sp", (2024, 6, 20, 9, 0))
    given, at = depot.at(2024, 6, 3, 9), depot.at(2024, 6, 20, 8)
    horse, ox = (depot.seize(given, species=each, size="large") for each in ("horse", "cattle"))
    donkey = depot.seize(given, species="donkey", size="large", description="pelo de rato, manso")
    sheep, goat = (depot.seize(given, species=each, size="medium") for each in ("sheep", "goat"))
    for custody, cost in ((donkey, "120.50"), (goat, "84.30")):
        event(depot, custody, "expense", date(2024, 6, 5), code="feeding", cost=Decimal(cost))
    examined(depot, horse, date(2024, 6, 5))
    found = laudo(depot, ox, at, exam="positive")
    family, shelter, farmer, buyer = (
        person(depot, "Conceição Alves"), entity(depot), person(depot, "Orlando Zangirolami"),
        person(depot, "Rosa Ueda"),
    )  # fmt: skip
    clerk, manager, vet = phone(depot.clerk), phone(depot.manager), phone(depot.vet)

    assert offered(manager, sheep) == {
        "donation": ["Doação a entidade"], "auction": ["Leilão"], "sale": ["Venda"], "adoption": ["Adoção"],
        "sacrifice": [],
    }  # fmt: skip
    reads(manager.text(), "será considerado abandonado", "Art. 12", "de preferência")
    assert offered(vet, ox)["sacrifice"] == []  # the accredited laboratory's exam is missing
    event(
        depot, ox, "exam", at.date(), label="Brucelose", result="positive", laboratory="LabSP", is_accredited=True
    )  # fmt: skip
    text = by_term(
        vet, ox, "sacrifice", "Sacrifício com laudo",
        laudo=found, ticks=["[name=ground][value=infectious]"], reason="Brucelose confirmada.",
    )  # fmt: skip
    reads(text, "Art. 5º, V", "Brucelose confirmada", "LabSP", str(found.act.document))
    assert went(ox) == ("sacrifice", "Art. 5º, V", "", False)
    text = by_contract(clerk, horse, "adoption", family)
    reads(text, "CONTRATO DE ADOÇÃO", "Art. 5º, III", "Art. 7º", family.name)
    assert went(horse) == ("adoption", "Art. 5º, III", family.name, True)
    text = by_contract(clerk, sheep, "donation", shelter, form="Doação a entidade", signer="Ana Luz")
    reads(text, "CONTRATO DE DOAÇÃO", "Art. 5º, IV", shelter.name)
    assert went(sheep) == ("donation", "Art. 5º, IV", shelter.name, True)

    lots = [
        announce(manager, donkey, "auction", "Leilão", on="2024-06-27"),
        announce(manager, goat, "sale", "Venda", on="2024-06-27"),
    ]
    reads(
        manager.pdf(lots[0].act.document), "EDITAL DE LEILÃO", "Lance mínimo: R$ 120,50", "Art. 8º", "Art. 12"
    )
    reads(manager.pdf(lots[1].act.document), "EDITAL DE VENDA", "Preço mínimo: R$ 84,30", "Art. 5º, II")
    move_to(depot, date(2024, 6, 27))
    record, term = sell(clerk, manager, lots[0], farmer, "310,00")
    reads(record, "Arrematado por Orlando Zangirolami, pelo lance de R$ 310,00")
    reads(term, "Orlando Zangirolami", "R$ 310,00", "Art. 12", donkey.full_number)
    assert went(donkey) == ("auction", "Art. 12", farmer.name, True)
    record, term = sell(clerk, manager, lots[1], buyer, "90,00")
    reads(record, "ATA DE RESULTADO DE VENDA", "Vendido a Rosa Ueda, pela proposta de R$ 90,00")
    reads(term, "Rosa Ueda", "R$ 90,00", "Art. 5º, II", goat.full_number)
    assert went(goat) == ("sale", "Art. 5º, II", buyer.name, True)


def test_vitoria(phone):
    """Art. 4º: blocked while the regulation's days are not entered; with five days, from 18/03/2025 on."""
    depot = Depot("vitoria-es", (2025, 3, 18, 9, 0))
    given, at = depot.at(2025, 3, 10, 9), depot.at(2025, 3, 18, 8)
    horse = depot.seize(given, species="horse", description="tordilho, ferrado")
    dog, cat = depot.seize(given, presumed_age="3 meses"), depot.seize(given, species="cat")
    laudo(depot, horse, at, economic_value=True)
    laudo(depot, dog, at, healthy=True)
    event(depot, horse, "expense", date(2025, 3, 12), label="ração e feno", cost=Decimal("80.00"))
    family, shelter, farmer = person(depot, "Ivone Küster"), entity(depot), person(depot, "Ananias Rossi")
    clerk, manager = phone(depot.clerk), phone(depot.manager)

    assert offered(manager, horse) == {}
    reads(manager.text(), "Nada se faz agora", "Informar agora", "vedada a eutanásia")
    depot.choose("custody_days", 5)
    assert offered(manager, horse) == {
        "adoption": [],
        "donation": ["Doação a entidade"],
        "auction": ["Leilão"],
    }
    assert offered(clerk, cat) == {"adoption": [], "donation": ["Doação a entidade"], "auction": []}
    text = by_contract(clerk, dog, "adoption", family, chip="963008000000017", young=True)
    reads(
        text, "CONTRATO DE ADOÇÃO", "Dados qualificativos do adotante", "Art. 15", "Permissão de monitoramento",
        "Penalidades no caso de descumprimento", "Provável porte do animal na fase adulta", "Art. 16", "Ivone Küster",
        "963008000000017, em nome de Ivone Küster",
    )  # fmt: skip
    assert went(dog) == ("adoption", "Art. 4º, I", family.name, True)
    text = by_contract(
        clerk, cat, "donation", shelter, form="Doação a entidade", signer="Ana Luz", chip="963008000000018"
    )
    reads(text, "CONTRATO DE DOAÇÃO", "Art. 4º, II", "963008000000018", shelter.name)
    assert went(cat) == ("donation", "Art. 4º, II", shelter.name, True)
    lot = announce(manager, horse, "auction", "Leilão", on="2025-04-01")
    reads(
        manager.pdf(lot.act.document),
        "EDITAL DE LEILÃO",
        "Lance mínimo: R$ 80,00",
        "a lei não tem tabela",
        "Art. 4º, III",
    )
    move_to(depot, date(2025, 4, 1))
    record, term = sell(clerk, manager, lot, farmer, "95,00")
    reads(record, "Arrematado por Ananias Rossi, pelo lance de R$ 95,00")
    reads(term, "Art. 4º, III", "Ananias Rossi", "R$ 95,00")
    assert went(horse) == ("auction", "Art. 4º, III", farmer.name, True)
