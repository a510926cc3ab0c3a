"""Forms of doses and of the stock of vaccines."""

from django import forms

from registry.models import VaccineLot, VaccineProduct
from zoonoses.municipalities.forms.fields import LifetimeDayField

OFF = {"autocomplete": "off"}
OTHER = "other"


class IdentifyForm(forms.Form):
    """One field for whatever names an animal. Sent by POST: a CPF does not belong in the address of a page."""

    q = forms.CharField(
        label="Nº do RGA, microchip ou CPF do tutor",
        max_length=200,
        widget=forms.TextInput(attrs={**OFF, "enterkeyhint": "search", "autofocus": True}),
    )

    def __init__(self, *args, with_people=True, **kwargs):
        super().__init__(*args, **kwargs)
        if not with_people:
            self.fields["q"].label = "Nº do RGA ou microchip"


class LotField(forms.ModelChoiceField):
    """A lot of the owner. Any lot is accepted here: whether it may be applied on the day, the service judges."""

    def __init__(self, **kwargs):
        kwargs.setdefault("label", "Partida")
        super().__init__(VaccineLot.objects.none(), **kwargs)

    def offer(self, *, lots, today):
        """Offers the lots that have doses: those in date first, the expired ones only for earlier applications."""
        self.queryset = lots
        rows = list(lots.with_stock().select_related("product").order_by("expires_on", "number"))
        full = [lot for lot in rows if lot.remaining > 0]
        good = [(lot.pk, lot_label(lot)) for lot in full if lot.expires_on >= today]
        old = [(lot.pk, lot_label(lot)) for lot in full if lot.expires_on < today]
        self.choices = [("", "escolha a partida"), *good]
        if old:
            self.choices = [*self.choices, ("Vencidas: só para aplicação feita antes do vencimento", old)]
        if len(good) == 1 and not old:
            self.initial = good[0][0]


def lot_label(lot) -> str:
    """`Raivacel – partida P-100 (validade 31/03/2012, 10 doses)`."""
    doses = "1 dose" if lot.remaining == 1 else f"{lot.remaining} doses"
    return f"{lot.product.name} – partida {lot.number} (validade {lot.expires_on:%d/%m/%Y}, {doses})"


class VetFields(forms.Form):
    """Who answers for the dose: one of the vets at hand, or another by name and CRMV."""

    vet = forms.ChoiceField(label="Médico veterinário", required=False)
    vet_name = forms.CharField(
        label="Nome do outro veterinário", required=False, max_length=200, widget=forms.TextInput(attrs=OFF)
    )
    vet_crmv = forms.CharField(
        label="CRMV do outro veterinário", required=False, max_length=30, widget=forms.TextInput(attrs=OFF)
    )

    def offer_vets(self, vets):
        """`vets` are pairs of name and CRMV."""
        self.vets = {str(place): vet for place, vet in enumerate(vets)}
        named = [(place, f"{name} – {crmv}") for place, (name, crmv) in self.vets.items()]
        self.fields["vet"].choices = [*named, (OTHER, "outro (escreva abaixo)")]

    def vet_values(self) -> dict:
        """`vet_name` and `vet_crmv` as the service takes them; what was written goes before what was chosen."""
        data = self.cleaned_data
        if data["vet_name"] or data["vet_crmv"] or data["vet"] not in self.vets:
            return {"vet_name": data["vet_name"], "vet_crmv": data["vet_crmv"]}
        name, crmv = self.vets[data["vet"]]
        return {"vet_name": name, "vet_crmv": crmv}


class DoseForm(VetFields):
    """A dose: which lot, on which day, by which vet."""

    lot = LotField()
    on = LifetimeDayField(label="Data da aplicação")
    field_order = ("lot", "on", "vet", "vet_name", "vet_crmv")

    def __init__(self, *args, lots, vets, today, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["lot"].offer(lots=lots, today=today)
        self.offer_vets(vets)


class ProofForm(forms.Form):
    """A dose applied elsewhere, as the document shown says."""

    product_name = forms.CharField(
        label="Vacina e fabricante, como no documento", max_length=200, widget=forms.TextInput(attrs=OFF)
    )
    is_rabies = forms.BooleanField(label="É contra a raiva", required=False, initial=True)
    on = LifetimeDayField(label="Data da aplicação")
    shown_until = LifetimeDayField(
        label="Data da revacinação escrita no documento",
        required=False,
        help_text="Se a lei terminar a proteção antes, vale a data da lei.",
    )
    vet_name = forms.CharField(label="Médico veterinário", required=False, max_length=200)
    vet_crmv = forms.CharField(label="CRMV", required=False, max_length=30)


class ReasonForm(forms.Form):
    """Why a dose is voided."""

    reason = forms.CharField(label="Motivo da anulação", max_length=200, widget=forms.TextInput(attrs=OFF))


class ProductForm(forms.ModelForm):
    """A vaccine by name and maker."""

    lab_period_days = forms.IntegerField(
        label="Revacinação segundo o laboratório, em dias",
        required=False,
        min_value=1,
        max_value=3660,
        help_text="Da bula: 365 para um ano. Em branco se o laboratório não informa.",
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    class Meta:
        model = VaccineProduct
        fields = ("name", "maker", "is_rabies", "lab_period_days", "low_stock_at")
        widgets = {"name": forms.TextInput(attrs=OFF), "maker": forms.TextInput(attrs=OFF)}


class LotForm(forms.ModelForm):
    """A lot received. The vial's own expiry is not how long the animal is protected."""

    made_on = LifetimeDayField(
        label="Fabricação", required=False, help_text="Exigida na carteira de vacinação."
    )
    expires_on = LifetimeDayField(label="Validade do frasco")
    received_on = LifetimeDayField(label="Recebida em")
    doses = forms.IntegerField(
        label="Doses recebidas",
        min_value=1,
        max_value=10_000_000,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    class Meta:
        model = VaccineLot
        fields = ("product", "number", "made_on", "expires_on", "received_on", "doses")
        widgets = {"number": forms.TextInput(attrs=OFF)}
        labels = {"product": "Vacina"}

    def __init__(self, *args, products, today, **kwargs):
        super().__init__(*args, **kwargs)
        self.today = today
        self.fields["product"].queryset = products
        self.fields["product"].empty_label = "escolha a vacina"

    def clean(self):
        """Made, then received, then expired; nothing received tomorrow."""
        data = super().clean()
        made, expires, received = data.get("made_on"), data.get("expires_on"), data.get("received_on")
        if made and expires and expires <= made:
            self.add_error("expires_on", "A validade vem depois da fabricação.")
        if made and received and received < made:
            self.add_error("received_on", "A partida não pode ter chegado antes de fabricada.")
        if received and received > self.today:
            self.add_error("received_on", "O recebimento não pode ser depois de hoje.")
        return data

    def _get_validation_exclusions(self):
        """Order of the days and repeated lots are judged here and by the service, with a sentence."""
        return super()._get_validation_exclusions() | {"made_on", "expires_on", "number"}


class LossForm(forms.Form):
    """Doses that left the stock without being applied."""

    doses = forms.IntegerField(
        label="Doses perdidas", min_value=1, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
    )
    reason = forms.CharField(
        label="Motivo",
        max_length=200,
        widget=forms.TextInput(
            attrs={**OFF, "placeholder": "frasco quebrado, falta de refrigeração, vencimento…"}
        ),
    )
    on = LifetimeDayField(label="Dia")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, prefix="loss", **kwargs)
