"""Forms of what happens to an animal in custody. `values()` gives each service what it takes."""

from django import forms

from impound.models import CustodyEvent
from impound.services import events
from impound.services.events import Vet
from registry.forms.animals import ChipField
from registry.forms.vaccination import OFF, LotField, VetFields
from zoonoses.municipalities.forms.fields import AmountField, LifetimeDayField

Result = CustodyEvent.Result
FILES = "image/*,.heic,.heif,application/pdf"
LARGEST_COST = 9_999_999_999
CHOOSE = ("", "escolha")
# What the law's list does not name: written by the person, and kept without a code.
UNLISTED = "outro"


def file_field(label, accept=FILES):
    return forms.FileField(
        label=label, required=False, widget=forms.ClearableFileInput(attrs={"accept": accept})
    )


class FactForm(forms.Form):
    """The day, what else is to be said, and a file. Subclasses say the rest."""

    order = ()

    on = LifetimeDayField(label="Dia")
    text = forms.CharField(
        label="Observação", required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args, custody, today, lots=None, vets=(), **kwargs):
        super().__init__(*args, **kwargs)
        self.custody, self.today = custody, today
        self.fields["on"].initial = today
        self.prepare(custody, lots, vets)
        self.order_fields(self.order)

    def prepare(self, custody, lots, vets):
        """Offers what this animal, its law and this stock allow."""

    def clean_on(self):
        day = self.cleaned_data["on"]
        if day > self.today:
            raise forms.ValidationError("A data não pode ser depois de hoje.")
        return day

    def values(self) -> dict:
        """What the service takes besides the animal and the entry."""
        return {}


class VetFactForm(VetFields, FactForm):
    """With the veterinarian who did it: one of the agency, or another by name and CRMV."""

    vet_needed = False

    def prepare(self, custody, lots, vets):
        self.offer_vets(vets)
        if not self.vet_needed:
            self.fields["vet"].choices = [("", "não informado"), *self.fields["vet"].choices]

    def vet(self) -> Vet:
        given = self.vet_values()
        return Vet(given["vet_name"].strip(), given["vet_crmv"].strip())


class ExamForm(VetFactForm):
    order = (
        *("code", "label", "result", "on", "laboratory", "is_accredited", "upload"),
        *("vet", "vet_name", "vet_crmv", "text"),
    )

    code = forms.ChoiceField(label="Exame")
    label = forms.CharField(
        label="Qual exame, se outro", required=False, max_length=150, widget=forms.TextInput(attrs=OFF)
    )
    result = forms.ChoiceField(
        label="Resultado",
        widget=forms.RadioSelect,
        choices=[(row.value, row.label) for row in (Result.PENDING, Result.NEGATIVE, Result.POSITIVE)],
    )
    laboratory = forms.CharField(label="Laboratório", required=False, max_length=150)
    is_accredited = forms.BooleanField(label="Laboratório credenciado", required=False)
    upload = file_field("Laudo do laboratório, digitalizado")

    def prepare(self, custody, lots, vets):
        super().prepare(custody, lots, vets)
        codes = events.entry_codes(custody, vaccines=False)
        if codes:
            self.fields["code"].choices = [CHOOSE, *codes, (UNLISTED, "outro")]
        else:
            del self.fields["code"]
            self.fields["label"].required = True
            self.fields["label"].label = "Qual exame"

    def clean(self):
        data = super().clean()
        if data.get("code") == UNLISTED and not data.get("label"):
            self.add_error("label", "Escreva qual exame.")
        return data

    def values(self):
        data = self.cleaned_data
        names = ("label", "result", "laboratory", "is_accredited")
        return {"code": code_of(data), "vet": self.vet(), **{name: data[name] for name in names}}


def code_of(data) -> str:
    """The code of the law's list that was chosen; empty for what the list does not name."""
    code = data.get("code", "")
    return "" if code == UNLISTED else code


class ResultForm(FactForm):
    """The result of an exam that was waiting for it."""

    order = ("result", "on", "upload", "text")

    result = forms.ChoiceField(
        label="Resultado",
        widget=forms.RadioSelect,
        choices=[(row.value, row.label) for row in (Result.NEGATIVE, Result.POSITIVE)],
    )
    upload = file_field("Laudo do laboratório, digitalizado")


class VaccineForm(VetFactForm):
    vet_needed = True
    order = ("code", "lot", "product_name", "on", "vet", "vet_name", "vet_crmv", "text")

    code = forms.ChoiceField(label="Vacina")
    lot = LotField(label="Partida do estoque", required=False)
    product_name = forms.CharField(
        label="Nome da vacina",
        required=False,
        max_length=120,
        widget=forms.TextInput(attrs=OFF),
        help_text="Só se não saiu do estoque do órgão.",
    )

    def prepare(self, custody, lots, vets):
        super().prepare(custody, lots, vets)
        self.fields["code"].choices = [
            *events.entry_codes(custody, vaccines=True),
            (events.RABIES, "contra a raiva"),
            (events.OTHER_VACCINE, "outra vacina da espécie"),
        ]
        self.fields["lot"].offer(lots=lots, today=self.today)

    def clean(self):
        data = super().clean()
        if not data.get("lot") and not data.get("product_name") and "lot" not in self.errors:
            self.add_error("lot", "Escolha a partida ou escreva o nome da vacina.")
        return data

    def values(self):
        data = self.cleaned_data
        return {"vet": self.vet(), **{name: data[name] for name in ("code", "lot", "product_name")}}


