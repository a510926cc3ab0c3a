"""Pages of the desk: the day's work, one case, and the search."""

from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from zoonoses.desk.forms import SearchForm
from zoonoses.desk.services import cases, day, depot, registry_day
from zoonoses.desk.services.search import search as search_all
from zoonoses.documents.models import Attachment, Case
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import STAFF, access, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of


@access(*STAFF, Role.CLINIC)
def today(request):
    """Meu dia: the agent's own work; everybody's, by agent, for the manager; what concerns the other roles."""
    membership, now = request.membership, clock.now(request.municipality)
    if membership.role == Role.CLINIC:
        line = registry_day.clinic_line(membership, on=now.date())
        return render(request, "desk/clinic.html", {"line": line})
    if membership.role == Role.JUDGE:
        notices = day.notices_to_judge(request.municipality)
        trail.looked(membership, now, "meu dia", *dict.fromkeys(row.offender for row in notices))
        waiting = day.judgments(membership, on=now.date())
        return render(request, "desk/judge.html", {"notices": notices, "judgments": waiting})
    everyone = _everyone(request)
    scope = {"everyone": everyone, "on": now.date()}
    if request.GET.get("parte") in day.TITLES:
        return _part(request, request.GET["parte"], scope, now)
    sections = day.sections(membership, **scope)
    parts = registry_day.parts_for(membership, on=now.date())
    seen = [line.case for part in sections for line in part.lines]
    seen += [person for part in parts for line in part.lines for person in line.people]
    trail.looked(membership, now, "meu dia", *dict.fromkeys(seen))
    context = {
        "sections": sections,
        "registry_parts": parts,
        "figures": day.figures(membership, **scope),
        "drafts": day.drafts_of(membership, everyone=everyone),
        "chips": _chips(membership, everyone),
        "by_agent": everyone and membership.role == Role.MANAGER,
        "everyone": everyone,
    }
    return render(request, "desk/today.html", context)


def _everyone(request):
    """A manager begins with everybody's work; who works in the street, with their own."""
    asked = request.GET.get("de")
    return asked != "meus" if request.membership.role == Role.MANAGER else asked == "todos"


def _chips(membership, everyone):
    if membership.role == Role.CLERK:
        return []
    return [
        {"label": "Meus", "url": "?de=meus", "active": not everyone},
        {"label": "De todos", "url": "?de=todos", "active": everyone},
    ]


def _part(request, code, scope, now):
    """One heading of the day in full, page by page."""
    page = page_of(day.section(code, request.membership, **scope), request.GET.get("page"))
    trail.looked(request.membership, now, "meu dia", *dict.fromkeys(line.case for line in page))
    context = {"title": day.TITLES[code], "page": page, "by_agent": scope["everyone"]}
    return render(request, "desk/part.html", context)


@staff
def case(request, pk):
    """One case: who and where, warnings, the next lawful act, why others are refused, and everything that happened."""
    found = get_object_or_404(Case.objects.of(request.municipality).select_related("municipality"), pk=pk)
    now = clock.now(request.municipality)
    head = cases.head_of(found)
    laws = cases.law_of(found, on=now.date(), membership=request.membership)
    buttons = cases.buttons_of(found, laws, request.membership)
    trail.looked(request.membership, now, "caso", found, *head.people)
    context = {
        "case": found,
        "head": head,
        "warnings": cases.warnings_of(head.people),
        "laws": laws,
        "buttons": buttons,
        "needs_visit": head.complaint is not None and head.visit is None,
        "entries": [_entry(act) for act in cases.acts_of(found)],
        "seized": depot.animals_of(found),
        "works": request.membership.role in cases.WORKERS,
    }
    return render(request, "desk/case.html", context)


def _entry(act):
    """One act as the timeline shows it."""
    return {
        "title": act.get_kind_display().capitalize(),
        "at": act.at,
        "by": act.by_whom,
        "note": cases.note_of(act),
        "void": cases.is_void(act),
        "url": _page_of(act),
        "document_url": reverse("documents:pdf", args=[act.document_id]) if act.document_id else "",
        "document_label": str(act.document) if act.document_id else "",
        "photos": [_picture(each) for each in act.shown if each.kind == Attachment.Kind.PHOTO],
        "scans": [_picture(each) for each in act.shown if each.kind == Attachment.Kind.SCAN],
    }


def _picture(attachment):
    return {"url": reverse("documents:attachment", args=[attachment.pk]), "caption": attachment.original_name}


def _page_of(act):
    pages = {
        "inspection": "inspections:inspection",
        "complaint": "inspections:complaint",
        "intimation": "inspections:intimation",
        "notice": "fines:notice",
        "service_edital": "documents:edital",
    }
    for name, page in pages.items():
        if hasattr(act, name):
            return reverse(page, args=[getattr(act, name).pk])
    return depot.page_of(act)


@staff
def search(request):
    """Documents by number, people, visits and complaints of the municipality."""
    if request.method != "POST":
        return render(request, "desk/search.html", {"form": SearchForm(), "results": None})
    form = SearchForm(request.POST)
    if not form.is_valid():
        return render(request, "desk/search.html", {"form": form, "results": None}, status=422)
    results = search_all(municipality=request.municipality, text=form.cleaned_data["q"])
    owners = [animal.tutor for animal in results.animals]
    seen = [*owners, *results.people, *results.inspections, *results.complaints, *results.documents]
    trail.looked(request.membership, clock.now(request.municipality), "busca", *seen)
    return render(request, "desk/search.html", {"form": form, "results": results})
