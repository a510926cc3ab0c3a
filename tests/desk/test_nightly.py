"""The night's work: what stopped goes on, the agenda is of the day, and one fault does not stop the rest."""

import logging
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from registry.models import Animal, ImportJob, PrintBatch
from registry.services.imports import jobs
from tests.factories import MembershipFactory, MunicipalityFactory
from tests.registry.spreadsheets import many, sent
from zoonoses.documents.services import agenda
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.services import nightly

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk():
    town = MunicipalityFactory(law="alegre-es", at=(2026, 3, 10, 9, 0))
    return MembershipFactory(municipality=town, role=Role.CLERK)


@pytest.fixture
def night(django_capture_on_commit_callbacks):
    """Runs the command as by night, with the tasks that it asks for."""

    def run():
        with django_capture_on_commit_callbacks(execute=True):
            call_command("nightly")

    return run


def asked_import(clerk, ago):
    """An import asked for, whose worker gave its last sign so long ago."""
    job = sent(clerk, many(3))
    now = clock.now(clerk.municipality)
    jobs.ask_import(job=job, only_good_rows=False, at=now)
    ImportJob.objects.filter(pk=job.pk).update(beat_at=now - ago)
    return job


def test_a_stopped_import_goes_on_once(clerk, night, capsys):
    job = asked_import(clerk, ago=timedelta(hours=2))
    night()
    job.refresh_from_db()
    assert job.imported_at and Animal.objects.count() == 3
    assert "importações retomadas: 1" in capsys.readouterr().out
    night()
    assert Animal.objects.count() == 3 and "importações retomadas: 0" in capsys.readouterr().out


def test_an_import_at_work_is_left_alone(clerk, night):
    job = asked_import(clerk, ago=timedelta(seconds=30))
    night()
    job.refresh_from_db()
    assert job.imported_at is None and not Animal.objects.exists()


@pytest.mark.parametrize(("minutes", "finished"), [(1, False), (30, True)])
def test_a_stopped_batch_goes_on(clerk, night, minutes, finished):
    at = clock.now(clerk.municipality) - timedelta(minutes=minutes)
    batch = PrintBatch.objects.create(
        municipality=clerk.municipality, kind=PrintBatch.Kind.TAGS, requested_by=clerk, requested_at=at, key=uuid4()
    )  # fmt: skip
    night()
    batch.refresh_from_db()
    assert (batch.finished_at is not None) == finished


def test_each_municipality_is_at_its_own_local_day(monkeypatch, night):
    coast = MunicipalityFactory(law="alegre-es", time_zone="America/Sao_Paulo")
    inland = MunicipalityFactory(law="cuiaba-mt", time_zone="America/Rio_Branco")
    MunicipalityFactory(law="vitoria-es", is_active=False)
    monkeypatch.setattr(clock, "real_now", lambda: datetime(2026, 3, 10, 3, 30, tzinfo=UTC))
    seen = []

    def look(municipality, *, at):
        seen.append((municipality, at.date().isoformat()))
        return 1

    monkeypatch.setitem(nightly._duties, "prova", look)
    night()
    assert seen == [(coast, "2026-03-10"), (inland, "2026-03-09")]


def test_a_duty_that_fails_is_logged_and_the_others_run(clerk, monkeypatch, night, caplog, capsys):
    def fails(municipality, *, at):
        raise RuntimeError("sem rede")

    monkeypatch.setattr(nightly, "_duties", {"que falha": fails, **nightly._duties})
    job = asked_import(clerk, ago=timedelta(hours=2))
    with caplog.at_level(logging.ERROR), pytest.raises(CommandError, match="1 rotina"):
        night()
    assert "que falha" in caplog.text and "sem rede" in caplog.text
    told = capsys.readouterr().out
    assert "que falha: falhou" in told and "casos na agenda: 0" in told and "importações retomadas: 1" in told
    job.refresh_from_db()
    assert job.started_at


def test_the_agenda_is_written_again_on_the_day_of_the_municipality(clerk, monkeypatch, night):
    days = []

    def rebuild_all(municipality, *, on):
        days.append(on)
        return 0

    monkeypatch.setattr(agenda, "rebuild_all", rebuild_all)
    night()
    assert days == [clock.today(clerk.municipality)]


def test_a_stop_from_outside_is_no_fault_of_a_duty(clerk, monkeypatch, night):
    def stopped(municipality, *, at):
        raise KeyboardInterrupt

    monkeypatch.setattr(nightly, "_duties", {"parada": stopped})
    with pytest.raises(KeyboardInterrupt):
        night()
