"""The words of the reminders. No name of a person, no document, no link that says whose it is."""

import smtplib
from datetime import date
from email.utils import formataddr, parseaddr

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from zoonoses.municipalities.templatetags import br

SHOWN = 20
TERMS = {"defence": "defesa", "appeal": "recurso", "payment": "pagamento"}
PERMANENT = range(500, 600)


def of_offender(notice, act: str, due_on: date, source: str, *, is_guide: bool) -> tuple[str, str]:
    """Subject and body for the autuado. `source` is where the term is written; a guide's day is of the guide."""
    municipality = notice.act.case.municipality
    context = {
        "municipality": municipality,
        "notice": str(notice),
        "act": act,
        "term": TERMS[act],
        "due_on": f"{br.WEEKDAYS[due_on.weekday()]}, {due_on:%d/%m/%Y}",
        "source": source,
        "is_guide": is_guide,
        "phone": br.phone(municipality.phone),
    }
    return f"Lembrete: prazo até {due_on:%d/%m/%Y}", render_to_string("desk/mail/offender.txt", context)


def digest(municipality, overdue: list[str], today: list[str], on: date) -> tuple[str, str]:
    """Subject and body for one of the team: how much is due, and the first lines of it."""
    context = {
        "municipality": municipality,
        "overdue": overdue[:SHOWN],
        "overdue_more": max(len(overdue) - SHOWN, 0),
        "today_lines": today[:SHOWN],
        "today_more": max(len(today) - SHOWN, 0),
        "url": settings.ZOONOSES_SITE_URL.rstrip("/") + reverse("desk:today"),
    }
    counts = [f"{len(overdue)} com prazo vencido"] if overdue else []
    counts += [f"{len(today)} com prazo hoje"] if today else []
    return f"Meu dia {on:%d/%m/%Y}: {', '.join(counts)}", render_to_string("desk/mail/digest.txt", context)


def sender(municipality) -> str:
    """The installation's own address, in the name of the municipality's body."""
    return formataddr((municipality.body_name[:60], parseaddr(settings.DEFAULT_FROM_EMAIL)[1]))


def failure(error: OSError) -> tuple[str, bool]:
    """Why an e-mail did not leave, without the address; and whether the address itself was refused for good."""
    codes = []
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _ in error.recipients.values()]
    elif isinstance(error, smtplib.SMTPResponseException):
        codes = [error.smtp_code]
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        is_refused = all(code in PERMANENT for code in codes)
        return f"O servidor recusou o endereço ({', '.join(map(str, codes))}).", is_refused
    if codes:
        return f"O servidor de e-mail respondeu {codes[0]}.", False
    return f"Sem resposta do servidor de e-mail ({type(error).__name__}).", False