class TreatmentForm(VetFactForm):
    order = ("code", "label", "chip", "on", "vet", "vet_name", "vet_crmv", "text")

    code = forms.ChoiceField(
        label="Tratamento",
        required=False,
        choices=[
            ("", "outro (escreva qual)"),
            ("deworming", "vermifugação"),
            ("parasite_control", "controle de parasitas"),
            (events.NEUTERING, "castração"),
            (events.CHIP, "microchip"),
        ],
    )
    label = forms.CharField(
        label="O que foi feito",
        required=False,
        max_length=120,
        widget=forms.TextInput(attrs=OFF),
        help_text="Medicamento e dose, curativo, cirurgia.",
    )
    chip = ChipField(label="Número do microchip", required=False, help_text="Só quando se implanta um.")
    upload = file_field("Receita ou laudo, digitalizado")

    def clean(self):
        data = super().clean()
        if not data.get("code") and not data.get("label"):
            self.add_error("label", "Escreva o que foi feito.")
        if data.get("code") == events.CHIP and not data.get("chip") and "chip" not in self.errors:
            self.add_error("chip", "Leia ou escreva o número do microchip.")
        return data

    def values(self):
        data = self.cleaned_data
        chip = data["chip"] if data["code"] == events.CHIP else ""
        return {"code": data["code"], "label": data["label"], "chip": chip, "vet": self.vet()}


class ExpenseForm(FactForm):
    order = ("code", "label", "cost", "on", "upload", "text")

    code = forms.ChoiceField(label="Item da lei")
    label = forms.CharField(
        label="Descrição", required=False, max_length=150, widget=forms.TextInput(attrs=OFF)
    )
    cost = AmountField(label="Valor, em reais", max_value=LARGEST_COST, min_value=0, decimal_places=2)
    upload = file_field("Nota ou recibo, digitalizado")

    def prepare(self, custody, lots, vets):
        codes = events.expense_codes(custody)
        if codes:
            self.fields["code"].choices = [CHOOSE, *codes, (UNLISTED, "nenhum: não se cobra")]
        else:
            del self.fields["code"]
            self.fields["label"].required = True

    def clean_cost(self):
        cost = self.cleaned_data["cost"]
        if cost <= 0:
            raise forms.ValidationError("O valor deve ser maior que zero.")
        return cost

    def clean(self):
        data = super().clean()
        if data.get("code") == UNLISTED and not data.get("label"):
            self.add_error("label", "Descreva a despesa.")
        return data

    def values(self):
        data = self.cleaned_data
        return {"code": code_of(data), "label": data["label"], "cost": data["cost"]}


class ObservationForm(FactForm):
    order = ("text", "upload", "on")

    text = forms.CharField(
        label="O que se observou", max_length=2000, widget=forms.Textarea(attrs={"rows": 4})
    )
    upload = file_field("Fotografia", accept="image/*,.heic,.heif")


class CauseForm(FactForm):
    order = ("ceased", "text", "on")

    ceased = forms.TypedChoiceField(
        label="As causas da apreensão",
        choices=[("1", "cessaram"), ("0", "persistem")],
        coerce=lambda value: value == "1",
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label="O que foi verificado", max_length=2000, widget=forms.Textarea(attrs={"rows": 4})
    )

    def values(self):
        return {"ceased": self.cleaned_data["ceased"]}


class UndoForm(forms.Form):
    reason = forms.CharField(label="Motivo", max_length=300)


class OwnerForm(forms.Form):
    """How the owner was found out; who it is was chosen before."""

    on = LifetimeDayField(label="Dia em que se soube")
    text = forms.CharField(
        label="Como foi identificado", max_length=500, widget=forms.Textarea(attrs={"rows": 3})
    )


class BirthForm(forms.Form):
    """How many were born, when, and how they look."""

    females = forms.IntegerField(label="Fêmeas", min_value=0, max_value=20, initial=0)
    males = forms.IntegerField(label="Machos", min_value=0, max_value=20, initial=0)
    unknown = forms.IntegerField(label="Sexo não verificado", min_value=0, max_value=20, initial=0)
    on = LifetimeDayField(label="Dia")
    hour = forms.TimeField(
        label="Hora", widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}), input_formats=["%H:%M"]
    )
    description = forms.CharField(label="Características", required=False, max_length=300)
    health = forms.CharField(label="Aparente estado de saúde", required=False, max_length=300)
    text = forms.CharField(
        label="Observação", required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 2})
    )

    def clean(self):
        data = super().clean()
        if not self.errors and not data["females"] + data["males"] + data["unknown"]:
            self.add_error("females", "Diga quantos nasceram.")
        return data


class EvaluationForm(forms.Form):
    """What is stated of each fact of the law's destinations, and the exam made. Facts come from the service."""

    text = forms.CharField(
        label="Exame e conclusão", max_length=4000, widget=forms.Textarea(attrs={"rows": 6})
    )

    def __init__(self, *args, facts, **kwargs):
        super().__init__(*args, **kwargs)
        self.facts = facts
        for fact in facts:
            known = [(option.value, option.label) for option in fact.choices] or [("1", "sim"), ("0", "não")]
            self.fields[f"fact_{fact.name}"] = forms.ChoiceField(
                label=f"{fact.label[:1].upper()}{fact.label[1:]}",
                choices=[("", "não avaliado"), *known],
                required=False,
                widget=forms.RadioSelect,
            )
        self.order_fields([*(f"fact_{fact.name}" for fact in facts), "text"])

    def stated(self) -> dict:
        """Facts that were stated, by name."""
        found = {}
        for fact in self.facts:
            value = self.cleaned_data[f"fact_{fact.name}"]
            if value:
                found[fact.name] = value if fact.choices else value == "1"
        return found
