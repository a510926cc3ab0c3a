"""Filing a visit: the draft becomes one inspection, once, with its numbered paper."""

from django.db import transaction

from inspections.documents import control_form_body, record_body
from inspections.models import Finding, Inspection, InspectionDraft, ReturnOutcome
from inspections.services import drafts, facts, lawform
from inspections.services.visits import FindingInput, Visit, VisitInput
from registry.models import Animal
from registry.services import animals, tutors
from registry.text import address_key
from zoonoses.documents import contexts
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Attachment, Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, attachments, issuing
from zoonoses.documents.services import paper as paper_acts
from zoonoses.municipalities.lawbook import Lawbook

PAPER_KINDS = (DocumentKind.CONTROL_FORM, DocumentKind.INSPECTION_RECORD)


@transaction.atomic
def file_visit(*, draft, visit: VisitInput, at, by, paper=None) -> Inspection:
    """Files the visit of a draft: inspection, findings, photos and paper. A draft already filed gives its inspection.

    `at` is the local moment; with `paper`, the act has the paper's own moment, author and blank form, and `at` is
    when it was entered. The law of the act's day applies. Raises `Refusal`: law not in force, animal outside the
    law, measured facts that are no infraction, a return that the law does not admit, a character that cannot be
    printed.
    """
    draft = InspectionDraft.objects.select_for_update(of=("self",)).get(pk=draft.pk)
    if draft.filed_as_id is not None:
        return draft.filed_as.inspection
    done_at, author = (paper.at, paper.author) if paper else (at, by)
    lawbook = Lawbook(draft.municipality, done_at.date())
    check(lawbook, visit)
    case = _case(draft, done_at)
    if paper:
        paper_acts.check(paper, municipality=draft.municipality, kinds=PAPER_KINDS, at=at)
    whole = _compose(draft, visit, lawbook, done_at, author)
    document = paper.document if paper else _issue(draft, whole, case)
    act = acts.record(
        case=case,
        kind=ActKind.RETURN_VISIT if draft.return_of_id else ActKind.INSPECTION,
        at=done_at,
        author=author,
        recorded_at=at,
        recorded_by=by,
        on_paper=paper is not None,
        document=document,
        subjects=[outcome.finding.subject for outcome in visit.outcomes],
        rests_on=_rests_on(draft, visit),
        law=lawbook.record(),
    )
    _save(whole, visit, act)
    attachments.adopt(draft=draft.key, act=act)
    if paper:
        paper_acts.attach_scan(paper, act=act, by=by, at=at)
    draft.filed_as = act
    draft.save(update_fields=["filed_as"])
    return whole.inspection


def check(lawbook, visit: VisitInput) -> None:
    """What stops a visit under this law: the same check before the review is shown and when it is filed."""
    lawform.require_in_force(lawbook)
    practice = lawbook.ruleset.practice
    article = practice.articles.get("domestic_only", "")
    if practice.domestic_only:
        for _, label, is_wild in visit.species:
            if is_wild:
                raise Refusal("out_of_scope", f"{label.capitalize()}: {practice.scope_note}", article)
    for finding in visit.findings:
        _check_measures(lawbook, finding)


def _check_measures(lawbook, finding: FindingInput) -> None:
    infraction = lawbook.ruleset.infractions.get(finding.infraction)
    if infraction is None:
        raise Refusal("not_in_law", f"A lei deste dia não tem a conduta “{finding.infraction}”.")
    for verdict in verdicts(lawbook, finding):
        if not verdict.known or verdict.infraction == finding.infraction:
            continue
        raise Refusal(
            "not_an_infraction",
            f"“{infraction.label}”: {verdict.sentence} Corrija os fatos medidos, ou desmarque a conduta.",
            verdict.article,
        )


def verdicts(lawbook, finding: FindingInput) -> list[lawform.Verdict]:
    """What the law says of the facts measured for one conduct, measure by measure."""
    measures = lawform.measures_of(lawbook, finding.infraction)
    return [
        lawform.ask_measure(lawbook, measures[code], given)
        for code, given in finding.measured.items()
        if code in measures
    ]


def _case(draft, at) -> Case:
    if draft.case_id:
        return Case.objects.lock(draft.case_id)
    return Case.objects.lock(acts.open_case(municipality=draft.municipality, on=at.date()).pk)


