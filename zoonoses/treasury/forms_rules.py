"""Forms of the municipality's own rules about money, of agreements under them, and of the bank's money left over."""

from decimal import Decimal

from django import forms

from zoonoses.municipalities.forms.fields import EARLIEST_YEAR, LATEST_YEAR, AmountField, DayField
from zoonoses.treasury.forms import OFF
from zoonoses.treasury.models import InstalmentRule, LateRule

ACT_HELP = "Lei ou decreto do Município, com o artigo: “Lei Complementar nº 12/2010, art. 5º”."
REASON = forms.Textarea(attrs={"rows": 3})


class PercentField(AmountField):
    """A percentage as people type it: `2`, `0,33`, `0.3333`, `1%`, and `-0,08` where it may be negative."""

    def to_python(self, value):
        if not isinstance(value, str):
            return super().to_python(value)
        text = value.replace("%", "").strip()
        found = super().to_python(text.removeprefix("-").strip())
        return -found if found is not None and text.startswith("-") else found


class MonthField(forms.DateField):
    """A month as `mm/aaaa`; gives its first day."""

    def __init__(self, **kwargs):
        message = f"Escreva o mês como mm/aaaa, entre {EARLIEST_YEAR} e {LATEST_YEAR}."
        super().__init__(
            input_formats=["%m/%Y", "%Y-%m"],
            widget=forms.DateInput(format="%m/%Y", attrs={**OFF, "placeholder": "mm/aaaa"}),
            error_messages={"invalid": message},
            **kwargs,
        )

    def clean(self, value):
        month = super().clean(value)
        if month and not EARLIEST_YEAR <= month.year <= LATEST_YEAR:
            raise forms.ValidationError(self.error_messages["invalid"])
        return month


def _percent(label, **kwargs):
    given = {
        "max_digits": 7,
        "decimal_places": 4,
        "min_value": 0,
        "max_value": 100,
        "required": False,
    } | kwargs
    return PercentField(label=label, **given)


class LateRuleForm(forms.ModelForm):
    """What a delay adds, by the municipality's own act. What is left empty adds nothing."""

    from_on = DayField(label="Vale para cobranças lançadas a partir de")
    late_fine = _percent("Multa de mora (%)")
    late_fine_limit = _percent("Limite da multa de mora (%)", help_text="Quando a multa se conta por dia.")
    interest = _percent("Juros de mora ao mês (%)")

    class Meta:
        model = LateRule
        fields = [
            *("act", "from_on", "scope", "late_fine", "late_fine_count", "late_fine_limit"),
            *("interest", "interest_count", "index", "on_updated", "allocation"),
        ]
        widgets = {"act": forms.TextInput(attrs=OFF), "index": forms.TextInput(attrs=OFF)}
        help_texts = {
            "act": ACT_HELP,
            "index": "O nome do índice que o ato manda usar, como IPCA. Vazio: não se atualiza.",
            "allocation": "Um pagamento menor do que o devido quita a cobrança e os acréscimos nesta ordem.",
        }

    def clean_late_fine(self):
        return self.cleaned_data["late_fine"] or Decimal(0)

    def clean_interest(self):
        return self.cleaned_data["interest"] or Decimal(0)

    @property
    def sections(self):
        """The fields of the page, under their questions."""
        groups = (
            ("O ato", "Cobranças anteriores ficam com a regra do dia em que foram lançadas.", 3),
            ("Multa de mora", "", 3),
            ("Juros de mora", "", 2),
            ("Atualização monetária", "Pelos meses entre o do vencimento e o do pagamento, sem eles.", 2),
            ("Pagamento parcial", "", 1),
        )
        return _sections(self, groups)


