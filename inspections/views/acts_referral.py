"""Encaminhar the case of a visit to another authority: the form, then exactly what will be printed."""

from django.contrib import messages
from django.shortcuts import redirect

from inspections.forms.acts import ReferralForm
from inspections.services import referrals
from inspections.views.acts import case_url, confirm, inspection_of, key_of, show
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import made
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import field


@field
def referral_new(request, pk):
    """Ofício de encaminhamento, where the law orders one."""
    inspection, now = inspection_of(request, pk), clock.now(request.municipality)
    back = case_url(inspection)
    if made(request.municipality, key_of(request)) is not None:
        return redirect(back)
    form = ReferralForm(request.POST or None, initial=referrals.suggested(inspection))
    refusal = referrals.refusal_for(inspection, now.date())
    context = {"inspection": inspection, "form": form, "refusal": refusal, "back_url": back}
    if request.method != "POST" or "voltar" in request.POST:
        return show(request, "referral", context)
    if not form.is_valid():
        return show(request, "referral", context, status=422)
    given = {"inspection": inspection, "author": request.membership, "at": now, **form.cleaned_data}
    try:
        if "confirmar" not in request.POST:
            body = referrals.plan(**given)
            title = DocumentKind.REFERRAL.label
            return confirm(request, title=title, body=body, back_url=back, form_url=request.path)
        act = referrals.refer(**given, key=key_of(request))
    except Refusal as found:
        return show(request, "referral", context | {"refusal": found}, status=409)
    messages.success(request, f"{act.document} emitido.")
    return redirect(back)
