"""The ground of all browser tests: the sign-in page in Chromium, with the security policy on, at 360 px."""

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
CPF = "52998224725"
PASSWORD = "uma senha comprida"


@pytest.fixture
def user(django_user_model):
    return django_user_model.objects.create_user(CPF, "Maria da Penha", PASSWORD)


@pytest.fixture
def complaints(page):
    """What the browser complains of: errors of scripts, of the security policy, of files not found."""
    found = []
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def test_sign_in_page_is_clean(live_server, page, complaints):
    page.goto(f"{live_server.url}/conta/login/")
    assert complaints == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.evaluate("document.fonts.ready")
    assert page.evaluate(
        "[...document.fonts].some(f => f.family.includes('Public Sans') && f.status == 'loaded')"
    )
    assert Axe().run(page).response["violations"] == []


def test_cpf_is_typed_with_punctuation(live_server, page, user):
    page.goto(f"{live_server.url}/conta/login/")
    page.get_by_label("CPF ou e-mail").fill("529.982.247-25")
    page.locator("input[type=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(lambda url: "/conta/login/" not in url)
    assert any(cookie["name"] == "sessionid" for cookie in page.context.cookies())


def test_signing_in_needs_no_script(live_server, browser, user):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{live_server.url}/conta/login/")
    page.get_by_label("CPF ou e-mail").fill(CPF)
    page.locator("input[type=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(lambda url: "/conta/login/" not in url)
    assert any(cookie["name"] == "sessionid" for cookie in context.cookies())
    context.close()
