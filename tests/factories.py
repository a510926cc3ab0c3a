"""Objects for tests. Every municipality has its law in force and its calendar confirmed from 2005 to 2035.

`MunicipalityFactory(law="alegre-es")` is a real municipality under one of the shipped laws; with
`at=(2025, 3, 10, 9, 30)` (local wall clock) it is a training one, whose own clock starts at that moment: views then
work on a fixed day.
"""

from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import factory
from factory.django import DjangoModelFactory

from registry.models import Animal, Clinic, ClinicMember, Phone, Tutor
from zoonoses.accounts.models import User
from zoonoses.documents.models import Case
from zoonoses.municipalities import clock
from zoonoses.municipalities.middleware import SESSION_KEY
from zoonoses.municipalities.models import (
    CalendarYear,
    IndexValue,
    Membership,
    Municipality,
    Role,
    RulesetInForce,
)

LAWS = {
    "alegre-es": ("Alegre", "ES", "America/Sao_Paulo"),
    "cuiaba-mt": ("Cuiabá", "MT", "America/Cuiaba"),
    "joao-neiva-es": ("João Neiva", "ES", "America/Sao_Paulo"),
    "alvares-machado-sp": ("Álvares Machado", "SP", "America/Sao_Paulo"),
    "vitoria-es": ("Vitória", "ES", "America/Sao_Paulo"),
}
PASSWORD = "uma senha bem longa 2026"
CONFIRMED_YEARS = range(2005, 2036)


def _local(at, time_zone: str) -> datetime:
    """`(2025, 3, 10, 9, 30)`, or a naive moment, as the wall clock of a zone shows it."""
    moment = datetime(*at, tzinfo=ZoneInfo(time_zone)) if isinstance(at, tuple) else at
    return moment.replace(tzinfo=ZoneInfo(time_zone))


def cpf_number(sequence: int) -> str:
    """The n-th CPF with right check digits: nine digits of the sequence, then the two of module 11."""
    digits = f"{100_000_000 + sequence * 7:09d}"
    for _ in range(2):
        weights = range(len(digits) + 1, 1, -1)
        rest = sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True)) % 11
        digits += str(0 if rest < 2 else 11 - rest)
    return digits


class UserFactory(DjangoModelFactory):
    class Meta:
        model = User
        skip_postgeneration_save = True

    cpf = factory.Sequence(cpf_number)
    name = factory.Sequence(lambda n: f"Servidora Nº {n}")
    email = factory.Sequence(lambda n: f"servidora{n}@example.org")

    @factory.post_generation
    def password(self, create, extracted, **kwargs):
        self.set_password(extracted or PASSWORD)
        if create:
            self.save(update_fields=["password"])


class MunicipalityFactory(DjangoModelFactory):
    """`law` picks name, UF, zone and ruleset; `at` (local wall clock, as a tuple) makes it a training municipality."""

    class Meta:
        model = Municipality
        skip_postgeneration_save = True

    class Params:
        law = "joao-neiva-es"
        at = None

    name = factory.LazyAttribute(lambda o: LAWS[o.law][0])
    uf = factory.LazyAttribute(lambda o: LAWS[o.law][1])
    time_zone = factory.LazyAttribute(lambda o: LAWS[o.law][2])
    slug = factory.Sequence(lambda n: f"municipio-{n}")
    body_name = "Centro de Controle de Zoonoses"
    letterhead_name = factory.LazyAttribute(lambda o: f"PREFEITURA MUNICIPAL DE {o.name.upper()}")
    cnpj = "31776479000186"
    is_training = factory.LazyAttribute(lambda o: o.at is not None)
    clock_shift = factory.LazyAttribute(lambda o: o.at and _local(o.at, o.time_zone) - clock.real_now())

    @factory.post_generation
    def ruleset(self, create, extracted, **kwargs):
        law = extracted or next((key for key, row in LAWS.items() if row[0] == self.name), "")
        if create and law:
            RulesetInForce.objects.create(municipality=self, ruleset=law)

    @factory.post_generation
    def calendar(self, create, extracted, **kwargs):
        """`calendar=False` leaves every year unconfirmed."""
        if not create or extracted is False:
            return
        manager = MembershipFactory(municipality=self, role=Role.MANAGER)
        CalendarYear.objects.bulk_create(
            CalendarYear(
                municipality=self,
                year=year,
                source="Decreto municipal",
                confirmed_by=manager,
                confirmed_at=clock.real_now(),
            )
            for year in CONFIRMED_YEARS
        )


class MembershipFactory(DjangoModelFactory):
    class Meta:
        model = Membership

    user = factory.SubFactory(UserFactory)
    municipality = factory.SubFactory(MunicipalityFactory)
    role = Role.AGENT
    position = "Agente de Controle de Zoonoses"
    badge = factory.Sequence(lambda n: f"{1000 + n}")
    crmv = factory.LazyAttribute(lambda o: "CRMV-ES 1234" if o.role == Role.VET else "")


