"""Reminders by e-mail: to whom, before which day, once, and never of what is moot."""

import smtplib
import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from fines.services import debts
from tests.factories import MembershipFactory, sign_in, unit_value
from tests.fines.process import charge_of, decide, defend, drawn, serve
from tests.inspections.visits import Town
from tests.together import times
from zoonoses.accounts.models import User
from zoonoses.desk.models import Reminder, ReminderSettings
from zoonoses.desk.services import reminders
from zoonoses.documents.models import Agenda
from zoonoses.documents.services import annulment
from zoonoses.municipalities.models import Role
from zoonoses.treasury.services import charges

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]
# Ciência on Thursday 02/04/2026; without Good Friday and Nossa Senhora da Penha (13/04) ten business days end on
# Monday 20/04.
SERVED, LAST = date(2026, 4, 2), date(2026, 4, 20)


@pytest.fixture
def neiva():
    town = Town("joao-neiva-es", body_name="Vigilância Ambiental", email="vigilancia@example.gov.br")
    unit_value(town.municipality, "VRTE", 2026, "4.50")
    ReminderSettings.objects.create(municipality=town.municipality, to_offenders=True)
    town.tutor.email = "joana@example.com"
    town.tutor.save()
    return town


@pytest.fixture
def auto(neiva):
    made = drawn(neiva, date(2026, 4, 1), "short_tether", aggravating=("intent",))
    serve(neiva, made.act, SERVED)
    return made


def night(town, *on):
    """How many reminders leave on the night of a day."""
    return reminders.by_night(town.municipality, at=town.at(date(*on), 3))


def test_before_the_last_day_of_the_defence_once_and_without_names(neiva, auto):
    assert [night(neiva, 2026, 4, day) for day in (16, 17, 17, 18, 20)] == [0, 1, 0, 0, 0]
    letter = mail.outbox[0]
    assert (letter.subject, letter.to) == ("Lembrete: prazo até 20/04/2026", ["joana@example.com"])
    assert (
        "segunda-feira, 20/04/2026" in letter.body
        and "Art. 9º, V" in letter.body
        and str(auto) in letter.body
    )
    assert neiva.tutor.name not in letter.body and neiva.tutor.document not in letter.body
    assert "http" not in letter.body and "Não é intimação nem ciência" in letter.body
    assert letter.from_email.startswith("=?utf-8?") and letter.reply_to == ["vigilancia@example.gov.br"]
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"
    row = Reminder.objects.get()
    assert (row.what, row.due_on) == (f"defence:notice:{auto.pk}", LAST) and row.sent_at
    assert "joana" not in row.address_key


@pytest.mark.parametrize(
    "moot", ["defended", "annulled", "off", "training", "no address", "bad address", "late"]
)
def test_nothing_is_sent_of_what_is_moot_or_to_nobody(neiva, auto, moot):
    on = LAST
    if moot == "defended":
        defend(neiva, auto, date(2026, 4, 10))
    elif moot == "annulled":
        at = neiva.at(date(2026, 4, 10))
        annulment.annul(document=auto.act.document, reason="Erro.", by=neiva.manager, at=at)
    elif moot == "off":
        ReminderSettings.objects.update(to_offenders=False)
    elif moot == "training":
        neiva.municipality.is_training = True
    elif moot == "late":
        on = date(2026, 4, 21)
    else:
        neiva.tutor.email = "" if moot == "no address" else "joana@"
        neiva.tutor.save()
    assert reminders.by_night(neiva.municipality, at=neiva.at(on, 3)) == 0
    assert not mail.outbox and not Reminder.objects.exists()


def test_of_the_payment_by_the_term_or_by_the_guide_until_it_is_paid(neiva, auto):
    first = decide(neiva, auto, date(2026, 4, 21))
    serve(neiva, first.act, date(2026, 4, 23))
    debts.charge_fine(notice=auto, by=neiva.clerk, at=neiva.at(date(2026, 5, 11)))
    assert (
        night(neiva, 2026, 5, 22) == 1
        and "Prazo de pagamento: o último dia é segunda-feira, 25/05" in mail.outbox[0].body
    )
    charge = charge_of(auto)
    charges.issue_guide(
        charge=charge, due_on=date(2026, 6, 1), at=neiva.at(date(2026, 5, 22)), by=neiva.clerk
    )
    assert night(neiva, 2026, 5, 24) == 0
    assert (
        night(neiva, 2026, 5, 29) == 1
        and "A guia em vigor vence em segunda-feira, 01/06" in mail.outbox[1].body
    )
    Reminder.objects.all().delete()
    charges.pay(
        charge=charge, amount=Decimal("450.00"), means="pix", paid_on=date(2026, 5, 29), by=neiva.clerk,
        at=neiva.at(date(2026, 5, 29)), key=uuid.uuid4(),
    )  # fmt: skip
    assert night(neiva, 2026, 5, 30) == 0


