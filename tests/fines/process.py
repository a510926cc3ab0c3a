"""Autos on their way through the procedure, for tests: drawn up without a page, served, defended, decided."""

import uuid

from fines.models import Filing
from fines.services import decisions, filings
from fines.services.decisions import Change, Draft
from fines.services.filings import Piece
from tests.fines.test_notices import notice as draw
from zoonoses.documents.services.acknowledgement import Service, acknowledge
from zoonoses.treasury.models import Charge


def drawn(town, on, *infractions, finding=None, **more):
    """An auto of a day for these conducts."""
    visit = town.visit(on, *infractions, **(finding or {}))
    return draw(town, visit, on, **more)


def serve(town, act, on, means="postal"):
    """Ciência of an act on a day, by AR."""
    service = Service(means=means, on=on, received_by="Vizinha", postal_code="AA123456789BR")
    return acknowledge(of_act=act, service=service, by=town.clerk, at=town.at(on, 17), key=uuid.uuid4())


def defend(town, notice, on, kind=Filing.Kind.DEFENCE, by=None, files=(), key=None):
    return filings.file(
        notice=notice,
        kind=kind,
        piece=Piece("João da Silva", "procurador", "Não fui eu.", files),
        by=by or town.clerk,
        at=town.at(on, 11),
        key=key or uuid.uuid4(),
    )


def decide(town, notice, on, outcome="kept", instance=1, by=None, key=None, **draft):
    return decisions.decide(
        notice=notice,
        instance=instance,
        draft=Draft(outcome=outcome, reasons="Conforme a prova dos autos.", **draft),
        by=by or town.judge,
        at=town.at(on, 15),
        key=key or uuid.uuid4(),
    )


def all_of(notice):
    """Every conduct of the auto as it is."""
    return [Change(row.pk, row.animals) for row in notice.items.all()]


def charge_of(notice):
    return Charge.objects.filter(subject=f"notice:{notice.pk}", cancelled_on=None).first()
