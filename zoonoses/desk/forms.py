"""The search of the desk. Sent by POST: names and CPFs stay out of addresses and logs."""

from django import forms


class SearchForm(forms.Form):
    q = forms.CharField(
        label="Número, nome, CPF ou endereço",
        max_length=200,
        error_messages={"required": "Escreva o que procura."},
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search"}),
    )
