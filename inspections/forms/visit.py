"""The whole form of a visit, bound to what its draft holds: as typed, right or wrong."""

from functools import cached_property

from django.forms.utils import ErrorDict

from inspections.forms import parts
from inspections.forms.outcomes import OutcomePart
from inspections.services.visits import FindingInput, VisitInput
from zoonoses.text import record_key

MAX_ROWS = 40
TICKED = "on"


class VisitForm:
    """All the parts over one `data` (a QueryDict).

    `strict`: the visit is to be filed, everything needed must be there. `checked=False` shows the data without
    judging it, as when a draft is opened. `findings_before` are the earlier findings that a return visit looks at.
    """

    def __init__(
        self, data, *, municipality, law, today, strict, checked=True, findings_before=(), is_return=False
    ):
        self.data, self.law, self.strict, self.checked = data, law, strict, checked
        self.is_return = is_return
        common = {"strict": strict}
        self.who = parts.WhoPart(data, prefix="who", municipality=municipality, **common)
        self.tutor_form = parts.NewTutorPart(data, municipality=municipality, **common)
        self.where = parts.WherePart(data, prefix="where", **common)
        self.known = parts.KnownAnimalsPart(data, prefix="known", tutor=self._tutor(), **common)
        self.rows = [
            parts.AnimalPart(data, prefix=f"animal-{index}", today=today, **common)
            for index in range(self.row_count)
        ]
        self.signs = parts.SignsPart(data, prefix="signs", law=law, **common)
        self.findings = [
            parts.FindingPart(data, conduct=conduct, law=law, **common) for conduct in law.conducts
        ]
        for part in self.findings:
            part.is_suggested = part.conduct.code in self.signs.suggested
        self.circumstances = parts.CircumstancesPart(data, prefix="circumstances", law=law, **common)
        self.closing = parts.ClosingPart(data, prefix="closing", **common)
        self.outcomes = [OutcomePart(data, finding=finding, **common) for finding in findings_before]
        if not checked:
            for part in self.parts:
                part._errors, part.cleaned_data = ErrorDict(), {}

    def _tutor(self):
        """The person chosen so far, if any: their animals can be ticked."""
        field = self.who.fields["tutor"]
        key = record_key(self.data.get("who-tutor"))
        return None if key is None else field.queryset.filter(pk=key).first()

    @cached_property
    def tutor(self):
        """The person of the registry whose visit this is, or None."""
        return self._tutor() if self.data.get("who-who") == parts.WhoPart.KNOWN else None

    @property
    def row_count(self):
        text = self.data.get("animal-rows", "")
        return min(max(int(text), 1), MAX_ROWS) if text.isdecimal() and len(text) < 5 else 1

    @property
    def is_new_tutor(self):
        return self.data.get("who-who") == parts.WhoPart.NEW

    @property
    def found(self):
        """The conducts that were ticked."""
        return [part for part in self.findings if part.is_found]

    @property
    def parts(self):
        """The parts that count: rows left blank and conducts not found are not judged."""
        rows = [row for row in self.rows if not row.is_blank]
        who = [] if self.is_return else [self.who, self.where]
        new = [self.tutor_form] if self.is_new_tutor and not self.is_return else []
        known = [] if self.is_return else [self.known]
        return [
            *who,
            *new,
            *known,
            *rows,
            self.signs,
            *self.found,
            self.circumstances,
            self.closing,
            *self.outcomes,
        ]

    @cached_property
    def problems(self):
        """Sentences about the visit as a whole."""
        if not self.strict or self.is_return:
            return []
        problems = []
        if not self.found and not self.data.get("closing-notes", "").strip():
            problems.append(
                "Marque o que foi encontrado, ou escreva nas observações que nada irregular foi visto."
            )
        return problems

    def is_valid(self):
        """Judges every part, so that all errors show at once."""
        judged = [part.is_valid() for part in self.parts]
        return all(judged) and not self.problems

    @property
    def invalid_parts(self):
        return [part for part in self.parts if self.checked and part.errors]

    def visit_input(self) -> VisitInput:
        """What the services take; only after `is_valid()`."""
        rows = [row for row in self.rows if not row.is_blank]
        closing, where = self.closing.cleaned_data, {} if self.is_return else self.where.cleaned_data
        return VisitInput(
            tutor=self.tutor,
            new_tutor=self.tutor_form.values() if self.is_new_tutor and not self.is_return else None,
            place=dict(where),
            animals=[] if self.is_return else list(self.known.cleaned_data["animals"]),
            new_animals=[_animal_values(row) for row in rows],
            findings=[self._finding(part) for part in self.found],
            signs=list(self.signs.cleaned_data["signs"]),
            signs_other=self.signs.cleaned_data["other"],
            closing=dict(closing),
            outcomes=[part.outcome() for part in self.outcomes if part.outcome() is not None],
        )

    def _finding(self, part) -> FindingInput:
        data, around = part.cleaned_data, self.circumstances.cleaned_data
        return FindingInput(
            infraction=part.conduct.code,
            animals=data.get("animals") or 1,
            description=data.get("description", ""),
            measured=part.measured(),
            gravity=data.get("gravity", ""),
            gravity_reason=data.get("gravity_reason", "") if data.get("gravity") else "",
            aggravating=tuple(around.get("aggravating", ())),
            mitigating=tuple(around.get("mitigating", ())),
            handler=data.get("handler", ""),
        )


def _animal_values(row) -> dict:
    values = dict(row.cleaned_data)
    values.pop("remove", None)
    values["quantity"] = values.get("quantity") or 1
    return values
