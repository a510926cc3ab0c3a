"""The form of a seizure: whose, why, where, each animal, and who was there. As typed, right or wrong."""

from functools import cached_property

from django import forms
from django.forms.utils import ErrorDict

from impound.models import SeizedAnimal, Seizure
from impound.services import seizing_form
from impound.services.seizing import WITNESSES, AnimalInput, SeizureInput
from impound.services.seizing_form import PLACE
from inspections.forms.parts import OFF, NewTutorPart, Part, WherePart, WhoPart
from registry.forms.animals import ChipField
from registry.models import Animal, Tutor
from zoonoses.text import record_key

MAX_ROWS = 40
NOT_IT = "Lido na apreensão; quem apreendeu diz que não é o animal do cadastro."
POSITION = ("latitude", "longitude", "accuracy_m")
LINES = {"rows": 2}


class GroundPart(Part):
    """The law's own grounds; words of a person only where the law lists none."""

    ground = forms.ChoiceField(label="fundamento da apreensão", widget=forms.RadioSelect, required=False)
    ground_text = forms.CharField(
        label="fundamento da apreensão", required=False, max_length=250, widget=forms.Textarea(attrs=LINES)
    )
    origin = forms.ChoiceField(
        label="de onde veio",
        widget=forms.RadioSelect,
        choices=[
            (value, label)
            for value, label in Seizure.Origin.choices
            if value not in (Seizure.Origin.INSPECTION, Seizure.Origin.DECISION)
        ],
    )

    def __init__(self, *args, law, has_source, is_decided=False, **kwargs):
        super().__init__(*args, **kwargs)
        self.law, self.is_decided = law, is_decided
        self.fields["ground"].choices = [
            (row.code, f"{row.label} ({row.article})" if row.article else row.label) for row in law.grounds
        ]
        del self.fields["ground_text" if law.grounds else "ground"]
        if is_decided:
            self.fields.clear()
        elif has_source:
            del self.fields["origin"]

    def clean(self):
        data = super().clean()
        name = "ground" if self.law.grounds else "ground_text"
        if not self.is_decided and not data.get(name) and name not in self.errors:
            self.missing(name, "Diga o fundamento da apreensão.")
        return data


class MorePart(Part):
    """How one gets there, the vehicle, notes, and who was with the animals."""

    reference = forms.CharField(label="ponto de referência", required=False, max_length=200)
    vehicle = forms.CharField(
        label="veículo", required=False, max_length=60, help_text="Placa ou nome da viatura."
    )
    holder = forms.CharField(
        label="nome de quem estava com os animais",
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs=OFF),
    )
    presence = forms.ChoiceField(
        label="quem estava com os animais", choices=Seizure.Presence.choices, widget=forms.RadioSelect
    )
    witness_1 = forms.CharField(label="testemunha 1", required=False, max_length=200)
    witness_1_document = forms.CharField(label="documento da testemunha 1", required=False, max_length=40)
    witness_2 = forms.CharField(label="testemunha 2", required=False, max_length=200)
    witness_2_document = forms.CharField(label="documento da testemunha 2", required=False, max_length=40)
    notes = forms.CharField(
        label="observações", required=False, max_length=5000, widget=forms.Textarea(attrs={"rows": 3})
    )

    def clean(self):
        """A refusal to sign needs two different witnesses; who signs or refuses has a name."""
        data = super().clean()
        if data.get("presence") != Seizure.Presence.REFUSED:
            data.update(dict.fromkeys(WITNESSES, ""))
        else:
            for name in ("witness_1", "witness_2"):
                if not data.get(name):
                    self.missing(name, "A recusa precisa de duas testemunhas.")
            names = [data.get(name, "").casefold() for name in ("witness_1", "witness_2")]
            if names[0] and names[0] == names[1]:
                self.missing("witness_2", "As duas testemunhas têm de ser pessoas diferentes.")
        if data.get("presence") == Seizure.Presence.ABSENT:
            data["holder"] = ""
        elif data.get("presence") and not data.get("holder"):
            self.missing("holder", "Escreva o nome de quem estava com os animais.")
        return data


