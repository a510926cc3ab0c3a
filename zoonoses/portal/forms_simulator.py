"""Forms of the simulator: the law and the question, then the facts that the question takes."""

from datetime import date

from django import forms

from zoonoses.municipalities.forms.fields import AmountField
from zoonoses.portal.services import simulator

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
MOMENT = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
MOST = 100_000


class ChooseForm(forms.Form):
    """Step 1: municipality and question; and, when both are known, about what."""

    law = forms.ChoiceField(
        label="Município e lei", error_messages={"invalid_choice": "Escolha uma das leis."}
    )
    question = forms.ChoiceField(
        label="Pergunta",
        error_messages={"invalid_choice": "Esta lei não responde a esta pergunta: escolha outra."},
    )

    def __init__(self, *args, rules=None, question="", **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["law"].choices = simulator.laws()
        rows = simulator.questions_of(rules) if rules else list(simulator.QUESTIONS.items())
        self.fields["question"].choices = rows
        if rules and question in simulator.SUBJECT_KEYS and question in dict(rows):
            key, label = simulator.SUBJECT_KEYS[question]
            choices = [("", "Escolha"), *simulator.subjects_of(rules, question)]
            self.fields["subject"] = forms.ChoiceField(
                label=label, choices=choices, error_messages={"invalid_choice": "Isto não está nesta lei."}
            )


class FactsForm(forms.Form):
    """Step 2: the facts of one question of one law, its readings and the holidays that count."""

    def __init__(self, *args, rules, question, subject, **kwargs):
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.specs = simulator.specs_of(rules, question, subject)
        self.reading_specs = simulator.reading_specs(rules)
        for spec in self.specs:
            self._add(f"f_{spec.name}", spec)
        for spec in self.reading_specs:
            self._add(f"r_{spec.name}", spec)
        self.fields["official"] = forms.BooleanField(
            label=f"Contar os feriados nacionais e de {rules.header.uf}", required=False, initial=True
        )
        self.fields["holidays"] = forms.CharField(
            label="Outros dias sem expediente",
            required=False,
            max_length=2000,
            widget=forms.Textarea(attrs={"rows": 2}),
            help_text="Um por linha, como 25/04/2025: os feriados do município não estão incluídos.",
        )

    def _add(self, name, spec):
        if spec.kind == "animals":
            self._add_rows(name, spec)
        else:
            self.fields[name] = field_of(spec)

    def _add_rows(self, name, spec):
        """Up to three lines of species and quantity, with birth or size where the question wants it."""
        for row in range(1, simulator.ROWS + 1):
            first = spec.required and row == 1
            choices = spec.choices if first else (("", "nenhuma"), *spec.choices)
            self.fields[f"{name}_{row}_species"] = forms.ChoiceField(
                label=f"{spec.label} {row}: espécie", choices=choices, required=first
            )
            self.fields[f"{name}_{row}_count"] = forms.IntegerField(
                label="Quantidade", min_value=1, max_value=MOST, required=first, initial=1 if first else None
            )
            if spec.help == "born_on":
                self.fields[f"{name}_{row}_born_on"] = forms.DateField(
                    label="Nascidos em", required=False, widget=DAY, help_text="Vazio: adultos."
                )
            elif spec.help == "size":
                sizes = [
                    ("", "da tabela da lei"),
                    *((code, row.label) for code, row in self.rules.sizes.items()),
                ]
                self.fields[f"{name}_{row}_size"] = forms.ChoiceField(
                    label="Porte", choices=sizes, required=False
                )

    def clean_holidays(self):
        """Days as people write them."""
        days = []
        for word in self.cleaned_data["holidays"].replace(",", " ").replace(";", " ").split():
            parts = word.split("/")
            try:
                day, month, year = (int(part) for part in parts)
                days.append(date(year, month, day))
            except ValueError:
                raise forms.ValidationError(f"“{word}” não é um dia: escreva como 25/04/2025.") from None
        return days

    def given(self):
        """The facts, as the law engine takes them."""
        found = {}
        for spec in self.specs:
            name = f"f_{spec.name}"
            if spec.kind == "animals":
                found[spec.name] = self._rows(name)
            else:
                found[spec.name] = plain(self.cleaned_data.get(name))
        return found

    def _rows(self, name):
        data, rows = self.cleaned_data, []
        for number in range(1, simulator.ROWS + 1):
            cells = {
                key: data.get(f"{name}_{number}_{key}") for key in ("species", "count", "born_on", "size")
            }
            if cells["species"]:
                cells["count"] = cells["count"] or 1
                rows.append({key: plain(value) for key, value in cells.items() if value not in (None, "")})
        return rows

    def readings(self):
        """The readings tried, by key; the empty ones keep the law's default."""
        typed = {spec.name: plain(self.cleaned_data.get(f"r_{spec.name}")) for spec in self.reading_specs}
        return simulator.reading_values(self.rules, typed)

    @property
    def fact_fields(self):
        return [self[name] for name in self.fields if name.startswith("f_")]

    @property
    def reading_fields(self):
        return [self[name] for name in self.fields if name.startswith("r_")]


def field_of(spec) -> forms.Field:
    """The field of one fact or reading."""
    common = {"label": spec.label, "required": spec.required and spec.kind != "bool", "help_text": spec.help}
    if spec.kind == "bool":
        return forms.BooleanField(
            label=spec.label, required=False, initial=bool(spec.default), help_text=spec.help
        )
    if spec.kind == "int":
        widget = forms.NumberInput(attrs={"inputmode": "numeric"})
        return forms.IntegerField(**common, min_value=0, max_value=MOST, initial=spec.default, widget=widget)
    if spec.kind == "decimal":
        widget = forms.TextInput(attrs={"inputmode": "decimal"})
        return AmountField(
            **common,
            min_value=0,
            max_digits=14,
            decimal_places=4,
            localize=True,
            initial=spec.default,
            widget=widget,
        )
    if spec.kind == "date":
        return forms.DateField(**common, widget=DAY)
    if spec.kind == "datetime":
        return forms.DateTimeField(**common, widget=MOMENT, input_formats=["%Y-%m-%dT%H:%M"])
    if spec.kind == "codes":
        return forms.MultipleChoiceField(**common, choices=spec.choices, widget=forms.CheckboxSelectMultiple)
    choices = spec.choices if spec.default or spec.required else (("", "não informado"), *spec.choices)
    return forms.ChoiceField(**common, choices=choices, initial=spec.default)


def plain(value):
    """A cleaned value as the engine reads it: dates and times as ISO text, decimals as text."""
    if value is None or isinstance(value, bool | int | str | list):
        return value
    if hasattr(value, "hour"):
        return value.strftime("%Y-%m-%dT%H:%M")
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
