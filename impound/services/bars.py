"""Who may not adopt: on a manager's word, or by an auto that takes animals from the person. Always with the reason."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Q

from fines.models import NoticeItem
from impound.models import AdoptionBar
from impound.services import losses
from registry.models import Penalty, Tutor
from registry.querysets import group_of
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.lawbook import all_rulesets
from zoonoses.municipalities.models import Municipality, Role


@dataclass(frozen=True)
class Reason:
    """Why somebody may not adopt. `article` is that of the auto; empty for a manager's bar."""

    sentence: str
    article: str = ""


def standing(tutor: Tutor, on: date):
    """Bars of a person, merged records included, that stand on a day."""
    rows = AdoptionBar.objects.filter(tutor__in=group_of(tutor), since_on__lte=on)
    return rows.filter(Q(lifted_on=None) | Q(lifted_on__gt=on)).order_by("since_on", "pk")


def barred(tutor: Tutor, on: date) -> list[Reason]:
    """Every reason why a person may not adopt on a day; empty: nothing stands against it.

    An auto bars when it takes animals from the person, or when it is for a conduct that the law's file names among
    those of who mistreats (`practice.adoption_bars`).
    """
    found = [
        Reason(f"impedimento desde {row.since_on:%d/%m/%Y}: {row.reason}") for row in standing(tutor, on)
    ]
    penalties = Penalty.objects.against(group_of(tutor)).standing().filter(on__lte=on)
    rows = penalties.filter(act__document__annulment=None).select_related("act__notice", "act__document")
    return found + [reason for row in rows.order_by("on", "pk") if (reason := _of_penalty(row, on))]


def _of_penalty(penalty, on) -> Reason | None:
    """Why one penalty of the ledger bars. One only proposed bars from its final decision on."""
    notice = getattr(penalty.act, "notice", None)
    if notice is None or (notice.is_proposed and (penalty.final_on is None or penalty.final_on > on)):
        return None
    items = NoticeItem.objects.filter(notice=notice, infraction=penalty.provision)
    taking = losses.codes()
    taken = [
        row for item in items for row in (*item.consequences, *item.discretionary) if row["code"] in taking
    ]
    if taken:
        words = ", ".join(dict.fromkeys(row["label"] for row in taken))
        return Reason(f"{words}, pelo {notice}", taken[0].get("article") or penalty.article)
    rules = all_rulesets().get(penalty.ruleset)
    if rules is None or penalty.provision not in rules.practice.adoption_bars:
        return None
    return Reason(f"{rules.infractions[penalty.provision].label}, pelo {notice}", penalty.article)


def check(tutor: Tutor, on: date) -> None:
    """Raises `Refusal("barred")` with every reason, for who may not adopt on a day."""
    found = barred(tutor, on)
    if found:
        raise Refusal(
            "barred",
            f"{tutor.name} não pode receber animais: {'; '.join(reason.sentence for reason in found)}.",
            "; ".join(dict.fromkeys(reason.article for reason in found if reason.article)),
        )


@transaction.atomic
def bar(*, tutor: Tutor, reason: str, at: datetime, by) -> AdoptionBar:
    """A manager bars somebody from adopting, with the reason. Sent again with the same reason, the bar already made."""
    _check_manager(by)
    reason = reason.strip()
    if not reason:
        raise Refusal("reason_missing", "Escreva por que a pessoa não pode adotar.")
    Municipality.objects.select_for_update(no_key=True).get(pk=tutor.municipality_id)
    made = standing(tutor, at.date()).filter(reason=reason).first()
    if made is not None:
        return made
    return AdoptionBar.objects.create(
        municipality_id=tutor.municipality_id,
        tutor=tutor,
        reason=reason,
        since_on=at.date(),
        written_by=by,
    )


@transaction.atomic
def lift(*, adoption_bar: AdoptionBar, reason: str, at: datetime, by) -> AdoptionBar:
    """A manager lifts a bar, with the reason; lifted twice changes nothing."""
    _check_manager(by)
    row = AdoptionBar.objects.select_for_update().get(pk=adoption_bar.pk)
    if row.lifted_on is not None:
        return row
    if not reason.strip():
        raise Refusal("reason_missing", "Escreva por que o impedimento foi levantado.")
    row.lifted_on, row.lifted_reason, row.lifted_by = at.date(), reason.strip(), by
    row.save(update_fields=["lifted_on", "lifted_reason", "lifted_by"])
    return row


def _check_manager(by) -> None:
    if by.role != Role.MANAGER:
        raise Refusal("not_allowed", "Só o gestor impede alguém de adotar ou levanta o impedimento.")