class SeizedPart(Part):
    """One animal: read (chip, tag), seen (species, looks, health), classed where the law's table is silent."""

    chip_read = ChipField(label="microchip lido", required=False, max_length=25)
    tag_read = forms.CharField(
        label="plaqueta lida", required=False, max_length=200, widget=forms.TextInput(attrs=OFF)
    )
    animal = forms.ModelChoiceField(Animal.objects.none(), required=False)
    species = forms.ChoiceField(label="espécie", required=False)
    species_other = forms.CharField(label="qual espécie", required=False, max_length=60)
    is_wild = forms.BooleanField(label="é da fauna silvestre", required=False)
    sex = forms.ChoiceField(label="sexo", choices=[("", "escolha"), *Animal.Sex.choices], required=False)
    presumed_age = forms.CharField(label="idade presumida", required=False, max_length=60)
    description = forms.CharField(
        label="características",
        max_length=2000,
        widget=forms.Textarea(attrs=LINES),
        help_text="Pelagem, cor, sinais, coleira.",
    )
    apparent_health = forms.CharField(
        label="aparente estado de saúde", max_length=2000, widget=forms.Textarea(attrs=LINES)
    )
    size = forms.ChoiceField(label="porte", required=False)
    size_reason = forms.CharField(label="por que este porte", required=False, max_length=250)
    remove = forms.BooleanField(label="retirar este animal", required=False)

    TYPED = ("animal", "species", "description", "apparent_health", "chip_read", "tag_read", "presumed_age")

    def __init__(self, *args, law, municipality, **kwargs):
        super().__init__(*args, **kwargs)
        self.municipality = municipality
        self.fields["animal"].queryset = Animal.objects.of(municipality).select_related("tutor__merged_into")
        self.fields["species"].choices = [("", "escolha"), *law.species]
        self.fields["size"].choices = [("", "pela tabela da lei"), *SeizedAnimal.Size.choices]
        if not law.sized:
            del self.fields["size"], self.fields["size_reason"]

    @property
    def part(self):
        """How the files of this row are marked."""
        return self.prefix

    @property
    def is_removed(self):
        return bool(self.data.get(self.add_prefix("remove")))

    @property
    def is_blank(self):
        """Nothing was typed in this row, or it was taken out."""
        return self.is_removed or not any(self.data.get(self.add_prefix(name)) for name in self.TYPED)

    @cached_property
    def chosen(self):
        """The animal of the registry that the agent says it is, or None."""
        key = record_key(self.data.get(self.add_prefix("animal")))
        return None if key is None else self.fields["animal"].queryset.filter(pk=key).first()

    @cached_property
    def found(self):
        """Animals that the chip or the tag names, and the one chosen before."""
        read = [self.data.get(self.add_prefix(name), "") for name in ("chip_read", "tag_read")]
        found = seizing_form.found_by(self.municipality, *read)
        return found if self.chosen is None or self.chosen in found else [self.chosen, *found]

    @property
    def has_read(self):
        """Whether a number was read on the animal."""
        return any(self.data.get(self.add_prefix(name), "").strip() for name in ("chip_read", "tag_read"))

    @property
    def is_answered(self):
        """Whether the agent said which of the found animals it is, or that it is none of them."""
        return self.add_prefix("animal") in self.data

    def clean(self):
        data = super().clean()
        if self.found and not self.is_answered:
            self.missing("chip_read", "Este número está no cadastro: diga se é este animal.")
        if self.chosen is None and not data.get("species"):
            self.missing("species", "Diga a espécie.")
        if self.chosen is None and not data.get("sex"):
            self.missing("sex", "Diga o sexo, ou que não foi verificado.")
        if data.get("species") == Animal.Species.OTHER and not data.get("species_other"):
            self.missing("species_other", "Diga qual é a espécie.")
        if data.get("size") and not data.get("size_reason"):
            self.missing("size_reason", "O porte escolhido à mão precisa do motivo.")
        return data

    def clean_tag_read(self):
        """The number or the code of the tag; an address read from its QR is kept by its last part."""
        return self.cleaned_data["tag_read"].strip().rstrip("/").rsplit("/", 1)[-1][:40]

    def animal_input(self, photos) -> AnimalInput:
        """What the service takes; only after `is_valid()`."""
        data = self.cleaned_data
        names = ("chip_read", "tag_read", "presumed_age", "description", "apparent_health")
        values = {name: data[name] for name in names}
        values |= {"size": data.get("size", ""), "size_reason": data.get("size_reason", "")}
        if self.chosen is None:
            values |= {name: data[name] for name in ("species", "species_other", "is_wild")}
            values["chip_accepted"] = NOT_IT if self.found else ""
        sex = data["sex"] or Animal.Sex.UNKNOWN
        return AnimalInput(animal=self.chosen, sex=sex, photos=tuple(photos), **values)


