"""What the public shall read of an animal, which photographs it sees, and why a notice comes down."""

from django import forms

from zoonoses.documents.models import Attachment

LONGEST_TEXT = 2000


class PublishForm(forms.Form):
    """`looks` begins as the record's own description; `photos` are those of the animal, all of them at first."""

    looks = forms.CharField(
        label="Características físicas, como o público vai ler",
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": "Descreva o animal: pelagem, marcas, porte."},
        help_text="Só o animal: nenhum nome, endereço, telefone ou documento de pessoa.",
    )
    photos = forms.ModelMultipleChoiceField(
        Attachment.objects.none(),
        label="Fotografias",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Tire as que mostram pessoas, placas de veículos ou o número de uma casa.",
    )

    def __init__(self, *args, pictures, **kwargs):
        super().__init__(*args, **kwargs)
        places = {photo.pk: place for place, photo in enumerate(pictures, 1)}
        field = self.fields["photos"]
        field.queryset = Attachment.objects.filter(pk__in=places).order_by("pk")
        field.label_from_instance = lambda photo: f"Fotografia {places[photo.pk]}"
        if not pictures:
            del self.fields["photos"]

    @property
    def chosen(self) -> list[Attachment]:
        """The photographs that go up."""
        return list(self.cleaned_data.get("photos", ()))


class WithdrawForm(forms.Form):
    reason = forms.CharField(
        label="Por que sai do ar",
        max_length=200,
        error_messages={"required": "Escreva por que a divulgação sai do ar."},
    )
