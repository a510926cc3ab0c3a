"""What each document template prints: the shapes of `body` that `services.issuing.issue` takes and freezes as JSON.

Everything arrives ready to print, in Portuguese: dates as `02/04/2024`, amounts as `60,00 UFM`, articles as
`art. 16, § 5º, II`. Templates compute nothing. The number, the code, the letterhead and the via are added at issue.

Every key may be left out. On a blank form (`issue(blank=True)`) what is left out becomes a line for handwriting; on
a filled one it is printed as "não informado" where the form has that field, or not at all.
Pictures are `attachments` primary keys of the municipality: issuing freezes their bytes into the PDF.
"""

from typing import Literal, TypedDict

CONTROL_FORM_ANEXO_I = "documents/control_form_anexo_i.html"
INSPECTION_RECORD = "documents/inspection_record.html"
VET_REPORT = "documents/vet_report.html"
INTIMATION = "documents/intimation.html"
NOTICE_ANEXO_II = "documents/notice_anexo_ii.html"
NOTICE = "documents/notice.html"
COMPLAINT = "documents/complaint.html"
EXTENSION = "documents/extension.html"
REFERRAL = "documents/referral.html"

# A law that fixes a form names it in its ruleset (`practice.control_form`, `practice.notice_form`).
FORMS = {"control_form": CONTROL_FORM_ANEXO_I, "infraction_notice": NOTICE_ANEXO_II}


def control_form_template(form: str | None) -> str:
    """Template of the visit's paper: the form that the law fixes, or the common termo de vistoria."""
    return FORMS.get(form or "", INSPECTION_RECORD)


def notice_template(form: str | None) -> str:
    """Template of the auto: the form that the law fixes, or the common layout."""
    return FORMS.get(form or "", NOTICE)


class Copy(TypedDict, total=False):
    """One via: 1-based position, how many there are, and whose it is (`infrator`)."""

    number: int
    of: int
    label: str


class PersonBlock(TypedDict, total=False):
    """Who the paper is about. `document_label` is `CPF` or `CNPJ`; without one, `no_document_reason` says why."""

    name: str
    kind: str
    document_label: str
    document: str
    no_document_reason: str
    rg: str
    street: str
    number: str
    complement: str
    district: str
    city: str
    uf: str
    postal_code: str
    address: str  # the whole address in one line
    phone: str
    email: str


class SignatureBlock(TypedDict, total=False):
    """One place to sign. `heading` is the form's own words (`Assinatura do fiscal`).

    `image` is the pk of a signature attachment drawn on the screen. `badge_label` defaults to `Matrícula`
    (`CRMV` for a veterinarian). `note` replaces the line (`ausente no momento da vistoria`).
    """

    heading: str
    name: str
    position: str
    badge_label: str
    badge: str
    document: str
    image: int
    note: str


class RefusalBlock(TypedDict, total=False):
    """The person refused to sign: the statement and the two witnesses (name and document each)."""

    statement: str
    witnesses: list[SignatureBlock]


class Mark(TypedDict, total=False):
    """A box of a form. `detail` is what is written beside it (`outros ____`); `line` asks for a line when blank."""

    text: str
    checked: bool
    detail: str
    line: bool


class PhotoBlock(TypedDict, total=False):
    image: int
    caption: str


class BasisLine(TypedDict, total=False):
    """One step of the memória de cálculo, as the law engine gives it in `basis`."""

    text: str
    article: str
    arithmetic: str


class AnimalLine(TypedDict, total=False):
    name: str
    species: str
    breed: str
    colour: str
    sex: str
    size: str
    age: str


class FindingLine(TypedDict, total=False):
    """One conduct found. `facts` are the measured facts as sentences (`corda de 1,20 m`)."""

    conduct: str
    article: str
    law_text: str
    animals: str
    description: str
    handler: str
    note: str
    facts: list[str]
    gravity: str


class ControlFormBody(TypedDict, total=False):
    """Anexo I, in its own order; then, apart from the statutory fields, what the visit also recorded."""

    person: PersonBlock
    animal_names: str
    animal_count: str
    animal_types: list[Mark]  # [ ] cão [ ] gato [ ] Outro: ____
    breed: str
    colour: str
    sizes: list[Mark]  # ( )P ( )M ( )G ( )EG
    signs: list[Mark]  # the ruleset's `signs`, exact words; the last has `line`
    date: str
    inspector: SignatureBlock
    reported: SignatureBlock
    refusal: RefusalBlock
    # After the fields of the form, on a continuation ("Registro complementar da vistoria"), when present:
    hour: str
    place: str
    position: str
    return_of: str
    findings: list[FindingLine]
    outcomes: list["OutcomeLine"]
    notes: str
    photos: list[PhotoBlock]


class OutcomeLine(TypedDict, total=False):
    """What a return saw of one earlier finding: `result` is sanado, sanado em parte, persiste."""

    conduct: str
    article: str
    result: str
    detail: str


class InspectionRecordBody(TypedDict, total=False):
    """Termo de vistoria of the laws that fix no form: the same content, with each finding's article."""

    law: str  # "Lei nº 3.138/2011"
    person: PersonBlock
    date: str
    hour: str
    place: str
    position: str
    origin: str  # "Denúncia nº 0001/2026", "Retorno da vistoria nº ..."
    animals: list[AnimalLine]
    animal_count: str
    findings: list[FindingLine]
    outcomes: list[OutcomeLine]
    notes: str
    photos: list[PhotoBlock]
    inspector: SignatureBlock
    reported: SignatureBlock
    refusal: RefusalBlock


