"""Anyone with the code of an auto files its defence or appeal, and gets the receipt. Nothing of any person is shown."""

from csp.decorators import csp_exempt
from django.core import signing
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from fines.services import public_filings
from fines.services.filings import Piece
from zoonoses.documents import codes
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock, throttle
from zoonoses.municipalities.access import public
from zoonoses.portal.forms_defence import PublicFilingForm

HOUR = 60 * 60
WRONG_CODES, SENDINGS = 60, 20  # by address, in an hour
RECEIPT_SALT, RECEIPT_SECONDS = "portal.defence_receipt", 7 * 24 * HOUR


@public
@never_cache
def defence(request):
    """Where the code of the auto is typed; a code that can exist leads to its own page."""
    typed = request.GET.get("codigo", "").strip()
    code = codes.normalise(typed)
    if code:
        return redirect("portal:defence_file", code=code)
    context = {"typed": typed, "unknown": bool(typed)}
    return render(request, "portal/defence.html", context, status=422 if typed else 200)


@public
@never_cache
def defence_file(request, code):
    """The form of what the auto's procedure admits now; sent, it is received and leads to its receipt."""
    notice = public_filings.find(code)
    if notice is None:
        if not throttle.allows(request, "defence_code", most=WRONG_CODES, seconds=HOUR):
            return render(request, "portal/defence.html", {"typed": code, "busy": True}, status=429)
        return render(request, "portal/defence.html", {"typed": code, "unknown": True}, status=404)
    if code != codes.normalise(code):
        return redirect("portal:defence_file", code=codes.normalise(code))
    town = notice.act.case.municipality
    now = clock.now(town)
    key = key_of(request.POST.get("idempotency_key"))
    done = public_filings.received(notice, key)
    if done is not None:
        return _to_receipt(done)
    form = PublicFilingForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    context = {"notice": notice, "town": town, "form": form, "offer": None, "refusal": None}
    try:
        context["offer"] = public_filings.offer(notice, now.date())
        if request.method != "POST":
            return render(request, "portal/defence_file.html", context)
        if not form.is_valid():
            return render(request, "portal/defence_file.html", context, status=422)
        if not throttle.allows(request, "defence_sent", most=SENDINGS, seconds=HOUR):
            return render(request, "portal/defence_file.html", context | {"busy": True}, status=429)
        piece = Piece(**form.cleaned_data)
        return _to_receipt(public_filings.file_online(notice=notice, piece=piece, at=now, key=key))
    except Refusal as refusal:
        context["refusal"] = refusal
    return render(
        request, "portal/defence_file.html", context, status=409 if request.method == "POST" else 200
    )


def _to_receipt(filing):
    return redirect("portal:defence_receipt", token=signing.dumps(filing.pk, salt=RECEIPT_SALT))


@public
@never_cache
def defence_receipt(request, token):
    """What was received, when, whether in time, and its paper. Known by the address alone, for a week."""
    filing = _filing(token)
    files = filing.act.attachments.order_by("pk")
    context = {"filing": filing, "document": filing.act.document, "files": files, "token": token}
    context["town"] = filing.act.case.municipality
    return render(request, "portal/defence_receipt.html", context)


@public
@never_cache
@csp_exempt()
def defence_receipt_pdf(request, token):
    """The receipt as it was issued."""
    file = _filing(token).act.document.file
    response = HttpResponse(bytes(file.pdf), content_type="application/pdf")
    response["Content-Disposition"] = 'inline; filename="recibo.pdf"'
    return response


def _filing(token):
    try:
        pk = signing.loads(token, salt=RECEIPT_SALT, max_age=RECEIPT_SECONDS)
    except signing.BadSignature as error:
        raise Http404 from error
    found = public_filings.receipt_of(pk)
    if found is None:
        raise Http404
    return found