class SeizureForm:
    """All the parts over one `data` (a QueryDict). `checked=False` shows it without judging."""

    def __init__(
        self, data, *, municipality, law, inspection=None, complaint=None, measure=None, checked=True
    ):
        self.municipality, self.law, self.checked = municipality, law, checked
        self.inspection, self.complaint, self.measure = inspection, complaint, measure
        self.data = data = data.copy()
        row_kwargs = {"law": law, "municipality": municipality}
        self.rows = [
            SeizedPart(data, prefix=f"animal-{index}", **row_kwargs) for index in range(self.row_count)
        ]
        self._propose_owner()
        self.who = WhoPart(data, prefix="who", municipality=municipality)
        self.tutor_form = NewTutorPart(data, municipality=municipality)
        self.where = WherePart(data, prefix="where")
        source = bool(inspection or complaint)
        self.ground = GroundPart(
            data, prefix="ground", law=law, has_source=source, is_decided=measure is not None
        )
        self.more = MorePart(data, prefix="more")
        if not checked:
            for part in (self.who, self.tutor_form, self.where, self.ground, self.more, *self.rows):
                part._errors, part.cleaned_data = ErrorDict(), {}

    @property
    def seen_in(self):
        """The visit whose animals may be the ones: that of the form, or that of the auto decided."""
        return self.measure.notice.inspection if self.measure else self.inspection

    @property
    def row_count(self):
        text = self.data.get("animal-rows", "")
        return min(max(int(text), 1), MAX_ROWS) if text.isdecimal() and len(text) < 4 else 1

    @staticmethod
    def is_row_free(data, index):
        """Whether nothing was typed yet in a row of the form."""
        return not any(data.get(f"animal-{index}-{name}") for name in SeizedPart.TYPED)

    @property
    def found_animals(self):
        """Animals of the registry that the page shows."""
        return [animal for row in self.rows for animal in row.found]

    def _propose_owner(self):
        """The tutor whom the chip or the tag names is proposed, while nobody said whose the animals are."""
        tutors = {
            row.chosen.tutor.merged_into or row.chosen.tutor
            for row in self.rows
            if row.chosen and row.chosen.tutor
        }
        self.proposed = tutors.pop() if len(tutors) == 1 else None
        if self.proposed and not self.data.get("who-who"):
            self.data["who-who"], self.data["who-tutor"] = WhoPart.KNOWN, str(self.proposed.pk)

    @cached_property
    def tutor(self):
        """The owner of the registry chosen so far, or None."""
        key = record_key(self.data.get("who-tutor"))
        if self.data.get("who-who") != WhoPart.KNOWN or key is None:
            return None
        return Tutor.objects.of(self.municipality).heads().filter(pk=key).first()

    @property
    def is_new_tutor(self):
        return self.data.get("who-who") == WhoPart.NEW

    @property
    def filled(self):
        return [row for row in self.rows if not row.is_blank]

    @property
    def parts(self):
        new = [self.tutor_form] if self.is_new_tutor else []
        rows = self.filled or self.rows[:1]
        return [self.who, *new, self.ground, self.where, *rows, self.more]

    problems = ()

    def is_valid(self):
        """Judges every part, so that all errors show at once."""
        judged = [part.is_valid() for part in self.parts]
        return all(judged)

    @property
    def invalid_parts(self):
        return [part for part in self.parts if self.checked and part.errors]

    @property
    def taken(self):
        """The animals of the registry already in the lot."""
        return [row.chosen.pk for row in self.filled if row.chosen]

    def animal_inputs(self, files_of):
        """What the service takes of each animal; `files_of(part)` gives the photos already sent."""
        return [row.animal_input(files_of(row.part)) for row in self.filled]

    def seizure_input(self, *, signature=None) -> SeizureInput:
        """What the service takes of the act; only after `is_valid()`."""
        ground, where, more = (part.cleaned_data for part in (self.ground, self.where, self.more))
        return SeizureInput(
            origin=self._origin(ground),
            place={name: where[name] for name in PLACE},
            ground=ground.get("ground", ""),
            ground_text=ground.get("ground_text", ""),
            inspection=self.inspection,
            complaint=self.complaint,
            measure=self.measure,
            owner=self.tutor,
            new_owner=self.tutor_form.values() if self.is_new_tutor else None,
            witnesses={name: more[name] for name in WITNESSES},
            signature=signature,
            **{name: where[name] for name in POSITION},
            **{name: more[name] for name in ("holder", "presence", "vehicle", "reference", "notes")},
        )

    def _origin(self, ground):
        if self.measure:
            return Seizure.Origin.DECISION
        if self.inspection:
            return Seizure.Origin.INSPECTION
        return Seizure.Origin.CALL if self.complaint else ground["origin"]
