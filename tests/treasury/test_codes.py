"""Guides' barcodes, PIX and bank return files against published vectors."""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zoonoses.treasury import febraban, pix, return_file

VECTORS = json.loads((Path(__file__).parent / "data" / "money_vectors.json").read_text(encoding="utf-8"))
GUIDE, PIX = VECTORS["febraban_arrecadacao"], VECTORS["pix"]
RETURN = GUIDE["return_file"]


def joined(records):
    return ("\r\n".join(records) + "\r\n").encode("ascii")


def test_module_10_and_11():
    assert febraban.mod10(GUIDE["mod10"]["input"]) == GUIDE["mod10"]["dac"]
    for name in ("mod11", "mod11_2"):
        assert febraban.mod11(GUIDE[name]["input"]) == GUIDE[name]["dac"]


@pytest.mark.parametrize("edge", GUIDE["edge"], ids=lambda edge: edge["why"])
def test_check_digits_at_the_edges(edge):
    check = febraban.mod10 if edge["module"] == 10 else febraban.mod11
    assert check(edge["input"]) == edge["dac"]


@pytest.mark.parametrize("case", GUIDE["general_dac"])
def test_the_general_digit(case):
    digits = case["first3"] + case["other40"]
    assert (febraban.mod10(digits), febraban.mod11(digits)) == (case["mod10"], case["mod11"])


@pytest.mark.parametrize("case", GUIDE["barcodes"], ids=lambda case: case["barcode44"])
def test_barcodes_and_lines(case):
    assert febraban.line_of(case["barcode44"]) == case["line48"]
    for text in (case["barcode44"], case["line48"], febraban.printed(case["barcode44"])):
        code = febraban.read(text)
        assert (code.digits, code.segment) == (case["barcode44"], case["segment"])
        assert code.amount * 100 == case["value_cents"]
        assert (code.value_id in febraban.MODULE_10) == (case["module"] == 10)


@pytest.mark.parametrize(("value_id", "place"), [("6", -2), ("8", -1)])
def test_a_guide_is_made_as_the_vector_says(value_id, place):
    made = febraban.make(
        segment="1", value_id=value_id, amount=Decimal("471.75"), issuer="9999", due_on=date(2025, 6, 30), number=12025
    )  # fmt: skip
    assert made == GUIDE["barcodes"][place]["barcode44"]


@pytest.mark.parametrize("case", GUIDE["invalid_lines"], ids=lambda case: case["why"])
def test_lines_that_are_wrong(case):
    with pytest.raises(ValueError, match="dígito|dígitos"):
        febraban.read(case["line48"])


@pytest.mark.parametrize(
    "given",
    [
        {"value_id": "7"}, {"amount": Decimal(0)}, {"amount": Decimal("0.001")}, {"amount": Decimal(10) ** 9},
        {"issuer": "123"}, {"issuer": "12 4"}, {"number": 0}, {"number": 10**17}, {"segment": "6"},
    ],
)  # fmt: skip
def test_what_does_not_fit_makes_no_barcode(given):
    values = {"segment": "1", "value_id": "8", "amount": Decimal(1), "issuer": "9999", "number": 1}
    with pytest.raises(ValueError, match="guide|code"):
        febraban.make(due_on=date(2025, 6, 30), **values | given)


@settings(max_examples=200)
@given(
    segment=st.sampled_from("156"),
    value_id=st.sampled_from("68"),
    cents=st.integers(1, 99_999_999_999),
    number=st.integers(1, 10**13 - 1),
    due_on=st.dates(date(2000, 1, 1), date(2100, 1, 1)),
)
def test_what_is_made_is_read_again(segment, value_id, cents, number, due_on):
    issuer = "12345678"[: febraban.issuer_length(segment)]
    amount = Decimal(cents) / 100
    made = febraban.make(
        segment=segment, value_id=value_id, amount=amount, issuer=issuer, due_on=due_on, number=number
    )
    code = febraban.read(febraban.line_of(made))
    assert (code.digits, code.amount, code.issuer, int(code.number)) == (made, amount, issuer, number)
    assert code.free.startswith(f"{due_on:%Y%m%d}")


def test_crc16():
    for case in VECTORS["crc16_ccitt_false"]:
        assert f"{pix.crc16(case['input'].encode()):04X}" == case["crc"]


@pytest.mark.parametrize("vector", PIX["vectors"], ids=lambda vector: vector["type"])
def test_pix_payloads_are_read(vector):
    fields = pix.read(vector["payload"])
    assert fields["26.00"] == pix.GUI and fields["58"] == "BR"
    place = {"key": "26.01", "url": "26.25", "name": "59", "city": "60"}
    for name, value in vector.get("in", {}).items():
        assert fields[place[name]] == value


def test_pix_payloads_are_made():
    official, _, computed = PIX["vectors"]
    assert pix.br_code(**official["in"]) == official["payload"]
    made = pix.br_code(
        key="31776479000186",
        name="MUNICÍPIO DE JOÃO NEIVA",
        city="JOÃO NEIVA",
        amount=Decimal("471.75"),
        txid="AI00012026",
    )
    assert made == computed["payload"]


