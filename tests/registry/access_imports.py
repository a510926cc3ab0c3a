"""Who may open the pages of the import and of the files, and one record behind each: taken by the access matrix."""

from django.core.files.uploadedfile import SimpleUploadedFile

from registry.services.imports import jobs
from zoonoses.municipalities.models import Role

OFFICE = frozenset({Role.CLERK, Role.MANAGER})
TABLE = {
    "registry:imports": OFFICE,
    "registry:import_new": OFFICE,
    "registry:import_model": OFFICE,
    "registry:import": OFFICE,
    "registry:import_progress": OFFICE,
    "registry:import_columns": OFFICE,
    "registry:import_run": OFFICE,
    "registry:import_undo": OFFICE,
    "registry:import_resume": OFFICE,
    "registry:import_faults": OFFICE,
    "registry:national_register": OFFICE,
}
OF_JOB = [
    name for name, _ in TABLE.items() if name.startswith("registry:import_") or name == "registry:import"
]
SHARED = {"registry:import_model": ["animals"]}


def args(municipality, by, at) -> dict[str, list]:
    """An import of this municipality, for the addresses that name one."""
    upload = SimpleUploadedFile("animais.csv", "Nome;Espécie\nRex;cão\n".encode())
    job = jobs.receive(municipality=municipality, kind="animals", upload=upload, by=by, at=at)
    alone = ("registry:import_new", *SHARED)
    return {name: [job.pk] for name in OF_JOB if name not in alone}
