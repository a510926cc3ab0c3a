"""Pages of an import: send the file, say which column is which, read what is wrong, import, undo."""

from django.contrib import messages
from django.db.models import Count
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from registry.forms.imports import ColumnsForm, ImportForm, RowsForm
from registry.models import Animal, ImportJob, Tutor, Vaccination
from registry.services.exports import Column, write
from registry.services.imports import jobs, undo
from registry.services.imports.fields import fields_of
from registry.services.imports.jobs import State
from registry.tasks_imports import check_import, resume, run_import, undo_import
from zoonoses.documents.downloads import as_file
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

office = access(Role.CLERK, Role.MANAGER)
STEPS = ("Enviar", "Colunas", "Conferir", "Importar")
STEP_OF = {State.MAPPING: 1, State.CHECKING: 2, State.CHECKED: 2, State.FAILED: 2}
WORDS = {
    State.MAPPING: "falta dizer as colunas",
    State.CHECKING: "em conferência",
    State.CHECKED: "conferida, à espera",
    State.IMPORTING: "importando",
    State.IMPORTED: "importada",
    State.UNDOING: "sendo desfeita",
    State.UNDONE: "desfeita",
    State.FAILED: "parou",
}
FAULT_COLUMNS = [
    Column("Linha", lambda fault: fault.row),
    Column("Coluna", lambda fault: fault.column),
    Column("Valor", lambda fault: fault.value),
    Column("Motivo", lambda fault: fault.reason),
    Column("Impede a linha", lambda fault: fault.blocks),
]
MADE = {"tutor": Tutor, "animal": Animal, "vaccination": Vaccination}


def fetch(request, pk) -> ImportJob:
    """An import of this municipality, or 404."""
    rows = ImportJob.objects.of(request.municipality)
    return get_object_or_404(
        rows.select_related("municipality", "uploaded_by__user", "undone_by__user"), pk=pk
    )


@office
def import_list(request):
    """Imports, the latest first."""
    rows = ImportJob.objects.of(request.municipality).select_related("uploaded_by__user")
    page = page_of(rows, request.GET.get("page", 1))
    lines = [(job, WORDS[jobs.state_of(job)]) for job in page]
    return render(
        request, "registry/imports_list.html", {"page": page, "lines": lines, "kinds": ImportJob.Kind}
    )


@office
def import_new(request):
    """Sends a spreadsheet; it is kept and nothing else happens."""
    form = ImportForm(request.POST or None, request.FILES or None)
    context = {"form": form, "steps": _steps(0), "kinds": ImportJob.Kind}
    if request.method != "POST":
        return render(request, "registry/imports_new.html", context)
    if not form.is_valid():
        return render(request, "registry/imports_new.html", context, status=422)
    try:
        job = jobs.receive(
            municipality=request.municipality,
            kind=form.cleaned_data["kind"],
            upload=form.cleaned_data["file"],
            by=request.membership,
            at=clock.now(request.municipality),
        )
    except Refusal as refusal:
        return render(request, "registry/imports_new.html", {**context, "refusal": refusal}, status=409)
    return redirect("registry:import_columns", job.pk)


@office
def import_columns(request, pk):
    """Which column is which, with what stands in the first rows; then the check is asked for."""
    job = fetch(request, pk)
    headers, samples = jobs.head(job)
    form = ColumnsForm(
        request.POST or None,
        kind=job.kind,
        headers=headers,
        samples=samples,
        columns=job.columns or jobs.suggested(job, headers),
    )
    context = {
        "job": job,
        "form": form,
        "steps": _steps(1),
        "headers": headers,
        "samples": _padded(samples, headers),
    }
    if request.method != "POST":
        return render(request, "registry/imports_columns.html", context)
    if not form.is_valid():
        return render(request, "registry/imports_columns.html", context, status=422)
    try:
        jobs.ask_check(job=job, columns=form.columns(), at=clock.now(request.municipality))
    except Refusal as refusal:
        return render(request, "registry/imports_columns.html", {**context, "refusal": refusal}, status=409)
    check_import.enqueue(job.pk)
    return redirect("registry:import", job.pk)