def _compose(draft, visit, lawbook, at, author) -> Visit:
    """The rows as they will be saved, all but their act: the paper is drawn from them."""
    first = draft.return_of
    for outcome in visit.outcomes:
        facts.step_of(outcome.finding, "return_visit", on=at.date())
    tutor = first.tutor if first else _tutor(draft, visit)
    registered, groups = _animals(draft, visit, tutor)
    inspection = Inspection(
        return_of=first,
        complaint=first.complaint if first else draft.complaint,
        licence_request=first.licence_request if first else draft.licence_request,
        tutor=tutor,
        animal_count=_count(visit, first),
        animal_groups=groups,
        signs=visit.signs,
        signs_other=visit.signs_other,
        **_place(visit, first),
        **visit.closing,
    )
    inspection.address_key = address_key(inspection.street, inspection.number, inspection.district)
    if inspection.presence == Inspection.Presence.SIGNED:
        inspection.signature = drafts.files_of(draft, Attachment.Kind.SIGNATURE).last()
    return Visit(
        inspection=inspection,
        at=at,
        author=author,
        ruleset=lawbook.ruleset,
        animals=registered,
        findings=[_finding(lawbook.ruleset, row) for row in visit.findings],
        facts={row.infraction: _sentences(lawbook, row) for row in visit.findings},
        outcomes=[
            ReturnOutcome(finding=row.finding, result=row.result, remaining=row.remaining, notes=row.notes)
            for row in visit.outcomes
        ],
        photos=list(drafts.files_of(draft, Attachment.Kind.PHOTO)),
        origin=_origin(draft),
    )


def _tutor(draft, visit):
    if visit.new_tutor is not None:
        return tutors.register(municipality=draft.municipality, values=visit.new_tutor)
    return visit.tutor


def _animals(draft, visit, tutor):
    """Animals told apart are registered; those only counted stay as groups of the visit."""
    registered, groups = list(visit.animals), []
    for row in visit.new_animals:
        values = {name: value for name, value in row.items() if name != "quantity"}
        if row["quantity"] == 1:
            registered.append(animals.register(municipality=draft.municipality, tutor=tutor, values=values))
        else:
            label = values.get("species_other") or dict(Animal.Species.choices)[values["species"]]
            groups.append({"species": values["species"], "label": label, "count": row["quantity"]})
    return registered, groups


def _count(visit, first) -> int:
    return visit.animal_count or (first.animal_count if first else 0)


def _place(visit, first) -> dict:
    if first is None:
        return visit.place
    names = ("street", "number", "complement", "district", "city", "uf", "postal_code")
    return {name: getattr(first, name) for name in names}


def _finding(ruleset, row: FindingInput) -> Finding:
    infraction = ruleset.infractions[row.infraction]
    measured = {
        code: {name: lawform.plain(value) for name, value in given.items()}
        for code, given in row.measured.items()
    }
    return Finding(
        infraction=row.infraction,
        article=infraction.article,
        label=infraction.label,
        animals=row.animals,
        facts=measured,
        description=row.description,
        gravity=row.gravity,
        gravity_reason=row.gravity_reason,
        aggravating=list(row.aggravating),
        mitigating=list(row.mitigating),
        handler=row.handler,
    )


def _sentences(lawbook, row: FindingInput) -> list[str]:
    measures = lawform.measures_of(lawbook, row.infraction)
    return [
        sentence
        for code, given in row.measured.items()
        if code in measures
        for sentence in lawform.fact_sentences(measures[code], given)
    ]


def _origin(draft) -> str:
    if draft.return_of_id:
        return f"Retorno da vistoria de {draft.return_of.act.on:%d/%m/%Y} ({draft.return_of.act.document})"
    if draft.licence_request_id:
        return str(draft.licence_request.document)
    return str(draft.complaint.act.document) if draft.complaint_id else ""


def _rests_on(draft, visit) -> list:
    """The acts that the visit follows: the complaint, or the first visit and the intimations it looks at."""
    found = [draft.return_of.act] if draft.return_of_id else []
    if draft.complaint_id and not draft.return_of_id:
        found.append(draft.complaint.act)
    items = [facts.standing_item(outcome.finding) for outcome in visit.outcomes]
    found += [item.intimation.act for item in items if item is not None]
    return list({act.pk: act for act in found}.values())


def _issue(draft, whole: Visit, case):
    """The form that the law fixes for a first visit; a return, and the other laws, have the common record."""
    form = None if draft.return_of_id else whole.ruleset.practice.control_form
    rule = whole.ruleset.documents.get(form or "")
    title = (
        rule.label if rule else "Termo de vistoria de retorno" if draft.return_of_id else "Termo de vistoria"
    )
    return issuing.issue(
        municipality=draft.municipality,
        kind=DocumentKind.CONTROL_FORM if form else DocumentKind.INSPECTION_RECORD,
        template=contexts.control_form_template(form),
        title=title,
        body=control_form_body(whole) if form else record_body(whole),
        at=whole.at,
        author=whole.author,
        case=case,
    )


def _save(whole: Visit, visit: VisitInput, act) -> None:
    inspection = whole.inspection
    inspection.act = act
    inspection.save(force_insert=True)
    inspection.animals.set(whole.animals)
    for finding in whole.findings:
        finding.inspection = inspection
    Finding.objects.bulk_create(whole.findings)
    for row, outcome in zip(visit.outcomes, whole.outcomes, strict=True):
        outcome.inspection = inspection
        outcome.save(force_insert=True)
        outcome.cured_animals.set(row.cured_animals)
