"""Forms of destination: the contract of who receives the animal, and what each termo asks for."""

from django import forms

from impound.models import Exit
from impound.services.adoption import usual_visits
from impound.services.disposing import GROUNDS, HANDOVER, OUTCOMES
from registry.forms.animals import ChipField
from registry.forms.vaccination import OFF
from zoonoses.municipalities.forms.fields import LifetimeDayField

Kind = Exit.Kind
LONG = 2000


def _text(label, rows=3, **given):
    return forms.CharField(label=label, max_length=LONG, widget=forms.Textarea(attrs={"rows": rows}), **given)


def first_upper(text: str) -> str:
    """The law's words as a field is named: with a capital."""
    return text[:1].upper() + text[1:]


class ContractForm(forms.Form):
    """Clauses and prior information come filled with the municipality's words; whoever issues may change them.

    `shape` is `adoption.Shape`; `needs_chip` says that the law wants a chip and the animal has none.
    """

    def __init__(self, *args, shape, entity, form, needs_chip, registers, chip_read, today, **kwargs):
        super().__init__(*args, **kwargs)
        self.shape, self.today = shape, today
        self.groups = [
            ("Quem recebe", self._of_receiver(entity, form)),
            ("Microchip", self._of_chip(needs_chip, chip_read)),
            ("Informação prévia", self._of_told()),
            ("Cláusulas do contrato", self._of_clauses()),
            ("Visitas de acompanhamento", self._of_visits(form)),
            ("Registro", self._of_registration(registers)),
        ]

    def _add(self, **fields) -> list[str]:
        self.fields.update(fields)
        return list(fields)

    def _of_receiver(self, entity, form):
        if entity:
            signer = forms.CharField(
                label="Quem assina pela entidade", max_length=200, widget=forms.TextInput(attrs=OFF)
            )
            return self._add(signer=signer)
        words = "Se foi mostrado: quem adota tem 18 anos ou mais."
        return self._add(born_on=LifetimeDayField(label="Nascimento", required=False, help_text=words))

    def _of_chip(self, needs_chip, chip_read):
        if not needs_chip:
            return []
        words = "A lei pede o microchip em nome de quem recebe o animal."
        return self._add(
            chip=ChipField(label="Microchip implantado", max_length=25, help_text=words, initial=chip_read)
        )

    def _of_told(self):
        names = []
        if self.shape.young_only:
            names += self._add(young=forms.BooleanField(label="O animal é filhote", required=False))
        for part in self.shape.told:
            only_young = part.code in self.shape.young_only
            label = first_upper(f"{part.label} (só de filhote)" if only_young else part.label)
            names += self._add(
                **{f"told_{part.code}": _text(label, 2, initial=part.text, required=not only_young)}
            )
        if self.shape.told:
            names += self._add(
                informed=forms.BooleanField(
                    label="Tudo isto foi informado antes, e quem recebe assina que sabe",
                    error_messages={"required": "A lei pede a informação antes do contrato."},
                )
            )
        return names

    def _of_clauses(self):
        rows = {
            f"clause_{part.code}": _text(first_upper(part.label), 4, initial=part.text)
            for part in self.shape.clauses
        }
        return self._add(**rows)

    def _of_visits(self, form):
        if form != Kind.ADOPTION:
            return []
        rows = {}
        for place, day in enumerate(usual_visits(self.today), start=1):
            rows[f"visit_{place}"] = LifetimeDayField(label=f"{place}ª visita", required=False, initial=day)
        rows["visit_1"].help_text = "Dias de costume, que a lei não fixa: mude-os ou apague-os."
        return self._add(**rows)

    def _of_registration(self, registers):
        if not registers:
            return []
        words = "Registrar o animal agora (RGA), em nome de quem o recebe"
        return self._add(register=forms.BooleanField(label=words, required=False))

    def sections(self):
        """The fields by question: title and bound fields."""
        return [(title, [self[name] for name in names]) for title, names in self.groups if names]

    def clean(self):
        data = super().clean()
        for code in self.shape.young_only:
            name = f"told_{code}"
            if data.get("young") and name not in self.errors and not data.get(name, "").strip():
                self.add_error(name, "Informe, porque o animal é filhote.")
        for name in ("visit_1", "visit_2", "visit_3"):
            if data.get(name) and data[name] <= self.today:
                self.add_error(name, "A visita é depois de hoje.")
        return data

    def values(self) -> dict:
        """What `adoption.Contract` takes of what was typed."""
        data = self.cleaned_data
        visits = tuple(data[name] for name in ("visit_1", "visit_2", "visit_3") if data.get(name))
        return {
            "signer": data.get("signer", ""),
            "born_on": data.get("born_on"),
            "chip": data.get("chip", ""),
            "young": bool(data.get("young")),
            "informed": bool(data.get("informed")),
            "told": {part.code: data.get(f"told_{part.code}", "") for part in self.shape.told},
            "clauses": {part.code: data[f"clause_{part.code}"] for part in self.shape.clauses},
            "visits": visits,
            "register": bool(data.get("register")),
        }


class TermForm(forms.Form):
    """What the termo of each form of destination asks for."""

    authorisation = forms.CharField(
        label="Autorização da entidade, nº",
        max_length=80,
        widget=forms.TextInput(attrs=OFF),
        help_text="Como a da comissão de ética no uso de animais.",
    )
    signer = forms.CharField(
        label="Quem assina pela entidade", max_length=200, widget=forms.TextInput(attrs=OFF)
    )
    evaluation = forms.ModelChoiceField(None, label="Laudo veterinário", empty_label="escolha o laudo")
    outcome = forms.ChoiceField(label="Decisão", choices=list(OUTCOMES.items()), widget=forms.RadioSelect)
    ground = forms.ChoiceField(label="Motivo", choices=list(GROUNDS.items()), widget=forms.RadioSelect)
    reason = _text("Fundamentos", 4)

    USED = {
        Kind.RETURN: ("reason",),
        Kind.COMMUNITY: ("reason",),
        Kind.RESEARCH: ("signer", "authorisation", "reason"),
        Kind.VET: ("evaluation", "outcome", "reason"),
        Kind.SACRIFICE: ("evaluation", "ground", "reason"),
    }
    WORDS = {Kind.RETURN: "Observação", Kind.COMMUNITY: "Observação", Kind.RESEARCH: "Finalidade"}

    def __init__(self, *args, form, laudos, receiver=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.receiver = receiver
        for name in [name for name in self.fields if name not in self.USED[form]]:
            del self.fields[name]
        self.fields["reason"].label = self.WORDS.get(form, "Fundamentos")
        self.fields["reason"].required = form not in (Kind.RETURN, Kind.COMMUNITY)
        if "evaluation" in self.fields:
            self.fields["evaluation"].queryset = laudos
            self.fields["evaluation"].initial = laudos[0] if len(laudos) == 1 else None
            self.fields["evaluation"].label_from_instance = lambda event: str(event.act.document)

    def clean(self):
        data = super().clean()
        if data.get("outcome") == HANDOVER and self.receiver is None:
            self.add_error("outcome", "Escolha antes quem assume o tratamento do animal.")
        return data

    def values(self) -> dict:
        """What `disposing.Disposal` takes of what was typed."""
        return dict(self.cleaned_data)
