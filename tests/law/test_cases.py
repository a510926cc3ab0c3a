"""Every worked question is answered exactly: what is expected is part of the answer."""

import json

import pytest

from tests.law.support import CASES, LAWS, law
from zoonoses.law import LawError, answer

ALL = [case for name in LAWS for case in json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))]


@pytest.mark.parametrize("case", ALL, ids=[case["id"] for case in ALL])
def test_case(case):
    try:
        found = answer(law(case["law"]), case["question"], case["given"])
    except LawError as error:
        assert case["expected"] == {"error": error.code}
        return
    assert {key: found.get(key) for key in case["expected"]} == case["expected"]
    assert all(step["text"] for step in found["basis"])


def test_all_laws_have_cases():
    assert {case["law"] for case in ALL} == set(LAWS)
    assert len(ALL) > 300
