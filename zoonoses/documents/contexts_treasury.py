"""What the papers of the treasury print. Conventions as in `contexts`: everything arrives ready, in Portuguese."""

from typing import TypedDict

from zoonoses.documents.contexts import BasisLine, SignatureBlock

GUIDE = "documents/guide.html"
RECEIPT = "documents/receipt.html"
PLAN = "documents/instalment_plan.html"


class PayerBlock(TypedDict, total=False):
    """Who pays. `document_label` is `CPF` or `CNPJ`."""

    name: str
    document_label: str
    document: str


class GuideItem(TypedDict, total=False):
    """One charge of a guide that asks for several."""

    description: str
    article: str
    amount: str


class BarcodeBlock(TypedDict, total=False):
    """The line under the bars; the bars themselves are the picture `barcode`."""

    line: str  # "81630000002-2 41850299000-9 ..."


class PixBlock(TypedDict, total=False):
    """The text to paste and who receives; the QR is the picture `pix`."""

    payload: str
    receiver: str
    key: str


class GuideBody(TypedDict, total=False):
    """Guia de arrecadação of one charge (`description`, `article`, `charged_on`) or of several (`charged`).

    One charge paid late has both: `charged` tells it and what the delay added apart.
    Without `barcode` and `pix` it is paid at the municipality's counter alone.
    """

    law: str
    payer: PayerBlock
    description: str
    article: str
    charged_on: str
    amount: str  # "R$ 100,00"
    amount_words: str
    due_on: str  # "sex., 14/03/2025"
    due_note: str  # the day asked for had no office hours
    already_paid: str
    instalment: str  # "Parcela 2 de 6 – Termo de parcelamento nº 0001/2025"
    charged: list[GuideItem]
    basis: list[BasisLine]
    barcode: BarcodeBlock
    pix: PixBlock


class ReceiptBody(TypedDict, total=False):
    """Recibo of one payment. `owed` is what is still owed after it; empty when nothing is.

    `parts`, when a delay added something: what the payment quits of the charge and of each addition.
    """

    law: str
    payer: PayerBlock
    description: str
    article: str
    amount: str
    amount_words: str
    means: str
    paid_on: str
    charge_amount: str
    owed: str
    basis: list[BasisLine]
    received_by: SignatureBlock
    parts: list[GuideItem]
    parts_note: str


class PlanInstalment(TypedDict, total=False):
    """One instalment of an agreement."""

    number: str
    due_on: str
    amount: str


class PlanBody(TypedDict, total=False):
    """Termo de parcelamento: what is owed, in how many instalments, under which act. The debtor signs."""

    law: str
    payer: PayerBlock
    charged: list[GuideItem]
    amount: str
    amount_words: str
    rule: str
    breaks: str
    instalments: list[PlanInstalment]
    date: str
    basis: list[BasisLine]
    official: SignatureBlock
    debtor: SignatureBlock


Body = GuideBody | ReceiptBody | PlanBody
