"""`python -m zoonoses.law ask` never shows a traceback: what is malformed is refused with a code."""

import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.law.support import CASES, LAWS, RULESETS
from zoonoses.law import load_folder
from zoonoses.law.__main__ import ask_one, main

LOADED = load_folder(RULESETS)
REFUSALS = {
    "not_in_law",
    "term_not_offered",
    "value_unknown",
    "law_not_in_force",
    "species_not_in_table",
    "index_value_missing",
}


def run(monkeypatch, capsys, text):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code = main(["ask"])
    return code, capsys.readouterr()


def test_list_in_list_out(monkeypatch, capsys):
    cases = json.loads((CASES / "alegre-es.json").read_text(encoding="utf-8"))
    code, output = run(monkeypatch, capsys, json.dumps(cases))
    answers = json.loads(output.out)
    assert code == 0
    for case, found in zip(cases, answers, strict=True):
        assert {key: found.get(key) for key in case["expected"]} == case["expected"]
        assert set(found) == {"error"} or found["basis"]


@pytest.mark.parametrize("text", ["", "{", '{"law": "alegre-es"}', '"x"'])
def test_what_is_not_a_list_is_said_in_one_line(monkeypatch, capsys, text):
    code, output = run(monkeypatch, capsys, text)
    assert code == 1
    assert output.out == ""
    assert output.err.startswith("stdin:")
    assert output.err.count("\n") == 1


@pytest.mark.parametrize(
    ("case", "error"),
    [
        (None, "value_unknown"),
        (7, "value_unknown"),
        ({}, "not_in_law"),
        ({"law": "nowhere", "question": "size", "given": {"species": "dog"}}, "not_in_law"),
        ({"law": "alegre-es", "question": "dance", "given": {}}, "not_in_law"),
        ({"law": "alegre-es", "question": ["size"], "given": {}}, "not_in_law"),
        ({"law": "alegre-es", "question": "sanction", "given": [1]}, "value_unknown"),
        ({"law": "alegre-es", "question": "sanction"}, "value_unknown"),
        ({"law": "alegre-es", "question": "sanction", "given": {"infraction": 4}}, "value_unknown"),
        ({"law": "alegre-es", "question": "in_force", "given": {"on": "2012-02-30"}}, "value_unknown"),
        (
            {"law": "alegre-es", "question": "in_force", "given": {"on": "2012-03-01", "holidays": "x"}},
            "value_unknown",
        ),
        (
            {"law": "alegre-es", "question": "in_force", "given": {"on": "2012-03-01", "holidays": [{}]}},
            "value_unknown",
        ),
        ({"law": "alegre-es", "question": "term", "given": {"term": "redemption"}}, "value_unknown"),
        (
            {"law": "alegre-es", "question": "price", "given": {"service": "registration", "quantity": -1}},
            "value_unknown",
        ),
        ({"law": "cuiaba-mt", "question": "bill", "given": {"animals": "dog"}}, "value_unknown"),
        (
            {"law": "cuiaba-mt", "question": "sanction", "given": {"infraction": "loose_animal"}},
            "value_unknown",
        ),
        (
            {
                "law": "cuiaba-mt",
                "question": "sanction",
                "given": {"infraction": "loose_animal", "gravity": "huge"},
            },
            "value_unknown",
        ),
        (
            {
                "law": "joao-neiva-es",
                "question": "sanction",
                "given": {"infraction": "food", "intimated_on": "2024-03-04"},
            },
            "value_unknown",
        ),
        (
            {
                "law": "alegre-es",
                "question": "sanction",
                "given": {"infraction": "unregistered_animal", "intimated_on": "2012-03-01", "days": 15},
            },
            "term_not_offered",
        ),
        (
            {
                "law": "alegre-es",
                "question": "sanction",
                "given": {"infraction": "abandonment", "fact_on": "2011-03-03"},
            },
            "law_not_in_force",
        ),
        (
            {
                "law": "alegre-es",
                "question": "sanction",
                "given": {"infraction": "abandonment", "fact_on": "2023-01-01"},
            },
            "value_unknown",
        ),
        (
            {
                "law": "alegre-es",
                "question": "bill",
                "given": {"animals": [{"species": "rabbit", "count": 1, "size": "small"}]},
            },
            "species_not_in_table",
        ),
    ],
)
def test_refusals(case, error):
    assert ask_one(LOADED, case) == {"error": error}


@pytest.mark.parametrize(
    "given_facts",
    [
        {"infraction": "loose_animal", "intimated_on": "2012-03-01", "days": 0},
        {"infraction": "leash_plate_handler", "intimated_on": "2012-03-01", "days": "ten"},
        {"infraction": "unregistered_animal", "days": 99},
    ],
)
def test_days_matter_only_where_an_intimation_was_issued(given_facts):
    found = ask_one(LOADED, {"law": "alegre-es", "question": "sanction", "given": given_facts})
    assert "error" not in found


NAMES = sorted(
    {
        key
        for name in LAWS
        for case in json.loads((CASES / f"{name}.json").read_text("utf-8"))
        for key in case["given"]
    }
)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 400),
    st.sampled_from(
        ["2012-03-01", "2024-02-29", "2024-05-10T10:00", "4.50", "dog", "rabbit", "redemption", "minor"]
    ),
    st.text(max_size=4),
    st.floats(),
    st.lists(st.sampled_from(["2024-05-10", "intent", "dog", 3]), max_size=2),
    st.dictionaries(
        st.sampled_from(["amount", "unit", "species", "count", "from"]), st.text(max_size=3), max_size=2
    ),
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(data=st.data())
def test_nothing_breaks_the_engine(data):
    law = data.draw(st.sampled_from(LAWS))
    case = data.draw(st.sampled_from(json.loads((CASES / f"{law}.json").read_text("utf-8"))))
    changes = data.draw(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=3))
    found = ask_one(LOADED, {"law": law, "question": case["question"], "given": {**case["given"], **changes}})
    assert found.get("error", "not_in_law") in REFUSALS
    json.dumps(found)
