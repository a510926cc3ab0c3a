"""What a law file says of keeping seized animals, and the faults that `check` finds in it."""

from dataclasses import fields

import pytest

from zoonoses.law import check
from zoonoses.law.tables import CustodyRule, Taking, Way
from zoonoses.municipalities.lawbook import SHIPPED, all_rulesets

WAYS = {
    "alegre-es": {
        "adoption_or_protective_donation": (("adoption", "donation"), "Art. 23, § 4º, I"),
        "teaching_or_research_donation": (("research",), "Art. 23, § 4º, II"),
        "return_after_treatment": (("return",), "Art. 23, § 4º, III"),
        "vet_decision": (("vet",), "Art. 23, § 5º"),
    },
    "cuiaba-mt": {
        "auction": (("auction",), "Art. 11, II"),
        "adoption": (("adoption",), "Art. 11, III"),
        "donation": (("donation",), "Art. 11, IV"),
        "sacrifice": (("sacrifice",), "Art. 11, V e § 7º"),
        "public_tender": (("tender",), "Art. 11, § 6º"),
    },
    "joao-neiva-es": {
        "community_return": (("community",), "Art. 13"),
        "adoption": (("adoption",), "Art. 3º, IV e V"),
    },
    "alvares-machado-sp": {
        "sale": (("sale",), "Art. 5º, II"),
        "adoption": (("adoption",), "Art. 5º, III"),
        "donation": (("donation",), "Arts. 5º, IV, e 12"),
        "sacrifice": (("sacrifice",), "Art. 5º, V"),
        "auction": (("auction",), "Art. 12"),
    },
    "vitoria-es": {
        "adoption": (("adoption",), "Art. 4º, I"),
        "donation": (("donation",), "Art. 4º, II"),
        "auction": (("auction",), "Art. 4º, III"),
    },
}


@pytest.mark.parametrize("law", WAYS)
def test_each_destination_has_its_way_and_article(law):
    ways = all_rulesets()[law].custody.ways
    assert {way.code: (way.forms, way.article) for way in ways} == WAYS[law]


@pytest.mark.parametrize(
    ("law", "separated", "ordered", "event"),
    [
        ("alegre-es", ("species", "sex"), False, ("", "")),
        ("cuiaba-mt", (), False, ("loose_animal", "optional")),
        ("joao-neiva-es", (), False, ("", "")),
        ("alvares-machado-sp", (), True, ("loose_unaccompanied_animal", "condition")),
        ("vitoria-es", (), False, ("", "")),
    ],
)
def test_what_each_law_says_of_keeping(law, separated, ordered, event):
    custody = all_rulesets()[law].custody
    assert custody.separated_by == separated
    assert custody.notice_ordered is ordered
    assert (custody.event_infraction, custody.event_notice) == event


@pytest.mark.parametrize(
    ("law", "ground", "conduct"),
    [
        ("cuiaba-mt", "loose", "loose_animal"),
        ("cuiaba-mt", "mistreated", ""),
        ("alvares-machado-sp", "loose_unaccompanied", "loose_unaccompanied_animal"),
        ("alegre-es", "loose", ""),
        ("vitoria-es", "", ""),
    ],
)
def test_only_the_ground_that_is_the_conduct_makes_it(law, ground, conduct):
    assert all_rulesets()[law].custody.event_of(ground) == conduct


@pytest.mark.parametrize("table", [CustodyRule, Taking, Way])
def test_the_guide_to_transcribing_names_every_key(table):
    guide = (SHIPPED / "README.md").read_text(encoding="utf-8")
    section = guide.partition("## Keys of `[custody]`")[2].partition("\n## ")[0]
    assert [field.name for field in fields(table) if f"`{field.name}`" not in section] == []


def test_the_measures_that_take_an_animal_and_the_ground_of_each():
    found = {law: rules.custody.takings for law, rules in all_rulesets().items() if rules.custody.takings}
    assert {law: [(row.measure, row.ground, row.article) for row in rows] for law, rows in found.items()} == {
        "alegre-es": [("loss_of_possession", "", "Art. 29, parágrafo único, II")],
        "cuiaba-mt": [("definitive_seizure", "reiteration", "Art. 36, § 3º")],
    }


def test_only_vitoria_lets_a_person_write_the_ground():
    free = [law for law, rules in all_rulesets().items() if rules.custody.free_ground]
    assert free == ["vitoria-es"]
    assert not all_rulesets()["vitoria-es"].seizure_grounds


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('event_infraction = "loose_unacc', 'event_infraction = "no_such', "custody.event_infraction"),
        ('entry_document = "entry_health_record"', 'entry_document = "absent"', "custody.entry_document"),
        ('code = "sale"\nforms', 'code = "gift"\nforms', "custody.ways"),
        ('forms = ["sale"]', 'forms = ["theft"]', "custody.ways[0].forms"),
        ('vet_facts = ["exam"]', 'vet_facts = ["mood"]', "custody.vet_facts"),
        (
            "event_infraction = ",
            'event_grounds = ["asleep"]\nevent_infraction = ',
            "custody.event_grounds",
        ),
        (
            "[custody]",
            '[[seizure_grounds]]\ncode = "loose_unaccompanied"\nlabel = "a"\narticle = "b"\n[custody]',
            "seizure_grounds",
        ),
        (
            "[[custody.ways]]",
            '[[custody.takings]]\nmeasure = "a"\nground = "b"\narticle = "c"\n[[custody.ways]]',
            "custody.takings[0].ground",
        ),
        (
            "[[custody.ways]]",
            '[[custody.takings]]\nmeasure = "a"\narticle = "c"\n[[custody.ways]]',
            "custody.event_grounds",
        ),
        ('event_notice = "condition"', 'event_notice = "perhaps"', "custody.event_notice"),
        ("notice_ordered = true", "notice_orderd = true", "custody.notice_orderd"),
    ],
)
def test_check_names_the_place_of_a_fault(tmp_path, old, new, place):
    text = (SHIPPED / "alvares-machado-sp.toml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "broken.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert place in [fault.path for fault in check(file)]
