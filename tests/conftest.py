"""What every test shares: fast passwords, no files left behind, the system's Chromium for browser tests."""

import os
import tempfile
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.signals import setting_changed
from django.db import connections

from tests import databases, plain_paper
from zoonoses.documents import rendering

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LAW = Path(__file__).parent / "law"
DATABASE = {"db", "transactional_db", "live_server"}
_files = tempfile.TemporaryDirectory(prefix="zoonoses-tests-")


def pytest_configure(config):
    settings.DEMO = True
    settings.ZOONOSES_REQUIRE_MFA_FOR_MANAGERS = False
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.MEDIA_ROOT = Path(_files.name) / "media"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend"}}
    setting_changed.send(sender=type(settings), setting="TASKS", value=settings.TASKS, enter=True)


def pytest_unconfigure(config):
    _files.cleanup()


def pytest_itemcollected(item):
    """The engine's own tests: another database would tell nothing new."""
    if LAW in item.path.parents:
        item.add_marker("law")


def _needs_postgres(item) -> bool:
    return item.get_closest_marker("postgres") is not None


def _tells_nothing_new(item) -> bool:
    """A test that touches no database, looks at how a paper is drawn, or is marked so, ran already, on SQLite."""
    if item.get_closest_marker("paper") is not None or item.get_closest_marker("once") is not None:
        return True
    return item.get_closest_marker("django_db") is None and not DATABASE.intersection(item.fixturenames)


def pytest_collection_modifyitems(config, items):
    """Browser tests talk to a real server: a database in a file, and Django's guard of async off."""
    on_postgres = connections["default"].vendor == "postgresql"
    other = _tells_nothing_new if on_postgres else _needs_postgres
    left_out = [item for item in items if other(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not other(item)]
    if any(item.get_closest_marker("e2e") for item in items):
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        if not on_postgres:
            connections["default"].settings_dict["TEST"]["NAME"] = f"{_files.name}/test.sqlite3"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, django_db_blocker):
    """Tables come from a copy: `migrate` then finds nothing to do."""
    with django_db_blocker.unblock(), databases.prepared():
        yield


@pytest.fixture(scope="session")
def django_db_keepdb():
    """A file of SQLite is not made anew over the copy; it goes with its folder."""
    return connections["default"].vendor == "sqlite"


@pytest.fixture(autouse=True)
def _empty_cache():
    """Lockouts counted by one test do not reach the next."""
    cache.clear()


@pytest.fixture(autouse=True)
def _plain_papers(monkeypatch):
    """How papers look does not depend on the database: on PostgreSQL they are drawn plainly, with all their words."""
    if connections["default"].vendor == "postgresql":
        monkeypatch.setattr(rendering, "_draw", plain_paper.draw)


@pytest.fixture
def unseen_papers(monkeypatch):
    """Papers are numbered, frozen and annulled as ever, and not drawn: the drawing is tested elsewhere."""
    monkeypatch.setattr(rendering, "draw", lambda html, *, images, vias=("",): b"%PDF-1.7")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": CHROMIUM_ARGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    """A phone of 360 px, in Portuguese."""
    return {
        **browser_context_args,
        "viewport": {"width": 360, "height": 740},
        "locale": "pt-BR",
        "timezone_id": "America/Sao_Paulo",
    }
