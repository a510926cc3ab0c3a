"""Guides on paper: what a bank reads from them, several charges on one, and what each new one takes out of effect."""

from datetime import date
from decimal import Decimal

import pytest

from tests.documents.conftest import text_of
from tests.treasury.reading import pictures, read_itf, shows_qr
from zoonoses.documents.models import Annulment
from zoonoses.documents.refusals import Refusal
from zoonoses.treasury import febraban, pix
from zoonoses.treasury.models import CollectionSettings
from zoonoses.treasury.services import charges
from zoonoses.treasury.services.guides import issue_guide, same_person

pytestmark = pytest.mark.django_db
BANK = {"febraban_code": "9999"}
PIX = {"pix_key": "31776479000186", "receiver_name": "FUNDO DE SAUDE", "receiver_city": "ALEGRE"}


def configure(counter, **values):
    return CollectionSettings.objects.create(municipality=counter.municipality, **values)


def guide_of(counter, charge, due=date(2025, 3, 15), **given):
    given = {"at": counter.at(2025, 3, 10, 9, 0), "by": counter.clerk} | given
    return issue_guide(charge=charge, due_on=due, **given)


@pytest.mark.parametrize(
    ("values", "line", "qr"),
    [({}, False, False), (BANK, True, False), (PIX, False, True), (BANK | PIX, True, True)],
    ids=["plain", "barcode", "pix", "both"],
)
@pytest.mark.paper
def test_what_the_paper_says_is_what_a_bank_reads(counter, values, line, qr):
    configure(counter, **values)
    guide = guide_of(counter, counter.charge("471.75"))
    text, seen = text_of(guide.document), list(pictures(guide.document))
    bare = "".join(text.split())
    assert ("PARA PAGAR NO BANCO" in text, "PARA PAGAR POR PIX" in text) == (line, qr)
    if line:
        code = febraban.read(febraban.printed(guide.barcode))
        assert febraban.printed(guide.barcode).replace(" ", "") in bare
        assert guide.barcode in [read_itf(rows[0]) for rows in seen if len(rows) < 20]
        assert (code.amount, code.issuer, int(code.number)) == (Decimal("471.75"), "9999", guide.number)
        assert code.free.startswith("20250317"), "Saturday gave way to Monday, without increase"
    if qr:
        assert guide.pix.replace(" ", "") in bare
        fields = pix.read(guide.pix)
        assert any(shows_qr(rows, guide.pix) for rows in seen)
        assert (fields["26.01"], fields["54"], fields["62.05"]) == (
            PIX["pix_key"],
            "471.75",
            "GUIA0000000001",
        )
    assert ("exija o recibo" in text) == (not line and not qr)
    assert "Art. 11, I" in text and "Lançamento" in text and "Total" not in text


@pytest.mark.parametrize(("value_id", "check"), [("6", febraban.mod10), ("8", febraban.mod11)])
def test_the_check_digits_follow_the_settings(counter, value_id, check):
    configure(counter, febraban_code="31776479", segment="6", value_id=value_id)
    guide = guide_of(counter, counter.charge())
    code = febraban.read(guide.barcode)
    assert (code.segment, code.value_id, code.issuer) == ("6", value_id, "31776479")
    assert int(guide.barcode[3]) == check(guide.barcode[:3] + guide.barcode[4:])


def test_each_guide_has_its_number_and_takes_the_former_out(counter):
    configure(counter, **BANK)
    charge = counter.charge()
    first, second = guide_of(counter, charge), guide_of(counter, charge)
    assert (first.number, second.number) == (1, 2) and first.barcode != second.barcode
    assert second.replaces == first and Annulment.objects.get().document == first.document


def test_one_guide_asks_for_several_charges_of_a_person(counter):
    configure(counter, **BANK)
    one, two = counter.charge("100.00"), counter.charge("40.50", description="Multa")
    alone = guide_of(counter, two)
    counter.pay(one, "30.00")
    joint = guide_of(counter, one, also=[two, one])
    assert joint.amount == Decimal("110.50") == febraban.read(joint.barcode).amount
    assert [(line.charge, line.amount) for line in joint.lines.all()] == [
        (one, Decimal("70.00")),
        (two, Decimal("40.50")),
    ]
    assert Annulment.objects.get().document == alone.document and joint.replaces is None
    text = text_of(joint.document)
    for words in (
        "Multa",
        "Total",
        "Art. 11, I",
        "R$ 70,00",
        "R$ 40,50",
        "R$ 110,50",
        "Já pago antes desta guia: R$ 30,00",
    ):
        assert words in text, words
    assert list(two.guides.filter(document__annulment=None)) == [joint]
    charges.cancel(charge=two, reason="engano", at=counter.at(2025, 3, 11, 9, 0), by=counter.manager)
    assert Annulment.objects.filter(document=joint.document).exists()


def test_a_guide_is_of_one_person(counter):
    charge, stranger = counter.charge(), counter.charge(payer="clinic:2")
    nameless = counter.charge(payer="", payer_document="52998224725")
    same = counter.charge("1.00", payer="", payer_document="52998224725")
    with pytest.raises(Refusal, match="pessoas diferentes"):
        guide_of(counter, charge, also=[stranger])
    assert list(same_person(charge)) == [] and list(same_person(nameless)) == [same]
    assert list(same_person(counter.charge(payer="", payer_document=""))) == []
    counter.pay(same, "1.00")
    with pytest.raises(Refusal, match="já está paga"):
        guide_of(counter, nameless, also=[same])


def test_an_amount_that_no_barcode_holds(counter):
    configure(counter, **BANK)
    with pytest.raises(Refusal, match="código de barras"):
        guide_of(counter, counter.charge("1000000000.00"))
