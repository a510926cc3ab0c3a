"""Carteira de vacinação and comprovante: issued only after the dose, once, with the fields of the law."""

from django.db import transaction

from registry.documents.identity import FieldName, owner_of
from registry.documents.vaccination import (
    CARD,
    CFMV_FIELDS,
    CFMV_NOTE,
    NO_FORM,
    OF_THE_DOSE,
    RECEIPT,
    SIGNATURE,
    vaccination_body,
    values_of,
)
from registry.models import Vaccination
from registry.services.law import ask_or_silence
from zoonoses.documents.contexts_vaccination import VACCINATION
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.issuing import issue
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook

KINDS = {CARD: DocumentKind.VACCINATION_CARD, RECEIPT: DocumentKind.VACCINATION_RECEIPT}


@transaction.atomic
def certificate(*, vaccination, at, by) -> Document:
    """The paper of a dose given here: the carteira when a clinic gave it, the agency's comprovante otherwise.

    Asked again it gives the one that stands; after an annulment, another that replaces it. Data of the owner or the
    animal that are not known are printed as such; what the vaccinator must state and did not is refused.

    Raises `Refusal`: `voided`, `shown_proof` (applied elsewhere), `not_applied_yet`, `certificate_incomplete`.
    """
    dose = _locked(vaccination)
    before = dose.document
    if before is not None and not hasattr(before, "annulment"):
        return before
    _may_certify(dose, at)
    code = CARD if dose.clinic_id else RECEIPT
    lawbook = Lawbook(dose.municipality, dose.on)
    law, rule = _rule(lawbook, code)
    values = values_of(dose, owner=owner_of(dose.animal), issued_on=at.date())
    fields = _fields(lawbook, rule, dose, code)
    _require_stated(fields, values, rule)
    dose.document = issue(
        municipality=dose.municipality,
        kind=KINDS[code],
        template=VACCINATION,
        title=rule.label if rule else KINDS[code].label,
        body=_body(dose, values, fields, law, rule, code, by),
        at=at,
        author=by,
        replaces=before,
    )
    dose.save(update_fields=["document"])
    return dose.document


def _body(dose, values, fields, law, rule, code, by):
    """What the paper says, and whether the law fixes its form."""
    no_form = CFMV_NOTE if code == CARD else NO_FORM
    return vaccination_body(
        dose,
        values,
        law=law.header.short_title if law else "",
        article=rule.article if rule else "",
        form_note="" if rule else no_form,
        fields=fields,
        notes=_notes(law, dose),
        by=by,
    )


def _require_stated(fields, values, rule) -> None:
    """What the vaccinator must state is there."""
    missing = [
        field.label
        for field in fields
        if field.code.startswith(OF_THE_DOSE) and field.code != SIGNATURE and not values.get(field.code)
    ]
    if missing:
        raise Refusal(
            "certificate_incomplete",
            f"Falta no documento: {', '.join(missing)}. Complete o cadastro da partida, da clínica ou da dose.",
            rule.article if rule else "",
        )


def _locked(vaccination) -> Vaccination:
    """The dose, locked and then read with what it refers to: rows joined while waiting would be those of before."""
    Vaccination.objects.select_for_update(no_key=True).get(pk=vaccination.pk)
    joined = ("animal__tutor__merged_into", "animal__rga", "lot__product", "clinic", "post", "municipality")
    return Vaccination.objects.select_related(*joined, "document__annulment").get(pk=vaccination.pk)


def _may_certify(dose, at) -> None:
    if dose.voided_on is not None:
        raise Refusal("voided", f"Esta dose foi anulada em {dose.voided_on:%d/%m/%Y}.")
    if dose.shown_proof:
        raise Refusal(
            "shown_proof", "Esta dose foi aplicada em outro lugar: o comprovante é o que o tutor mostrou."
        )
    if dose.on > at.date():
        raise Refusal("not_applied_yet", "O documento só é assinado depois de aplicada a dose.")


def _rule(lawbook, code):
    """The law of the day and its rule of this document; None for what there is not."""
    try:
        law = lawbook.ruleset
    except LawError as error:
        if error.code != "not_in_law":
            raise
        return None, None
    return law, law.documents.get(code)


def _fields(lawbook, rule, dose, code) -> list[FieldName]:
    """The fields that the paper must have: the law's own that apply to this dose, or the common ones."""
    has_rga = hasattr(dose.animal, "rga")
    if rule is None:
        common = [field for field in CFMV_FIELDS if has_rga or field.code != "rga_number"]
        return common if code == CARD else []
    facts = {"has_rga": has_rga}
    if code == RECEIPT:
        facts["campaign"] = dose.post_id is not None
    asked = ask_or_silence(lawbook, "document", document=code, provided=[], **facts)
    labels = {field.code: field.label for field in rule.fields}
    return [FieldName(name, labels[name]) for name in asked["missing"]]


def _notes(law, dose) -> list[str]:
    """What the law asks of who keeps the paper, and what the paper is not."""
    notes = []
    keep = law.obligations.get("keep_certificate") if law else None
    if keep is not None:
        notes.append(f"Cabe ao {keep.who} {keep.label} ({keep.article}).")
    if dose.post_id is not None:
        notes.append(f"Dose aplicada em campanha oficial: {dose.post.campaign.name}.")
    notes.append("A validade do frasco é outra data: o que protege o animal é a revacinação em dia.")
    return notes
