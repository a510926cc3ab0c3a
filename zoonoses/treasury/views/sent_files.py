"""A file that the bank or the treasury office sends: taken once, every fault told, gone on with when it stopped."""

from django.contrib import messages
from django.shortcuts import redirect

from zoonoses.municipalities import clock
from zoonoses.treasury.return_file import BadFile

SHOWN_FAULTS = 50


def take_in(request, form, *, take, settle, page):
    """Where to go with the file of a form, and what its page shows when it stays: the form with the file's faults.

    `take` keeps it and tells whether it is new, `settle` is the task that decides its lines, `page` the address of one
    file.
    """
    context = {"form": form, "faults": [], "more_faults": 0}
    if not form.is_valid():
        return None, context
    town, upload = request.municipality, form.cleaned_data["file"]
    try:
        found, is_new = take(
            municipality=town,
            name=upload.name,
            data=upload.read(),
            by=request.membership,
            at=clock.now(town),
        )
    except BadFile as bad:
        more = max(len(bad.faults) - SHOWN_FAULTS, 0)
        return None, context | {"faults": bad.faults[:SHOWN_FAULTS], "more_faults": more}
    if is_new:
        settle.enqueue(found.pk)
        messages.success(request, f"{found}: recebido. Veja abaixo o que cada linha fez.")
    else:
        sent = f"{clock.local(town, found.sent_at):%d/%m/%Y}"
        messages.info(request, f"Este arquivo já tinha sido enviado em {sent}: nada mudou.")
    return redirect(page, found.pk), context


def go_on(request, found, *, settle, page):
    """Goes on with a file whose processing stopped."""
    settle.enqueue(found.pk)
    messages.success(request, "O processamento continua.")
    return redirect(page, found.pk)


def pending_of(tally) -> int:
    """Lines of a file that wait for their decision."""
    return next((line["count"] for line in tally if not line["kind"]), 0)


def chips_of(states, state) -> list[dict]:
    """The choices of what a file's page shows."""
    return [
        {"label": label, "url": f"?situacao={value}", "active": value == state} for value, label in states
    ]
