"""A sixth law in a temporary file is served by the same engine."""

import json
import subprocess
import sys

import pytest

from tests.law.invented import INVENTED
from zoonoses.law import LawError, answer, check, load, load_folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("laws")
    (folder / "serra-azul-xx.toml").write_text(INVENTED, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def rs(folder):
    return load_folder(folder)["serra-azul-xx"]


def test_it_has_no_fault(folder):
    assert check(folder / "serra-azul-xx.toml") == []


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"fact_on": "2020-02-01"}, {"amount": "20.00", "unit": "UPSA"}),
        ({"fact_on": "2020-02-01", "priors": 2}, {"amount": "180.00", "unit": "UPSA"}),
        ({"fact_on": "2021-06-30"}, {"amount": "20.00", "unit": "UPSA"}),
        ({"fact_on": "2021-08-01"}, {"amount": "25.00", "unit": "UPSA"}),
        ({"fact_on": "2022-12-31"}, {"amount": "25.00", "unit": "UPSA"}),
    ],
)
def test_the_law_of_the_day_of_the_fact_applies(rs, given, expected):
    after = {"intimated_on": "2022-03-04", "days": 3, "checked_on": "2022-03-10"}
    found = answer(rs, "sanction", {"infraction": "noise", "animals": 2, **after, **given})
    assert (found["due_on"], found["fine"]) == ("2022-03-09", expected)


def test_a_gap_between_versions_is_unknown(rs):
    with pytest.raises(LawError, match="value_unknown"):
        answer(rs, "sanction", {"infraction": "noise", "fact_on": "2021-07-15"})


def test_a_repeal_is_a_version(rs):
    found = answer(rs, "sanction", {"infraction": "noise", "fact_on": "2023-01-01"})
    assert found["why_not"] == "no_sanction_in_law"


@pytest.mark.parametrize(("start", "last_day"), [("2021-12-31", "2022-01-07"), ("2022-01-01", "2022-01-10")])
def test_a_term_changes_with_its_version(rs, start, last_day):
    assert answer(rs, "term", {"term": "keep", "start": start})["last_day"] == last_day


@pytest.mark.parametrize(("on", "total"), [("2020-12-31", "1.00"), ("2021-01-01", "1.35"), (None, "1.35")])
def test_a_price_changes_with_its_version(rs, on, total):
    assert answer(rs, "price", {"service": "leash", "on": on})["total"] == {"amount": total, "unit": "BRL"}


def test_another_table(rs):
    given = {
        "animals": [{"species": "elephant", "count": 1}, {"species": "hamster", "count": 10}],
        "seized_at": "2022-03-04T10:00",
        "redeemed_at": "2022-03-07T09:00",
    }
    found = answer(rs, "bill", given)
    assert found["items"]["board"] == {"amount": "28.00", "unit": "UPSA"}
    assert answer(rs, "size", {"species": "hamster"})["size"] == "tiny"
    with pytest.raises(LawError, match="species_not_in_table"):
        answer(rs, "size", {"species": "dog"})


def test_another_unit(rs):
    money = {"amount": "12.50", "unit": "UPSA"}
    found = answer(rs, "convert", {"amount": money, "index_value": "1.111"})
    assert found["amount"] == {"amount": "13.89", "unit": "BRL"}


def test_the_command_line_serves_it(folder):
    case = {"law": "serra-azul-xx", "question": "in_force", "given": {"on": "2020-01-09"}}
    shipped = {"law": "cuiaba-mt", "question": "size", "given": {"species": "pig"}}
    done = subprocess.run(
        [sys.executable, "-m", "zoonoses.law", "ask", "--rulesets", str(folder)],
        input=json.dumps([case, shipped]),
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = json.loads(done.stdout)
    assert (first["in_force"], first["why_not"]) == (False, "not_yet_in_force")
    assert second["size"] == "medium"


def test_a_file_that_changes_is_read_again(tmp_path):
    file = tmp_path / "law.toml"
    file.write_text(INVENTED, encoding="utf-8")
    first = load(file)
    assert load(file) is first
    file.write_text(INVENTED.replace('"10.00"', '"11.000"'.replace("000", "00")), encoding="utf-8")
    assert load(file).hash != first.hash
