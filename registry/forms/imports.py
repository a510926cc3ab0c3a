"""Forms of an import: the file, which column is which field, and what to do with the rows that are wrong."""

from django import forms

from registry.models import ImportJob
from registry.services.imports.fields import fields_of

LEFT_OUT = "não importar"


class ImportForm(forms.ModelForm):
    """What the spreadsheet holds, and the spreadsheet."""

    file = forms.FileField(
        label="Planilha",
        help_text="XLSX, ODS ou CSV, com os nomes das colunas na primeira linha. Antes de gravar, tudo é conferido.",
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt,text/csv"}),
    )

    class Meta:
        model = ImportJob
        fields = ("kind", "file")
        widgets = {"kind": forms.RadioSelect}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = ImportJob.Kind.choices


class ColumnsForm(forms.Form):
    """One choice for each column of the file. A field stands in one column."""

    def __init__(self, *args, kind, headers, samples, columns, **kwargs):
        super().__init__(*args, **kwargs)
        self.known = fields_of(kind)
        chosen = {at: name for name, at in columns.items()}
        choices = [("", LEFT_OUT)] + [
            (name, f"{each.label} (obrigatório)" if each.required else each.label)
            for name, each in self.known.items()
        ]
        for at, header in enumerate(headers):
            shown = [str(row[at]) for row in samples if at < len(row) and row[at] not in (None, "")]
            self.fields[f"column_{at}"] = forms.ChoiceField(
                label=header or f"coluna {at + 1}",
                required=False,
                choices=choices,
                initial=chosen.get(at, ""),
                help_text=f"Ex.: {' · '.join(shown[:3])}"[:120]
                if shown
                else "sem valores nas primeiras linhas",
            )

    def clean(self):
        """The same field twice, or a required one nowhere, is said at once."""
        data = super().clean()
        seen: dict[str, str] = {}
        for name, value in list(data.items()):
            if value and value in seen:
                self.add_error(name, f"{self.known[value].label} já é outra coluna: escolha só uma.")
            elif value:
                seen[value] = name
        missing = [each.label for each in self.known.values() if each.required and each.name not in seen]
        if missing:
            self.add_error(None, f"Diga qual coluna tem: {', '.join(missing)}.")
        return data

    def columns(self) -> dict[str, int]:
        """Field -> column, from 0."""
        return {
            value: int(name.removeprefix("column_")) for name, value in self.cleaned_data.items() if value
        }


class RowsForm(forms.Form):
    """All rows or none, or the good ones."""

    only_good_rows = forms.TypedChoiceField(
        label="Linhas com erro",
        choices=[("", "Importar só se todas servirem"), ("1", "Deixar de fora e importar as boas")],
        coerce=bool,
        empty_value=False,
        required=False,
    )