class Field(TypedDict, total=False):
    """A labelled field, in the words of the law."""

    label: str
    value: str
    long: bool


class VetReportBody(TypedDict, total=False):
    """Relatório do médico veterinário. `fields` follow the law's items (a–f), labels in its words."""

    law: str
    article: str
    inspection: str
    person: PersonBlock
    place: str
    date: str
    hour: str
    fields: list[Field]
    conclusion: str
    photos: list[PhotoBlock]
    vet: SignatureBlock


class IntimationItemLine(TypedDict, total=False):
    """One conduct with its term. `last_day` only when the ciência is in the same act (`seg., 02/04/2012`)."""

    conduct: str
    article: str
    law_text: str
    description: str
    animals: str
    term: str  # "30 (trinta) dias"
    term_article: str
    last_day: str
    basis: list[BasisLine]
    consequence: str  # what happens after the term, with article


class IntimationBody(TypedDict, total=False):
    """Intimação, notificação or advertência escrita: `name` is what the law calls it."""

    name: str
    law: str
    person: PersonBlock
    inspection: str  # "Vistoria de 01/03/2012, Termo de vistoria nº 0001/2012"
    place: str
    date: str
    hour: str
    items: list[IntimationItemLine]
    orders: str
    term_note: str  # "O prazo conta da ciência, ..."
    after: str  # what happens if it is not complied with
    inspector: SignatureBlock
    recipient: SignatureBlock
    refusal: RefusalBlock


class PriorLine(TypedDict, total=False):
    """One earlier penalty that counted as recidivism."""

    document: str
    on: str
    article: str
    conduct: str


class NoticeItemLine(TypedDict, total=False):
    """One infraction of the auto. `amount` is `60,00 UFM`, empty when the item has no money."""

    conduct: str
    article: str
    law_text: str
    description: str
    animals: str
    gravity: str
    gravity_reason: str
    circumstances: list[str]
    penalty: str
    penalty_article: str
    amount: str
    consequences: list[str]
    priors: list[PriorLine]
    basis: list[BasisLine]


class NoticeBody(TypedDict, total=False):
    """Auto de infração, for Anexo II and for the common layout.

    Anexo II prints `date`, `hour`, `address`, `person.name`, `offender_document`, `description`, `penalty`,
    `fixed_text`, `signature_date`, `inspector`, `offender`, then `defence_line`; the rest goes to a page of its own.
    """

    law: str
    date: str
    hour: str
    address: str  # endereço da infração
    person: PersonBlock
    offender_document: str  # CPF/RG (or CNPJ) as the form prints it
    description: str  # descrição da infração e dispositivo legal transgredido
    penalty: str  # penalidade e dispositivo legal que a fundamenta
    penalty_stage: Literal["imposed", "proposed"]  # "proposed" prints "Penalidade proposta"
    penalty_note: str  # who applies it, with the article
    fixed_text: str
    defence_line: str  # "Prazo de defesa até ... (art. ...)" or "conta da ciência"
    items: list[NoticeItemLine]
    total: str
    equivalent: str  # "equivalente a R$ 467,87 em 10/03/2025" or "valor da VRTE não informado"
    consequences: list[str]
    origin: list[str]  # documents it rests on: vistoria, intimação, retorno
    notes: list[str]
    signature_date: str
    inspector: SignatureBlock
    offender: SignatureBlock
    refusal: RefusalBlock


class ComplaintBody(TypedDict, total=False):
    """Protocolo de denúncia. There is no place for who reported: that identity is on no paper."""

    channel: str
    date: str
    hour: str
    what: str
    accused: str
    place: str
    reference: str
    received_by: SignatureBlock


class ExtensionBody(TypedDict, total=False):
    """Prorrogação de prazo by a reasoned act."""

    law: str
    article: str
    person: PersonBlock
    of: str  # "Intimação nº 0001/2012, de 01/03/2012"
    conduct: str
    previous_last_day: str
    new_last_day: str
    reason: str
    date: str
    authority: SignatureBlock


class ReferralLine(TypedDict, total=False):
    """One conduct that is told to the other authority."""

    conduct: str
    article: str
    law_text: str
    description: str
    animals: str


class ReferralBody(TypedDict, total=False):
    """Ofício that sends a case on to another authority: what the law orders, what was found, which papers prove it."""

    law: str
    article: str
    law_text: str
    to: str  # "Delegacia de Polícia Civil de João Neiva"
    person: PersonBlock
    inspection: str
    place: str
    date: str
    items: list[ReferralLine]
    report: str  # "Relatório do médico veterinário nº 0001/2026, de 01/04/2026"
    fields: list[Field]
    conclusion: str
    pieces: list[str]  # "Auto de infração nº 0001/2026, código ABCD-1234"
    text: str
    authority: SignatureBlock


Body = (
    ControlFormBody
    | InspectionRecordBody
    | VetReportBody
    | IntimationBody
    | NoticeBody
    | ComplaintBody
    | ExtensionBody
    | ReferralBody
)
