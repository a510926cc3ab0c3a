"""Forms of the pages of documents."""

from django import forms


class AnnulForm(forms.Form):
    """Why a document is taken out of effect."""

    reason = forms.CharField(
        label="Motivo da anulação",
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Fica no processo e não pode ser mudado depois.",
    )
