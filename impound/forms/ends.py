"""Forms of how custody ends: death, escape, theft, an order."""

from django import forms

from impound.forms.custody import file_field
from impound.models import Exit
from registry.forms.vaccination import OFF, VetFields
from zoonoses.municipalities.forms.fields import LifetimeDayField

Kind = Exit.Kind
WORDS = {
    Kind.DEATH: "Causa",
    Kind.ESCAPE: "Como ocorreu",
    Kind.THEFT: "Como ocorreu",
    Kind.ORDER: "Fundamentos",
}


class EndForm(VetFields):
    """When, and what each kind of end asks for: cause and vet of a death, BO of a theft, the order with its scan."""

    on = LifetimeDayField(label="Dia")
    hour = forms.TimeField(
        label="Hora", widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}), input_formats=["%H:%M"]
    )
    reason = forms.CharField(max_length=1500, widget=forms.Textarea(attrs={"rows": 4}))
    number = forms.CharField(max_length=80, widget=forms.TextInput(attrs=OFF))
    authority = forms.CharField(
        label="Autoridade",
        max_length=150,
        widget=forms.TextInput(attrs=OFF),
        help_text="Juízo, ou quem decidiu no Município.",
    )
    evaluation = forms.ModelChoiceField(
        None, label="Laudo", required=False, empty_label="sem laudo veterinário"
    )
    scan = file_field("Ordem ou decisão, digitalizada")

    def __init__(self, *args, kind, laudos, vets, has_scan=False, **kwargs):
        super().__init__(*args, **kwargs)
        self.kind, self.has_scan = kind, has_scan
        self.offer_vets(vets)
        self.fields["vet"].choices = [("", "sem veterinário"), *self.fields["vet"].choices]
        self.fields["reason"].label = WORDS[kind]
        self.fields["evaluation"].queryset = laudos
        self.fields["evaluation"].label_from_instance = lambda event: str(event.act.document)
        order = kind == Kind.ORDER
        self.fields["number"].label = "Número da ordem ou decisão" if order else "Boletim de ocorrência, nº"
        self._keep(kind)

    def _keep(self, kind):
        unused = {
            Kind.DEATH: ("number", "authority", "scan"),
            Kind.ESCAPE: ("number", "authority", "scan", "evaluation", "vet", "vet_name", "vet_crmv"),
            Kind.THEFT: ("authority", "scan", "evaluation", "vet", "vet_name", "vet_crmv"),
            Kind.ORDER: ("evaluation", "vet", "vet_name", "vet_crmv"),
        }
        for name in unused[kind]:
            del self.fields[name]
        self.order_fields(["on", "hour", "reason", "number", "authority", "scan"])

    def clean(self):
        data = super().clean()
        if self.kind == Kind.ORDER and not data.get("scan") and not self.has_scan:
            self.add_error("scan", "Envie a digitalização da ordem ou decisão.")
        return data

    def values(self) -> dict:
        """What `ends.End` takes of what was typed, but the moment and the scan."""
        data = self.cleaned_data
        found = {"reason": data["reason"], "number": data.get("number", "")}
        found |= {"authority": data.get("authority", ""), "evaluation": data.get("evaluation")}
        return found | (self.vet_values() if "vet" in self.fields else {})
