"""The papers of a dose, field by field against the laws, read from the PDF."""

import re
from datetime import date

import pytest

from registry.models import Rga
from registry.services import certificates, vaccination
from tests.documents.conftest import pages_of, text_of
from tests.registry.test_vaccination import refused
from tests.registry.vaccines import DAY, VaccineTown
from zoonoses.documents.services import annulment
from zoonoses.municipalities.lawbook import all_rulesets

pytestmark = pytest.mark.django_db

# Alegre, art. 13, § 1º, I to VII, in the law's order, and what the paper says.
ALEGRE_CARD = {
    "owner_name": "José D'Ávila",
    "owner_rg": "1.234.567 SSP/ES",
    "owner_address": "Rua das Flores, 157 – Centro",
    "animal_name": "Pituca",
    "species": "cão",
    "breed": "sem raça definida",
    "coat": "curta",
    "sex": "fêmea",
    "birth_date_or_age": "1 ano e 9 meses (presumida), nasc. 10/05/2010",
    "vaccine_name": "Raivacel",
    "vaccine_batch": "C-7",
    "vaccine_manufacturer": "Laboratório Ipê",
    "vaccine_manufacture_date": "05/01/2010",
    "vaccine_expiry_date": "31/03/2012",
    "application_date": "01/03/2012",
    "revaccination_date": "01/03/2013",
    "establishment_name": "Clínica Veterinária São Francisco",
    "establishment_address": "Avenida Jerônimo Monteiro, 45 – Centro",
    "establishment_crmv": "-PJ",
    "vet_name": "Márcia Antônia Peçanha",
    "vet_crmv": "CRMV-ES 2345",
    "rga_number": "4321",
}


def with_rga(town, number=4321):
    return Rga.objects.create(
        municipality=town.municipality,
        number=number,
        animal=town.animal,
        registered_on=DAY,
        registered_at=town.at(DAY, 9),
        registered_by=town.clerk,
        code=f"TESTE-{number}",
    )


def ready(law, **given):
    town = VaccineTown(law, **given)
    town.tutor.rg, town.tutor.rg_issuer, town.tutor.rg_uf = "1.234.567", "SSP", "ES"
    town.tutor.save()
    town.animal.name = "Pituca"
    town.animal.save()
    return town


def by_clinic(town, **given):
    house = town.clinic_house
    vet = {"vet_name": house.vet_name, "vet_crmv": house.vet_crmv, "by": town.clinic}
    return town.apply(clinic=house, lot=town.new_lot("C-7", clinic=house), **{**vet, **given})


def paper(dose, town, hour=11):
    return certificates.certificate(vaccination=dose, at=town.at(dose.on, hour), by=dose.recorded_by)


def test_the_carteira_of_a_clinic_has_each_field_of_alegre():
    town = ready("alegre-es")
    with_rga(town)
    document = paper(by_clinic(town), town)
    text = text_of(document)
    rule = all_rulesets()["alegre-es"].documents["vaccination_card"]
    assert len(pages_of(document)) == 1
    for field in rule.fields:
        label = field.label.capitalize() if field.code == "vet_signature" else field.label
        assert label in text, field.code
    for code, words in ALEGRE_CARD.items():
        label = next(field.label for field in rule.fields if field.code == code)
        after = text[text.index(label) + len(label) :][: len(words) + 60]
        assert words in after, f"{code}: {words!r} is not after {label!r}: {after!r}"
    assert "Art. 13, § 1º" in text and "Lei nº 3.138/2011" in text


def test_the_comprovante_of_the_agency_and_its_campaign_variant():
    town = ready("alegre-es")
    with_rga(town)
    text = text_of(paper(town.apply(), town))
    statutory, rest = text.split("TAMBÉM CONSTA DO REGISTRO")
    for words in ("número do RGA do animal 4321", "Dra. Inês Conceição", "CRMV-ES 1234", "§§ 2º e 3º"):
        assert words in statutory
    assert "P-100" in rest and "01/03/2013" in rest
    vial, protection = "31/03/2012", "01/03/2013"
    assert vial in rest and protection in rest  # two dates, each under its label
    other = town.animal_of(name="Xodó")
    text = text_of(
        paper(town.apply(animal=other, post=town.post(), vet_name="", vet_crmv="", by=town.agent), town)
    )
    assert "campanha oficial" in text and "médico veterinário" not in text.lower()
    assert "RGA" not in text.split("TAMBÉM CONSTA")[0]  # has none yet
    assert "Responsável pela entrega" in text and town.agent.user.name in text


@pytest.mark.parametrize(
    ("law", "clinic", "words"),
    [
        ("cuiaba-mt", False, "Conteúdo sem previsão na lei municipal"),
        ("cuiaba-mt", True, "Resolução CFMV nº 656/1999"),
        (
            "vitoria-es",
            False,
            "guardar o certificado de vacinação e apresentá-lo quando solicitado (Art. 9º, § 2º)",
        ),
        ("joao-neiva-es", True, "Resolução CFMV nº 656/1999"),
    ],
)
def test_where_the_law_lists_no_field_the_paper_says_so(law, clinic, words):
    on = date(2023, 3, 1)
    town = ready(law, now="2023-03-01 10:00", expires_on=date(2024, 1, 1))
    lot = town.new_lot("C-7", clinic=town.clinic_house if clinic else None, expires_on=date(2024, 1, 1))
    dose = town.apply(on=on, lot=lot, clinic=town.clinic_house if clinic else None)
    text = text_of(paper(dose, town))
    assert words in text
    for value in ("Raivacel", "C-7", "Laboratório Ipê", "01/03/2023", "Dra. Inês Conceição", "Pituca"):
        assert value in text


def test_one_paper_per_dose_and_each_animal_its_own():
    town = ready("alegre-es")
    one, two = town.apply(), town.apply(animal=town.animal_of(name="Xodó"))
    first = paper(one, town)
    assert paper(one, town, 12) == first
    second = paper(two, town)
    assert (first.full_number, second.full_number) == ("0001/2012", "0002/2012")
    assert "Pituca" in text_of(first) and "Xodó" not in text_of(first)
    assert "Xodó" in text_of(second) and not re.search(r"\bPituca\b(?! \d)", text_of(second))
    annulment.annul(document=first, reason="nome errado", by=town.manager, at=town.at(DAY, 13))
    one.refresh_from_db()
    third = paper(one, town, 14)
    assert (third.full_number, third.replaces) == ("0003/2012", first)


def test_what_the_vaccinator_must_state_is_not_left_out():
    town = ready("alegre-es")
    lot = town.new_lot("C-8", clinic=town.clinic_house)
    lot.made_on = None
    lot.save()
    dose = town.apply(clinic=town.clinic_house, lot=lot)
    assert refused(paper, dose=dose, town=town) == "certificate_incomplete"
    shown = vaccination.record_proof(
        animal=town.animal_of(), product_name="X", on=DAY, at=town.at(DAY), by=town.clerk, key=None
    )
    assert refused(paper, dose=shown, town=town) == "shown_proof"


def test_a_voided_dose_takes_its_paper_with_it_by_the_managers_hand():
    town = ready("alegre-es")
    dose = town.apply()
    document = paper(dose, town)
    given = {"vaccination": dose, "reason": "animal errado", "at": town.at(DAY, 13)}
    assert refused(vaccination.void, **given, by=town.clerk) == "certificate_standing"
    vaccination.void(**given, by=town.manager)
    document.refresh_from_db()
    assert document.annulment.reason == "Vacinação anulada: animal errado"
    assert refused(paper, dose=dose, town=town) == "voided"
