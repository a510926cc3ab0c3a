"""Forms of the redemption: the request, what was shown, the guide, the payment, the withdrawal."""

from django import forms

from impound.models import Redemption
from zoonoses.municipalities.forms.fields import LifetimeDayField
from zoonoses.treasury.models import Payment

OFF = {"autocomplete": "off"}
Capacity = Redemption.Capacity


class RequestForm(forms.Form):
    """Which animals, in what capacity, and the birth of who asks, where the law asks for an age."""

    animals = forms.ModelMultipleChoiceField(
        label="Animais desta apreensão", queryset=None, widget=forms.CheckboxSelectMultiple
    )
    capacity = forms.ChoiceField(label="Quem pede é", choices=Capacity.choices, widget=forms.RadioSelect)
    born_on = LifetimeDayField(label="Nascimento de quem pede")
    asked_on = LifetimeDayField(label="Dia em que o pedido foi recebido")
    scan = forms.FileField(
        label="Pedido em papel, digitalizado (foto ou PDF)",
        widget=forms.ClearableFileInput(attrs={"accept": "image/*,application/pdf"}),
        help_text="Se a página voltar com um aviso, escolha o arquivo de novo.",
    )

    def __init__(self, *args, animals, asks_birth, on_paper=False, owner=None, today=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["animals"].queryset = animals
        self.fields["animals"].label_from_instance = animal_label
        self.owner, self.today = owner, today
        if not asks_birth:
            del self.fields["born_on"]
        if not on_paper:
            del self.fields["asked_on"], self.fields["scan"]

    def clean_born_on(self):
        born_on = self.cleaned_data["born_on"]
        if self.today and born_on >= self.today:
            raise forms.ValidationError("O nascimento tem de ser anterior a hoje.")
        if born_on.year < 1900:
            raise forms.ValidationError(f"Confira o ano do nascimento: {born_on.year}.")
        return born_on


def animal_label(custody) -> str:
    """`nº 0012/2026 – equino, fêmea, pelagem baia`."""
    looks = (custody.animal.species_label, custody.get_sex_display(), custody.description)
    return f"nº {custody.full_number} – {', '.join(part for part in looks if part)}"


class ItemForm(forms.Form):
    """What was shown, in words, with a copy, or both."""

    label = forms.CharField(
        label="O que foi apresentado", max_length=200, required=False, widget=forms.TextInput(attrs=OFF)
    )
    copy = forms.FileField(
        label="Cópia (foto ou PDF)",
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": "image/*,application/pdf"}),
        help_text="Fica guardada em lugar privado; só a equipe a vê.",
    )

    def clean(self):
        data = super().clean()
        if not data.get("label", "").strip() and not data.get("copy") and not self.errors:
            self.add_error("label", "Diga o que foi apresentado, ou junte a cópia.")
        return data


class GuideForm(forms.Form):
    """Until when the guide can be paid: while the bill stays the same."""

    due_on = LifetimeDayField(
        label="Vencimento da guia",
        help_text="Se cair em dia sem expediente, passa para o primeiro dia útil seguinte.",
    )


class PayForm(forms.Form):
    """All that is owed, received at once."""

    means = forms.ChoiceField(label="Meio", choices=Payment.Means.choices)
    paid_on = LifetimeDayField(label="Pago em")


class WithdrawForm(forms.Form):
    """Why who asked gave up."""

    reason = forms.CharField(
        label="Motivo da desistência", max_length=250, widget=forms.Textarea(attrs={"rows": 2})
    )


class ReleaseForm(forms.Form):
    """The Termo is signed in the act."""

    signed = forms.BooleanField(
        label="Quem recebe os animais leu o Termo e o assina neste ato",
        error_messages={"required": "Sem a assinatura do Termo os animais não são entregues."},
    )
