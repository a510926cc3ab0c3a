"""Form of the defence or appeal by the public page."""

from django import forms

from zoonoses.documents.fields import FilesField


class PublicFilingForm(forms.Form):
    """Who files, in which capacity, what they say, and their proof."""

    filed_by = forms.CharField(
        label="Seu nome completo", max_length=200, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    capacity = forms.ChoiceField(
        label="Você é",
        choices=[
            ("autuado", "a pessoa autuada"),
            ("representante da empresa autuada", "representante da empresa autuada"),
            ("procurador", "procurador, com procuração anexa"),
            ("advogado", "advogado, com procuração anexa"),
        ],
    )
    email = forms.EmailField(
        label="E-mail para resposta",
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text="Se quiser. Fica no processo.",
    )
    text = forms.CharField(
        label="Alegações",
        max_length=20000,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text="O que aconteceu e por que o auto deve ser mudado ou cancelado.",
    )
    files = FilesField(
        label="Documentos e fotos",
        required=False,
        help_text="Até 5 arquivos, PDF ou foto, de até 10 MB cada um.",
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["files"].widget.attrs["accept"] = "image/*,.pdf"
