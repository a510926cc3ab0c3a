"""Every page that somebody may open: axe, targets for a thumb, no sideways scrolling, at 360 and 1280 px."""

from html.parser import HTMLParser

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse

from tests.access_table import NOBODY, PUBLIC, SIGNED_IN, TABLE
from tests.access_world import World, shared_args
from tests.e2e.walk import overflow
from tests.factories import sign_in
from tests.fines.process import serve
from tests.test_access_matrix import ADDRESSES
from zoonoses.municipalities.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
ENDS_THE_SESSION = {"account_logout"}
LONG_NAME = "Maria Aparecida do Nascimento Albuquerque de Vasconcelos e Silva Cavalcanti Bittencourt"
LONG_WORD = "Nabucodonosor" * 6
PARTS = 2  # of the addresses: each is a test, so that two processes share them
CONTRAST = "color-contrast"
ALL_RULES = {"resultTypes": ["violations"]}
WITHOUT_CONTRAST = {**ALL_RULES, "rules": {CONTRAST: {"enabled": False}}}
ONLY_CONTRAST = {**ALL_RULES, "runOnly": {"type": "rule", "values": [CONTRAST]}}

# Colours come from what an element is and stands in: two alike in that, all the way up, have one contrast. Marks what
# this page shows and no page before it showed, on a screen of this width; its words tell them apart in `seen`.
# The bars of acts have another ground on a wide screen; beyond them, a wide screen's own faults are of what a narrow
# one hides.
REMEMBER_SHOWN = """() => {
  window.shown = new Set([...document.querySelectorAll("body *")].filter(each => each.checkVisibility()));
}"""
MARK_FRESH = """([seen, wide]) => {
  const known = new Set(seen), found = new Set(), paths = new Map();
  const bars = ".action-bar, .action-bar *, .page-head-actions, .page-head-actions *";
  const told = ["class", "type", "disabled", "readonly", "checked", "open", "aria-current", "aria-invalid",
    "aria-disabled", "aria-selected"];
  const path = each => {
    if (!each || each === document.documentElement) return "";
    if (!paths.has(each)) {
      const own = told.map(name => each.getAttribute(name)).join("|");
      paths.set(each, `${path(each.parentElement)}>${each.tagName}.${own}`);
    }
    return paths.get(each);
  };
  for (const each of document.querySelectorAll("[data-fresh]")) each.removeAttribute("data-fresh");
  for (const each of document.querySelectorAll("body *")) {
    if (!each.checkVisibility() || (wide && window.shown.has(each) && !each.matches(bars))) continue;
    if (known.has(path(each))) continue;
    found.add(path(each));
    each.toggleAttribute("data-fresh", true);
  }
  return [...found];
}"""

# Controls lower or narrower than 44 px. A box or a circle is pressed by its label; a link inside a sentence is text.
SMALL = """() => {
  const controls = "main button, main .btn, main select, main textarea, main summary, main input, header a, " +
    "header summary, .action-bar a, .rows a.row-item, .chips a";
  const found = [];
  for (const each of document.querySelectorAll(controls)) {
    if (each.type === "hidden" || each.closest(".visually-hidden") || !each.checkVisibility()) continue;
    const small = ["checkbox", "radio", "file"].includes(each.type);
    const target = small && each.labels && each.labels.length ? each.labels[0] : each;
    const box = target.getBoundingClientRect();
    const inner = each.getBoundingClientRect();
    const height = Math.max(box.bottom, inner.bottom) - Math.min(box.top, inner.top);
    const width = Math.max(box.right, inner.right) - Math.min(box.left, inner.left);
    if (box.height === 0 || (height >= 43.5 && width >= 43.5)) continue;
    const name = each.name || each.textContent.trim().slice(0, 30);
    found.push(`${each.tagName}.${each.className} ${name} ${Math.round(width)}x${Math.round(height)}`);
  }
  return [...new Set(found)];
}"""


class Skeleton(HTMLParser):
    """Tags and classes of a page, without its words: two pages of one skeleton are examined once."""

    def __init__(self, html):
        super().__init__()
        self.frame, self.content, self._main = set(), set(), False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self._main = self._main or tag == "main"
        given = dict(attrs)
        row = (tag, given.get("class"), given.get("type"), given.get("role"))
        (self.content if self._main else self.frame).add(row)

    def handle_endtag(self, tag):
        self._main = self._main and tag != "main"


@pytest.fixture
def world():
    made = World()
    made.tutor.name = LONG_NAME
    made.tutor.save()
    made.animal.name = LONG_WORD
    made.animal.save()
    type(made.complaint).objects.filter(pk=made.complaint.pk).update(what=f"Cães soltos: {LONG_WORD}")
    return made


def faults_of(page):
    """What is wrong with the page as it stands, in sentences."""
    return too_wide(page) + axe(page)


def too_wide(page):
    return [f"wider than the screen: {each}" for each in overflow(page)]


