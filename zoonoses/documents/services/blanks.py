"""Numbered blank forms, printed before going to the street: each sheet has its own number and is used once."""

from dataclasses import dataclass
from datetime import date

from django.db import IntegrityError, transaction

from zoonoses.documents import contexts
from zoonoses.documents.contexts_impound_seizing import SEIZURE
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document, Idempotency
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.issuing import issue
from zoonoses.documents.wording import seizure_title
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook

MOST = 20
INTIMATIONS = {"notificação": DocumentKind.NOTIFICATION, "intimação": DocumentKind.INTIMATION}
TYPES = ("cão", "gato", "Outro")
SIZES = ("P", "M", "G", "EG")
SEEN = ("Características", "Aparente estado de saúde")
BLANK_ANIMALS = 3


@dataclass(frozen=True)
class Blank:
    """One form that may be printed in blank: its kind, template, the printed words and whose each via is."""

    kind: DocumentKind
    template: str
    title: str
    body: dict
    copies: tuple[str, ...] = ("",)


def offered(municipality, on: date) -> dict[str, Blank]:
    """The forms that the law of the day has, by kind. Raises `Refusal` when no law is in force."""
    try:
        ruleset = Lawbook(municipality, on).ruleset
    except LawError as error:
        raise Refusal(error.code, error.message, enter=error.details.get("enter", "")) from error
    blanks = [_visit(ruleset), _intimation(ruleset), _notice(ruleset)]
    if any(infraction.warning for infraction in ruleset.infractions.values()):
        blanks.append(_named(ruleset, DocumentKind.WRITTEN_WARNING, DocumentKind.WRITTEN_WARNING.label))
    if ruleset.seizure_grounds or ruleset.custody.free_ground:
        blanks.append(_seizure(ruleset))
    return {blank.kind.value: blank for blank in blanks}


def _visit(ruleset) -> Blank:
    form = ruleset.practice.control_form
    kind = DocumentKind.CONTROL_FORM if form else DocumentKind.INSPECTION_RECORD
    title = ruleset.documents[form].label if form else kind.label
    signs = [{"text": sign.text, "checked": False} for sign in ruleset.signs]
    if signs:
        signs[-1]["line"] = True
    body = {
        "law": ruleset.header.short_title,
        "animal_types": [{"text": text, "checked": False, "line": text == TYPES[-1]} for text in TYPES],
        "sizes": [{"text": text, "checked": False} for text in SIZES],
        "signs": signs,
        "inspector": {"heading": "Assinatura do fiscal"},
        "reported": {"heading": "Assinatura do denunciado"},
    }
    return Blank(kind, contexts.control_form_template(form), title, body)


def _intimation(ruleset) -> Blank:
    name = ruleset.practice.intimation_name
    return _named(ruleset, INTIMATIONS.get(name.casefold(), DocumentKind.INTIMATION), name)


def _named(ruleset, kind, name) -> Blank:
    body = {
        "name": name,
        "law": ruleset.header.short_title,
        "term_note": "O prazo conta da ciência, e não da emissão deste documento.",
        "inspector": {"heading": "Assinatura do agente"},
        "recipient": {"heading": "Ciência do responsável"},
    }
    return Blank(kind, contexts.INTIMATION, name, body, ("1ª via – intimado", "2ª via – processo"))


def _notice(ruleset) -> Blank:
    practice, kind = ruleset.practice, DocumentKind.INFRACTION_NOTICE
    body = {
        "law": ruleset.header.short_title,
        "penalty_stage": practice.penalty_stage,
        "fixed_text": practice.notice_fixed_text,
        "inspector": {"heading": "Assinatura do fiscal"},
        "offender": {"heading": "Assinatura do autuado"},
    }
    copies = tuple(practice.copy_labels) or ("",)
    return Blank(kind, contexts.notice_template(practice.notice_form), kind.label, body, copies)


def _seizure(ruleset) -> Blank:
    """The termo de apreensão, with the fields of the record in the words of the law that names them."""
    record = ruleset.documents.get(ruleset.custody.record_document)
    labels = [field.label[:1].upper() + field.label[1:] for field in record.fields] if record else SEEN
    body = {
        "law": ruleset.header.short_title,
        "record_article": record.article if record else "",
        "blank_animals": [list(labels)] * BLANK_ANIMALS,
        "inspector": {"heading": "Assinatura do agente"},
        "recipient": {"heading": "Assinatura de quem estava com os animais"},
    }
    return Blank(DocumentKind.SEIZURE, SEIZURE, seizure_title(ruleset), body)


@transaction.atomic
def print_blanks(*, municipality, kind: str, quantity: int, at, author, key=None) -> list[Document]:
    """Issues `quantity` blank forms, each with its own number, on the municipality's local day.

    A form sent again with the same `key` prints nothing more. Raises `Refusal`.
    """
    if not 1 <= quantity <= MOST:
        raise Refusal("too_many", f"De 1 a {MOST} folhas por vez.")
    blank = offered(municipality, at.date()).get(kind)
    if blank is None:
        raise Refusal("not_in_law", "A lei deste município não tem este formulário.")
    if key and not _first_time(municipality, key):
        return []
    return [
        issue(
            municipality=municipality,
            kind=blank.kind,
            template=blank.template,
            title=blank.title,
            body=blank.body,
            at=at,
            author=author,
            copies=blank.copies,
            blank=True,
        )
        for _ in range(quantity)
    ]


def _first_time(municipality, key) -> bool:
    try:
        with transaction.atomic():
            Idempotency.objects.create(municipality=municipality, key=key)
    except IntegrityError:
        return False
    return True


def unused(municipality):
    """Blank forms that no act has used yet and nobody annulled, the latest first."""
    return Document.objects.of(municipality).filter(is_blank=True, act=None, annulment=None)