@office
def import_page(request, pk):
    """One import as it stands: progress, faults, what was made, and what can be done now."""
    return _page(request, fetch(request, pk))


@office
def import_progress(request, pk):
    """How far the worker is: a piece of the page, asked again every two seconds while it works."""
    job = fetch(request, pk)
    context = _progress(request, job)
    response = render(request, "registry/_imports_progress.html", context)
    if not context["running"]:
        response["HX-Refresh"] = "true"
    return response


@office
@require_POST
def import_run(request, pk):
    job = fetch(request, pk)
    form = RowsForm(request.POST)
    only_good = form.is_valid() and form.cleaned_data["only_good_rows"]
    try:
        started = jobs.ask_import(job=job, only_good_rows=only_good, at=clock.now(request.municipality))
    except Refusal as refusal:
        return _page(request, job, refusal=refusal, status=409)
    if started:
        run_import.enqueue(job.pk)
    return redirect("registry:import", pk)


@office
@require_POST
def import_undo(request, pk):
    job = fetch(request, pk)
    try:
        started = undo.ask_undo(job=job, by=request.membership, at=clock.now(request.municipality))
    except Refusal as refusal:
        return _page(request, job, refusal=refusal, status=409)
    if started:
        undo_import.enqueue(job.pk)
    return redirect("registry:import", pk)


@office
@require_POST
def import_resume(request, pk):
    """After the worker was stopped: the step goes on from where it was."""
    job = fetch(request, pk)
    if jobs.is_silent(job, clock.now(request.municipality)):
        resume(job)
        messages.info(request, "O trabalho voltou para a fila.")
    return redirect("registry:import", pk)


@office
def import_faults(request, pk):
    """Every bad cell as CSV, to be put right in the spreadsheet."""
    job = fetch(request, pk)
    body = write(
        "csv", FAULT_COLUMNS, job.faults.iterator(chunk_size=2000), zone=clock.zone(job.municipality)
    )
    return as_file(body, "csv", f"erros-da-importacao-{job.pk}")


@office
def import_model(request, kind):
    """An empty spreadsheet with every column that is recognised."""
    if kind not in ImportJob.Kind.values:
        kind = ImportJob.Kind.ANIMALS
    columns = [Column(label, str) for label in _labels(kind)]
    body = write("xlsx", columns, [], zone=clock.zone(request.municipality))
    return as_file(body, "xlsx", f"modelo-{ImportJob.Kind(kind).label.replace(' ', '-')}")


def _labels(kind):
    return [
        f"{each.label} do tutor"
        if each.name.startswith("tutor_") and "tutor" not in each.label
        else each.label
        for each in fields_of(kind).values()
    ]


def _padded(samples, headers):
    return [[row[at] if at < len(row) else "" for at in range(len(headers))] for row in samples]


def _steps(current):
    return [
        {"label": label, "done": at < current, "current": at == current} for at, label in enumerate(STEPS)
    ]


def _progress(request, job):
    state = jobs.state_of(job)
    return {
        "job": job,
        "state": state.value,
        "words": WORDS[state],
        "running": state.is_running,
        "silent": jobs.is_silent(job, clock.now(request.municipality)),
    }


def _page(request, job, refusal=None, status=200):
    page = page_of(job.faults.all(), request.GET.get("page", 1))
    bad = job.faults.filter(blocks=True).values("row").distinct().count()
    made = job.records.values("model").annotate(rows=Count("pk")).order_by("model")
    context = _progress(request, job) | {
        "page": page,
        "bad_rows": bad,
        "good_rows": max(job.total - bad, 0),
        "notes": job.faults.filter(blocks=False).count(),
        "made": [(MADE[each["model"]]._meta, each["rows"]) for each in made],
        "form": RowsForm(),
        "refusal": refusal,
        "steps": _steps(STEP_OF.get(jobs.state_of(job), len(STEPS))),
    }
    return render(request, "registry/imports_page.html", context, status=status)
