"""Decisions that took animals from their owner and wait for the seizure."""

from urllib.parse import urlencode

from django.shortcuts import render
from django.urls import reverse

from impound.services import losses
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import FIELD, staff
from zoonoses.municipalities.paging import page_of


@staff
def loss_list(request):
    """Each decision with whom it concerns and its paper; who seizes opens the form of the seizure from it."""
    page = page_of(losses.waiting(request.municipality), request.GET.get("page", 1))
    people = dict.fromkeys(row.notice.offender for row in page)
    trail.looked(request.membership, clock.now(request.municipality), "decisões de perda da posse", *people)
    seizes = request.membership.role in FIELD
    context = {"page": page, "rows": [_row(row, seizes) for row in page]}
    return render(request, "impound/losses_list.html", context)


def _row(measure, seizes) -> dict:
    seize = f"{reverse('impound:seizure_new')}?{urlencode({'medida': measure.pk})}"
    return {
        "url": seize if seizes else reverse("fines:notice", args=[measure.notice_id]),
        "title": measure.notice.offender.name,
        "subtitle": f"{measure.label[:1].upper()}{measure.label[1:]} ({measure.article}) · {measure.act.document}, de "
        f"{measure.act.on:%d/%m/%Y} · {measure.notice} · {measure.notice.address}",
        "next": "Apreender" if seizes else "Ver o auto",
    }
