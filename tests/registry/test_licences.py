"""Licences and laudos: tables of days, who decides, what is never replaced."""

import uuid
from datetime import date

import pytest

from registry.models import LicenceDecision, LicenceRequest
from registry.services import animal_facts, households, licence_decisions, licences
from registry.text import address_key
from tests.documents.conftest import text_of
from tests.factories import AnimalFactory, CompanyFactory, TutorFactory
from tests.inspections.visits import Town
from tests.registry.licences import dose_of, home
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment
from zoonoses.municipalities.lawbook import Lawbook

pytestmark = pytest.mark.django_db

DAY = date(2012, 2, 1)
PLACE = {"street": "Rua das Flores", "number": "157", "district": "Centro", "city": "Alegre", "uf": "ES"}
HOUSING = "Canil coberto de 40 m², limpo duas vezes ao dia."
KEY = address_key("Rua das Flores", "157", "Centro")


@pytest.fixture
def alegre():
    return Town("alegre-es")


def ask(town, kind, on=DAY, holder=None, key=None, **values):
    return licences.receive(
        municipality=town.municipality,
        kind=kind,
        holder=holder or town.tutor,
        values={**PLACE, "housing": HOUSING, **values},
        at=town.at(on, 10),
        by=town.clerk,
        key=key,
    )


def decide(town, request, on=DAY, by=None, granted=True, **more):
    return licence_decisions.decide(
        request=request,
        granted=granted,
        reason="Alojamento adequado.",
        at=town.at(on, 11),
        by=by or town.agent,
        **more,
    )


def code_of(call):
    with pytest.raises(Refusal) as refused:
        call()
    return refused.value.code


def limit_of(town, on):
    answer = households.count(municipality=town.municipality, address_key=KEY, on=on)
    return answer["counted"], answer["limit"], answer["infraction"]


@pytest.mark.parametrize(
    ("on", "code"),
    [
        (date(2012, 3, 4), None),
        (date(2012, 3, 5), None),
        (date(2012, 3, 6), "request_term_over"),
    ],
)
def test_special_licence_is_asked_for_until_the_day_of_the_law(alegre, on, code):
    home(alegre, 12, at=alegre.at(DAY))
    if code is None:
        assert ask(alegre, "special_licence", on).animals.count() == 12
    else:
        assert code_of(lambda: ask(alegre, "special_licence", on)) == code


@pytest.mark.parametrize(("animals", "possible"), [(10, False), (11, True), (15, True), (16, False)])
def test_special_licence_covers_eleven_to_fifteen(alegre, animals, possible):
    home(alegre, animals, at=alegre.at(DAY), complete=False)
    if possible:
        assert ask(alegre, "special_licence").animals.count() == animals
    else:
        assert code_of(lambda: ask(alegre, "special_licence")) == "licence_not_possible"


def test_young_animals_are_not_listed_and_those_of_the_whole_house_are(alegre):
    home(alegre, 11, at=alegre.at(DAY))
    home(alegre, 2, at=alegre.at(DAY), born_on=date(2011, 12, 1))
    neighbour = TutorFactory(municipality=alegre.municipality, street="R. das Flores")
    home(alegre, 1, at=alegre.at(DAY), tutor=neighbour)
    assert ask(alegre, "special_licence").animals.count() == 12


def test_an_incomplete_request_is_received_and_not_granted(alegre):
    animals = home(alegre, 11, at=alegre.at(DAY))
    animals[0].rga.delete()
    request = ask(alegre, "special_licence", housing="")
    body = request.document.file.context["body"]
    assert "números de RGA de todos os animais" in body["notes"][0]
    assert "descrição das condições de alojamento e manutenção" in body["notes"][0]
    assert code_of(lambda: decide(alegre, request)) == "pieces_missing"
    refused = decide(alegre, request, granted=False)
    assert (refused.document.kind, refused.valid_until) == (DocumentKind.LICENCE_REFUSAL, None)


@pytest.mark.parametrize(("until", "code"), [(DAY, None), (date(2012, 1, 31), "pieces_missing")])
def test_the_dose_still_protects_on_the_day(alegre, until, code):
    animals = home(alegre, 11, at=alegre.at(DAY))
    animals[3].vaccinations.all().delete()
    dose_of(animals[3], alegre.vet, alegre.at(DAY), date(2011, 1, 31), until)
    request = ask(alegre, "special_licence")
    if code is None:
        assert decide(alegre, request).granted
    else:
        assert code_of(lambda: decide(alegre, request)) == code


