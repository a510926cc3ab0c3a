"""The main menu of each role: label, URL name and icon, in the order of the day's work."""

from django.urls import NoReverseMatch, reverse

from zoonoses.municipalities.models import Role

STAFF = (Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
FIELD = (Role.AGENT, Role.VET, Role.MANAGER)

ENTRIES = (
    ("Meu dia", "desk:today", "calendar", (*STAFF, Role.JUDGE)),
    ("Denúncias", "inspections:complaints", "inbox", STAFF),
    ("Vistorias", "inspections:inspections", "clipboard", STAFF),
    ("Intimações", "inspections:intimations", "file", (*STAFF, Role.JUDGE)),
    ("Autos", "fines:notices", "gavel", (*STAFF, Role.JUDGE)),
    ("Tutores", "registry:tutors", "people", STAFF),
    ("Animais", "registry:animals", "paw", STAFF),
    ("Documentos", "documents:documents", "file", (*STAFF, Role.JUDGE)),
    ("Município", "municipalities:settings", "gear", (Role.MANAGER,)),
)


def items_for(membership, path):
    """Entries that the role may open; the one of the current path is marked active."""
    items = []
    for label, name, icon, roles in ENTRIES:
        if membership.role in roles:
            url = _reverse(name)
            if url:
                active = path == url or (url != reverse("desk:today") and path.startswith(url))
                items.append({"label": label, "url": url, "icon": icon, "active": active})
    return items


def _reverse(name):
    try:
        return reverse(name)
    except NoReverseMatch:
        return None
