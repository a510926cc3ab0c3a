"""An end of custody recorded by mistake is undone: its termo is annulled, and the animal is in the depósito again.

Only what ends custody by itself (death, escape, theft, an order). An animal handed over by a document left by that act:
its papers follow the rules of annulment, and it comes back only by another seizure.
"""

from datetime import datetime

from django.db import transaction

from impound.models import Exit, SeizedAnimal, UndoneExit
from impound.services import leaving, publications
from registry.models import Animal, AnimalFact
from registry.services import animal_facts
from zoonoses.documents.models import Act, Annulment, Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment
from zoonoses.municipalities.models import Role

KEPT = ("custody", "act", "kind", "article", "at", "on", "receiver", "reason", "vet_name", "vet_crmv")


def refusal_for(custody: SeizedAnimal) -> Refusal | None:
    """Why the exit of this animal is not undone, or None."""
    left = Exit.objects.filter(custody=custody).select_related("act__document", "receiver").first()
    if left is None:
        return Refusal("not_gone", f"O animal nº {custody.full_number} está no depósito.")
    if left.kind not in leaving.EVENTS:
        return Refusal(
            "handed_over",
            f"O animal nº {custody.full_number} saiu por {left.get_kind_display()}, pelo "
            f"{left.act.document or left.act}: o que se fez por resgate ou destinação não se "
            "desfaz. O gestor anula esse documento na página dele, com o motivo, e o substitui por outro; o animal só "
            "volta ao depósito por nova apreensão.",
        )
    again = SeizedAnimal.objects.in_custody().filter(animal=custody.animal_id).first()
    if again is not None:
        return Refusal(
            "seized_again",
            f"O animal foi apreendido de novo, com o nº {again.full_number}: a saída do nº {custody.full_number} fica "
            "como está.",
        )
    return None


@transaction.atomic
def undo(*, custody: SeizedAnimal, reason: str, at: datetime, by) -> UndoneExit:
    """A manager undoes the end of custody, with the reason: the termo is annulled, and all that it did falls with it.

    Sent again with the same reason, it gives the row already made. Raises `Refusal`: not a manager, no reason, handed
    over by a document, seized again since.
    """
    if by.role != Role.MANAGER:
        raise Refusal("not_allowed", "Só o gestor desfaz o fim da custódia.")
    if not reason.strip():
        raise Refusal("no_reason", "Escreva por que o registro foi um engano.")
    Case.objects.lock(custody.seizure.act.case_id)
    made = custody.undone_exits.filter(undone_by=by, undone_reason=reason.strip()).last()
    left = Exit.objects.filter(custody=custody).select_related("act__document").first()
    if left is None and made is not None:
        return made
    refusal = refusal_for(custody)
    if refusal is not None:
        raise refusal
    annulment.annul(document=left.act.document, reason=reason, by=by, at=at)
    return UndoneExit.objects.filter(custody=custody).latest("pk")


def fall_with_termo(document, act: Act | None) -> None:
    """Hook of annulment: with the termo of an end falls the end itself. Raises `Refusal` where it cannot."""
    rows = Exit.objects.filter(act__document=document, kind__in=leaving.EVENTS)
    for left in rows.select_related("custody__animal", "custody__municipality", "custody__seizure", "act"):
        # Who seizes the same animal again at this moment holds its row, or waits for it.
        Animal.objects.select_for_update().get(pk=left.custody.animal_id)
        refusal = refusal_for(left.custody)
        if refusal is not None:
            raise refusal
        _bring_back(left, document.annulment, act)


def _bring_back(left: Exit, fallen: Annulment, act: Act) -> None:
    """The animal is in custody again, without a box; the registry and the notice that the law orders follow it."""
    custody = left.custody
    _take_back(left, fallen)
    UndoneExit.objects.create(
        undone_at=fallen.annulled_at,
        undone_by=fallen.annulled_by,
        undone_reason=fallen.reason,
        annulment=act,
        **{name: getattr(left, name) for name in KEPT},
    )
    left.delete()
    custody = SeizedAnimal.objects.select_related(
        "municipality", "seizure__act__case", "seizure__owner", "animal__tutor"
    ).get(pk=custody.pk)
    publications.publish_again(custody, fallen.annulled_at, fallen.annulled_by)


def _take_back(left: Exit, fallen: Annulment) -> None:
    """Undoes in the animal's own record what the exit wrote there."""
    facts = left.custody.animal.facts.filter(on=left.on, recorded_by=left.act.recorded_by, revoked_by=None)
    died = facts.filter(kind=AnimalFact.Kind.DIED, cause=left.reason[:200])
    went = facts.filter(notes=leaving.words_of(left.custody, left.kind))
    written = (died if left.kind == Exit.Kind.DEATH else went).order_by("-pk").first()
    if written is not None:
        at = fallen.annulled_at
        animal_facts.revoke(fact=written, reason=fallen.reason, on=at.date(), at=at, by=fallen.annulled_by)
