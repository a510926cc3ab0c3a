"""Lavrar o auto de infração: the act, its items, its document and the ledger, in one transaction."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from fines.documents import notice_body, prior_line, template_of
from fines.models import InfractionNotice, NoticeItem
from fines.services.defence import defence_line
from fines.services.equivalents import equivalent_of
from fines.services.proposals import Choice, Proposal, propose
from inspections.models import Inspection
from registry.models import Tutor
from registry.services import ledger
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act, Case, Document, Idempotency
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, idempotency, issuing
from zoonoses.documents.services import paper as paper_acts
from zoonoses.municipalities import clock

ADDRESS_LENGTH = 400


@transaction.atomic
def draw_up(
    *,
    inspection: Inspection,
    choices: Sequence[Choice],
    offender: Tutor | None,
    fact_at: datetime,
    address: str,
    description: str,
    by,
    at: datetime,
    key,
    aggravating: Sequence[str] = (),
    mitigating: Sequence[str] = (),
    paper=None,
) -> InfractionNotice:
    """Draws up one auto against one offender and issues its document. Returns the notice.

    `at` is the municipality's local moment; for an auto made on paper, `paper` carries its own moment, author, blank
    and scan, and the law is asked for that day. The same `key` again returns the notice already made. Raises `Refusal`
    with the law's reason.
    """
    municipality = inspection.act.case.municipality

    decided = {"choices": choices, "offender": offender, "typed_by": by}
    decided |= {"aggravating": aggravating, "mitigating": mitigating}

    def make() -> Act:
        case = Case.objects.lock(inspection.act.case_id)
        moment = _moment_of(paper, municipality, at)
        _check_words(fact_at, moment, address, description)
        fact_on = clock.local(municipality, fact_at).date()
        proposal = propose(case=case, on=moment.date(), fact_on=fact_on, **decided)
        return _write(case, inspection, proposal, fact_at, address, description, by, at, paper)

    act = idempotency.once(municipality, key, make) if key else make()
    return InfractionNotice.objects.select_related("act__document").get(act=act)


def made_with(*, municipality, key) -> InfractionNotice | None:
    """The auto that a form's key already made: a form sent again goes there, whatever the law says by now."""
    if key is None:
        return None
    made = Idempotency.objects.filter(municipality=municipality, key=key).values("act")
    return InfractionNotice.objects.of(municipality).filter(act__in=made).first()


def _moment_of(paper, municipality, at) -> datetime:
    """The act's own moment: that of the paper, once the blank is known to serve, or now."""
    if paper is None:
        return at
    paper_acts.check(paper, municipality=municipality, kinds=(DocumentKind.INFRACTION_NOTICE,), at=at)
    return paper.at


def _check_words(fact_at, moment, address, description) -> None:
    if not address.strip() or not description.strip():
        raise Refusal("words_missing", "Informe o endereço e a descrição da infração.")
    if len(address) > ADDRESS_LENGTH:
        raise Refusal("address_too_long", f"O endereço passa de {ADDRESS_LENGTH} letras: resuma-o.")
    if fact_at > moment:
        raise Refusal("fact_in_future", "O fato não pode ser posterior ao auto.")


def body_of(*, proposal: Proposal, municipality, fact_at, address, description, author, at):
    """The auto as it will be printed, from a proposal: for the confirmation page and for the document."""
    return notice_body(
        proposal=proposal,
        equivalent=equivalent_of(
            lawbook=proposal.lawbook, amount=proposal.total, unit=proposal.unit, on=at.date()
        ),
        defence_line=defence_line(proposal.lawbook, on=at.date()),
        fact_at=clock.local(municipality, fact_at),
        address=address,
        description=description,
        author=author,
        at=at,
    )


