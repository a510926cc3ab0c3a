"""The municipality's own data, as its manager keeps them."""

from django import forms

from zoonoses import brazil
from zoonoses.municipalities.forms.fields import ConvertedField
from zoonoses.municipalities.models import Municipality
from zoonoses.municipalities.services.colours import darkened, readable
from zoonoses.municipalities.templatetags import br
from zoonoses.municipalities.zones import ZONES


class ColourField(forms.RegexField):
    """A colour as `#rrggbb`, asked with the browser's own palette."""

    def __init__(self, **kwargs):
        message = {"invalid": "Informe a cor como #RRGGBB."}
        widget = forms.TextInput(attrs={"type": "color"})
        super().__init__(regex=r"^#[0-9a-f]{6}$", error_messages=message, widget=widget, **kwargs)

    def to_python(self, value):
        return super().to_python(value).lower()


class MunicipalityForm(forms.ModelForm):
    """Name, body, letterhead, coat of arms, colours, time zone. What makes it real or for training is not here."""

    cnpj = ConvertedField(label="CNPJ", required=False, max_length=20, convert=brazil.cnpj)
    postal_code = ConvertedField(
        label="CEP",
        required=False,
        max_length=10,
        convert=brazil.postal_code,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "postal-code"}),
    )
    phone = ConvertedField(
        label="Telefone",
        required=False,
        max_length=25,
        convert=brazil.phone,
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
    )
    time_zone = forms.ChoiceField(label="Fuso horário", choices=ZONES, help_text="O dia legal é o dia local.")
    primary_colour = ColourField(
        label="Cor principal", help_text="Faixa e destaques. Letras brancas precisam ser lidas sobre ela."
    )
    secondary_colour = ColourField(label="Cor secundária")
    crest_upload = forms.FileField(
        label="Brasão",
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text="PNG ou JPEG, até 5 MB. Aparece nos documentos e no alto das páginas.",
    )
    crest_remove = forms.BooleanField(label="Retirar o brasão atual", required=False)

    class Meta:
        model = Municipality
        fields = [
            "name",
            "uf",
            "body_name",
            "letterhead_name",
            "cnpj",
            "address",
            "postal_code",
            "phone",
            "email",
            "time_zone",
            "primary_colour",
            "secondary_colour",
        ]
        help_texts = {
            "body_name": "Quem assina os documentos, como “Centro de Controle de Zoonoses”.",
            "letterhead_name": "A primeira linha do timbre, como “Prefeitura Municipal de …”.",
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name, written in (("cnpj", br.cnpj), ("postal_code", br.cep), ("phone", br.phone)):
            self.initial[name] = written(self.initial.get(name, ""))
        if not self.instance.crest:
            del self.fields["crest_remove"]

    def clean_primary_colour(self):
        colour = self.cleaned_data["primary_colour"]
        if not readable(colour):
            raise forms.ValidationError(
                f"Letras brancas não se leem sobre {colour}. O tom mais próximo que serve é {darkened(colour)}."
            )
        return colour

    @property
    def sections(self):
        """The fields of the page, under their questions."""
        groups = (
            ("Quem é", ("name", "uf", "body_name", "letterhead_name", "cnpj")),
            ("Onde atende", ("address", "postal_code", "phone", "email", "time_zone")),
            ("Aparência", ("crest_upload", "crest_remove", "primary_colour", "secondary_colour")),
        )
        return [(title, [self[name] for name in names if name in self.fields]) for title, names in groups]
