"""Relatório do médico veterinário, where the law asks for one before it lets anybody be intimated."""

from django.db import transaction

from inspections import document_acts
from inspections.models import VetReport
from inspections.services.facts import as_refusal
from zoonoses.documents.contexts import VET_REPORT, VetReportBody
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Act, Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import once
from zoonoses.documents.services.papers import act_with_paper
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook

DOCUMENT = "vet_report"
COPIES = ("via do processo",)
# The fields of the record, by the law's code of each; the last is the law's "other relevant information".
FIELDS = {
    "species": "species",
    "breed": "breed",
    "presumed_age": "presumed_age",
    "confinement_description": "confinement",
    "nutritional_state": "nutritional_state",
    "other": "other",
}


def rule_of(lawbook):
    """The law's rule of the report; raises `Refusal` where the law has no such document."""
    try:
        rule = lawbook.ruleset.documents.get(DOCUMENT)
    except LawError as error:
        raise as_refusal(error) from error
    if rule is None:
        raise Refusal("not_in_law", "A lei deste município não prevê relatório do médico veterinário.")
    return rule


def law_of(inspection) -> Lawbook:
    """The law of the day of the visit."""
    return Lawbook(inspection.act.case.municipality, inspection.act.on)


def refusal_for(inspection, author) -> Refusal | None:
    """Why this person cannot report on this visit, or None: the law has no report, or there is no CRMV."""
    try:
        _check(inspection, author)
    except Refusal as refusal:
        return refusal
    return None


def _check(inspection, author):
    rule = rule_of(law_of(inspection))
    if not author.crmv:
        raise Refusal(
            "no_crmv", "O relatório é ato de médico veterinário: falta o CRMV em seu cadastro.", rule.article
        )
    return rule


def suggested(inspection) -> dict:
    """What the visit already says of the animals, for the vet to complete."""
    animals = list(inspection.animals.all())
    return {
        "species": ", ".join(dict.fromkeys(animal.species_label for animal in animals)),
        "breed": ", ".join(dict.fromkeys(animal.breed for animal in animals if animal.breed)),
    }


def plan(*, inspection, data: dict, author, at) -> VetReportBody:
    """The report as it will be printed. `data` holds the fields of `VetReport`. Raises `Refusal`."""
    rule = _check(inspection, author)
    if at < inspection.act.at:
        raise Refusal("before_the_visit", "O relatório não pode ser anterior à vistoria.")
    return document_acts.vet_report_body(
        law=law_of(inspection).ruleset.header.short_title,
        article=rule.article,
        inspection=inspection,
        fields=_fields(rule, data),
        conclusion="Constata maus-tratos." if data["confirms_mistreatment"] else "Não constata maus-tratos.",
        vet=author,
        at=at,
    )


def _fields(rule, data) -> list[dict]:
    """The law's items in its order, each with a letter, as the law lists them."""
    labels = {field.code: field.label for field in rule.fields}
    labels.setdefault("other", VetReport._meta.get_field("other").verbose_name)
    fields = []
    for letter, (code, name) in zip("abcdef", FIELDS.items(), strict=True):
        label = labels.get(code) or VetReport._meta.get_field(name).verbose_name
        fields.append({"label": f"{letter}) {label}", "value": data.get(name, ""), "long": len(fields) >= 3})
    return fields


@transaction.atomic
def report(*, inspection, data: dict, author, at, key=None) -> Act:
    """Issues the report of a vet on a visit and records it; from then on the piece stands on file.

    A form sent again with the same `key` gives the act it already made. Raises `Refusal`.
    """
    case = Case.objects.lock(inspection.act.case_id)

    def make():
        body = plan(inspection=inspection, data=data, author=author, at=at)
        act = act_with_paper(
            case=case,
            kind=DocumentKind.VET_REPORT,
            template=VET_REPORT,
            body=body,
            at=at,
            author=author,
            copies=COPIES,
            subjects=[finding.subject for finding in inspection.findings.all()],
            rests_on=[inspection.act],
            law=law_of(inspection).record(),
        )
        VetReport.objects.create(act=act, inspection=inspection, **data)
        return act

    return once(case.municipality, key, make) if key else make()
