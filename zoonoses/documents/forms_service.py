"""Forms of the ciência that was not given: the attempt, the edital, and the day on which the edital was published."""

from django import forms

from zoonoses.documents.fields import FilesField
from zoonoses.documents.forms_acknowledgement import AR_CODE, ProofField
from zoonoses.documents.models import Acknowledgement, ServiceAttempt
from zoonoses.documents.services.acknowledgement import Service
from zoonoses.documents.services.service_attempts import Attempt
from zoonoses.municipalities.forms.fields import DayField

Means, Outcome = ServiceAttempt.Means, ServiceAttempt.Outcome


class AttemptForm(forms.Form):
    """An attempt that failed: in person, or the letter that came back."""

    means = forms.ChoiceField(label="Como se tentou", choices=Means.choices, widget=forms.RadioSelect)
    on = DayField(label="Dia", help_text="No AR devolvido, o dia da última tentativa anotada pelos Correios.")
    hour = forms.TimeField(
        label="Hora",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text="Obrigatória na tentativa pessoal.",
    )
    tried_by = forms.CharField(label="Quem tentou", max_length=200)
    outcome = forms.ChoiceField(label="O que aconteceu", choices=Outcome.choices)
    note = forms.CharField(label="Observação", max_length=500, required=False)
    postal_code = forms.CharField(label="Código do AR", max_length=30, required=False, validators=[AR_CODE])
    files = FilesField(label="Prova", required=False, help_text="Foto do local ou AR devolvido, foto ou PDF.")

    def clean(self):
        data = super().clean()
        if data.get("means") == Means.IN_PERSON and not data.get("hour"):
            self.add_error("hour", "Informe a hora da tentativa.")
        if data.get("means") == Means.POSTAL and not data.get("postal_code"):
            self.add_error("postal_code", "Informe o código impresso no aviso de recebimento.")
        if data.get("outcome") == Outcome.OTHER and not data.get("note"):
            self.add_error("note", "Escreva o que aconteceu.")
        return data

    def attempt(self) -> Attempt:
        """What `service_attempts.attempt` takes."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "files"}
        if data["means"] != Means.POSTAL:
            data["postal_code"] = ""
        return Attempt(**data)


class EditalForm(forms.Form):
    """The edital under review. `needs_basis`: the law names other means, and nothing of the town foresees this one."""

    addressee = forms.CharField(label="A quem se dirige", max_length=200, help_text="Só o nome.")
    text = forms.CharField(
        label="Texto",
        max_length=6000,
        widget=forms.Textarea(attrs={"rows": 14}),
        help_text="Um parágrafo por linha. O edital é público: nome e ato, sem CPF nem endereço.",
    )
    basis = forms.CharField(
        label="Em que se apoia o edital",
        max_length=250,
        required=False,
        help_text="O dispositivo que o permite, quando não é a lei do ato.",
    )

    def __init__(self, *args, needs_basis=False, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["basis"].required = needs_basis
        if needs_basis:
            message = "A lei não prevê edital: informe em que ele se apoia."
            self.fields["basis"].error_messages["required"] = message


class PublicationForm(forms.Form):
    """Where and on which day an edital was published."""

    published_on = DayField(label="Publicado em")
    where = forms.CharField(
        label="Onde", max_length=120, help_text="Nome do diário ou do jornal, ou o mural."
    )
    edition = forms.CharField(label="Edição e página", max_length=120, help_text="“Edição nº 1.054, p. 3”.")
    proof = ProofField(label="Página publicada", help_text="Foto ou PDF.")

    def service(self, edital) -> Service:
        """What `acknowledge` takes."""
        data = self.cleaned_data
        return Service(
            means=Acknowledgement.Means.EDITAL,
            on=data["published_on"],
            published_on=data["published_on"],
            publication=f"{data['where'].strip()}, {data['edition'].strip()}",
            edital=edital,
        )
