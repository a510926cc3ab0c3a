"""Forms of the acts after the visit: intimation, report of the vet, guidance, extension."""

from django import forms

from inspections.models import VetReport
from zoonoses.documents.forms_paper import PaperMixin
from zoonoses.municipalities.forms.fields import DayField

LONGEST_TERM = 365
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class Row:
    """One finding on the form: the law's answer, and its fields where the law allows the act."""

    def __init__(self, form, option):
        self.option = option
        self.finding = option.finding
        self.pk = option.finding.pk
        self.chosen = form[f"finding_{self.pk}"] if option.open else None
        self.days = form[f"days_{self.pk}"] if f"days_{self.pk}" in form.fields else None

    @property
    def offer(self):
        return self.option.step.offer if self.option.open else None

    @property
    def refused(self):
        """Why this finding cannot be intimated now, with its article: (sentence, article, first day)."""
        if self.option.open:
            return None
        if self.option.refusal:
            return self.option.refusal.sentence, self.option.refusal.article, None
        return self.option.step.reason, self.option.step.article, self.option.step.from_on


class IntimationForm(forms.Form):
    """Which findings to order put right, in how many days each, and what must be done.

    `options` are the findings of the visit with the law's answer (`services.intimations.choices`).
    """

    orders = forms.CharField(
        label="O que deve ser feito",
        widget=forms.Textarea(attrs={"rows": 5}),
        max_length=4000,
        help_text="Será impresso como está. Escreva ordens claras, que a pessoa possa cumprir no prazo.",
    )

    def __init__(self, *args, options, **kwargs):
        super().__init__(*args, **kwargs)
        self.options = options
        for option in options:
            if option.open:
                self._add(option)
        self.rows = [Row(self, option) for option in options]

    def _add(self, option):
        finding, offer = option.finding, option.step.offer
        self.fields[f"finding_{finding.pk}"] = forms.BooleanField(
            label=finding.label, required=False, initial=True, help_text=finding.article
        )
        field = days_field(offer)
        if field is not None:
            self.fields[f"days_{finding.pk}"] = field

    def clean(self):
        data = super().clean()
        chosen = [
            option for option in self.options if option.open and data.get(f"finding_{option.finding.pk}")
        ]
        if not chosen:
            raise forms.ValidationError("Escolha pelo menos uma constatação.")
        for option in chosen:
            name = f"days_{option.finding.pk}"
            if name in self.fields and not data.get(name) and name not in self.errors:
                self.add_error(name, "Escolha o prazo.")
        return data

    def chosen(self):
        """Pairs of finding and days; None as days takes the term that the law fixes."""
        data = self.cleaned_data
        return [
            (option.finding, data.get(f"days_{option.finding.pk}"))
            for option in self.options
            if option.open and data.get(f"finding_{option.finding.pk}")
        ]


def days_field(offer):
    """The field of the term as the law offers it: none when it is fixed, a choice, or a number with its
    ceiling.
    """
    if offer is None or offer.kind == "fixed":
        return None
    if offer.kind == "choice":
        return forms.TypedChoiceField(
            label="Prazo",
            choices=[(days, f"{days} dias") for days in offer.days],
            coerce=int,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
            help_text=offer.article,
        )
    ceiling = offer.days if offer.kind == "at_most" else LONGEST_TERM
    return forms.IntegerField(
        label="Prazo em dias",
        min_value=1,
        max_value=ceiling,
        required=False,
        initial=ceiling if offer.kind == "at_most" else None,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=f"{offer.label} ({offer.article})" if offer.article else offer.label,
    )


class PaperIntimationForm(PaperMixin, IntimationForm):
    """An intimation done on a numbered blank in the street, entered now."""


class VetReportForm(forms.ModelForm):
    """Items a–f of the law that asks for the report; the labels are the law's own."""

    class Meta:
        model = VetReport
        fields = (
            "species",
            "breed",
            "presumed_age",
            "confinement",
            "nutritional_state",
            "other",
            "confirms_mistreatment",
        )
        widgets = {
            "confinement": forms.Textarea(attrs={"rows": 4}),
            "nutritional_state": forms.Textarea(attrs={"rows": 3}),
            "other": forms.Textarea(attrs={"rows": 3}),
        }
        labels = {
            "species": "a) Espécie animal",
            "breed": "b) Raça",
            "presumed_age": "c) Idade presumida",
            "confinement": "d) Descrição do local de confinamento",
            "nutritional_state": "e) Estado nutricional aparente",
            "other": "f) Outras informações relevantes",
            "confirms_mistreatment": "O relatório constata maus-tratos",
        }


class GuidanceForm(forms.Form):
    """What was taught about one finding for which the law has no sanction."""

    finding = forms.ModelChoiceField(
        label="Constatação", queryset=None, widget=forms.RadioSelect, empty_label=None
    )
    text = forms.CharField(label="Orientação dada", widget=forms.Textarea(attrs={"rows": 5}), max_length=4000)

    def __init__(self, *args, findings, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["finding"].queryset = findings
        self.fields["finding"].label_from_instance = lambda finding: f"{finding.label} ({finding.article})"


class ReferralForm(forms.Form):
    """To whom the case is sent on, and what else that authority should know."""

    recipient = forms.CharField(
        label="A quem se encaminha",
        max_length=200,
        help_text="O nome da unidade, como “Delegacia de Polícia Civil”.",
    )
    text = forms.CharField(
        label="Outras informações",
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=4000,
        help_text="O relatório, as condutas e os documentos do caso já vão no ofício.",
    )


class ExtensionForm(forms.Form):
    """The new last day, included, and why."""

    until_on = DayField(label="Novo último dia", widget=DAY)
    reason = forms.CharField(label="Motivo", widget=forms.Textarea(attrs={"rows": 4}), max_length=2000)
