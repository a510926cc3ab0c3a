"""Denúncia: received once, numbered, with the complainant kept apart."""

from django.db import transaction

from inspections.documents import complaint_body
from inspections.models import Complainant, Complaint
from registry.text import address_key
from zoonoses.documents import contexts
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.services import acts, issuing
from zoonoses.documents.services.idempotency import once


@transaction.atomic
def receive(*, municipality, values, complainant, at, by, key) -> Complaint:
    """Opens a case with the complaint, its act and its numbered protocol; the same `key` gives the same complaint.

    `values` are the cleaned fields (address, channel, what, accused, accused_name, reference). `complainant` is a
    dict of name, phone and e-mail, or None: an anonymous complaint is a complaint. Nothing of the complainant goes
    into the document.
    """

    def make():
        case = acts.open_case(municipality=municipality, on=at.date())
        complaint = Complaint(**values)
        complaint.address_key = address_key(complaint.street, complaint.number, complaint.district)
        document = issuing.issue(
            municipality=municipality,
            kind=DocumentKind.COMPLAINT,
            template=contexts.COMPLAINT,
            title="Protocolo de denúncia",
            body=complaint_body(values=_printed(complaint), received_by=by, at=at),
            at=at,
            author=by,
            case=case,
        )
        complaint.act = acts.record(case=case, kind=ActKind.COMPLAINT, at=at, author=by, document=document)
        complaint.save()
        if complainant:
            Complainant.objects.create(complaint=complaint, **complainant)
        return complaint.act

    return once(municipality, key, make).complaint


def _printed(complaint) -> dict:
    accused = accused_name(complaint)
    return {
        "channel_label": complaint.get_channel_display(),
        "what": complaint.what,
        "accused_name": accused,
        "place": complaint.address_line,
        "reference": complaint.reference,
    }


def accused_name(complaint) -> str:
    """Who is accused, as the registry or the complaint names them; empty when nobody was named."""
    return complaint.accused.name if complaint.accused else complaint.accused_name
