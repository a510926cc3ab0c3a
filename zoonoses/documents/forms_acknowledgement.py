"""Forms of the ciência: how the person came to know, and on which day."""

import base64

from django import forms
from django.core.files.base import ContentFile
from django.core.validators import RegexValidator

from zoonoses.documents.models import Acknowledgement
from zoonoses.documents.services.acknowledgement import Service
from zoonoses.municipalities.forms.fields import DayField

Means = Acknowledgement.Means
PNG_URL = "data:image/png;base64,"
AR_CODE = RegexValidator(r"^[0-9A-Za-z .-]*$", "O código do AR tem só letras e números, como AA123456789BR.")
DAY_INPUT = {"type": "date"}


class WitnessFields(forms.Form):
    """The two witnesses of a refusal; asked only when the person refused to sign."""

    witness_1 = forms.CharField(label="Testemunha 1: nome", max_length=200, required=False)
    witness_1_document = forms.CharField(label="Testemunha 1: CPF ou RG", max_length=40, required=False)
    witness_2 = forms.CharField(label="Testemunha 2: nome", max_length=200, required=False)
    witness_2_document = forms.CharField(label="Testemunha 2: CPF ou RG", max_length=40, required=False)

    def witnesses(self):
        """Pairs of name and document, as the service takes them; none when nobody was named."""
        data = self.cleaned_data
        pairs = [(data[f"witness_{n}"].strip(), data[f"witness_{n}_document"].strip()) for n in (1, 2)]
        return tuple(pairs) if any(name for name, _ in pairs) else ()

    def require_witnesses(self, means):
        """A refusal needs both names; says so beside each field."""
        if means != Means.REFUSED:
            return
        for name in ("witness_1", "witness_2"):
            if not (self.cleaned_data.get(name) or "").strip():
                self.add_error(name, "Informe o nome da testemunha: são duas.")


class ProofField(forms.FileField):
    """The proof of a ciência: the scan of the AR, the page of the gazette. Optional."""

    def __init__(self, **kwargs):
        super().__init__(required=False, widget=forms.FileInput(attrs={"accept": "image/*,.pdf"}), **kwargs)


class AcknowledgementForm(WitnessFields):
    """Ciência of an act already issued, by any of the four means; `notes` tells which of them the law does not name."""

    means = forms.ChoiceField(label="Como a pessoa soube", choices=Means.choices, widget=forms.RadioSelect)
    on = DayField(
        label="Data da ciência",
        widget=forms.DateInput(attrs=DAY_INPUT, format="%Y-%m-%d"),
        help_text="No AR, a data assinada no aviso; no edital, a da publicação.",
    )
    received_by = forms.CharField(
        label="Quem assinou ou recebeu",
        max_length=200,
        required=False,
        help_text="Nome de quem tomou ciência.",
    )
    postal_code = forms.CharField(label="Código do AR", max_length=30, required=False, validators=[AR_CODE])
    publication = forms.CharField(
        label="Onde o edital foi publicado",
        max_length=250,
        required=False,
        help_text="Nome do diário, edição e página.",
    )
    proof = ProofField(label="Arquivo", help_text="Foto ou PDF do AR assinado, ou da página publicada.")
    field_order = ("means", "on", "received_by")

    def __init__(self, *args, notes=None, **kwargs):
        super().__init__(*args, **kwargs)
        notes = notes or {}
        self.fields["means"].choices = [
            (value, f"{label} – fora dos meios que a lei nomeia" if notes.get(value) else label)
            for value, label in Means.choices
        ]

    def clean(self):
        data = super().clean()
        means = data.get("means")
        self.require_witnesses(means)
        if means == Means.POSTAL and not data.get("postal_code"):
            self.add_error("postal_code", "Informe o código impresso no aviso de recebimento.")
        if means == Means.EDITAL and not data.get("publication"):
            self.add_error("publication", "Informe onde o edital foi publicado.")
        return data

    def service(self):
        """What `acknowledge` takes."""
        data = self.cleaned_data
        means = data["means"]
        return Service(
            means=means,
            on=data["on"],
            received_by=data["received_by"],
            witnesses=self.witnesses() if means == Means.REFUSED else (),
            postal_code=data["postal_code"].upper() if means == Means.POSTAL else "",
            publication=data["publication"] if means == Means.EDITAL else "",
        )


class SameActForm(WitnessFields):
    """Ciência given in the very act: the person is there and signs, or refuses before two witnesses."""

    LATER = "later"
    means = forms.ChoiceField(
        label="Ciência",
        choices=(
            (LATER, "registrar depois (AR, edital, ou quando a pessoa for encontrada)"),
            (Means.IN_PERSON, "a pessoa está presente e assina agora"),
            (Means.REFUSED, "a pessoa está presente e se recusa a assinar"),
        ),
        initial=LATER,
        widget=forms.RadioSelect,
    )
    received_by = forms.CharField(label="Quem assina", max_length=200, required=False)
    signature = forms.CharField(required=False, widget=forms.HiddenInput)
    field_order = ("means", "received_by")

    def clean(self):
        data = super().clean()
        self.require_witnesses(data.get("means"))
        return data

    def clean_signature(self):
        """The bytes of the PNG that was drawn on the screen; None when nothing was drawn."""
        drawn = self.cleaned_data["signature"]
        if not drawn:
            return None
        try:
            return base64.b64decode(drawn.removeprefix(PNG_URL), validate=True)
        except ValueError:
            raise forms.ValidationError(
                "A assinatura não chegou inteira. Peça à pessoa que assine de novo."
            ) from None

    def drawn_signature(self):
        """The drawn signature as a file, when the person signs now; otherwise None."""
        data = self.cleaned_data
        if data["means"] != Means.IN_PERSON or not data["signature"]:
            return None
        return ContentFile(data["signature"], name="assinatura.png")

    def service(self, on):
        """What the act takes as its ciência of the day `on`; None when it comes later."""
        data = self.cleaned_data
        means = data["means"]
        if means == self.LATER:
            return None
        witnesses = self.witnesses() if means == Means.REFUSED else ()
        return Service(means=means, on=on, received_by=data["received_by"], witnesses=witnesses)
