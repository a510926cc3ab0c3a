"""The installation itself: settings of production, headers, addresses behind proxies, logs, project files."""

import ast
import logging
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import RequestFactory

from zoonoses import fonts
from zoonoses.logs import RedactingFormatter, redact
from zoonoses.proxies import TrustedProxyMiddleware

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("zoonoses", "registry", "inspections", "fines", "impound")
PRODUCTION = {
    "DEBUG": "False",
    "SECRET_KEY": "k7-" + "Qw3rTy9!zXcVbNm" * 5,
    "ALLOWED_HOSTS": "zoonoses.example.gov.br",
}


def manage(*args, **environment):
    clean = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "LANG")}
    return subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=ROOT,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_check_deploy_finds_nothing():
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_production_needs_a_secret_key():
    done = manage("check", **{key: value for key, value in PRODUCTION.items() if key != "SECRET_KEY"})
    assert done.returncode != 0
    assert "SECRET_KEY" in done.stderr


def test_production_defaults_are_strict():
    code = (
        "from django.conf import settings as s;"
        "print(s.DEMO, s.ZOONOSES_REQUIRE_MFA_FOR_MANAGERS, s.SESSION_COOKIE_SECURE, s.TRUSTED_PROXIES)"
    )
    done = manage("shell", "-v", "0", "-c", code, **PRODUCTION)
    assert done.stdout.split() == ["False", "True", "True", "0"], done.stderr


def test_sqlite_waits_for_the_lock_and_takes_it_at_once():
    code = (
        "from django.db import connection as c; cur = c.cursor();"
        "print(c.settings_dict['OPTIONS']['transaction_mode'], c.settings_dict['ATOMIC_REQUESTS'],"
        "*cur.execute('PRAGMA journal_mode').fetchone(), *cur.execute('PRAGMA busy_timeout').fetchone())"
    )
    done = manage("shell", "-v", "0", "-c", code)
    assert done.stdout.split() == ["IMMEDIATE", "False", "wal", "30000"], done.stderr


@pytest.mark.django_db
def test_headers_are_strict(client):
    answer = client.get("/conta/login/")
    assert answer.status_code == 200
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy + ";"
    assert "unsafe" not in policy and "nonce" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
def test_health_answers_without_signing_in(client):
    assert client.get("/saude/").content == b"ok"


@pytest.mark.django_db
def test_the_icon_answers_where_browsers_look_for_it(client):
    answer = client.get("/favicon.ico")
    assert answer.status_code == 301
    assert finders.find(answer["Location"].removeprefix("/static/"))


@pytest.mark.django_db
def test_nobody_signs_up_alone(client, django_user_model):
    typed = {"username": "52998224725", "password1": "Uma-senha-boa-1", "password2": "Uma-senha-boa-1"}
    for answer in (client.get("/conta/signup/"), client.post("/conta/signup/", typed)):
        assert answer.status_code == 403 or answer["Location"].startswith("/conta/login/")
    assert not django_user_model.objects.exists()


@pytest.mark.parametrize(
    ("proxies", "forwarded", "seen"),
    [
        (0, "203.0.113.9", "10.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (2, "198.51.100.1, 203.0.113.9, 10.0.0.7", "203.0.113.9"),
        (2, "203.0.113.9", "10.0.0.1"),
        (1, "", "10.0.0.1"),
    ],
)
def test_address_is_believed_only_from_our_proxies(settings, proxies, forwarded, seen):
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
    TrustedProxyMiddleware(lambda r: None)(request)
    assert request.META["REMOTE_ADDR"] == seen
    assert "HTTP_X_FORWARDED_FOR" not in request.META


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("CPF 529.982.247-25 recusado", "CPF *** recusado"),
        ("login=52998224725", "login=***"),
        ("CNPJ 12.ABC.345/01DE-35", "CNPJ ***"),
        ("para maria.souza@cuiaba.mt.gov.br agora", "para *** agora"),
        ("fone (27) 99999-1234", "fone ***"),
        ("Key (cpf)=(52998224725) already exists.", "Key (cpf)=(***) already exists."),
        ("GET /autos/12/ 200", "GET /autos/12/ 200"),
        ("auto 0001/2026 de 30/11/2026", "auto 0001/2026 de 30/11/2026"),
    ],
)
def test_logs_hold_no_personal_data(text, safe):
    assert redact(text) == safe


def test_tracebacks_are_redacted_too():
    try:
        raise ValueError("Maria, CPF 529.982.247-25")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "falhou", (), sys.exc_info())
    text = RedactingFormatter("%(message)s").format(record)
    assert "ValueError" in text
    assert "529.982" not in text


@pytest.mark.parametrize(
    "name",
    [
        "fonts/PublicSans[wght].ttf",
        "fonts/PublicSans-Italic[wght].ttf",
        "css/bootstrap.min.css",
        "django_htmx/htmx-2.min.js",
    ],
)
def test_screen_files_come_from_packages(name):
    assert finders.find(name)


def test_font_files_exist():
    assert fonts.upright().stat().st_size > 50_000
    assert fonts.italic().stat().st_size > 50_000


def product_files():
    for package in PRODUCT:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def test_files_and_functions_stay_short():
    """At most 400 lines a file and 40 a function: longer ones are split by legal act."""
    long = []
    for path in product_files():
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > 400:
            long.append(f"{path.relative_to(ROOT)}: {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= 40:
                long.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}")
    assert long == []


def test_locks_hold_hashes_and_no_address():
    for lock in ("base", "dev"):
        text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
        assert "://" not in text
        pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert all("==" in line and line.endswith("\\") for line in pins)


def test_strict_types_are_asked_of_the_law():
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert config["mypy"]["strict"] is True
    assert config["mypy"]["files"] == ["zoonoses/law"]