class InstalmentRuleForm(forms.ModelForm):
    """Parcelamento, by the municipality's own act."""

    from_on = DayField(label="Vale para acordos a partir de")
    max_count = forms.IntegerField(
        label="Número máximo de parcelas",
        required=False,
        min_value=2,
        max_value=120,
        help_text="Vazio: deste dia em diante não se parcela.",
    )
    min_amount = AmountField(
        label="Parcela mínima (R$)", max_digits=14, decimal_places=2, min_value=0, required=False
    )
    breaks_after = forms.IntegerField(
        label="Rompe-se com quantas parcelas em atraso",
        required=False,
        min_value=1,
        max_value=120,
        help_text="Vazio: o ato não diz.",
    )

    class Meta:
        model = InstalmentRule
        fields = ["act", "from_on", "scope", "max_count", "min_amount", "breaks_after"]
        widgets = {"act": forms.TextInput(attrs=OFF)}
        help_texts = {"act": ACT_HELP}

    def clean_min_amount(self):
        return self.cleaned_data["min_amount"] or Decimal(0)

    @property
    def sections(self):
        """The fields of the page, under their questions."""
        return _sections(self, (("O ato", "", 3), ("Parcelas", "", 3)))


def _sections(form, groups):
    bound, found = list(form), []
    for title, told, count in groups:
        found.append((title, told, bound[:count]))
        bound = bound[count:]
    return found


class VariationForm(forms.Form):
    """How much an index varied in one month."""

    index = forms.ChoiceField(label="Índice")
    month = MonthField(label="Mês")
    percent = PercentField(
        label="Variação no mês (%)", max_digits=9, decimal_places=4, min_value=-50, max_value=1000
    )
    source = forms.CharField(
        label="Onde foi publicada",
        max_length=200,
        widget=forms.TextInput(attrs=OFF),
        help_text="IBGE, 12/05/2025.",
    )

    def __init__(self, *args, indexes, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["index"].choices = [(name, name) for name in indexes]


class PlanForm(forms.Form):
    """An agreement: in how many instalments, from which day on, and who signs."""

    count = forms.IntegerField(label="Número de parcelas", min_value=2, max_value=120)
    first_on = DayField(
        label="Primeira parcela vence em",
        help_text="As outras, no mesmo dia dos meses seguintes; sem expediente, no dia útil seguinte.",
    )
    signer = forms.CharField(
        label="Quem assina",
        max_length=200,
        widget=forms.TextInput(attrs=OFF),
        help_text="O devedor, ou quem o representa.",
    )


class DueForm(forms.Form):
    """Until when the guide of an instalment can be paid."""

    due_on = DayField(
        label="Vencimento da guia",
        help_text="Se cair em dia sem expediente, passa para o primeiro dia útil seguinte.",
    )


class BreakForm(forms.Form):
    """Why an agreement is broken."""

    reason = forms.CharField(label="Motivo do rompimento", max_length=250, widget=REASON)


def _amount():
    return AmountField(label="Valor (R$)", max_digits=14, decimal_places=2, min_value=Decimal("0.01"))


class MatchForm(forms.Form):
    """A charge found by hand, and how much of the bank's money pays it."""

    charge = forms.ChoiceField(
        label="Cobrança", widget=forms.RadioSelect, error_messages={"required": "Escolha a cobrança."}
    )
    amount = _amount()
    note = forms.CharField(
        label="Como se soube",
        max_length=250,
        widget=forms.TextInput(attrs=OFF),
        help_text="Comprovante, contato com o banco.",
    )

    def __init__(self, *args, choices, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["charge"].choices = choices


class ToReturnForm(forms.Form):
    """Money that is to be returned, as far as known to whom."""

    who = forms.CharField(label="A quem", max_length=200, required=False, widget=forms.TextInput(attrs=OFF))
    note = forms.CharField(label="Por quê", max_length=250, widget=forms.TextInput(attrs=OFF))


class GiveBackForm(forms.Form):
    """Money that was returned: to whom, how much, by which document, on which day."""

    who = forms.CharField(label="A quem se devolveu", max_length=200, widget=forms.TextInput(attrs=OFF))
    amount = _amount()
    document_number = forms.CharField(
        label="Documento da devolução",
        max_length=60,
        widget=forms.TextInput(attrs=OFF),
        help_text="Número da transferência, do cheque ou da ordem de pagamento.",
    )
    on = DayField(label="Devolvido em")
    note = forms.CharField(
        label="Observação", max_length=250, required=False, widget=forms.TextInput(attrs=OFF)
    )
