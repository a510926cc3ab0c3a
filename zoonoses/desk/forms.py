"""Searches of the desk. Sent by POST: names, CPFs and homes stay out of addresses of pages and logs."""

from django import forms


class SearchForm(forms.Form):
    q = forms.CharField(
        label="RGA, chip, documento, nome, CPF, telefone ou endereço",
        max_length=200,
        error_messages={"required": "Escreva o que procura."},
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search"}),
    )


class PlaceForm(forms.Form):
    """An address whose history is looked for; without the district, that street and number in every district."""

    street = forms.CharField(
        label="Logradouro", max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    number = forms.CharField(
        label="Número", max_length=20, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    district = forms.CharField(
        label="Bairro", max_length=100, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