@pytest.mark.parametrize(
    ("role", "code"), [("agent", None), ("vet", "not_competent"), ("manager", "not_competent")]
)
def test_the_agente_sanitario_decides_the_special_licence(alegre, role, code):
    home(alegre, 11, at=alegre.at(DAY))
    request = ask(alegre, "special_licence")
    assert not hasattr(request, "decision")
    if code is None:
        made = decide(alegre, request, by=getattr(alegre, role))
        assert made.document.title == "Licença especial"
    else:
        assert code_of(lambda: decide(alegre, request, by=getattr(alegre, role))) == code


def test_animals_of_the_licence_are_never_replaced(alegre):
    animals = home(alegre, 13, at=alegre.at(DAY))
    assert limit_of(alegre, DAY) == (13, 10, "too_many_animals")
    decide(alegre, ask(alegre, "special_licence"))
    assert limit_of(alegre, DAY) == (13, 13, None)
    common = {"at": alegre.at(date(2012, 6, 1)), "by": alegre.clerk}
    animal_facts.die(animal=animals[0], on=date(2012, 5, 10), cause="velhice", **common)
    assert limit_of(alegre, date(2012, 5, 9)) == (13, 13, None)
    assert limit_of(alegre, date(2012, 5, 10)) == (12, 12, None)
    AnimalFactory(tutor=alegre.tutor, name="Novo", born_on=date(2011, 1, 1))
    assert limit_of(alegre, date(2012, 5, 11)) == (13, 12, "too_many_animals")
    other = TutorFactory(municipality=alegre.municipality, street="Rua do Sol", number="9")
    animal_facts.transfer(animal=animals[1], to_tutor=other, on=date(2012, 5, 20), **common)
    animal_facts.lose(animal=animals[2], on=date(2012, 5, 21), **common)
    assert limit_of(alegre, date(2012, 5, 22))[1] == 10
    animal_facts.find(animal=animals[2], on=date(2012, 5, 25), **common)
    assert limit_of(alegre, date(2012, 5, 26))[1] == 11
    row = LicenceRequest.objects.get().animals.get(animal=animals[3])
    licences.leave(row=row, reason="doado", on=date(2012, 5, 27), by=alegre.clerk)
    licences.leave(row=row, reason="outra vez", on=date(2012, 5, 30), by=alegre.clerk)
    row.refresh_from_db()
    assert (row.gone_on, row.gone_reason) == (date(2012, 5, 27), "doado")
    assert limit_of(alegre, date(2012, 5, 28))[1] == 10


def test_an_annulled_licence_raises_no_limit(alegre):
    home(alegre, 12, at=alegre.at(DAY))
    made = decide(alegre, ask(alegre, "special_licence"))
    annulment.annul(document=made.document, reason="Engano", by=alegre.manager, at=alegre.at(DAY, 15))
    assert limit_of(alegre, DAY)[1] == 10


def test_a_request_is_made_once(alegre):
    home(alegre, 11, at=alegre.at(DAY))
    key = uuid.uuid4()
    assert ask(alegre, "special_licence", key=key) == ask(alegre, "special_licence", key=key)
    assert code_of(lambda: ask(alegre, "special_licence", key=uuid.uuid4())) == "already_open"
    assert Document.objects.filter(kind=DocumentKind.LICENCE_REQUEST).count() == 1


def test_a_decision_is_made_once(alegre):
    home(alegre, 11, at=alegre.at(DAY))
    request = ask(alegre, "special_licence")
    assert decide(alegre, request) == decide(alegre, request)
    assert code_of(lambda: decide(alegre, request, granted=False)) == "already_decided"
    assert LicenceDecision.objects.count() == 1


def test_a_kennel_is_registered_also_after_its_term(alegre):
    request = ask(alegre, "kennel", date(2015, 1, 5))
    assert "31/08/2011" in request.document.file.context["body"]["notes"][0]
    made = decide(alegre, request, date(2015, 1, 6), by=alegre.vet)
    assert (made.valid_until, made.document.title) == (None, "Licença de canil ou gatil")


