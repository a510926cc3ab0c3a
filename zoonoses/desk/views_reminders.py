"""Reminders by e-mail: whether the municipality sends them, and what was sent."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse

from zoonoses.desk.forms import ReminderForm
from zoonoses.desk.models import Reminder
from zoonoses.desk.services import reminders as services
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.paging import page_of


@access(Role.MANAGER)
def reminders(request):
    """What the manager chose, and each reminder with what became of it; every change stays in the trail."""
    form = ReminderForm(request.POST or None, instance=services.settings_of(request.municipality))
    if request.method == "POST" and form.is_valid():
        services.save(settings=form.instance)
        messages.success(request, "Lembretes guardados. Valem a partir da próxima noite.")
        return redirect("desk:reminders")
    page = page_of(Reminder.objects.of(request.municipality), request.GET.get("page"))
    context = {"form": form, "page": page, "rows": [_row(reminder) for reminder in page]}
    return render(request, "desk/reminders.html", context, status=422 if form.is_bound else 200)


def _row(reminder):
    if reminder.sent_at:
        state = ("enviado", "tag-done")
    elif reminder.failed_at:
        state = ("falhou", "tag-attention")
    else:
        state = ("interrompido, não se repete", "tag-info")
    kind, _, pk = reminder.what.rpartition(":")
    return {
        "reminder": reminder,
        "url": reverse("fines:notice", args=[int(pk)]) if kind.endswith(":notice") else "",
        "state": state[0],
        "tag": state[1],
    }
