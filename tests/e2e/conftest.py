"""People of one municipality, each with a phone of their own: a browser context already signed in."""

import os
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.e2e.walk import Walker
from tests.factories import sign_in

PATIENCE = 60_000  # milliseconds: the first paper of a process is slow on a busy machine
SHOTS = os.environ.get("E2E_SHOTS", "")  # a folder that receives a picture of every page passed


@pytest.fixture
def phone(live_server, browser, browser_context_args, request):
    """`phone(membership)` is that person's phone; nothing that the browser complains of goes unseen."""
    opened, complaints = [], []

    def open_for(membership=None, **options):
        context = browser.new_context(**{**browser_context_args, "base_url": live_server.url, **options})
        context.set_default_timeout(PATIENCE)
        context.set_default_navigation_timeout(PATIENCE)
        opened.append(context)
        if membership is not None:
            client = sign_in(Client(), membership)
            cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
            row = {"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}
            context.add_cookies([row])
        page = context.new_page()
        page.on("console", lambda message: _note(message, complaints))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return Walker(page, membership, Path(SHOTS) / request.node.name if SHOTS else None)

    yield open_for
    for context in opened:
        context.close()
    assert complaints == []


def _note(message, complaints):
    """Errors of scripts and of the security policy; that an answer was 409 or 422 is no fault of the page."""
    if message.type == "error" and "409" not in message.text and "422" not in message.text:
        complaints.append(f"{message.text} {message.location}")
