"""Forms of the process: what is filed, what is decided, and the municipality's own regulation."""

import re

from django import forms

from fines.models import Decision, ProcedureRule
from zoonoses.documents.fields import FilesField
from zoonoses.municipalities.forms.fields import DayField

VOTE = re.compile(r"^(?P<name>[^:]{2,150}):\s*(?P<vote>.{1,150})$")
TEXT = forms.Textarea(attrs={"rows": 8})


class FilingForm(forms.Form):
    """What is handed in at the counter."""

    filed_by = forms.CharField(label="Quem apresenta", max_length=200)
    capacity = forms.CharField(
        label="Em que qualidade",
        max_length=100,
        required=False,
        help_text="Autuado, advogado, procurador, representante da empresa.",
    )
    text = forms.CharField(
        label="Alegações",
        max_length=20000,
        widget=TEXT,
        help_text="O que a peça diz, ou um resumo dela quando a peça vem anexa.",
    )
    files = FilesField(label="Anexos", required=False, help_text="Fotos ou PDF, até 25 MB cada um.")


class DecisionForm(forms.Form):
    """`board` is what may be decided (`services.decisions.board`): conducts, classes, circumstances."""

    outcome = forms.ChoiceField(
        label="Resultado",
        widget=forms.RadioSelect,
        error_messages={"required": "Escolha o resultado: manter, alterar ou cancelar."},
    )
    reasons = forms.CharField(
        label="Fundamentos",
        max_length=20000,
        widget=TEXT,
        error_messages={"required": "A decisão é motivada: escreva os fundamentos."},
    )
    votes = forms.CharField(
        label="Votos",
        required=False,
        max_length=6000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="Quando o julgamento é colegiado: um por linha, como “Ana Souza: pela manutenção”.",
    )

    def __init__(self, *args, board, **kwargs):
        super().__init__(*args, **kwargs)
        self.board = board
        labels = {"kept": "Manter o auto", "changed": "Alterar a penalidade", "cancelled": "Cancelar o auto"}
        self.fields["outcome"].choices = [(value, labels[value]) for value in Decision.Outcome.values]
        for row in board.items:
            self._add(row)
        for kind, label in (("aggravating", "Agravantes"), ("mitigating", "Atenuantes")):
            rows = [each for each in board.circumstances if each.kind == kind]
            if rows:
                self.fields[kind] = forms.MultipleChoiceField(
                    label=label,
                    required=False,
                    initial=getattr(board, kind),
                    widget=forms.CheckboxSelectMultiple,
                    choices=[(each.code, f"{each.label} ({each.article})") for each in rows],
                )
        self.rows = [self._row(row) for row in board.items]

    def _add(self, row):
        pk = row["item"]
        self.fields[f"stands_{pk}"] = forms.BooleanField(
            label=f"{row['label']} ({row['article']})", required=False, initial=True
        )
        self.fields[f"animals_{pk}"] = forms.IntegerField(
            label="Animais", required=False, min_value=1, max_value=row["animals"], initial=row["animals"]
        )
        if self.board.classes:
            self.fields[f"gravity_{pk}"] = forms.ChoiceField(
                label="Gravidade", required=False, initial=row["gravity"], choices=self.board.classes
            )

    def _row(self, row):
        pk = row["item"]
        names = (f"stands_{pk}", f"animals_{pk}", f"gravity_{pk}")
        return [self[name] for name in names if name in self.fields]

    def clean_votes(self):
        """Each line as a name and a vote."""
        votes = []
        for line in filter(None, map(str.strip, self.cleaned_data["votes"].splitlines())):
            found = VOTE.match(line)
            if found is None:
                raise forms.ValidationError(f"Escreva o nome, dois pontos e o voto: “{line[:60]}”.")
            votes.append({"name": found["name"].strip(), "vote": found["vote"].strip()})
        return votes

    def changes(self) -> list[dict]:
        """For each conduct that stands, what the decision found of it."""
        data = self.cleaned_data
        return [
            {
                "item_id": row["item"],
                "animals": data.get(f"animals_{row['item']}") or row["animals"],
                "gravity": data.get(f"gravity_{row['item']}") or "",
            }
            for row in self.board.items
            if data.get(f"stands_{row['item']}")
        ]


class MeasureForm(forms.Form):
    """One of the measures that the law offers now (`offers`), with its terms."""

    offer = forms.ChoiceField(label="Medida", widget=forms.RadioSelect)
    text = forms.CharField(label="Termos e motivo", max_length=20000, widget=TEXT)
    until_on = DayField(
        label="Cumprir até", required=False, help_text="Só para a conversão da multa: o último dia."
    )
    files = FilesField(
        label="Anexos", required=False, help_text="O acordo assinado, listas, fotos: até 25 MB cada um."
    )
    recipient = forms.CharField(
        label="Comunicar a",
        required=False,
        max_length=200,
        help_text="Quem executa ou promove: setor de alvarás, entidade que promove a ação.",
    )

    def __init__(self, *args, offers, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["offer"].choices = [(offer.key, offer.words) for offer in offers]
        if len(offers) == 1:
            self.fields["offer"].initial = offers[0].key
        if not any(offer.has_last_day for offer in offers):
            del self.fields["until_on"]


class ProcedureRuleForm(forms.ModelForm):
    """The municipality's own regulation; what is left empty is set by nobody."""

    from_on = DayField(label="Vale para autos a partir de")

    class Meta:
        model = ProcedureRule
        fields = [
            *("act", "from_on", "defence_days", "defence_count", "reply_days", "reply_count", "judged_by"),
            *("collegiate", "appealed_to", "appeal_days", "appeal_count"),
            *("payment_days", "payment_count", "payment_from", "defence_place", "edital_days"),
        ]
        help_texts = {
            "act": "Lei, decreto ou portaria, com o artigo: “Decreto nº 12/2026, arts. 3º a 9º”.",
            "reply_days": "Vazio: o agente não responde à defesa.",
            "edital_days": "Vazio: o ato não prevê edital. Zero: vale no dia da publicação.",
        }
