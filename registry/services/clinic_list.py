"""What the pages say about each clinic: whether its accreditation holds, its kits, its remittance."""

from datetime import date, timedelta

from registry.models import Clinic
from registry.services import kits, remittances
from zoonoses.municipalities.lawbook import Lawbook

SOON = timedelta(days=30)


def for_list(municipality):
    """Clinics with stock and remittance counted in the same query, by name."""
    return remittances.with_remittance(kits.with_stock(Clinic.objects.of(municipality))).order_by(
        "name", "pk"
    )


def standing(clinic: Clinic, on: date) -> dict:
    """Whether the accreditation holds on a day: `words` and `state` (ok, soon, ended)."""
    if clinic.suspended_on and clinic.suspended_on <= on:
        return {"state": "ended", "words": f"suspensa desde {clinic.suspended_on:%d/%m/%Y}"}
    if clinic.valid_until and clinic.valid_until < on:
        return {"state": "ended", "words": f"credenciamento venceu em {clinic.valid_until:%d/%m/%Y}"}
    if clinic.accredited_on > on:
        return {"state": "soon", "words": f"credenciada a partir de {clinic.accredited_on:%d/%m/%Y}"}
    if clinic.valid_until and clinic.valid_until <= on + SOON:
        return {"state": "soon", "words": f"credenciamento vence em {clinic.valid_until:%d/%m/%Y}"}
    return {"state": "ok", "words": "credenciada"}


def due_words(clinic: Clinic, municipality, on: date, lawbook: Lawbook | None = None) -> dict:
    """The remittance of a clinic: `due` (remittances.Due), `overdue`, and a sentence when nothing can be said."""
    if not hasattr(clinic, "first_pending_on"):
        clinic = for_list(municipality).get(pk=clinic.pk)
    due = remittances.due_of(clinic, lawbook or Lawbook(municipality, on))
    sentence = ""
    if not due.in_law:
        sentence = "A lei deste município não prevê remessa mensal das vias."
    elif due.unknown:
        sentence = due.unknown
    elif due.due_on is None:
        sentence = "Nenhum registro feito ainda: o prazo começa com o primeiro."
    elif clinic.first_pending_on is None:
        sentence = "Nada a remeter por enquanto."
    return {
        "due": due,
        "sentence": sentence,
        "due_on": due.due_on if clinic.first_pending_on else None,
        "overdue": remittances.is_overdue(clinic, due, on),
    }


def told(clinics, municipality, on: date) -> list[dict]:
    """The lines of the list: pk, title, subtitle, what comes next and by when."""
    lawbook = Lawbook(municipality, on)
    return [_line(clinic, municipality, on, lawbook) for clinic in clinics]


def _line(clinic, municipality, on, lawbook):
    state, stock = standing(clinic, on), kits.stock_of(clinic)
    remittance = due_words(clinic, municipality, on, lawbook)
    notes = [state["words"], f"{stock.free} kits livres" if stock.received else "sem kits"]
    tag = "estoque baixo" if stock.is_low else ""
    return {
        "pk": clinic.pk,
        "title": clinic.name,
        "subtitle": " · ".join(notes),
        "next": "Remessa das vias" if remittance["due_on"] else "",
        "due": remittance["due_on"],
        "tag": "sem credenciamento" if state["state"] == "ended" else tag,
    }