def axe(page, options=ALL_RULES, within=None):
    """Rules that the page breaks. The engine goes into each page once: reading it costs as much as a small page."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate("([within, options]) => axe.run(within || document, options)", [within, options])
    return [
        f"{row['id']}: {row['help']} {[node['target'] for node in row['nodes']][:4]}"
        for row in found["violations"]
    ]


def fresh_on(page, seen, *, wide):
    """Whether the page shows what no page before it showed on a screen of this width; `seen` remembers it."""
    fresh = page.evaluate(MARK_FRESH, [list(seen), wide])
    seen.update(fresh)
    return bool(fresh)


def contrast(page):
    """Contrast of what `fresh_on` marked."""
    return axe(page, ONLY_CONTRAST, "[data-fresh]")


def faults_on_both_screens(walker, seen):
    """At 360 px everything; at 1280 the width, and all again on a page that shows there what no other page showed.

    `seen` collects, for each of the two, what pages showed: contrast is examined of what was not shown before.
    """
    page = walker.page
    page.set_viewport_size(PHONE)
    walker.picture()
    found = too_wide(page) + axe(page, WITHOUT_CONTRAST)
    found += [f"small: {each}" for each in page.evaluate(SMALL)]
    if fresh_on(page, seen["narrow"], wide=False):
        found += contrast(page)
    page.evaluate(REMEMBER_SHOWN)
    page.set_viewport_size(DESK)
    walker.picture()
    wide = too_wide(page)
    if fresh_on(page, seen["wide"], wide=True):
        wide += axe(page, WITHOUT_CONTRAST) + contrast(page)
    return found + [f"at 1280: {each}" for each in wide]


def may_open(name, role):
    """What the others may not open is refused, and an address without a line fails: the access matrix tests both."""
    rule = TABLE.get(name, NOBODY)
    return name not in ENDS_THE_SESSION and rule != NOBODY and (rule in (PUBLIC, SIGNED_IN) or role in rule)


def pages_of(world, role, names, seen):
    """Addresses whose page, for this role, has a shape not seen before. Takes out of `names` what is no page."""
    client = sign_in(Client(), world.roles[role])
    given = world.args(role) | shared_args(world)
    for name in [name for name in names if may_open(name, role)]:
        url = reverse(name, args=given.get(name, []))
        answer = client.get(url)
        if answer.status_code == 405:
            names.remove(name)  # takes forms alone, from everybody
        if answer.status_code != 200:
            continue
        # A paper, a file, or a fragment that a page fetches into itself, where it is examined.
        if not answer["Content-Type"].startswith("text/html") or b"<html" not in answer.content:
            names.remove(name)
            continue
        skeleton = Skeleton(answer.content.decode())
        shape = (name, frozenset(skeleton.content))
        frame = frozenset(skeleton.frame)
        if shape in seen and frame in seen:
            continue
        seen.update((shape, frame))
        yield name, url


@pytest.mark.parametrize("part", range(PARTS))
def test_axe_thumbs_and_width_on_every_page(phone, world, part):
    names = [name for name, _, _ in ADDRESSES][part::PARTS]
    seen, shown, faults, examined = set(), {"narrow": set(), "wide": set()}, [], 0
    for role in Role:
        walker = phone(world.roles[role])
        for name, url in pages_of(world, role, names, seen):
            walker.page.goto(url, wait_until="domcontentloaded")
            faults += [f"{name} ({role}): {each}" for each in faults_on_both_screens(walker, shown)]
            examined += 1
        walker.page.context.close()
    assert not faults, "\n".join(faults)
    assert examined > 25


def test_public_pages_without_signing_in(phone, world):
    """Who is not signed in sees another frame."""
    walker = phone()
    faults = []
    plain = ("account_login", "account_reset_password", "portal:simulator", "portal:verify", "portal:defence")
    for name in plain:
        walker.page.goto(reverse(name))
        walker.picture()
        found = faults_of(walker.page) + walker.page.evaluate(SMALL)
        faults += [f"{name}: {each}" for each in found]
    serve(world, world.notice.act, world.notice.act.on)
    for name in ("portal:verify_code", "portal:defence_file"):
        walker.page.goto(reverse(name, args=[world.notice.act.document.code]))
        faults += faults_of(walker.page)
    assert not faults, "\n".join(faults)


FORMS = (
    *("inspections:complaint_new", "registry:tutor_new", "inspections:draft", "inspections:intimate"),
    "fines:notice_new",
)


def test_forms_with_errors_are_as_clean_and_take_the_focus_to_them(phone, world):
    walker = phone(world.manager)
    for name in FORMS:
        walker.go(reverse(name, args=world.args(Role.MANAGER).get(name, [])))
        walker.page.evaluate("document.querySelectorAll('form').forEach(form => form.noValidate = true)")
        for field in walker.page.locator("main [required]:not([type=radio])").all():
            field.evaluate("each => { each.value = '' }")
        with walker.page.expect_navigation():
            walker.page.locator(".action-bar .btn-primary").click()
        walker.picture()
        assert walker.page.evaluate("document.activeElement.matches('[data-error-summary]')"), name
        assert faults_of(walker.page) == [], name


def test_the_visit_by_keyboard_alone(phone, world):
    """The first Tab offers the way to the content; then every field in the order in which it stands, seen by all."""
    walker = phone(world.agent)
    walker.go(reverse("inspections:draft", args=[world.drafts[Role.AGENT]]))
    page = walker.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().top >= 0")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "conteudo"
    passed = []
    for _ in range(90):
        page.keyboard.press("Tab")
        step = page.evaluate(FOCUSED)
        assert step["seen"], f"the focus is not seen on {step}"
        passed.append(step)
        if step["section"] == "end":
            break
    order = list(dict.fromkeys(step["section"] for step in passed if step["section"]))
    assert order[:4] == ["quem", "onde", "animais", "encontrado"]
    places = [step["place"] for step in passed]
    assert places == sorted(places), "Tab follows the page"


FOCUSED = """() => {
  const each = document.activeElement;
  const drawn = element => {
    const style = getComputedStyle(element);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
  };
  const all = [...document.querySelectorAll("body *")];
  const label = each.closest("label");
  return {
    name: each.name || each.textContent.trim().slice(0, 30),
    section: each.closest(".action-bar") ? "end" : (each.closest("fieldset[id]") || {id: ""}).id,
    seen: drawn(each) || (label !== null && drawn(label)),
    place: all.indexOf(each),
  };
}"""
