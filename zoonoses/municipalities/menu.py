"""The main menu of each role: label, URL name and icon, in the order of the day's work."""

from django.urls import reverse

from zoonoses.municipalities.models import Role

STAFF = (Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)

ENTRIES = (
    ("Meu dia", "desk:today", "calendar", tuple(Role)),
    ("Balcão", "registry:counter", "paw", (Role.CLERK, Role.CLINIC)),
    ("Denúncias", "inspections:complaints", "inbox", STAFF),
    ("Vistorias", "inspections:inspections", "clipboard", STAFF),
    ("Intimações", "inspections:intimations", "file", (*STAFF, Role.JUDGE)),
    ("Autos", "fines:notices", "gavel", (*STAFF, Role.JUDGE)),
    ("Depósito", "impound:custodies", "inbox", (*STAFF, Role.JUDGE)),
    ("Tutores", "registry:tutors", "people", STAFF),
    ("Animais", "registry:animals", "paw", STAFF),
    ("Carteiras", "registry:cards", "file", STAFF),
    ("Licenças", "registry:licences", "file", STAFF),
    ("Castração", "registry:castration", "calendar", STAFF),
    ("Clínicas", "registry:clinics", "shield", (Role.CLERK, Role.MANAGER)),
    ("Minha clínica", "registry:clinic_home", "shield", (Role.CLINIC,)),
    ("Cobranças", "treasury:charges", "scale", (Role.CLERK, Role.MANAGER)),
    ("Vacinação", "registry:vaccinations", "shield", (*STAFF, Role.CLINIC)),
    ("Documentos", "documents:documents", "file", (*STAFF, Role.JUDGE)),
    ("Importar planilhas", "registry:imports", "inbox", (Role.CLERK, Role.MANAGER)),
    ("Município", "municipalities:settings", "gear", (Role.MANAGER,)),
)


def items_for(membership, path):
    """Entries that the role may open; the one of the current path is marked active."""
    home = reverse("desk:today")
    items = []
    for label, name, icon, roles in ENTRIES:
        if membership.role in roles:
            url = reverse(name)
            active = path == url or (url != home and path.startswith(url))
            items.append({"label": label, "url": url, "icon": icon, "active": active})
    return items
