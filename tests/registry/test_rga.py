"""The RGA: windows of age, vaccine, household, the form field by field, second copies, and what came before."""

import uuid
from datetime import date, timedelta
from decimal import Decimal

import pytest

from registry.models import IdentityCard, Rga, Vaccination
from registry.services import rga as rgas
from registry.services import second_copies
from tests.documents.conftest import text_of
from tests.factories import AnimalFactory, MembershipFactory, MunicipalityFactory, TutorFactory, local_moment
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db

DAY = date(2012, 3, 1)


class Counter:
    """A counter at the agency of one municipality, on a fixed day."""

    def __init__(self, law="alegre-es", day=DAY):
        self.town = MunicipalityFactory(law=law)
        self.clerk = MembershipFactory(municipality=self.town, role=Role.CLERK)
        self.tutor = TutorFactory(
            municipality=self.town,
            name="José D'Ávila",
            document="52998224725",
            rg="1.234.567",
            rg_issuer="SSP",
            rg_uf="ES",
            phone="27999990000",
        )
        self.day = day

    @property
    def at(self):
        return local_moment(self.town, self.day.year, self.day.month, self.day.day, 10, 30)

    def animal(self, vaccinated=True, **values):
        values = {"tutor": self.tutor, "municipality": self.town, "born_on": date(2011, 11, 1), **values}
        animal = AnimalFactory(age_is_presumed=False, **values)
        if vaccinated:
            self.vaccinate(animal)
        return animal

    def vaccinate(self, animal, on=None, until=None):
        on = on or self.day
        return Vaccination.objects.create(
            animal=animal,
            municipality=self.town,
            product_name="Raivacel",
            on=on,
            revaccinate_on=until or on + timedelta(days=365),
            vet_name="Ana Souza",
            vet_crmv="CRMV-ES 1234",
            shown_proof=True,
            recorded_by=self.clerk,
            recorded_at=self.at,
        )

    def register(self, animal=None, key=None, **given):
        animal = animal or self.animal()
        return rgas.register_rga(animal=animal, at=self.at, by=self.clerk, key=key or uuid.uuid4(), **given)

    def codes(self, animal, on=None):
        return {(remark.code, remark.blocks) for remark in rgas.remarks(animal=animal, on=on or self.day)}


@pytest.fixture
def counter():
    return Counter()


# Alegre, art. 2º, § 2º: between the third and the sixth month. Born on 30/11: no such day in February.
WINDOW = [
    (date(2011, 11, 1), date(2012, 1, 31), "too_young"),  # eve
    (date(2011, 11, 1), date(2012, 2, 1), None),  # first day
    (date(2011, 11, 1), date(2012, 5, 1), None),  # last day
    (date(2011, 11, 1), date(2012, 5, 2), "too_old"),  # day after
    (date(2011, 11, 30), date(2012, 2, 29), "too_young"),
    (date(2011, 11, 30), date(2012, 3, 1), None),
]


@pytest.mark.parametrize(("born_on", "on", "said"), WINDOW)
def test_age_window(counter, born_on, on, said):
    animal = counter.animal(born_on=born_on)
    counter.vaccinate(animal, on=date(2012, 1, 15))
    ages = {code for code, _ in counter.codes(animal, on) if code.startswith("too_")}
    assert ages == ({said} if said else set())


def test_early_is_refused_late_goes_through(counter):
    with pytest.raises(Refusal) as refused:
        counter.register(counter.animal(born_on=date(2012, 1, 1)))
    assert refused.value.code == "too_young"
    assert "01/04/2012" in refused.value.sentence
    assert "Art. 2º" in refused.value.article
    assert not Rga.objects.exists()
    assert counter.register(counter.animal(born_on=date(2010, 1, 1))).number == 1


@pytest.mark.parametrize(
    ("law", "blocks", "words"),
    [
        ("alegre-es", True, "Arts. 2º, § 2º, e 6º"),
        ("vitoria-es", False, "Art. 9º"),
        ("joao-neiva-es", False, ""),
    ],
)
def test_missing_vaccine_is_said_and_refused_only_where_the_law_wants_it_in_the_act(law, blocks, words):
    counter = Counter(law, day=date(2025, 3, 10) if law == "joao-neiva-es" else DAY)
    animal = counter.animal(vaccinated=False, born_on=counter.day - timedelta(days=150))
    (remark,) = [row for row in rgas.remarks(animal=animal, on=counter.day) if row.code == "no_vaccine"]
    assert remark.blocks is blocks
    assert words in remark.article
    if blocks:
        with pytest.raises(Refusal):
            counter.register(animal)
    else:
        assert counter.register(animal).form.full_number.startswith("0001/")


@pytest.mark.parametrize(
    ("until", "said"), [(date(2012, 2, 29), True), (date(2012, 3, 1), False), (date(2012, 3, 2), False)]
)
def test_a_vaccine_protects_until_its_day_included(counter, until, said):
    animal = counter.animal(vaccinated=False)
    counter.vaccinate(animal, on=date(2011, 3, 1), until=until)
    assert (("no_vaccine", True) in counter.codes(animal)) is said


def test_the_eleventh_animal_of_a_home_is_said_and_registered(counter):
    for _ in range(10):
        counter.animal(born_on=date(2010, 1, 1))
    eleventh = counter.animal(born_on=date(2011, 11, 1))
    assert ("over_limit", False) in counter.codes(eleventh)
    form = text_of(counter.register(eleventh).form)
    assert "11 cães e gatos" in form
    assert "Art. 17" in form


