"""Form of the term of keeping personal data."""

from django import forms


class RetentionForm(forms.Form):
    """Years from the last movement; empty: nobody is anonymised."""

    years = forms.IntegerField(
        label="Anos de guarda depois do último movimento",
        required=False,
        min_value=1,
        max_value=100,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text="Em branco, nenhum cadastro é anonimizado. Confira a tabela de temporalidade do município.",
    )
