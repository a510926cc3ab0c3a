"""`check` says every fault of a file at once, each with its place."""

import subprocess
import sys

import pytest

from tests.law.invented import INVENTED
from tests.law.support import LAWS, RULESETS
from zoonoses.law import RulesetInvalid, check, load

BREAKS = [
    (
        'penalty_stage = "imposed"',
        'penalty_stage = "imposed"\nservice_means = ["fax"]',
        "practice.service_means",
        "'fax' is none of in_person",
    ),
    (
        'short_title = "Lei nº 1/2020"',
        'short_title = "Lei nº 1/2020"\ncolour = "red"',
        "law.colour",
        "unknown key",
    ),
    (
        'code = "huge"\nlabel = "enorme"\narticle = "Art. 9º"',
        'code = "huge"\nlabel = "enorme"',
        "sizes[1].article",
        "missing article",
    ),
    ("from = 2021-08-01", "from = 2021-06-01", "infractions.noise.penalties[2].from", "overlap"),
    (
        "{ from = 2022-01-01, article",
        "{ from = 2019-01-01, article",
        "terms.keep.from",
        "unordered",
    ),
    (
        'fine = { amount = "10.00", per_animal',
        "fine = { amount = 10.0, per_animal",
        "infractions.noise.penalties[0].fine.amount",
        "money as a number",
    ),
    ('unit = "UPSA"', 'unit = "UPZ"', "law.unit", "unit unknown"),
    ('default = "notice"\n', "", "readings[2].default", "without default"),
    (
        'offered_by = "infraction"\ncount = "business_days"\n',
        'offered_by = "infraction"\n',
        "terms.intimation.count",
        "without day-counting",
    ),
    ('days = "calendar_nights"', 'days = "moons"', "bill.days", "expected one of"),
    ('factor = "3 ** p"', 'factor = "3 ** q"', "repeats.triple[0].factor", "unknown name"),
    ('after_last = "repeat_last"', "", "bill.items[0].rates.after_last", "missing"),
    ('id = "serra-azul-xx"', 'id = "serra-azul-xx"\nmystery = 1', "mystery", "unknown key"),
]


@pytest.mark.parametrize(("old", "new", "path", "words"), BREAKS, ids=[row[2] for row in BREAKS])
def test_one_fault(tmp_path, old, new, path, words):
    assert INVENTED.count(old) == 1
    file = tmp_path / "law.toml"
    file.write_text(INVENTED.replace(old, new), encoding="utf-8")
    faults = {fault.path: fault.message for fault in check(file)}
    assert words in faults[path]


def test_all_faults_at_once(tmp_path):
    text = INVENTED
    for old, new, _, _ in BREAKS:
        text = text.replace(old, new)
    file = tmp_path / "law.toml"
    file.write_text(text, encoding="utf-8")
    paths = {fault.path for fault in check(file)}
    assert {row[2] for row in BREAKS} <= paths
    with pytest.raises(RulesetInvalid) as raised:
        load(file)
    assert {fault.path for fault in raised.value.faults} == paths


def test_the_command_line_prints_them(tmp_path):
    file = tmp_path / "law.toml"
    file.write_text(INVENTED.replace('unit = "UPSA"', 'unit = "UPZ"'), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "zoonoses.law", "check", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "law.unit: unit unknown: 'UPZ'" in done.stdout


def test_a_file_that_is_not_toml(tmp_path):
    file = tmp_path / "law.toml"
    file.write_text("= nothing", encoding="utf-8")
    assert "not readable as TOML" in check(file)[0].message


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("priors >", "unexpected"),
        ("priors >= 1 )", "unexpected"),
        ("reading.nothing", "unknown reading"),
        ("reading.unit_day == 'never'", "has no value"),
        ("due('nowhere', fact_on) > fact_on", "no term"),
        ("years(fact_on)", "takes 2"),
        ("priors; 1", "cannot read"),
    ],
)
def test_faults_of_conditions(tmp_path, condition, words):
    file = tmp_path / "law.toml"
    bars = f'liable = "owner"\nbars = [{{ code = "x", article = "Art. 1º", when = "{condition}" }}]'
    file.write_text(INVENTED.replace('liable = "owner"', bars), encoding="utf-8")
    assert any(words in fault.message for fault in check(file))


@pytest.mark.parametrize("name", LAWS)
def test_the_shipped_laws_have_no_fault(name):
    assert check(RULESETS / f"{name}.toml") == []


@pytest.mark.parametrize(
    ("table", "path"),
    [
        ('[transfer]\nlaw_text = "Permanece."\nliable = ["owner"]', "transfer.article"),
        ('[transfer]\narticle = "Art. 9º"\nliable = ["owner"]', "transfer.law_text"),
        ('[transfer]\narticle = "Art. 9º"\nlaw_text = "Permanece."\nliable = []', "transfer.liable"),
        ('[transfer]\narticle = "Art. 9º"\nlaw_text = "-"\nliable = ["owner"]\nuntil = 1', "transfer.until"),
    ],
)
def test_faults_of_the_rule_on_transfers(tmp_path, table, path):
    file = tmp_path / "law.toml"
    file.write_text(f"{INVENTED}\n{table}\n", encoding="utf-8")
    assert [fault.path for fault in check(file)] == [path]


def test_a_law_without_a_rule_on_transfers_has_none(tmp_path):
    file = tmp_path / "law.toml"
    file.write_text(INVENTED, encoding="utf-8")
    assert load(file).transfer is None
    file.write_text(
        f'{INVENTED}\n[transfer]\narticle = "Art. 9º"\nlaw_text = "Permanece."\nliable = ["owner"]\n',
        encoding="utf-8",
    )
    assert load(file).transfer.article == "Art. 9º"
