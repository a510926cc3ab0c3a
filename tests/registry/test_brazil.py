"""Documents, telephones and postal codes as people type them."""

import pytest

from zoonoses import brazil


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("52998224725", "52998224725"),
        ("529.982.247-25", "52998224725"),
        ("00000000191", "00000000191"),
        ("012.345.678-90", "01234567890"),
    ],
)
def test_cpf(typed, stored):
    assert brazil.cpf(typed) == stored


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("11111111111", "CPF inválido"),
        ("00000000000", "CPF inválido"),
        ("52998224724", "CPF inválido"),
        ("1234567890", "O CPF tem 11 dígitos; foram digitados 10."),
        ("529982247250", "O CPF tem 11 dígitos; foram digitados 12."),
        ("5299822472A", "só números"),
        ("", "só números"),
        ("٥٢٩٩٨٢٢٤٧٢٥", "só números"),
    ],
)
def test_wrong_cpf_names_the_cpf(typed, sentence):
    with pytest.raises(ValueError, match=sentence):
        brazil.cpf(typed)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("12.ABC.345/01DE-35", "12ABC34501DE35"),
        ("12abc34501de35", "12ABC34501DE35"),
        ("31776479000186", "31776479000186"),
        ("33.000.167/0001-01", "33000167000101"),
    ],
)
def test_cnpj(typed, stored):
    assert brazil.cnpj(typed) == stored


@pytest.mark.parametrize(
    "typed",
    [
        "12ABC34501DE36",
        "12ABC34501DE3A",
        "00000000000000",
        "11111111111111",
        "12ABC34501DE3",
        "12ÁBC34501DE35",
    ],
)
def test_wrong_cnpj_names_the_cnpj(typed):
    with pytest.raises(ValueError, match="CNPJ"):
        brazil.cnpj(typed)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("(27) 99999-0000", "27999990000"),
        ("(27) 3258-4713", "2732584713"),
        ("+55 27 99999-0000", "27999990000"),
        ("0800 123 4567", "08001234567"),
    ],
)
def test_phone(typed, stored):
    assert brazil.phone(typed) == stored


@pytest.mark.parametrize("typed", ["(11) 123", "999", "(00) 99999-0000", "(27) 19999-0000", ""])
def test_wrong_phone(typed):
    with pytest.raises(ValueError, match="Telefone inválido"):
        brazil.phone(typed)


@pytest.mark.parametrize(("typed", "stored"), [("29680-000", "29680000"), ("19160000", "19160000")])
def test_postal_code(typed, stored):
    assert brazil.postal_code(typed) == stored


@pytest.mark.parametrize("typed", ["00000000", "123", "29.680-000", ""])
def test_wrong_postal_code(typed):
    with pytest.raises(ValueError, match="CEP inválido"):
        brazil.postal_code(typed)