def annulled_before(case, proposal: Proposal) -> Document | None:
    """The annulled auto that this one takes the place of: same offender, a conduct in common, not yet replaced."""
    rows = InfractionNotice.objects.filter(act__case=case, offender=proposal.offender).annulled()
    rows = rows.filter(act__document__replaced_by=None, act__document__isnull=False)
    subjects = {item.finding.subject for item in proposal.items}
    for notice in rows.select_related("act__document").recent_first():
        if subjects & set(notice.act.subjects):
            return notice.act.document
    return None


def _write(case, inspection, proposal, fact_at, address, description, by, at, paper) -> Act:
    moment, author = (paper.at, paper.author) if paper else (at, by)
    document = paper.document if paper else _issue(case, proposal, fact_at, address, description, by, at)
    act = acts.record(
        case=case,
        kind=ActKind.INFRACTION_NOTICE,
        at=moment,
        author=author,
        recorded_at=at,
        recorded_by=by,
        on_paper=paper is not None,
        document=document,
        subjects=[item.finding.subject for item in proposal.items],
        rests_on=rests_on(proposal),
        law=proposal.lawbook.record(),
    )
    _rows(act, inspection, proposal, fact_at, address, description, by)
    if paper:
        paper_acts.attach_scan(paper, act=act, by=by, at=at)
    return act


def _issue(case, proposal, fact_at, address, description, by, at):
    municipality = case.municipality
    practice = proposal.lawbook.ruleset.practice
    return issuing.issue(
        municipality=municipality,
        kind=DocumentKind.INFRACTION_NOTICE,
        template=template_of(practice),
        title="Auto de infração",
        body=body_of(
            proposal=proposal,
            municipality=municipality,
            fact_at=fact_at,
            address=address,
            description=description,
            author=by,
            at=at,
        ),
        at=at,
        author=by,
        case=case,
        copies=practice.copy_labels or ("",),
        replaces=annulled_before(case, proposal),
    )


def rests_on(proposal: Proposal) -> list[Act]:
    """The acts that the auto follows from: the visits, the standing intimations, the last returns."""
    found = {}
    for item in proposal.items:
        finding = item.finding
        found[finding.inspection.act_id] = finding.inspection.act
        for standing in finding.standing_items[-1:]:
            found[standing.intimation.act_id] = standing.intimation.act
        for outcome in finding.standing_outcomes[-1:]:
            found[outcome.inspection.act_id] = outcome.inspection.act
    return list(found.values())


def _rows(act, inspection, proposal, fact_at, address, description, by) -> None:
    notice = InfractionNotice.objects.create(
        act=act,
        inspection=inspection,
        offender=proposal.offender,
        fact_at=fact_at,
        address=address.strip(),
        description=description.strip(),
        is_proposed=proposal.is_proposed,
        total=proposal.total,
        unit=proposal.unit,
    )
    NoticeItem.objects.bulk_create(
        NoticeItem(
            notice=notice,
            finding=item.finding,
            infraction=item.finding.infraction,
            article=item.article,
            label=item.label,
            animals=item.animals,
            liable=item.liable,
            gravity=item.gravity,
            gravity_reason=item.gravity_reason,
            aggravating=list(item.aggravating),
            mitigating=list(item.mitigating),
            priors=[prior_line(prior) for prior in item.priors],
            amount=item.amount,
            unit=item.unit,
            consequences=list(item.consequences),
            discretionary=list(item.discretionary),
            basis=list(item.basis),
            typed_amount=item.typed_amount,
            typed_source=item.typed_source,
            typed_by=by if item.typed_amount is not None else None,
        )
        for item in proposal.items
    )
    rows = [ledger.LedgerItem(item.finding.infraction, item.article, item.fact_on) for item in proposal.items]
    ledger.record(notice_act=act, tutor=proposal.offender, items=rows)


def lift_of_annulled(document, act) -> None:
    """When an auto's document is annulled, its penalties no longer count. Hook of the annulment service."""
    notice_act = Act.objects.filter(document=document, kind=ActKind.INFRACTION_NOTICE).first()
    if notice_act is not None:
        ledger.lift(notice_act=notice_act, by_act=act, on=act.on)