def failing(monkeypatch, *errors):
    """The server fails with each of these errors in turn, then works."""
    left, send = list(errors), locmem.EmailBackend.send_messages

    def sending(self, messages):
        if left:
            raise left.pop(0)
        return send(self, messages)

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", sending)


def test_what_failed_is_tried_again_and_what_was_cut_off_is_not(neiva, auto, monkeypatch):
    failing(monkeypatch, ConnectionRefusedError(), smtplib.SMTPServerDisconnected())
    assert night(neiva, 2026, 4, 17) == 0
    row = Reminder.objects.get()
    assert row.failed_at and row.failure == "Sem resposta do servidor de e-mail (ConnectionRefusedError)."
    assert [night(neiva, 2026, 4, day) for day in (18, 19, 20)] == [0, 1, 0]
    row.refresh_from_db()
    assert row.attempts == 3 and row.sent_at and row.failed_at is None and len(mail.outbox) == 1
    Reminder.objects.update(sent_at=None)
    assert night(neiva, 2026, 4, 20) == 0, "cut off between sending and writing it down: never twice"


def test_an_address_refused_for_good_is_left_alone_and_a_dead_server_ends_the_night(neiva, auto, monkeypatch):
    refused = smtplib.SMTPRecipientsRefused({"joana@example.com": (550, b"unknown joana@example.com")})
    failing(monkeypatch, refused)
    assert [night(neiva, 2026, 4, day) for day in (17, 18)] == [0, 0]
    row = Reminder.objects.get()
    assert row.failure == "O servidor recusou o endereço (550)." and not mail.outbox
    Reminder.objects.all().delete()
    for _ in range(4):
        other = drawn(neiva, date(2026, 4, 1), "short_tether", aggravating=("intent",))
        serve(neiva, other.act, SERVED)
    failing(monkeypatch, *[ConnectionRefusedError()] * 9)
    assert night(neiva, 2026, 4, 17) == 0 and Reminder.objects.count() == reminders.GIVES_UP_AFTER


def test_the_team_gets_a_digest_a_day_of_what_is_overdue_or_due_today(neiva):
    town, on = neiva.municipality, date(2026, 5, 26)
    ReminderSettings.objects.update(to_offenders=False, to_staff=True)
    visit = neiva.visit(date(2026, 5, 1), "short_tether")
    given = {"municipality": town, "case": visit.act.case, "next_act": "payment", "who": neiva.tutor.name}
    days = {"Receber a multa do Auto nº 1": date(2026, 5, 25), "Retorno": on, "Depois": date(2026, 5, 27)}
    for number, (sentence, due_on) in enumerate(days.items()):
        Agenda.objects.create(
            **given, key=f"k:{number}", sentence=sentence, due_on=due_on, responsible=neiva.agent
        )
    User.objects.update(email="")
    neiva.agent.user.email = "agente@example.gov.br"
    neiva.agent.user.save()
    MembershipFactory(municipality=town, role=Role.VET, user=neiva.agent.user)
    assert [night(neiva, 2026, 5, 26), night(neiva, 2026, 5, 26)] == [1, 0]
    letter = mail.outbox[0]
    assert letter.subject == "Meu dia 26/05/2026: 1 com prazo vencido, 1 com prazo hoje"
    assert "- Receber a multa do Auto nº 1 (25/05/2026)" in letter.body and "- Retorno" in letter.body
    assert "Depois" not in letter.body and neiva.tutor.name not in letter.body
    assert night(neiva, 2026, 5, 28) == 1, "another day is another digest"


def test_the_manager_switches_them_on_and_sees_what_became_of_them(client):
    town = Town("alegre-es", now="2012-03-01 10:00")
    url = reverse("desk:reminders")
    sign_in(client, town.clerk)
    assert client.get(url).status_code == 403
    sign_in(client, town.manager)
    assert "Município de treinamento" in client.get(url).content.decode()
    assert client.post(url, {"to_offenders": "on", "days_before": "16"}).status_code == 422
    assert client.post(url, {"to_offenders": "on", "days_before": "5"}).status_code == 302
    assert ReminderSettings.objects.get().days_before == 5
    given = {"municipality": town.municipality, "kind": "digest", "due_on": date(2012, 3, 1)}
    counts = []
    for number in range(30):
        if number in (2, 29):
            with CaptureQueriesContext(connection) as queries:
                client.get(url)
            counts.append(len(queries))
        at = dict.fromkeys(
            ("claimed_at", "sent_at" if number % 2 else "failed_at"), town.at(date(2012, 3, 1))
        )
        Reminder.objects.create(**given, what="digest", address_key=str(number), **at)
    assert counts[0] == counts[1]
    text = client.get(url).content.decode()
    assert "enviado" in text and "falhou" in text and "page=2" in text


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_nights_at_once_send_one_reminder(neiva, auto):
    at = neiva.at(LAST, 3)
    assert (
        sum(times(3, lambda number: reminders.by_night(neiva.municipality, at=at))) == len(mail.outbox) == 1
    )
