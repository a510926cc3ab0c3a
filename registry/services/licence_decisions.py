"""The decision on a licence or laudo: by whom the law says, with reasons and validity, and its paper."""

from dataclasses import dataclass
from datetime import date

from django.db import transaction

from registry.documents.licences import decision_body
from registry.models import LicenceDecision, LicenceRequest
from registry.services import licences
from zoonoses.documents.contexts_licences import LICENCE, LicenceBody
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import issuing
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Role

COPIES = ("requerente", "processo")


@dataclass(frozen=True)
class Plan:
    """A decision as it would be issued: the row to be saved and the paper."""

    decision: LicenceDecision
    rule: object
    body: LicenceBody


def refusal_for(request: LicenceRequest, *, by, on: date) -> Refusal | None:
    """Why this person cannot decide this request now, or None."""
    try:
        _may_decide(request, by, on)
    except Refusal as refusal:
        return refusal
    return None


def _may_decide(request, by, on):
    lawbook = Lawbook(request.municipality, on)
    rule = licences.rule_on(lawbook, request.kind)
    if not rule.paper:
        raise Refusal(
            "no_licence", "A lei não prevê licença para este caso: o registro já está feito.", rule.article
        )
    if on < request.requested_on:
        raise Refusal("before_the_request", "A decisão não pode ser anterior ao pedido.")
    if hasattr(request, "decision"):
        raise Refusal(
            "already_decided", f"Este pedido já foi decidido em {request.decision.decided_on:%d/%m/%Y}."
        )
    if hasattr(request.document, "annulment"):
        raise Refusal("annulled", f"{request.document} foi anulado: não há o que decidir.")
    if by.role not in rule.decided_by:
        roles = ", ".join(str(Role(role).label).lower() for role in rule.decided_by)
        raise Refusal(
            "not_competent",
            f"A lei entrega esta decisão a: {rule.decided_label}. No sistema decide quem tem o papel de {roles}.",
            rule.decided_article or rule.article,
        )
    return lawbook, rule


def law_sets_validity(request: LicenceRequest, on: date) -> bool:
    """Whether the law, under the municipality's readings, says until when a paper issued on the day holds."""
    try:
        answer = licences.ask(Lawbook(request.municipality, on), request.kind, issued_on=on)
    except Refusal:
        return False  # the page says why; there is nothing to decide
    return answer["valid_until"] is not None


def standing_visits(request: LicenceRequest):
    """Visits made for the request whose paper was not annulled."""
    return request.inspections.filter(act__document__annulment=None)


def plan(*, request: LicenceRequest, granted: bool, reason: str, valid_until: date | None, at, by) -> Plan:
    """The decision under the law of its day. `valid_until` counts only where the law sets no validity.

    Raises `Refusal`: not this person's to decide, already decided, granted without the visit that the law demands or
    with pieces missing, a validity that ends before it begins.
    """
    on = at.date()
    lawbook, rule = _may_decide(request, by, on)
    answer = licences.ask(lawbook, request.kind, requested_on=request.requested_on, issued_on=on)
    rows = licences.listed(
        [row.animal for row in request.animals.select_related("animal").order_by("pk")], on
    )
    if granted:
        _complete(lawbook, rule, request, rows)
    until = _validity(answer, valid_until, on) if granted else None
    basis = answer["basis"]
    decision = LicenceDecision(
        request=request,
        granted=granted,
        reason=reason,
        decided_on=on,
        valid_until=until,
        decided_by=by,
        basis=basis,
        law=lawbook.record(),
    )
    body = decision_body(
        rule=rule,
        law=lawbook.ruleset.header.short_title,
        request=request,
        animals=rows,
        granted=granted,
        reason=reason,
        validity=f"Válida até {until:%d/%m/%Y}." if until else "A lei não fixa prazo de validade.",
        basis=basis if granted else [],
        by=by,
        at=at,
    )
    return Plan(decision, rule, body)


def _validity(answer, entered: date | None, on: date) -> date | None:
    """Until when a granted licence holds: the law's own day, or the one that was entered where the law sets none."""
    until = date.fromisoformat(answer["valid_until"]) if answer["valid_until"] else entered
    if until is not None and until < on:
        raise Refusal("validity_before_start", "A validade não pode terminar antes do dia da decisão.")
    return until


def _complete(lawbook, rule, request, rows) -> None:
    if rule.visit_article and not standing_visits(request).exists():
        raise Refusal(
            "visit_missing",
            f"{rule.paper}: só depois da vistoria. Comece a vistoria na página do pedido.",
            rule.visit_article,
        )
    pieces = licences.pieces_of(lawbook, rule, housing=request.housing, animals=rows)
    missing = [piece.label for piece in pieces if not piece.present]
    if missing:
        document = lawbook.ruleset.documents[rule.request_document]
        raise Refusal("pieces_missing", f"Falta apresentar: {'; '.join(missing)}.", document.article)


@transaction.atomic
def decide(
    *, request: LicenceRequest, granted: bool, reason: str, valid_until=None, at, by
) -> LicenceDecision:
    """Decides a request and issues the licence, laudo or refusal. The same decision sent again by the same person
    gives the one already made. Refusals as `plan`.
    """
    request = LicenceRequest.objects.select_for_update(of=("self",)).get(pk=request.pk)
    made = LicenceDecision.objects.filter(request=request).first()
    if made is not None and (made.decided_by_id, made.granted, made.reason) == (by.pk, granted, reason):
        return made
    ready = plan(request=request, granted=granted, reason=reason, valid_until=valid_until, at=at, by=by)
    decision = ready.decision
    decision.document = issuing.issue(
        municipality=request.municipality,
        kind=DocumentKind.LICENCE if granted else DocumentKind.LICENCE_REFUSAL,
        template=LICENCE,
        title=ready.rule.paper if granted else DocumentKind.LICENCE_REFUSAL.label,
        body=ready.body,
        at=at,
        author=by,
        copies=COPIES,
    )
    decision.save(force_insert=True)
    return decision
