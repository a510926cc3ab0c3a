"""Forms of the castration programme and of community animals."""

from django import forms

from registry.models import CastrationAppointment, CastrationRequest
from registry.services.castration import grounds_of
from zoonoses.municipalities.forms.fields import LifetimeDayField

OFF = {"autocomplete": "off"}


class CastrationRequestForm(forms.ModelForm):
    """On what ground an animal enters the queue; only the grounds that fit its record are offered."""

    class Meta:
        model = CastrationRequest
        fields = ("ground", "programme", "is_resident")
        widgets = {"ground": forms.RadioSelect}
        help_texts = {"programme": "Para famílias de baixa renda: Bolsa Família, BPC, tarifa social…"}

    def __init__(self, *args, animal, **kwargs):
        super().__init__(*args, **kwargs)
        offered = grounds_of(animal)
        labels = dict(CastrationRequest.Ground.choices)
        self.fields["ground"].choices = [(value, labels[value]) for value in offered]
        if len(offered) == 1:
            self.initial.setdefault("ground", offered[0])
        if not animal.tutor_id:
            del self.fields["programme"]
            del self.fields["is_resident"]
        elif animal.tutor.social_programme:
            self.initial.setdefault("programme", animal.tutor.social_programme)

    def clean(self):
        data = super().clean()
        if data.get("ground") == CastrationRequest.Ground.SOCIAL and not data.get("programme"):
            self.add_error("programme", "Informe o programa socioassistencial da família.")
        return data


class ReasonForm(forms.Form):
    """Why a request leaves the queue."""

    reason = forms.CharField(label="Motivo", max_length=200, widget=forms.TextInput(attrs=OFF))


class CastrationDayForm(forms.Form):
    """A day of surgery."""

    on = LifetimeDayField(label="Dia")
    place = forms.CharField(label="Local", max_length=200, widget=forms.TextInput(attrs=OFF))
    places = forms.IntegerField(
        label="Vagas", min_value=1, max_value=500, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
    )


class ResultForm(forms.ModelForm):
    """What came of a place."""

    class Meta:
        model = CastrationAppointment
        fields = ("result", "result_reason", "vet_name", "vet_crmv")
        widgets = {"result": forms.RadioSelect, "vet_name": forms.TextInput(attrs=OFF)}
        help_texts = {
            "result_reason": "Obrigatório quando a cirurgia é adiada.",
            "vet_name": "Quem operou, quando a castração foi realizada.",
        }

    def __init__(self, *args, membership, **kwargs):
        super().__init__(*args, **kwargs)
        result = self.fields["result"]
        result.required, result.choices = True, CastrationAppointment.Result.choices
        if membership.crmv:
            self.initial.update(vet_name=membership.user.name, vet_crmv=membership.crmv)

    def clean(self):
        data, result = super().clean(), CastrationAppointment.Result
        if data.get("result") == result.DONE:
            for name in ("vet_name", "vet_crmv"):
                if not data.get(name):
                    self.add_error(name, "Informe quem operou e o CRMV.")
        if data.get("result") == result.DEFERRED and not data.get("result_reason"):
            self.add_error("result_reason", "Escreva por que a cirurgia foi adiada.")
        return data


class CommitmentForm(forms.Form):
    """Where the community animal lives."""

    place = forms.CharField(
        label="Onde o animal vive",
        max_length=250,
        widget=forms.TextInput(attrs=OFF),
        help_text="A comunidade de origem, para onde ele volta: praça, rua, condomínio.",
    )
