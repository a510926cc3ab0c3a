"""Adopting a law, and choosing how an open point of it is read."""

from django import forms

from zoonoses.municipalities.forms.fields import AmountField, DayField


class AdoptForm(forms.Form):
    """Which law, from which day."""

    ruleset = forms.ChoiceField(label="Lei")
    from_on = DayField(
        label="A partir de",
        required=False,
        help_text="Vazio: desde sempre. O fato é julgado pela lei do seu dia.",
    )

    def __init__(self, *args, offered, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["ruleset"].choices = [("", "Escolha a lei"), *offered]


class ReadingForm(forms.Form):
    """One reading, shaped by the kind of the point: options of the law, a day, a number, a text."""

    reason = forms.CharField(
        label="Motivo",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Parecer, decreto ou decisão que fundamenta a leitura. Fica no histórico.",
    )

    def __init__(self, *args, reading, **kwargs):
        super().__init__(*args, **kwargs)
        self.reading = reading
        self.fields["value"] = self._value_field()
        self.order_fields(["value", "reason"])

    def _value_field(self):
        reading = self.reading
        if reading.options:
            choices = [(str(index), option.label) for index, option in enumerate(reading.options)]
            return forms.ChoiceField(label="Leitura", choices=choices, widget=forms.RadioSelect)
        if reading.kind == "bool":
            choices = [("true", "Sim"), ("false", "Não")]
            return forms.ChoiceField(label="Leitura", choices=choices, widget=forms.RadioSelect)
        optional = {"label": reading.label, "required": reading.default is not None}
        if reading.kind == "date":
            return DayField(help_text="" if optional["required"] else "Vazio: não se sabe.", **optional)
        if reading.kind == "int":
            return forms.IntegerField(min_value=0, **optional)
        if reading.kind == "decimal":
            return AmountField(min_value=0, **optional)
        return forms.CharField(max_length=200, **optional)

    def clean_value(self):
        """The value itself, not the position of the option; None where nothing was informed."""
        typed = self.cleaned_data["value"]
        if self.reading.options:
            return self.reading.options[int(typed)].value
        if self.reading.kind == "bool":
            return typed == "true"
        return None if typed in ("", None) else typed


def initial_value(reading, current):
    """The current reading as the form shows it."""
    if reading.options:
        return next((str(i) for i, option in enumerate(reading.options) if option.value == current), None)
    return {True: "true", False: "false"}[current] if reading.kind == "bool" else current
