"""Forms of the counter: receive, ask for payment, undo, filter."""

from decimal import Decimal

from django import forms

from zoonoses import brazil
from zoonoses.municipalities.forms.fields import AmountField, ConvertedField, LifetimeDayField
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury import febraban, pix
from zoonoses.treasury.models import Charge, CollectionSettings, Payment
from zoonoses.treasury.return_file import LARGEST_FILE

NOT_IN_LAW = "sem previsão na lei"
OFF = {"autocomplete": "off"}


class PaymentForm(forms.Form):
    """Money received at the counter."""

    amount = AmountField(
        label="Valor recebido (R$)", max_digits=14, decimal_places=2, min_value=Decimal("0.01")
    )
    means = forms.ChoiceField(
        label="Meio",
        choices=[choice for choice in Payment.Means.choices if choice[0] != Payment.Means.DEBT],
    )
    paid_on = LifetimeDayField(label="Pago em")


class GuideForm(forms.Form):
    """Until when the guide can be paid, and what else the same person pays with it."""

    due_on = LifetimeDayField(
        label="Vencimento",
        help_text="Se cair em dia sem expediente, passa para o primeiro dia útil seguinte.",
    )
    also = forms.ModelMultipleChoiceField(
        label="Na mesma guia",
        queryset=Charge.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Outras cobranças em aberto da mesma pessoa.",
    )

    def __init__(self, *args, others=None, **kwargs):
        super().__init__(*args, **kwargs)
        if others is None:
            return
        field = self.fields["also"]
        field.queryset = others
        field.label_from_instance = _told
        if not field.choices:
            del self.fields["also"]


def _told(charge):
    return f"{charge.description}: {br.money(charge.amount - charge.paid)}"


class ReasonForm(forms.Form):
    """Why a payment or a charge is undone."""

    reason = forms.CharField(label="Motivo", max_length=250, widget=forms.Textarea(attrs={"rows": 3}))


class PayerForm(forms.Form):
    """Sent by POST: names and documents do not belong in addresses of pages."""

    payer = forms.CharField(label="Nome, CPF ou CNPJ de quem paga", max_length=200, required=False)


class ChargeForm(forms.Form):
    """A charge made by hand: what no other page of the system charges."""

    description = forms.CharField(label="O que se cobra", max_length=250, widget=forms.TextInput(attrs=OFF))
    article = forms.CharField(
        label="Artigo e lei",
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs=OFF),
        help_text=f"Como “Art. 11, II, Lei nº 2.973/2008”. Em branco: “{NOT_IN_LAW}”, e assim sai na guia.",
    )
    amount = AmountField(label="Valor (R$)", max_digits=14, decimal_places=2, min_value=Decimal("0.01"))
    payer_name = forms.CharField(label="Quem paga", max_length=200, widget=forms.TextInput(attrs=OFF))
    payer_document = forms.CharField(
        label="CPF ou CNPJ", max_length=18, required=False, widget=forms.TextInput(attrs=OFF)
    )

    def clean_article(self):
        return self.cleaned_data["article"].strip() or NOT_IN_LAW

    def clean_payer_document(self):
        """Check digits; eleven figures are a CPF, the rest a CNPJ."""
        bare = brazil.bare(self.cleaned_data["payer_document"])
        if not bare:
            return ""
        try:
            return brazil.cpf(bare) if len(bare) == 11 else brazil.cnpj(bare)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


class PeriodForm(forms.Form):
    """The first and the last day of a report."""

    de = LifetimeDayField(label="De")
    ate = LifetimeDayField(label="Até")

    def clean(self):
        data = super().clean()
        if data.get("de") and data.get("ate") and data["ate"] < data["de"]:
            self.add_error("ate", "O último dia vem antes do primeiro.")
        return data


class ReturnFileForm(forms.Form):
    """The file that the bank left, as it came."""

    file = forms.FileField(
        label="Arquivo de retorno",
        help_text="Registros de 150 posições, como o banco entregou: nada é recebido se uma linha estiver errada.",
    )

    def clean_file(self):
        upload = self.cleaned_data["file"]
        if upload.size > LARGEST_FILE:
            raise forms.ValidationError("O arquivo passa de 20 MB: não é um arquivo de retorno.")
        return upload


class CollectionForm(forms.ModelForm):
    """What the bank and FEBRABAN gave the municipality. What is left empty is not printed on guides."""

    pix_key = ConvertedField(
        label="Chave PIX",
        required=False,
        max_length=100,
        convert=pix.key_of,
        widget=forms.TextInput(attrs=OFF),
        help_text="CNPJ, e-mail, telefone com +55 ou chave aleatória da conta que recebe.",
    )

    class Meta:
        model = CollectionSettings
        fields = ["febraban_code", "segment", "value_id", "pix_key", "receiver_name", "receiver_city"]
        widgets = {"febraban_code": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})}
        help_texts = {
            "febraban_code": "Quatro dígitos que a FEBRABAN deu ao convênio; no segmento 6, os oito primeiros do CNPJ.",
            "value_id": "Como o convênio com o banco diz. Na dúvida, 6.",
            "receiver_name": "Como no banco, até 25 letras sem acento.",
            "receiver_city": "Até 15 letras sem acento.",
        }

    def clean_receiver_name(self):
        return self._plain("receiver_name", pix.NAME_LENGTH)

    def clean_receiver_city(self):
        return self._plain("receiver_city", pix.CITY_LENGTH)

    def _plain(self, name, length):
        """Without accents: what is longer is refused by the field itself, never cut."""
        text = self.cleaned_data[name]
        try:
            return pix.plain(text, length) if text else ""
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error

    def clean(self):
        data = super().clean()
        code, segment = data.get("febraban_code"), data.get("segment")
        if code and segment and len(code) != febraban.issuer_length(segment):
            length = febraban.issuer_length(segment)
            self.add_error(
                "febraban_code", f"No segmento {segment} são {length} dígitos; foram digitados {len(code)}."
            )
        if data.get("pix_key"):
            for name in ("receiver_name", "receiver_city"):
                if not data.get(name) and name not in self.errors:
                    self.add_error(name, "O PIX precisa deste dado.")
        return data

    @property
    def sections(self):
        """The fields of the page, under their questions."""
        groups = (
            ("Código de barras", "Sem o código, a guia sai sem código de barras.", 3),
            ("PIX", "Sem a chave, a guia sai sem PIX.", 3),
        )
        bound, found = list(self), []
        for title, told, count in groups:
            found.append((title, told, bound[:count]))
            bound = bound[count:]
        return found
