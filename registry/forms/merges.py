"""Form of the merge of two records of one person: whose values stay, and why."""

from django import forms

from registry.services import merges
from zoonoses.municipalities.templatetags import br


class MergeForm(forms.Form):
    """For each group that differs, from which record it comes; `kept` and `merged` are the two records."""

    reason = forms.CharField(
        label="Por que são a mesma pessoa",
        max_length=250,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "placeholder": "mesmo CPF, mesma mãe, confirmou…"}
        ),
    )

    def __init__(self, *args, kept, merged, **kwargs):
        super().__init__(*args, **kwargs)
        initial = merges.suggested(kept, merged)
        for code, (label, _) in merges.GROUPS.items():
            one, other = words(kept, code), words(merged, code)
            if one == other:
                continue
            self.fields[code] = forms.ChoiceField(
                label=label,
                choices=[(merges.KEPT, one or "vazio"), (merges.MERGED, other or "vazio")],
                initial=initial[code],
                widget=forms.RadioSelect,
            )
        self.order_fields([*merges.GROUPS, "reason"])

    def choices(self) -> dict[str, str]:
        return {code: value for code, value in self.cleaned_data.items() if code in merges.GROUPS}


def words(tutor, code) -> str:
    """The values of one group of a record, in one line."""
    if code == "address":
        return " – ".join(filter(None, (tutor.address_line, tutor.city, br.cep(tutor.postal_code))))
    if code == "document":
        return br.document(tutor.document) or tutor.no_document_reason
    if code == "name":
        return f"{tutor.name} ({tutor.get_kind_display()})"
    return " ".join(filter(None, (getattr(tutor, name) for name in merges.GROUPS[code][1])))
