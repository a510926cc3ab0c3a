"""Fields of an act done on paper and entered later, shared by the forms of every such act."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from django import forms

from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document
from zoonoses.documents.services.paper import Paper
from zoonoses.municipalities.forms.fields import DayField
from zoonoses.municipalities.models import Membership, Role

AUTHORS = (Role.AGENT, Role.VET, Role.MANAGER)
NUMBER = re.compile(r"^\s*0*(\d{1,7})\s*/\s*(\d{4})\s*$")
BLANK_KINDS = (
    DocumentKind.CONTROL_FORM,
    DocumentKind.INSPECTION_RECORD,
    DocumentKind.INTIMATION,
    DocumentKind.NOTIFICATION,
    DocumentKind.WRITTEN_WARNING,
    DocumentKind.INFRACTION_NOTICE,
    DocumentKind.SEIZURE,
)


class PaperMixin(forms.Form):
    """`paper_on`, `paper_time`, `paper_author`, `paper_document` and `scan`; `paper()` gives what services
    take.

    `municipality` and `kinds` (which document kinds serve the act) are given to the constructor.
    """

    paper_on = DayField(label="Dia do ato", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    paper_time = forms.TimeField(
        label="Hora do ato", widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    paper_author = forms.ModelChoiceField(label="Quem fez o ato", queryset=Membership.objects.none())
    paper_document = forms.CharField(
        label="Número do formulário em branco", max_length=15, help_text="Como está impresso: 0001/2026."
    )
    scan = forms.FileField(label="Digitalização do formulário preenchido", help_text="Foto ou PDF.")

    def __init__(self, *args, municipality, kinds, **kwargs):
        super().__init__(*args, **kwargs)
        self.municipality = municipality
        self.kinds = tuple(kinds)
        posts = Membership.objects.of(municipality).filter(role__in=AUTHORS)
        self.fields["paper_author"].queryset = posts.select_related("user", "municipality").order_by(
            "user__name"
        )
        self.fields["paper_author"].label_from_instance = lambda post: (
            f"{post.user.name} ({post.get_role_display()})"
        )

    def clean_paper_document(self):
        """The blank form of that number; says what is wrong with the number when there is none."""
        match = NUMBER.match(self.cleaned_data["paper_document"])
        if match is None:
            raise forms.ValidationError("Escreva o número como está impresso: 0001/2026.")
        number, year = int(match[1]), int(match[2])
        rows = Document.objects.of(self.municipality).filter(kind__in=self.kinds, number=number, year=year)
        document = rows.filter(is_blank=True).first()
        if document is None:
            raise forms.ValidationError("Nenhum formulário em branco deste tipo tem este número.")
        return document

    def paper(self):
        """The `Paper` of the act; the moment is in the municipality's own zone."""
        data = self.cleaned_data
        moment = datetime.combine(data["paper_on"], data["paper_time"], ZoneInfo(self.municipality.time_zone))
        return Paper(
            at=moment, author=data["paper_author"], document=data["paper_document"], scan=data["scan"]
        )


class BlankForm(forms.Form):
    """Which form to print in blank, and how many: each sheet has its own number."""

    kind = forms.ChoiceField(label="Formulário")
    quantity = forms.IntegerField(label="Quantidade", min_value=1, max_value=20, initial=5)

    def __init__(self, *args, kinds, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = kinds
