"""Reminders by e-mail: to the autuado before a last day, to the team of what is due. Sent once, and never when moot.

What is due is asked of the law in the very moment of sending. The row of a reminder is kept before the e-mail leaves:
what failed is tried again on the next night, what was cut off in the middle is not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.core import mail
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from fines.models import InfractionNotice
from fines.services.procedure import Process
from zoonoses.desk.models import Reminder, ReminderSettings
from zoonoses.desk.services import day, reminder_texts
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import Membership, Municipality, Role

LOOKED_AT = timedelta(days=730)
MOST_ATTEMPTS = 5
GIVES_UP_AFTER = 3  # failures of the server in a row: the rest waits for another night
FOR_TEAM = (Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER, Role.JUDGE)
STEPS = ("defence", "appeal", "payment")


@dataclass(frozen=True)
class Due:
    """One thing to remind one address of: `subject` and `body` are the e-mail."""

    kind: str
    what: str
    due_on: date
    address: str
    subject: str
    body: str


def settings_of(municipality) -> ReminderSettings:
    """What the manager chose; an unsaved row, with everything off, when nothing was."""
    found = ReminderSettings.objects.of(municipality).first()
    return found or ReminderSettings(municipality=municipality)


@transaction.atomic
def save(*, settings: ReminderSettings) -> ReminderSettings:
    """Keeps what the manager chose."""
    Municipality.objects.select_for_update(no_key=True).get(pk=settings.municipality_id)
    standing = ReminderSettings.objects.of(settings.municipality).first()
    if standing is not None:
        settings.pk = standing.pk
    settings.save(force_insert=standing is None, force_update=standing is not None)
    return settings


def by_night(municipality, *, at: datetime) -> int:
    """The night's duty: sends what was not sent yet; how many left. A training municipality writes to nobody."""
    chosen = ReminderSettings.objects.of(municipality).first()
    if chosen is None or municipality.is_training:
        return 0
    post = _Post(municipality, at)
    if chosen.to_offenders:
        post.send(dues_of_offenders(municipality, on=at.date(), days=chosen.days_before))
    if chosen.to_staff:
        post.send(digests(municipality, on=at.date()))
    return post.sent


def dues_of_offenders(municipality, *, on: date, days: int) -> Iterator[Due]:
    """What offenders with an address may still do until a last day at most `days` away, auto by auto."""
    rows = InfractionNotice.objects.of(municipality).standing().filter(act__on__gte=on - LOOKED_AT)
    rows = rows.filter(~Q(offender__email="") | Q(offender__merged_into__email__gt=""))
    rows = rows.filter(act__acknowledgements__isnull=False).distinct().order_by("pk")
    for pk in list(rows.values_list("pk", flat=True)):
        yield from _dues_of(pk, on, days)


def _dues_of(pk, on, days) -> Iterator[Due]:
    joined = ("act__document__annulment", "act__case__municipality", "act__author", "act__recorded_by")
    rows = InfractionNotice.objects.select_related(*joined, "offender__merged_into")
    notice = rows.get(pk=pk)
    person = notice.offender.merged_into or notice.offender
    if not is_address(person.email):
        return
    try:
        process = Process(notice)
        steps = [step for step in process.steps(on) if step.act in STEPS and step.allowed and not step.late]
    except Refusal:
        return  # a term that cannot be counted is not told to anybody
    for step in steps:
        asked_on = process.charge.due_on if step.act == "payment" and process.charge else None
        due_on = asked_on or step.due_on
        if due_on is None or not on <= due_on <= on + timedelta(days=days):
            continue
        source = "" if asked_on or step.source is None else step.source.words
        told = reminder_texts.of_offender(notice, step.act, due_on, source, is_guide=asked_on is not None)
        yield Due(step.act, f"{step.act}:notice:{notice.pk}", due_on, person.email, *told)


def digests(municipality, *, on: date) -> Iterator[Due]:
    """For each person of the team with an address: what of theirs is overdue or falls due today, if anything is."""
    rows = Membership.objects.of(municipality).filter(is_active=True, role__in=FOR_TEAM)
    rows = rows.filter(user__is_active=True).exclude(user__email="").select_related("user").order_by("pk")
    posts: dict[str, list[Membership]] = {}
    for row in rows:
        if is_address(row.user.email):
            posts.setdefault(row.user.email, []).append(row)
    for address, own in posts.items():
        overdue, today = (_sentences(own, code, on) for code in ("overdue", "today"))
        if overdue or today:
            told = reminder_texts.digest(municipality, overdue, today, on)
            yield Due(Reminder.Kind.DIGEST, "digest", on, address, *told)


def _sentences(posts, code, on) -> list[str]:
    """What the agenda says under a heading for all the posts of one person, each line once, without people's names."""
    found = {}
    for post in posts:
        rows = day.section(code, post, everyone=post.role == Role.MANAGER, on=on)
        found |= {pk: (due_on, words) for pk, due_on, words in rows.values_list("pk", "due_on", "sentence")}
    return [f"{words} ({due_on:%d/%m/%Y})" for due_on, words in sorted(found.values())]


def is_address(text: str) -> bool:
    """Whether an e-mail can be written to it."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def key_of(municipality, address: str) -> str:
    """What tells one address from another without keeping it."""
    return salted_hmac("reminders", f"{municipality.pk}:{address.lower()}").hexdigest()


class _Post:
    """One night's letters of a municipality."""

    def __init__(self, municipality, at: datetime):
        self.municipality, self.at = municipality, at
        self.sent, self.failed_in_a_row = 0, 0

    def send(self, dues) -> None:
        for due in dues:
            if self.failed_in_a_row >= GIVES_UP_AFTER:
                return
            reminder = self._claim(due)
            if reminder is not None:
                self._deliver(reminder, due)

    def _claim(self, due) -> Reminder | None:
        """The row of this reminder if it is to be sent now, kept before the e-mail leaves; None when it was, or may
        have been.
        """
        reminder, is_new = Reminder.objects.get_or_create(
            municipality=self.municipality,
            what=due.what,
            due_on=due.due_on,
            address_key=key_of(self.municipality, due.address),
            defaults={"kind": due.kind, "claimed_at": self.at},
        )
        if is_new:
            return reminder
        failed = Reminder.objects.filter(pk=reminder.pk, failed_at__isnull=False, attempts__lt=MOST_ATTEMPTS)
        again = failed.update(claimed_at=self.at, failed_at=None, attempts=F("attempts") + 1)
        return reminder if again else None

    def _deliver(self, reminder, due) -> None:
        row = Reminder.objects.filter(pk=reminder.pk)
        try:
            self._letter(due).send()
        except OSError as error:  # smtplib's errors are OSErrors too
            told, is_refused = reminder_texts.failure(error)
            row.update(failed_at=self.at, failure=told, **({"attempts": MOST_ATTEMPTS} if is_refused else {}))
            self.failed_in_a_row += 0 if is_refused else 1
            return
        row.update(sent_at=self.at, failure="")
        self.sent, self.failed_in_a_row = self.sent + 1, 0

    def _letter(self, due) -> mail.EmailMessage:
        town = self.municipality
        return mail.EmailMessage(
            subject=due.subject,
            body=due.body,
            from_email=reminder_texts.sender(town),
            to=[due.address],
            reply_to=[town.email] if town.email else None,
            headers={"Auto-Submitted": "auto-generated"},
        )
