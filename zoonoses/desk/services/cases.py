"""One case as a whole: who and where, what the law allows next for each finding, and what happened."""

from dataclasses import dataclass, field
from datetime import date

from django.db.models import Prefetch
from django.urls import reverse

from fines.models import InfractionNotice
from impound.services import losses
from inspections.models import Complaint, Finding, Inspection
from inspections.services.facts import of_standing_visits, on_record, standing_item, steps_by_finding
from registry.models import Tutor, TutorWarning
from registry.services.tutors import standing_warnings
from zoonoses.desk.services import depot
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act, Attachment
from zoonoses.documents.services import service_attempts
from zoonoses.municipalities.models import Role

# The order in which the acts of a procedure come to the thumb: the one that ends it first.
ORDER = (
    *("notice", "notice_service", "vet_report", "intimation", "service", "return_visit", "guidance"),
    *("referral", "extension", "seizure"),
)
WORKERS = (Role.AGENT, Role.VET, Role.MANAGER)
VERBS = {
    "notice": "Lavrar auto",
    "vet_report": "Fazer relatório veterinário",
    "intimation": "Intimar",
    "service": "Registrar ciência",
    "return_visit": "Fazer retorno",
    "guidance": "Orientar",
    "referral": "Encaminhar o caso",
    "notice_service": "Registrar ciência do auto",
    "extension": "Prorrogar prazo",
    "seizure": "Apreender",
}


@dataclass(frozen=True)
class Button:
    """One lawful act as a button: the name of its page, the argument, and whether it is sent by POST."""

    act: str
    label: str
    page: str
    argument: int
    is_post: bool = False
    query: str = ""

    @property
    def url(self) -> str:
        """The address of the page; an act that begins on a page of its own names its origin in the query."""
        return reverse(self.page) + self.query if self.query else reverse(self.page, args=[self.argument])


@dataclass(frozen=True)
class FindingLaw:
    """A finding with what may and may not be done about it today.

    `allowed` holds the acts whose page may be opened: also one that is told there the only fact it still lacks.
    """

    finding: Finding
    due_on: date | None = None
    allowed: tuple = ()
    refused: tuple = ()
    refusal: object = None
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True)
class CaseHead:
    """Who the case is about, and where."""

    people: list[Tutor] = field(default_factory=list)
    where: str = ""
    complaint: Complaint | None = None
    visit: Inspection | None = None

    @property
    def person(self):
        return self.people[0] if self.people else None


def head_of(case) -> CaseHead:
    """People and place of a case: from its last visit, else from its complaint or seizure."""
    visits = list(
        Inspection.objects.filter(act__case=case).select_related("tutor", "act").order_by("-act__at", "-pk")
    )
    complaint = (
        Complaint.objects.filter(act__case=case)
        .select_related("accused", "act__document")
        .order_by("pk")
        .first()
    )
    people = [visit.tutor for visit in visits if visit.tutor]
    if complaint and complaint.accused:
        people.append(complaint.accused)
    taken_from, taken_at = depot.people_of(case)
    people += taken_from
    places = [visit.address_line for visit in visits] + ([complaint.address_line] if complaint else [])
    places.append(taken_at)
    first = next((visit for visit in visits if visit.return_of_id is None), None)
    return CaseHead(
        people=list(dict.fromkeys(people)),
        where=next((place for place in places if place), ""),
        complaint=complaint,
        visit=first,
    )


def warnings_of(people) -> list[TutorWarning]:
    """What an agent must know of these people before the visit, not lifted."""
    return standing_warnings(*people)


def law_of(case, *, on: date, membership) -> list[FindingLaw]:
    """Each standing finding of the case with the law's answer on a day, and the buttons that the post may use."""
    standing = of_standing_visits(Finding.objects.filter(inspection__act__case=case))
    rows = (
        on_record(standing).select_related("inspection__seizure_event").order_by("inspection__act__at", "pk")
    )
    return [
        _law(finding, steps, refusal, membership) for finding, steps, refusal in steps_by_finding(rows, on=on)
    ]


def _law(finding, steps, refusal, membership) -> FindingLaw:
    allowed = tuple(step for step in steps if step.is_open)
    refused = tuple(step for step in steps if not step.is_open)
    due = next((step.due_on for step in steps if step.due_on), None)
    buttons = tuple(button for step in allowed if (button := _button(finding, step, membership)))
    return FindingLaw(
        finding=finding,
        due_on=due,
        allowed=allowed,
        refused=refused,
        refusal=refusal,
        buttons=buttons,
    )