REGISTRATION_FORM = [  # Alegre, art. 3º, a: label and what stands after it
    ("número do RGA", "1"),
    ("data do registro", "01/03/2012"),
    ("nome do animal", "Pituca"),
    ("sexo", "fêmea"),
    ("raça", "sem raça definida"),
    ("cor", "caramelo"),
    ("idade real ou presumida", "4 meses"),
    ("nome do proprietário", "José D'Ávila"),
    ("número da Carteira de Identidade (RG)", "1.234.567 SSP/ES"),
    ("CPF", "529.982.247-25"),
    ("endereço completo", "Rua das Flores, 157 – Centro, Alegre/ES, CEP 29680-000"),
    ("telefone", "(27) 99999-0000"),
    ("data da aplicação da última vacinação obrigatória", "01/03/2012"),
    ("veterinário", "Ana Souza"),
    ("CRMV", "CRMV-ES 1234"),
    ("Assinatura do proprietário", ""),
]


def test_registration_form_field_by_field(counter):
    form = text_of(counter.register(counter.animal(name="Pituca")).form)
    place = 0
    for label, written in REGISTRATION_FORM:
        place = form.index(label, place) + len(label)
        place = form.index(written, place)
    for via in (
        "via 1 de 3 – local do registro",
        "via 2 de 3 – órgão municipal responsável pelo controle de zoonoses",
        "via 3 de 3 – proprietário",
    ):
        assert via in form
    assert "R$ 5,00" in form
    assert "sem formulário" not in form.lower()


def test_where_the_law_fixes_no_form_the_paper_says_so():
    counter = Counter("cuiaba-mt")
    form = text_of(counter.register(counter.animal(born_on=date(2009, 1, 1))).form)
    assert "Sem formulário fixado em lei." in form
    assert "R$ 5,00" not in form


def test_registration_makes_number_charge_card_tag_and_fact(counter):
    animal = counter.animal()
    rga = counter.register(animal)
    assert rga.charge.amount == Decimal("5.00")
    assert "Art. 11" in rga.charge.article
    assert rga.charge.payer_document == "52998224725"
    assert [card.kind for card in rga.cards.all()] == ["card", "tag"]
    assert animal.facts.get().kind == "registered"


def test_a_repeated_submit_registers_once_and_a_second_registration_is_refused(counter):
    animal, key = counter.animal(), uuid.uuid4()
    assert counter.register(animal, key) == counter.register(animal, key)
    with pytest.raises(Refusal) as refused:
        counter.register(animal)
    assert refused.value.code == "already_registered"
    assert counter.register().number == 2


def test_numbers_never_restart(counter):
    assert counter.register().number == 1
    counter.day = date(2013, 3, 1)
    assert counter.register(counter.animal(born_on=date(2012, 11, 1))).number == 2


@pytest.mark.parametrize(
    ("card", "tag", "owed"),
    [(True, False, "8.00"), (False, True, "8.00"), (True, True, "16.00")],
)
def test_second_copy_keeps_the_number_and_voids_the_former(counter, card, tag, owed):
    rga = counter.register()
    counter.day = date(2012, 4, 10)
    asked = second_copies.request(
        rga=rga,
        wants_card=card,
        wants_tag=tag,
        reason="loss",
        at=counter.at,
        by=counter.clerk,
        key=uuid.uuid4(),
    )
    assert asked.charge.amount == Decimal(owed)
    assert asked.identifies_until == date(2012, 6, 9)  # 60 days, the request's own excluded
    paper = text_of(asked.document)
    for words in (
        "09/06/2012",
        "perda",
        "via 2 de 2 – proprietário",
        f"R$ {owed.replace('.', ',')}",
        "Art. 8º",
    ):
        assert words in paper
    counter.day = date(2012, 4, 20)
    made = second_copies.issue_copy(asked=asked, at=counter.at, by=counter.clerk)
    assert second_copies.issue_copy(asked=asked, at=counter.at, by=counter.clerk) == []
    assert {row.kind for row in made} == {k for k, wanted in (("card", card), ("tag", tag)) if wanted}
    for kind in IdentityCard.Kind:
        history = list(rga.cards.filter(kind=kind).order_by("copy"))
        assert [row.voided_on is None for row in history] == (
            [False, True] if kind in {r.kind for r in made} else [True]
        )
    rga.refresh_from_db()
    assert rga.number == 1


def test_a_second_request_for_the_same_thing_waits_for_the_first(counter):
    rga = counter.register()
    given = {"rga": rga, "reason": "misplaced", "at": counter.at, "by": counter.clerk}
    second_copies.request(wants_card=True, wants_tag=False, key=uuid.uuid4(), **given)
    with pytest.raises(Refusal) as refused:
        second_copies.request(wants_card=True, wants_tag=True, key=uuid.uuid4(), **given)
    assert refused.value.code == "already_requested"
    assert second_copies.request(wants_card=False, wants_tag=True, key=uuid.uuid4(), **given)


def test_where_the_law_has_no_second_copy_it_is_said():
    counter = Counter("cuiaba-mt")
    rga = counter.register(counter.animal(born_on=date(2009, 1, 1)))
    asked = second_copies.request(
        rga=rga,
        wants_card=True,
        wants_tag=False,
        reason="loss",
        at=counter.at,
        by=counter.clerk,
        key=uuid.uuid4(),
    )
    assert asked.charge is None
    assert asked.identifies_until is None
    assert "sem previsão na lei" in text_of(asked.document)


@pytest.mark.parametrize("change", ["dead", "no_tutor"])
def test_who_cannot_be_registered(counter, change):
    animal = counter.animal()
    animal.died_on = DAY if change == "dead" else None
    animal.tutor = None if change == "no_tutor" else animal.tutor
    animal.save()
    with pytest.raises(Refusal) as refused:
        counter.register(animal)
    assert refused.value.code == change
