"""Forms of the desk. Searches are sent by POST: names, CPFs and homes stay out of addresses of pages and logs."""

from django import forms

from zoonoses.desk.models import LONGEST_NOTICE, ReminderSettings


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


class ReminderForm(forms.ModelForm):
    """To whom reminders go, and how many days before."""

    class Meta:
        model = ReminderSettings
        fields = ["to_offenders", "days_before", "to_staff"]
        help_texts = {
            "to_offenders": "Só a quem tem e-mail no cadastro, antes do último dia de defesa, recurso ou pagamento.",
            "days_before": f"De 1 a {LONGEST_NOTICE}. Vale para os prazos do autuado.",
            "to_staff": "A quem tem e-mail, quando há algo vencido ou que vence no dia. Sem nomes de pessoas.",
        }