def _button(finding, step, membership) -> Button | None:
    """The page of an allowed act; None where this post does not do it, or where it has no page."""
    if membership.role not in WORKERS:
        return None
    act, visit, item = step.act, finding.inspection, standing_item(finding)
    if act == "extension" and (membership.role != Role.MANAGER or item is None):
        return None
    if act == "service" and item is None:
        return None
    if act == "vet_report" and not (membership.role == Role.VET or membership.crmv):
        return None
    if act == "seizure":
        return _seize(visit)
    pages = {
        "notice": ("fines:notice_new", visit.pk),
        "vet_report": ("inspections:vet_report_new", visit.pk),
        "intimation": ("inspections:intimate", visit.pk),
        "service": ("documents:acknowledge", item.intimation.act_id if item else 0),
        "return_visit": ("inspections:return_new", visit.return_of_id or visit.pk),
        "guidance": ("inspections:guidance_new", visit.pk),
        "referral": ("inspections:referral_new", visit.pk),
        "extension": ("inspections:extension_new", item.pk if item else 0),
    }
    if act not in pages:
        return None
    page, argument = pages[act]
    return Button(act, VERBS[act], page, argument, is_post=act == "return_visit")


def _seize(visit) -> Button | None:
    """To seize from this visit; nothing where the visit is itself what a seizure found."""
    if hasattr(visit, "seizure_event"):
        return None
    first = visit.return_of_id or visit.pk
    return Button("seizure", VERBS["seizure"], "impound:seizure_new", first, query=f"?vistoria={first}")


def buttons_of(case, laws, membership) -> list[Button]:
    """The lawful acts of the whole case, each once, the most pressing first; the ciência of its autos among them."""
    found = dict.fromkeys(button for law in laws for button in law.buttons)
    if membership.role in WORKERS:
        found.update(dict.fromkeys(_services_of_notices(case)))
        found.update(dict.fromkeys(_seizures_decided(case)))
    return sorted(found, key=lambda button: ORDER.index(button.act))


def _services_of_notices(case) -> list[Button]:
    """Standing autos of which the person has not been told."""
    act, page = "notice_service", "documents:acknowledge"
    waiting = InfractionNotice.objects.filter(act__case=case).unserved().order_by("pk")
    return [Button(act, VERBS[act], page, pk) for pk in waiting.values_list("act_id", flat=True)]


def _seizures_decided(case) -> list[Button]:
    """Decisions that took animals from their owner, by which nothing was seized yet."""
    rows = losses.waiting(case.municipality).filter(notice__act__case=case)
    label, page = "Apreender por decisão", "impound:seizure_new"
    return [Button("seizure", label, page, row.pk, query=f"?medida={row.pk}") for row in rows]


def acts_of(case) -> list[Act]:
    """Everything that happened, in order, with documents, annulments, photos and what each act is."""
    shown = Attachment.objects.filter(kind__in=(Attachment.Kind.PHOTO, Attachment.Kind.SCAN))
    rows = Act.objects.filter(case=case).select_related(
        "author__user",
        "recorded_by__user",
        "document__annulment",
        "document__replaced_by",
        "inspection",
        "complaint",
        "intimation",
        "notice",
        "acknowledgement__of_act__document",
        "service_attempt__of_act__document",
        "service_edital",
        "annulment__document",
        "extension",
        "guidance",
        *depot.JOINS,
    )
    rows = rows.prefetch_related(Prefetch("attachments", shown, to_attr="shown"), *depot.PREFETCH)
    return list(rows.order_by("at", "pk"))


def is_void(act) -> bool:
    """Whether the act's document was annulled."""
    return act.document is not None and getattr(act.document, "annulment", None) is not None


def note_of(act) -> str:
    """What the timeline says of an act besides its kind."""
    if act.kind == ActKind.ACKNOWLEDGEMENT and hasattr(act, "acknowledgement"):
        given = act.acknowledgement
        return f"{given.of_act.document or given.of_act.get_kind_display()}: {given.get_means_display()}"
    if act.kind == ActKind.SERVICE_ATTEMPT and hasattr(act, "service_attempt"):
        tried = act.service_attempt
        return f"{tried.of_act.document}, em {tried.on:%d/%m/%Y}, {service_attempts.words(tried)}"
    if act.kind == ActKind.ANNULMENT and hasattr(act, "annulment"):
        return f"{act.annulment.document}: {act.annulment.reason}"
    if act.kind == ActKind.EXTENSION and hasattr(act, "extension"):
        return f"novo último dia {act.extension.until_on:%d/%m/%Y}: {act.extension.reason}"
    if act.kind == ActKind.GUIDANCE and hasattr(act, "guidance"):
        return act.guidance.text
    if act.kind == ActKind.INFRACTION_NOTICE and hasattr(act, "notice"):
        return act.notice.written_total
    on_paper = f"feito em papel, registrado em {act.recorded_at:%d/%m/%Y}" if act.on_paper else ""
    return " · ".join(part for part in (depot.note_of(act), on_paper) if part)
