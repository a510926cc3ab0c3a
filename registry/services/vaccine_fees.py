"""What the agency asks for a dose, where its law has a price that is not zero; and the debt of a voided dose."""

from registry.documents.identity import owner_of
from registry.services.rga import price
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import Role
from zoonoses.treasury.models import Charge
from zoonoses.treasury.services import charges

KIND = "rabies_vaccination"


def _subject(dose) -> str:
    return f"vaccination:{dose.pk}"


def bill_dose(dose, *, by) -> Charge | None:
    """The charge of a rabies dose given at the agency, to whoever answers for the animal.

    None in a campaign, in a clinic, for another vaccine, without a known tutor, and where the law asks nothing.
    """
    owner = owner_of(dose.animal)
    if dose.clinic_id or dose.post_id or dose.shown_proof or not dose.is_rabies or owner is None:
        return None
    owed = price(municipality=dose.municipality, on=dose.on, service=KIND)
    if not owed.amount:
        return None
    return charges.charge(
        municipality=dose.municipality,
        kind=KIND,
        description=f"Vacina contra a raiva – {dose.animal}, {dose.on:%d/%m/%Y}",
        article=owed.article,
        basis=owed.basis,
        payer_name=owner.name,
        payer_document=owner.document,
        payer=f"tutor:{owner.pk}",
        subject=_subject(dose),
        amount=owed.amount,
        on=dose.on,
        by=by,
    )


def standing_charge(dose) -> Charge | None:
    """The charge of a dose that is still owed or was paid."""
    return Charge.objects.of(dose.municipality).standing().filter(subject=_subject(dose)).first()


def forgive(dose, *, reason, by, at) -> None:
    """Cancels the charge of a dose that was voided. Only a manager, and not while a payment stands (`Refusal`)."""
    owed = standing_charge(dose)
    if owed is None:
        return
    if by.role != Role.MANAGER:
        raise Refusal(
            "charge_standing", "Esta dose foi cobrada. Só o gestor a anula, e a cobrança é cancelada com ela."
        )
    charges.cancel(charge=owed, reason=f"Vacinação anulada: {reason}", by=by, at=at)