@pytest.mark.parametrize(
    ("text", "length", "plain"),
    [
        ("MUNICÍPIO DE JOÃO NEIVA", 25, "MUNICIPIO DE JOAO NEIVA"),
        ("Prefeitura Municipal de Álvares Machado", 25, "Prefeitura Municipal de"),
        ("JOÃO & CIA LTDA", 25, "JOAO & CIA LTDA"),
        ("São José do Vale do Rio Preto", 15, "Sao Jose do"),
        ("Superintendênciadomunicípio", 15, "Superintendenci"),
        ("Fundo  Municipal – 李", 25, "Fundo Municipal"),
    ],
)
def test_names_that_scan(text, length, plain):
    assert pix.plain(text, length) == plain
    assert len(plain) <= length and plain.isascii()


def test_a_name_without_latin_letters_is_refused():
    with pytest.raises(ValueError, match="alfabeto latino"):
        pix.plain("李小龍", 25)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("31.776.479/0001-86", "31776479000186"), ("529.982.247-25", "52998224725"),
        (" Fazenda@Alegre.ES.gov.br", "fazenda@alegre.es.gov.br"), ("+55 (28) 99999-0000", "+5528999990000"),
        ("123E4567-E12B-12D1-A456-426655440000", "123e4567-e12b-12d1-a456-426655440000"),
    ],
)  # fmt: skip
def test_pix_keys(typed, key):
    assert pix.key_of(typed) == key


@pytest.mark.parametrize(
    "typed",
    [
        "31.776.479/0001-87", "28999990000", "+1 555 0100", "a b@c.br", "x",
        "123e4567-e12b-12d1-a456-42665544000g",
    ],
)  # fmt: skip
def test_what_is_no_pix_key(typed):
    with pytest.raises(ValueError, match=r"PIX|CPF|CNPJ"):
        pix.key_of(typed)


def long_name():
    body = (
        f"000201260200{len(pix.GUI):02d}{pix.GUI}5204000053039865802BR5928{'N' * 28}6004CITY62070503***6304"
    )
    return f"{body}{pix.crc16(body.encode()):04X}"


@pytest.mark.parametrize(
    "payload",
    [PIX["vectors"][0]["payload"][:-1] + "E", PIX["vectors"][0]["payload"][:-5], "", long_name()],
)
def test_pix_payloads_that_are_wrong(payload):
    with pytest.raises(ValueError, match="PIX"):
        pix.read(payload)


@pytest.mark.parametrize(
    "given",
    [{"amount": Decimal(0)}, {"amount": Decimal("1.001")}, {"key": ""}, {"txid": "A-1"}, {"txid": "A" * 26}],
)  # fmt: skip
def test_what_has_no_place_in_a_pix(given):
    with pytest.raises(ValueError, match="not"):
        pix.br_code(**{"key": "a@b.br", "name": "Fundo", "city": "Alegre"} | given)


def test_the_return_file_of_the_specification():
    found, expect = return_file.parse(joined(RETURN["records"])), RETURN["expect"]
    assert (found.header.bank, found.header.sequence) == (expect["header_bank"], expect["nsa"])
    assert found.header.layout == expect["layout"]
    assert (found.records, found.total) == (expect["trailer_records"], Decimal(expect["trailer_total"]))
    for item, wanted in zip(found.items, expect["items"], strict=True):
        assert f"{item.paid_on} {item.credited_on}" == f"{wanted['paid']} {wanted['credited']}"
        assert (item.amount, item.fee) == (Decimal(wanted["value"]), Decimal(wanted["fee"]))
        assert (item.sequence, item.channel) == (wanted["nsr"], wanted["channel"])
        assert febraban.read(item.barcode).amount == item.amount
    assert found.items[0].agency == expect["items"][0]["agency"]


@pytest.mark.parametrize("ending", [b"", b"\r\n\x1a", b"\n\n"])
def test_ends_of_file_that_banks_write(ending):
    data = "\n".join(RETURN["records"]).encode() + ending
    assert len(return_file.parse(data).items) == 2


def changed(line, start, text):
    records = list(RETURN["records"])
    records[line] = records[line][:start] + text + records[line][start + len(text) :]
    return records


HEAD, ONE, TWO, END = RETURN["records"]


@pytest.mark.parametrize(
    ("records", "faults"),
    [
        (changed(0, 1, "1"), {1: "remessa"}),
        (changed(0, 65, "20171345"), {1: "geração"}),
        (changed(1, 21, "20170230"), {2: "pagamento"}),
        (changed(1, 40, "9"), {2: "posição 4"}),
        (changed(2, 81, "00000000000X"), {3: "valor recebido"}),
        (changed(2, 81, "000000000000"), {3: "zero"}),
        (changed(3, 1, "000005"), {4: "5 registros"}),
        (changed(3, 7, "00000000000033473"), {4: "R$ 334,73, e os registros somam R$ 334,72"}),
        ([HEAD, ONE[:149], TWO, END], {2: "149"}),
        ([HEAD, "X" + ONE[1:], TWO + " ", END], {2: "“X”", 3: "151"}),
        ([ONE, TWO, END], {1: "registro A"}),
        ([HEAD, ONE, TWO], {3: "registro Z"}),
        (["Nome;Valor"], {0: "Não é um arquivo de retorno"}),
        ([""], {0: "Não é um arquivo de retorno"}),
    ],
)
def test_every_bad_line_is_named(records, faults):
    with pytest.raises(return_file.BadFile) as found:
        return_file.parse(joined(records))
    said = {fault.line: fault.text for fault in found.value.faults}
    assert said.keys() == faults.keys()
    for line, words in faults.items():
        assert words in said[line]
