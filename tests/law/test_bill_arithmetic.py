"""The memória de cálculo of a bill says how each line comes about, animal by animal and day by day."""

import pytest

from tests.law.support import law
from zoonoses.law import answer

CUIABA = {
    "animals": [
        {"species": "dog", "count": 2},
        {"species": "sheep", "count": 1},
        {"species": "cattle", "count": 1},
    ],
    "seized_at": "2024-06-03T09:00",
    "redeemed_at": "2024-06-07T09:00",
    "priors": 1,
}
THREE_DAYS = "2 × (1,00 + 1,50 + 2,00) + (2,00 + 2,50 + 3,00) + (3,00 + 3,50 + 4,00) = 27,00 UPF"
FIVE_DAYS = (
    "2 × (1,00 + 1,50 + 2,00 + 2 × 2,00) + (2,00 + 2,50 + 3,00 + 2 × 3,00) "
    "+ (3,00 + 3,50 + 4,00 + 2 × 4,00) = 49,00 UPF"
)
ALEGRE = {"seized_at": "2012-03-01T09:00", "redeemed_at": "2012-03-05T09:00"}


def arithmetic(town, given):
    return {step["text"]: step["arithmetic"] for step in answer(law(town), "bill", given)["basis"]}


@pytest.mark.parametrize(
    ("readings", "label", "written"),
    [
        ({}, "Transporte", "2 × 0,25 + 0,50 + 1,00 = 2,00 UPF"),
        ({}, "Diárias", THREE_DAYS),
        ({"custody_after_third_day": "repeat_third"}, "Diárias", FIVE_DAYS),
        ({"custody_table_mode": "total_by_day"}, "Diárias", "2 × 2,00 + 3,00 + 4,00 = 11,00 UPF"),
        ({"tariff_basis": "per_lot"}, "Transporte", "0,25 + 0,50 + 1,00 = 1,75 UPF"),
        (
            {"double_art11_fine": True},
            "Multa da tabela do art. 11",
            "2 × (2 × 0,50 + 1,00 + 2,00) = 8,00 UPF",
        ),
    ],
)
def test_cuiaba_size_by_size_and_day_by_day(readings, label, written):
    assert arithmetic("cuiaba-mt", CUIABA | {"readings": readings})[label] == written


@pytest.mark.parametrize(
    ("count", "redemption", "registration"),
    [(1, "R$ 10,00", "R$ 5,00"), (2, "2 × R$ 10,00 = R$ 20,00", "2 × R$ 5,00 = R$ 10,00")],
)
def test_alegre_animal_by_animal(count, redemption, registration):
    given = ALEGRE | {"animals": [{"species": "dog", "count": count}], "unregistered": count}
    found = arithmetic("alegre-es", given)
    assert (found["Resgate"], found["Registro"]) == (redemption, registration)


def test_alvares_machado_converts_with_the_cents_of_the_unit():
    given = {"animals": [{"species": "horse", "count": 1}], "index_value": "4.1"}
    found = arithmetic("alvares-machado-sp", given)
    assert found["Conversão de UFM em reais."] == "60,00 UFM × R$ 4,10 = R$ 246,00"