@pytest.mark.parametrize(
    ("valid_until", "code"),
    [(date(2015, 1, 5), "validity_before_start"), (date(2015, 1, 6), None), (date(2016, 1, 6), None)],
)
def test_a_licence_never_ends_before_it_starts(alegre, valid_until, code):
    request = ask(alegre, "kennel", date(2015, 1, 5))
    given = {"on": date(2015, 1, 6), "valid_until": valid_until}
    if code is None:
        assert decide(alegre, request, **given).valid_until == valid_until
    else:
        assert code_of(lambda: decide(alegre, request, **given)) == code


def test_laudo_of_cuiaba_needs_its_visit_and_lasts_a_year():
    town = Town("cuiaba-mt")
    on = date(2025, 8, 16)
    shop = CompanyFactory(municipality=town.municipality)
    request = ask(town, "pet_shop_report", on, shop)
    assert code_of(lambda: decide(town, request, on)) == "visit_missing"
    visit = town.visit(on, tutor=shop)
    visit.licence_request = request
    visit.save()
    made = decide(town, request, on, valid_until=date(2030, 1, 1))
    assert made.valid_until == date(2026, 8, 16)
    assert made.document.title == "Laudo de comércio de animais vivos"


@pytest.mark.parametrize(
    ("on", "infraction"),
    [
        (date(2025, 8, 15), "kennel_without_report"),
        (date(2025, 8, 16), None),
        (date(2026, 8, 16), None),
        (date(2026, 8, 17), "kennel_without_report"),
    ],
)
def test_laudo_of_a_private_kennel_holds_for_its_year(on, infraction):
    town = Town("cuiaba-mt")
    issued_on = date(2025, 8, 16)
    home(town, 11, at=town.at(issued_on), complete=False)
    request = ask(town, "kennel_report", issued_on)
    visit = town.visit(issued_on)
    visit.licence_request = request
    visit.save()
    decide(town, request, issued_on)
    assert limit_of(town, on)[2] == infraction


def test_vitoria_keeps_the_kennel_and_its_vet_and_decides_nothing():
    town = Town("vitoria-es")
    on = date(2025, 3, 10)
    kennel = CompanyFactory(municipality=town.municipality)
    assert code_of(lambda: ask(town, "commercial_kennel", on, kennel)) == "vet_missing"
    request = ask(town, "commercial_kennel", on, kennel, vet_name="Dra. Ana", vet_crmv="CRMV-ES 99")
    body = request.document.file.context["body"]
    assert "não prevê licença" in body["notes"][0]
    assert {"label": "médico veterinário responsável", "value": "Dra. Ana, CRMV-ES 99"} in body["fields"]
    assert code_of(lambda: decide(town, request, on)) == "no_licence"


@pytest.mark.parametrize("law", ["joao-neiva-es", "alvares-machado-sp"])
def test_where_the_law_has_none_nothing_is_asked_for(law):
    town = Town(law)
    on = date(2025, 3, 10)
    assert licences.kinds_of(Lawbook(town.municipality, on)) == []
    assert code_of(lambda: ask(town, "kennel", on)) == "not_in_law"


def test_after_the_end_of_the_law_nothing_is_asked_for(alegre):
    assert code_of(lambda: ask(alegre, "kennel", date(2023, 1, 2))) == "value_unknown"


def test_the_papers_say_what_the_law_asks_for(alegre):
    home(alegre, 11, at=alegre.at(DAY))
    request = ask(alegre, "special_licence")
    paper = text_of(request.document)
    rule = Lawbook(alegre.municipality, DAY).ruleset.documents["special_licence_request"]
    for field in rule.fields:
        assert field.label in paper
    assert "RGA 11" in paper and "vacina contra a raiva em 01/02/2012" in paper and HOUSING in paper
    licence = text_of(decide(alegre, request).document)
    for words in (
        "LICENÇA ESPECIAL",
        "CONCEDIDA",
        "A lei não fixa prazo de validade.",
        "nunca poderão ser substituídos",
        "Agente sanitário responsável pelo processo",
        "Art. 17, § 4º",
        "via 2 de 2 – processo",
    ):
        assert words in licence
