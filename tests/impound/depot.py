"""A depósito for tests: rows written straight, without drawing papers, for tests that are about something else."""

from datetime import datetime

from django.db import transaction

from impound.models import Box, SeizedAnimal, Seizure
from impound.services.seizing import ENTRY
from registry.models import Animal
from tests.factories import MembershipFactory, MunicipalityFactory
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.services import acts, numbering
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import ReadingChoice, Role


class Depot:
    """One training town under a law, with a post of each role; its clock stands at `now` (local, as a tuple)."""

    def __init__(self, law: str, now: tuple, **town):
        self.law = law
        self.municipality = MunicipalityFactory(law=law, at=now, **town)
        post = {role: MembershipFactory(municipality=self.municipality, role=role) for role in Role}
        self.agent, self.vet, self.clerk = post[Role.AGENT], post[Role.VET], post[Role.CLERK]
        self.manager, self.judge = post[Role.MANAGER], post[Role.JUDGE]

    def at(self, *moment: int) -> datetime:
        """A local moment of the town: `at(2024, 6, 3, 9, 30)`."""
        return datetime(*moment, tzinfo=clock.zone(self.municipality))

    def choose(self, key: str, value) -> None:
        """The manager chose a reading of the law."""
        ReadingChoice.objects.create(
            municipality=self.municipality,
            ruleset=self.law,
            key=key,
            value=value,
            reason="Decreto",
            chosen_by=self.manager,
            chosen_at=clock.real_now(),
        )

    def seizure(self, at: datetime, *, owner=None, case=None, **values) -> Seizure:
        """A seizure at a moment, without its paper."""
        case = case or acts.open_case(municipality=self.municipality, on=at.date())
        law = Lawbook(self.municipality, at.date()).record()
        act = acts.record(case=case, kind=ActKind.SEIZURE, at=at, author=self.agent, law=law)
        fields = {
            "origin": "round",
            "ground_label": "solto em via pública",
            "street": "Rua do Fato",
            "number": "10",
        }
        return Seizure.objects.create(act=act, owner=owner, **{**fields, **values})

    def seize(
        self, at: datetime, *, species="dog", owner=None, seizure=None, tutor=None, **values
    ) -> SeizedAnimal:
        """One animal in custody since a moment; `seizure` puts it in a lot with others."""
        seizure = seizure or self.seizure(at, owner=owner)
        sex = values.pop("sex", "female")
        animal = values.pop("animal", None) or Animal.objects.create(
            municipality=self.municipality, species=species, sex=sex, tutor=tutor
        )
        with transaction.atomic():
            number = numbering.next_number(municipality=self.municipality, kind=ENTRY, year=at.year)
        return SeizedAnimal.objects.create(
            municipality=self.municipality,
            seizure=seizure,
            animal=animal,
            entry_year=at.year,
            entry_number=number,
            seized_at=at,
            seized_on=at.date(),
            species=species,
            sex=sex,
            description=values.pop("description", "pelagem caramelo"),
            apparent_health=values.pop("apparent_health", "bom estado aparente"),
            **values,
        )

    def box(self, name="Canil 1", capacity=2, **values) -> Box:
        return Box.objects.create(municipality=self.municipality, name=name, capacity=capacity, **values)
