"""A migrated, empty database made once: every test process copies it instead of running all migrations itself.

It is kept in `var/test-databases`, named after the migrations it was made from; a changed migration makes another.
`python -m tests.databases` makes it ahead of the tests, for the database of `DATABASE_URL`.
"""

import fcntl
import gc
import hashlib
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, contextmanager
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection

PREFIX = "zoonoses_template_"


def fingerprint() -> str:
    """Changes with every migration of every installed app, and with Django."""
    digest = hashlib.sha256(django.__version__.encode())
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path, "migrations").glob("*.py")):
            digest.update(f"{app.label}/{path.name}".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _alone():
    """One process at a time makes a template or copies it. Gives the folder of the templates."""
    folder = Path(settings.BASE_DIR) / "var" / "test-databases"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f"{connection.vendor}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _migrate(name):
    """Runs every migration on the database of this name, without the collector's walks over their garbage."""
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    gc.disable()
    try:
        call_command("migrate", verbosity=0, interactive=False)
    finally:
        gc.enable()
        connection.close()
        connection.settings_dict["NAME"] = usual


def _replace(folder, ending, made):
    """Puts the file made in the place of those of earlier migrations."""
    final = folder / f"{fingerprint()}{ending}"
    for old in folder.glob(f"*{ending}"):
        if old not in (final, made):
            old.unlink()
    made.replace(final)
    return final


def _sqlite_template(folder) -> Path:
    final = folder / f"{fingerprint()}.sqlite3"
    if final.exists():
        return final
    made = folder / "new.sqlite3"
    made.unlink(missing_ok=True)
    _migrate(made)
    return _replace(folder, ".sqlite3", made)


def _postgres_command(program, name, *args):
    """psql and pg_dump take the same arguments, which Django's own client knows."""
    row = connection.settings_dict | {"NAME": name}
    command, env = connection.client.settings_to_cmd_args_env(row, [])
    subprocess.run([program, *command[1:], *args], check=True, env=env, stdout=subprocess.DEVNULL)


def _postgres_template(folder) -> str:
    """The name of a database on this server; restored from an earlier dump where there is one."""
    name, new, dump = PREFIX + fingerprint(), PREFIX + "new", folder / f"{fingerprint()}.sql"
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [PREFIX + "%"])
        known = {row[0] for row in cursor.fetchall()}
        if name in known:
            return name
        for old in known:
            cursor.execute(f"DROP DATABASE {old}")
        cursor.execute(f"CREATE DATABASE {new}")
    if dump.exists() and shutil.which("psql"):
        _postgres_command("psql", new, "--quiet", "--set=ON_ERROR_STOP=1", f"--file={dump}")
    else:
        _migrate(new)
        if shutil.which("pg_dump"):
            made = folder / "new.sql"
            _postgres_command("pg_dump", new, "--no-owner", f"--file={made}")
            _replace(folder, ".sql", made)
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {new} RENAME TO {name}")
    return name


@contextmanager
def prepared():
    """While it lasts, the database that Django is about to create for the tests has its tables already."""
    if connection.vendor == "postgresql":
        with _alone() as folder:
            connection.settings_dict["TEST"]["TEMPLATE"] = _postgres_template(folder)
        yield
        return
    name = connection.creation._get_test_db_name()
    with closing(sqlite3.connect(name, uri=str(name).startswith("file:"))) as copy:
        with _alone() as folder, closing(sqlite3.connect(_sqlite_template(folder))) as template:
            template.backup(copy)
        yield  # a database in memory lives as long as somebody is connected


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zoonoses.settings")
    django.setup()
    with _alone() as where:
        (_postgres_template if connection.vendor == "postgresql" else _sqlite_template)(where)
