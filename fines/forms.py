"""Forms of the auto: which conducts, against whom, when and where; and the filters of the list."""

from datetime import datetime
from decimal import Decimal

from django import forms

from registry.models import Tutor
from zoonoses.documents.forms_paper import PaperMixin
from zoonoses.municipalities import clock
from zoonoses.municipalities.forms.fields import AmountField, DayField

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
HOUR = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class Row:
    """One conduct on the form: what the law answers and the fields that it leaves to the agent."""

    def __init__(self, form, option):
        self.option = option
        self.finding = option.finding
        self.pk = option.finding.pk
        for name in ("finding", "gravity", "reason", "measures", "amount", "source"):
            key = f"{name}_{self.pk}"
            setattr(self, name if name != "finding" else "chosen", form[key] if key in form.fields else None)


class NoticeForm(forms.Form):
    """`board` is what the law offers (`services.options.board`); `people`, who may answer."""

    offender = forms.ModelChoiceField(
        label="Infrator", queryset=Tutor.objects.none(), error_messages={"required": "Escolha quem responde."}
    )
    fact_on = DayField(label="Dia do fato", widget=DAY)
    fact_time = forms.TimeField(label="Hora do fato", widget=HOUR)
    address = forms.CharField(label="Endereço da infração", max_length=400)
    description = forms.CharField(
        label="Descrição da infração",
        max_length=6000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="O que foi visto, com as suas palavras. Será impresso como está; os artigos são acrescentados.",
    )

    def __init__(self, *args, board, **kwargs):
        super().__init__(*args, **kwargs)
        self.board = board
        self.fields["offender"].queryset = Tutor.objects.of(board.municipality).heads()
        for option in board.options:
            if option.open:
                self._add(option)
        self._add_circumstances()
        self.rows = [Row(self, option) for option in board.options]

    def _add(self, option):
        pk, finding = option.finding.pk, option.finding
        self.fields[f"finding_{pk}"] = forms.BooleanField(
            label=finding.label, required=False, initial=bool(option.fine or option.reason)
        )
        if option.asks_amount:
            self._add_amount(pk)
        if self.board.gravity_mode == "chosen":
            self.fields[f"gravity_{pk}"] = forms.ChoiceField(
                label="Gravidade",
                required=False,
                initial=finding.gravity or option.gravity_default,
                widget=forms.RadioSelect,
                choices=[(row.code, f"{row.label} – {row.fine or row.reason}") for row in option.classes],
            )
            self.fields[f"reason_{pk}"] = forms.CharField(
                label="Por que esta gravidade",
                required=False,
                max_length=1000,
                initial=finding.gravity_reason,
                widget=forms.Textarea(attrs={"rows": 2}),
            )
        if option.discretionary:
            self.fields[f"measures_{pk}"] = forms.MultipleChoiceField(
                label="Medidas que a autoridade pode acrescentar",
                required=False,
                widget=forms.CheckboxSelectMultiple,
                choices=[(row["code"], row["label"]) for row in option.discretionary],
            )

    def _add_amount(self, pk):
        """What the published text lacks: both fields or neither, and both when the conduct is chosen."""
        self.fields[f"amount_{pk}"] = AmountField(
            label="Valor da multa (R$)"
            if self.board.unit == "BRL"
            else f"Valor da multa ({self.board.unit})",
            required=False,
            max_digits=9,
            decimal_places=2,
            min_value=Decimal("0.01"),
            error_messages={"min_value": "O valor tem de ser maior que zero."},
            help_text="O valor de base, antes de multiplicar por animal ou pela reincidência.",
        )
        self.fields[f"source_{pk}"] = forms.CharField(
            label="Fonte consultada",
            required=False,
            max_length=300,
            help_text="Lei e artigo, com a redação que valia no dia do fato, e onde foi lida. Sai impresso no auto.",
        )

    def _add_circumstances(self):
        names = {"aggravating": "Agravantes", "mitigating": "Atenuantes"}
        for kind, label in names.items():
            rows = [row for row in self.board.circumstances if row.kind == kind]
            if not rows:
                continue
            seen = [code for option in self.board.options for code in getattr(option.finding, kind)]
            self.fields[kind] = forms.MultipleChoiceField(
                label=label,
                required=False,
                initial=seen,
                widget=forms.CheckboxSelectMultiple,
                choices=[(row.code, f"{row.label} ({row.article})") for row in rows],
            )

    def clean(self):
        data = super().clean()
        chosen = [option for option in self.board.options if data.get(f"finding_{option.finding.pk}")]
        if not chosen:
            raise forms.ValidationError("Escolha ao menos uma conduta para o auto.")
        for option in chosen:
            pk = option.finding.pk
            if option.asks_amount:
                self._check_amount(pk, data)
            if f"gravity_{pk}" not in self.fields:
                continue
            if not data.get(f"gravity_{pk}") and f"gravity_{pk}" not in self.errors:
                self.add_error(f"gravity_{pk}", "Escolha a gravidade: a lei a deixa ao agente.")
            if not (data.get(f"reason_{pk}") or "").strip():
                self.add_error(f"reason_{pk}", "Escreva por que escolheu esta gravidade.")
        return data

    def _check_amount(self, pk, data):
        if data.get(f"amount_{pk}") is None and f"amount_{pk}" not in self.errors:
            self.add_error(f"amount_{pk}", "Informe o valor: o texto publicado não o dá para este dia.")
        if not (data.get(f"source_{pk}") or "").strip() and f"source_{pk}" not in self.errors:
            self.add_error(
                f"source_{pk}", "Informe a fonte: o ato e a redação em que o valor foi consultado."
            )

    def decided(self) -> list[dict]:
        """For each chosen conduct, what the agent decided: the arguments of a `Choice`."""
        data = self.cleaned_data
        return [
            {
                "finding_id": option.finding.pk,
                "gravity": data.get(f"gravity_{option.finding.pk}") or "",
                "gravity_reason": data.get(f"reason_{option.finding.pk}") or "",
                "discretionary": tuple(data.get(f"measures_{option.finding.pk}") or ()),
                "typed_amount": data.get(f"amount_{option.finding.pk}"),
                "typed_source": data.get(f"source_{option.finding.pk}") or "",
            }
            for option in self.board.options
            if data.get(f"finding_{option.finding.pk}")
        ]

    def fact_at(self) -> datetime:
        """The moment of the fact, in the municipality's own zone."""
        data = self.cleaned_data
        return datetime.combine(data["fact_on"], data["fact_time"], clock.zone(self.board.municipality))


class PaperNoticeForm(PaperMixin, NoticeForm):
    """An auto drawn up on a numbered blank in the street, entered now."""


class NoticeFilter(forms.Form):
    """Filters of the list of autos."""

    STATES = (("", "todos"), ("standing", "em vigor"), ("annulled", "anulados"), ("unserved", "sem ciência"))
    number = forms.RegexField(
        r"^\s*\d{1,7}(\s*/\s*\d{4})?\s*$",
        label="Número",
        required=False,
        error_messages={"invalid": "Escreva o número como 12 ou 0012/2026."},
    )
    person = forms.CharField(label="Pessoa", required=False, max_length=200)
    state = forms.ChoiceField(label="Situação", required=False, choices=STATES)
    since = DayField(label="De", required=False, widget=DAY)
    until = DayField(label="Até", required=False, widget=DAY)

    def clean(self):
        data = super().clean()
        if data.get("since") and data.get("until") and data["since"] > data["until"]:
            self.add_error("until", "O fim do período vem antes do começo.")
        return data
