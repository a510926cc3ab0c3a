"""What the desk tells of seizures, custody, redemption and destination: which acts, their words, and their pages."""

from django.db.models import Prefetch, Q, QuerySet
from django.db.models.functions import TruncDate
from django.urls import reverse

from impound.models import (
    AdoptionBar,
    Bid,
    CustodyEvent,
    Exit,
    FollowUp,
    Redemption,
    SeizedAnimal,
    Seizure,
    Summons,
    UndoneExit,
)
from registry.text import search_key
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act
from zoonoses.municipalities.templatetags import br

SHOWN = 25
# What an act of the depósito needs to be told, besides what every act needs.
JOINS = (
    "seizure", "summons__tutor", "redemption__requester", "custody_event__custody", "sale_lot", "lot_result__lot",
)  # fmt: skip
PREFETCH = (
    Prefetch("seizure__animals", SeizedAnimal.objects.order_by("pk")),
    Prefetch("undone_exits", UndoneExit.objects.select_related("custody", "receiver").order_by("pk")),
    Prefetch("exits", Exit.objects.select_related("custody", "receiver").order_by("pk")),
)


def _acts(*queries: Q) -> QuerySet:
    """Acts that some query gives, each by its own index."""
    first, *others = (Act.objects.filter(query).order_by().values("pk") for query in queries)
    return Act.objects.filter(pk__in=first.union(*others))


def acts_of_people(group) -> QuerySet:
    """Acts that concern these records of a person: whose animals were taken, who was called, redeemed or received."""
    return _acts(
        Q(seizure__owner__in=group),
        Q(summons__tutor__in=group),
        Q(acknowledgement__of_act__summons__tutor__in=group),
        Q(redemption__requester__in=group),
        Q(redemption__owner__in=group),
        Q(exits__receiver__in=group),
        Q(exits__custody__seizure__owner__in=group),
        Q(exits__custody__events__tutor__in=group),
        Q(custody_event__custody__seizure__owner__in=group),
    )


def acts_at(municipality, place) -> QuerySet:
    """Acts that began with a seizure at an address; `place` gives the condition on rows with an address."""
    through = ("seizure__", "summons__seizure__", "redemption__seizure__", "exits__custody__seizure__")
    found = _acts(*(place(name) for name in (*through, "custody_event__custody__seizure__")))
    return found.filter(case__municipality=municipality)


def acts_of_animal(animal) -> QuerySet:
    """Acts of every stay of an animal in the depósito."""
    return _acts(
        Q(seizure__animals__animal=animal),
        Q(summons__animals__animal=animal),
        Q(redemption__animals__animal=animal),
        Q(exits__custody__animal=animal),
        Q(undone_exits__custody__animal=animal),
        Q(custody_event__custody__animal=animal),
        Q(sale_lot__animals__custody__animal=animal),
    )


def rows_of_people(group) -> dict[str, tuple]:
    """What is kept of these people in the depósito besides acts: rows, their day, and how one is told."""
    return {
        "owner": (CustodyEvent.objects.standing().filter(tutor__in=group, act=None), "on", _owner),
        "bar": (AdoptionBar.objects.filter(tutor__in=group), "since_on", _bar),
        "follow_up": (FollowUp.objects.filter(exit__receiver__in=group), "due_on", _follow_up),
        "bid": (Bid.objects.filter(bidder__in=group), TruncDate("at"), _bid),
    }


RELATIONS = {
    CustodyEvent: ("custody", "recorded_by__user"),
    AdoptionBar: ("written_by__user",),
    FollowUp: ("exit__custody", "responsible__user"),
    Bid: ("lot", "recorded_by__user"),
}


def _owner(event) -> dict:
    return {
        "title": f"{event.get_kind_display().capitalize()}: animal apreendido nº {event.custody.full_number}",
        "on": event.on,
        "by": event.recorded_by.user.name,
        "note": event.text,
        "url": reverse("impound:custody", args=[event.custody_id]),
    }


def _bar(bar) -> dict:
    lifted = f"levantado em {bar.lifted_on:%d/%m/%Y}: {bar.lifted_reason}" if bar.lifted_on else ""
    return {
        "title": "Impedimento de adotar",
        "on": bar.since_on,
        "by": bar.written_by.user.name,
        "note": " · ".join(part for part in (bar.reason, lifted) if part),
        "void": bar.lifted_on is not None,
        "url": "",
    }


def _follow_up(visit) -> dict:
    seen = f"feita em {visit.done_on:%d/%m/%Y}: {visit.get_result_display()}" if visit.done_on else "a fazer"
    return {
        "title": f"Visita ao animal adotado, nº {visit.exit.custody.full_number}",
        "on": visit.due_on,
        "by": visit.responsible.user.name,
        "note": " · ".join(part for part in (seen, visit.notes) if part),
        "url": reverse("impound:custody", args=[visit.exit.custody_id]),
    }