class TutorFactory(DjangoModelFactory):
    """A person found by name, CPF, telephone and address;

    The search columns are filled as the services fill them.
    """

    class Meta:
        model = Tutor
        skip_postgeneration_save = True

    municipality = factory.SubFactory(MunicipalityFactory)
    name = factory.Sequence(lambda n: f"José D'Ávila {n}")
    document = factory.Sequence(lambda n: cpf_number(500_000 + n))
    no_document_reason = factory.LazyAttribute(lambda o: "" if o.document else "não quis informar")
    street = "Rua das Flores"
    number = "157"
    district = "Centro"
    city = factory.LazyAttribute(lambda o: o.municipality.name)
    uf = factory.LazyAttribute(lambda o: o.municipality.uf)
    postal_code = "29680000"

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        tutor = model_class(*args, **kwargs)
        tutor.clean_keys()
        tutor.save()
        return tutor

    @factory.post_generation
    def phone(self, create, extracted, **kwargs):
        if create and extracted:
            Phone.objects.create(tutor=self, number=extracted)


class CompanyFactory(TutorFactory):
    kind = Tutor.Kind.LEGAL
    name = factory.Sequence(lambda n: f"Comércio de Rações {n} Ltda.")
    document = "11222333000181"


class AnimalFactory(DjangoModelFactory):
    class Meta:
        model = Animal

    municipality = factory.SelfAttribute("tutor.municipality")
    tutor = factory.SubFactory(TutorFactory)
    name = factory.Sequence(lambda n: f"Pituca {n}")
    species = Animal.Species.DOG
    breed = "sem raça definida"
    colour = "caramelo"
    sex = Animal.Sex.FEMALE
    size = Animal.Size.MEDIUM
    born_on = date(2020, 5, 10)

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        animal = model_class(*args, **kwargs)
        animal.clean_keys()
        animal.save()
        return animal


def cnpj_number(sequence: int) -> str:
    """The n-th CNPJ with right check digits."""
    text = f"{10_000_000 + sequence * 3:08d}0001"
    for _ in range(2):
        weights = [2 + place % 8 for place in range(len(text))][::-1]
        rest = sum(int(digit) * weight for digit, weight in zip(text, weights, strict=True)) % 11
        text += str(0 if rest < 2 else 11 - rest)
    return text


class ClinicFactory(DjangoModelFactory):
    """An accredited clinic. `ClinicMemberFactory` gives it a person."""

    class Meta:
        model = Clinic

    municipality = factory.SubFactory(MunicipalityFactory)
    name = factory.Sequence(lambda n: f"Clínica Veterinária São Francisco {n}")
    cnpj = factory.Sequence(cnpj_number)
    crmv = factory.Sequence(lambda n: f"CRMV-ES {5000 + n}-PJ")
    vet_name = "Márcia Antônia Peçanha"
    vet_crmv = "CRMV-ES 2345"
    phone = "27999990000"
    street = "Avenida Jerônimo Monteiro"
    number = "45"
    district = "Centro"
    city = factory.LazyAttribute(lambda o: o.municipality.name)
    uf = factory.LazyAttribute(lambda o: o.municipality.uf)
    accredited_on = date(2010, 1, 4)


class ClinicMemberFactory(DjangoModelFactory):
    """A person of a clinic; `.membership` is the post of role clínica to sign in with."""

    class Meta:
        model = ClinicMember

    clinic = factory.SubFactory(ClinicFactory)
    membership = factory.SubFactory(
        MembershipFactory,
        municipality=factory.SelfAttribute("..clinic.municipality"),
        role=Role.CLINIC,
        position="Recepção",
    )


class CaseFactory(DjangoModelFactory):
    class Meta:
        model = Case

    municipality = factory.SubFactory(MunicipalityFactory)
    opened_on = date(2025, 3, 10)


def local_moment(municipality, *wall_clock: int) -> datetime:
    """An aware moment of the municipality's wall clock: `local_moment(town, 2025, 3, 10, 9, 30)`."""
    return datetime(*wall_clock, tzinfo=ZoneInfo(municipality.time_zone))


def unit_value(municipality, unit: str, year: int, value: str) -> IndexValue:
    """The unit's value for a whole year, as a manager entered it."""
    manager = Membership.objects.filter(municipality=municipality, role=Role.MANAGER).first()
    return IndexValue.objects.create(
        municipality=municipality,
        unit=unit,
        from_on=date(year, 1, 1),
        until_on=date(year, 12, 31),
        value=Decimal(value),
        source="Decreto estadual",
        entered_by=manager or MembershipFactory(municipality=municipality, role=Role.MANAGER),
        entered_at=clock.real_now(),
    )


def sign_in(client, membership):
    """Signs the person in and chooses this post, as the page of posts does. Returns the client."""
    client.force_login(membership.user, backend="allauth.account.auth_backends.AuthenticationBackend")
    session = client.session
    session[SESSION_KEY] = membership.pk
    session.save()
    return client
