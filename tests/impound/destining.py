"""What tests of destination share: contracts filled with the usual texts, and animals made ready for a way out."""

import uuid

from impound.models import CustodyEvent
from impound.services import adoption, disposing
from impound.services.adoption import Contract
from impound.services.disposing import Disposal
from impound.services.evaluations import evaluate
from impound.services.events import Entry
from registry.models import Tutor, Vaccination
from registry.services import animal_facts
from tests.factories import TutorFactory
from tests.impound.redeeming import event

ALL = "adoption_or_protective_donation"


def contract(custody, code, form, receiver, **given) -> Contract:
    """A contract with every clause and everything told as the form offers them."""
    found = adoption.shape(custody, code, form)
    texts = {
        "clauses": {part.code: part.text or "como combinado" for part in found.clauses},
        "told": {part.code: part.text or "porte médio" for part in found.told},
        "informed": bool(found.told),
    }
    return Contract(code, form, receiver, **{**texts, **given})


def adopted(depot, custody, code, at, *, form="adoption", receiver=None, by=None, key=None, **given):
    receiver = receiver or TutorFactory(municipality=depot.municipality)
    made = contract(custody, code, form, receiver, **given)
    return adoption.adopt(
        custody=custody, contract=made, by=by or depot.clerk, at=at, key=key or uuid.uuid4()
    )


def disposed(depot, custody, code, form, at, *, by=None, **given):
    return disposing.dispose(
        custody=custody, disposal=Disposal(code, form, **given), by=by or depot.agent, at=at, key=uuid.uuid4()
    )


def entity(depot, name="Associação São Francisco de Proteção Animal", document="11222333000181") -> Tutor:
    return TutorFactory(municipality=depot.municipality, kind=Tutor.Kind.LEGAL, name=name, document=document)


def laudo(depot, custody, at, **facts) -> CustodyEvent:
    """A veterinarian's laudo, with its paper."""
    return evaluate(
        custody=custody, stated=facts, entry=Entry(on=at.date(), at=at, by=depot.vet, text="Exame clínico.")
    )


def vaccinated(depot, custody, at, *, is_rabies=True):
    return Vaccination.objects.create(
        municipality=depot.municipality,
        animal=custody.animal,
        on=at.date(),
        is_rabies=is_rabies,
        product_name="Raiva",
        shown_proof=True,
        recorded_by=depot.clerk,
        recorded_at=at,
    )


def treated_for_return(depot, custody, at):
    """Neutered, vaccinated and dewormed, as the record proves it."""
    animal_facts.neuter(animal=custody.animal, on=at.date(), at=at, by=depot.vet, reported_by="Dra. Ana")
    vaccinated(depot, custody, at)
    event(depot, custody, "treatment", at.date(), code="deworming", label="Vermífugo")
    custody.animal.refresh_from_db()