def _bid(bid) -> dict:
    return {
        "title": f"{bid.lot.words.offer.capitalize()} em {bid.lot.get_kind_display()}: {br.money(bid.amount)}",
        "at": bid.at,
        "by": bid.recorded_by.user.name,
        "note": bid.lot.place,
        "url": reverse("impound:sale", args=[bid.lot_id]),
    }


def page_of(act) -> str:
    """The page of an act of the depósito; empty for any other act. Reads `JOINS` and `PREFETCH`."""
    if hasattr(act, "seizure"):
        return reverse("impound:seizure", args=[act.seizure.pk])
    if hasattr(act, "summons"):
        return reverse("impound:seizure", args=[act.summons.seizure_id])
    if hasattr(act, "redemption"):
        return reverse("impound:redemption", args=[act.redemption.pk])
    if hasattr(act, "custody_event"):
        return reverse("impound:custody", args=[act.custody_event.custody_id])
    if hasattr(act, "sale_lot"):
        return reverse("impound:sale", args=[act.sale_lot.pk])
    if hasattr(act, "lot_result"):
        return reverse("impound:sale", args=[act.lot_result.lot_id])
    left = next(iter([*act.exits.all(), *act.undone_exits.all()]), None)
    return reverse("impound:custody", args=[left.custody_id]) if left else ""


def note_of(act, *, names: bool = True) -> str:
    """What the timeline says of an act of the depósito besides its kind; empty for any other act.

    Without `names` it says nothing of any person: the copy that one person takes home tells nothing of another.
    """
    if act.kind == ActKind.SEIZURE and hasattr(act, "seizure"):
        numbers = ", ".join(row.full_number for row in act.seizure.animals.all()[:SHOWN])
        return f"nº {numbers} · {act.seizure.ground_label}"
    if hasattr(act, "summons"):
        return act.summons.tutor.name if names else ""
    if hasattr(act, "redemption"):
        asked = act.redemption
        withdrawn = f"desistência em {asked.withdrawn_on:%d/%m/%Y}" if asked.withdrawn_on else ""
        return " · ".join(part for part in (asked.requester.name if names else "", withdrawn) if part)
    if hasattr(act, "custody_event"):
        return f"nº {act.custody_event.custody.full_number}: {act.custody_event.label}"
    return "; ".join(_left(left, names) for left in (*act.exits.all(), *act.undone_exits.all()))


def _left(left, names) -> str:
    words = f"nº {left.custody.full_number}: {left.get_kind_display()}"
    return f"{words}, {left.receiver.name}" if left.receiver and names else words


def animals_of(case) -> list[SeizedAnimal]:
    """The animals of a case, with where each is (`stay`, None outside) or how it left (`exit`)."""
    rows = SeizedAnimal.objects.filter(seizure__act__case=case).select_related("animal", "exit")
    found = list(rows.prefetch_related("stays__box").order_by("pk"))
    for custody in found:
        custody.stay = next((stay for stay in custody.stays.all() if stay.left_at is None), None)
    return found


def people_of(case) -> tuple[list, str]:
    """Whom the seizures of a case concern, and where the first was made."""
    rows = list(Seizure.objects.filter(act__case=case).select_related("owner").order_by("-act__at", "-pk"))
    called = Summons.objects.filter(act__case=case).select_related("tutor").order_by("pk")
    asked = (
        Redemption.objects.filter(act__case=case, withdrawn_on=None)
        .select_related("requester")
        .order_by("pk")
    )
    people = [row.owner for row in rows if row.owner]
    people += [row.tutor for row in called] + [row.requester for row in asked]
    return people, next((row.address_line for row in rows if row.address_line), "")


def in_custody(animal) -> SeizedAnimal | None:
    """The stay of an animal that goes on now."""
    return SeizedAnimal.objects.in_custody().filter(animal=animal).first()


def by_number(municipality, number: int, year: int) -> list[SeizedAnimal]:
    """The animal of an entry number."""
    rows = SeizedAnimal.objects.of(municipality).filter(entry_number=number, entry_year=year)
    return list(rows.select_related("animal", "exit")[:SHOWN])


def by_chip(municipality, text: str) -> list[SeizedAnimal]:
    """Animals that came in wearing this chip or tag, also those that no register knows."""
    typed = text.strip()
    bare = search_key(typed).replace(" ", "")
    if not bare:
        return []
    rows = SeizedAnimal.objects.of(municipality)
    found = rows.filter(Q(chip_read=bare[:15]) | Q(tag_read__iexact=typed[:40])).select_related(
        "animal", "exit"
    )
    return list(found.order_by("-pk")[:SHOWN])
