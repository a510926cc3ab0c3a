"""Index units: a period without value is unknown and is never carried forward."""

from datetime import date
from decimal import Decimal

import pytest

from tests.law.support import RULESETS, ask, brl
from zoonoses.law import LawError, RulesetInvalid
from zoonoses.law.units import find_unit, load_unit

UNITS = RULESETS / "units"


@pytest.mark.parametrize(
    ("file", "on", "value"),
    [
        ("vrte-es", date(2025, 1, 1), "4.7175"),
        ("vrte-es", date(2025, 12, 31), "4.7175"),
        ("vrte-es", date(2024, 12, 31), "4.5032"),
        ("vrte-es", date(2009, 6, 1), "1.9270"),
        ("upf-mt", date(2024, 3, 31), "234.46"),
        ("upf-mt", date(2026, 2, 1), "255.20"),
        ("upf-mt", date(2017, 9, 30), "126.01"),
    ],
)
def test_values(file, on, value):
    found = load_unit(UNITS / f"{file}.toml").value_on(on)
    assert found.value == Decimal(value)
    assert found.source


@pytest.mark.parametrize(
    ("file", "on", "unit", "period"),
    [
        ("vrte-es", date(2026, 1, 1), "VRTE", "2026"),
        ("vrte-es", date(2011, 1, 1), "VRTE", "2011"),
        ("upf-mt", date(2024, 4, 1), "UPF", "2024-04"),
        ("upf-mt", date(2024, 2, 29), "UPF", "2024-02"),
        ("ufm-alvares-machado-sp", date(2024, 6, 1), "UFM", "2024"),
    ],
)
def test_what_is_missing(file, on, unit, period):
    with pytest.raises(LawError) as raised:
        load_unit(UNITS / f"{file}.toml").value_on(on)
    assert raised.value.code == "index_value_missing"
    assert raised.value.details == {"unit": unit, "period": period}


@pytest.mark.parametrize(
    ("name", "amount", "unit", "file", "on", "reais"),
    [
        ("joao-neiva-es", "100.00", "VRTE", "vrte-es", date(2025, 5, 5), "471.75"),
        ("joao-neiva-es", "200.00", "VRTE", "vrte-es", date(2025, 5, 5), "943.50"),
        ("joao-neiva-es", "100.00", "VRTE", "vrte-es", date(2023, 5, 5), "429.61"),
        ("cuiaba-mt", "7.00", "UPF", "upf-mt", date(2026, 2, 5), "1786.40"),
    ],
)
def test_products(name, amount, unit, file, on, reais):
    value = load_unit(UNITS / f"{file}.toml").value_on(on).value
    found = ask(name, "convert", amount={"amount": amount, "unit": unit}, index_value=str(value))
    assert found["amount"] == brl(reais)


def test_a_municipal_unit_is_found_by_its_law_alone():
    assert find_unit(UNITS, "UFM", "SP", ("alvares-machado-sp",)).code == "UFM"
    assert find_unit(UNITS, "UFM", "SP", ("other",)) is None
    assert find_unit(UNITS, "VRTE", "ES").name.startswith("Valor de Referência")
    assert find_unit(UNITS, "VRTE", "SP") is None


def test_faults_of_a_unit_file(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text(
        'unit = "X"\nname = "X"\nuf = "ES"\nperiod = "year"\ncolour = 1\n'
        '[[values]]\nperiod = "2020"\nvalue = 1.5\nsource = "s"\n'
        '[[values]]\nperiod = "2021"\nvalue = "1.50"\n'
        '[[values]]\nperiod = "2021-13"\nvalue = "1.50"\nsource = "s"\n',
        encoding="utf-8",
    )
    with pytest.raises(RulesetInvalid) as raised:
        load_unit(file)
    assert {fault.path for fault in raised.value.faults} == {
        "colour",
        "values[0].value",
        "values[1].source",
        "values[2].period",
    }
