"""What a return visit saw of one earlier finding."""

from django import forms

from inspections.forms.parts import NUMERIC, Part
from inspections.models import ReturnOutcome
from inspections.services.visits import OutcomeInput
from registry.models import Animal


class OutcomePart(Part):
    """Cured, partly (which animals, how many remain), or it persists."""

    result = forms.ChoiceField(
        label="situação", choices=ReturnOutcome.Result.choices, widget=forms.RadioSelect
    )
    remaining = forms.IntegerField(
        label="animais ainda irregulares",
        min_value=1,
        required=False,
        widget=forms.NumberInput(attrs=NUMERIC),
    )
    cured_animals = forms.ModelMultipleChoiceField(
        Animal.objects.none(), label="animais em ordem", required=False, widget=forms.CheckboxSelectMultiple
    )
    notes = forms.CharField(label="observação", required=False, max_length=300)

    def __init__(self, data, *, finding, **kwargs):
        super().__init__(data, prefix=f"out-{finding.pk}", **kwargs)
        self.finding = finding
        self.fields["cured_animals"].queryset = finding.inspection.animals.order_by("name_key", "pk")
        self.fields["remaining"].widget.attrs["max"] = finding.animals

    def clean(self):
        """Partly cured: some remain, fewer than were found. Persists: all remain, unless fewer were counted."""
        data = super().clean()
        result, remaining = data.get("result"), data.get("remaining")
        if result == ReturnOutcome.Result.PARTLY:
            if remaining is None and "remaining" not in self.errors:
                self.missing("remaining", "Diga quantos animais ainda estão irregulares.")
            elif remaining is not None and remaining >= self.finding.animals:
                self.add_error(
                    "remaining",
                    f"Sanado em parte é com menos de {self.finding.animals}: senão, marque “persiste”.",
                )
        if (
            result == ReturnOutcome.Result.PERSISTS
            and remaining is not None
            and remaining > self.finding.animals
        ):
            self.add_error(
                "remaining", f"A vistoria achou {self.finding.animals}: o que há a mais é fato novo."
            )
        return data

    def outcome(self) -> OutcomeInput | None:
        """What the service takes; None while nothing was marked."""
        data = self.cleaned_data
        if not data.get("result"):
            return None
        persists = data["result"] == ReturnOutcome.Result.PERSISTS
        remaining = data.get("remaining") or (self.finding.animals if persists else 0)
        return OutcomeInput(
            finding=self.finding,
            result=data["result"],
            remaining=0 if data["result"] == ReturnOutcome.Result.CURED else remaining,
            cured_animals=tuple(data.get("cured_animals") or ()),
            notes=data.get("notes", ""),
        )
