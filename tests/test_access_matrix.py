"""Every address × every role × own and other municipality. An address that is not in the table fails the test."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from tests.access_table import BY_RECORD, NOBODY, PUBLIC, SIGNED_IN, TABLE
from tests.access_world import World, shared_args
from tests.factories import sign_in
from tests.garbage import faults_of
from zoonoses.municipalities.access import rule_of
from zoonoses.municipalities.models import Role


def addresses(resolver=None, namespace=""):
    """Every (name, view, takes arguments) of the project."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            inner = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            yield from addresses(entry, inner)
        else:
            takes = bool(entry.pattern.converters or entry.pattern.regex.groups)
            yield f"{namespace}{entry.name}", entry.callback, takes


ADDRESSES = list(addresses())


def test_every_address_has_a_name_a_rule_and_a_line_in_the_table():
    names = [name for name, _, _ in ADDRESSES]
    assert not [name for name in names if name.endswith("None")], "an address without a name"
    assert not [name for name, view, _ in ADDRESSES if rule_of(view, name) is None], (
        "without a rule: answers 403"
    )
    assert set(names) == set(TABLE)


def refused_entry(response):
    """Whether the answer sends the person to sign in, or to choose a post."""
    url = response.get("Location", "")
    return response.status_code == 302 and url.startswith(
        (reverse("account_login"), reverse("municipalities:choose"))
    )


@pytest.fixture(scope="module")
def worlds(django_db_setup, django_db_blocker):
    """Two municipalities, for all the tests of this module: each of these rolls back what it did itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield World(), World()
        transaction.set_rollback(True)


def fault_of(name, own, foreign, allowed):
    """What is wrong with the answers to one role, as a sentence; None when nothing is."""
    statuses = (own.status_code, *(answer.status_code for answer in foreign))
    if allowed:
        bad = own.status_code == 403 or own.status_code >= 500 or refused_entry(own)
        bad = bad or (own.status_code == 404 and name not in BY_RECORD)
        bad = bad or any(answer.status_code not in (404, 405) for answer in foreign)
    else:
        bad = any(status != 403 for status in statuses)
    return (
        f"{name}: allowed={allowed}, own {statuses[0]}, other municipality's {statuses[1:]}" if bad else None
    )


# Who may open what is decided before the database is asked; its pages run on each database in their own tests.
@pytest.mark.once
@pytest.mark.parametrize("role", list(Role))
def test_each_role_opens_what_is_theirs_and_nothing_of_another_municipality(role, worlds, db):
    here, there = worlds
    client = sign_in(Client(raise_request_exception=False), here.roles[role])
    mine, theirs = here.args(role) | shared_args(here), there.args(role)
    faults = []
    for name, _, takes in ADDRESSES:
        rule = TABLE[name]
        if rule == SIGNED_IN and name == "account_logout":
            continue  # it would end the session; see the test of sign-in
        assert not takes or name in mine, f"{name} has arguments and no record in this test"
        allowed = rule in (PUBLIC, SIGNED_IN) or (rule != NOBODY and role in rule)
        own = client.get(reverse(name, args=mine.get(name, [])))
        foreign = []
        if name in theirs:
            url = reverse(name, args=theirs[name])
            foreign = [client.get(url), client.post(url)]
        faults.append(fault_of(name, own, foreign, allowed))
    assert not any(faults), "\n".join(filter(None, faults))


def test_nobody_enters_without_signing_in(worlds, db):
    here = worlds[0]
    mine = here.args(Role.AGENT) | shared_args(here)
    faults = []
    for name, _, _ in ADDRESSES:
        for method in ("get", "post"):
            response = getattr(Client(raise_request_exception=False), method)(
                reverse(name, args=mine.get(name, []))
            )
            public = TABLE[name] == PUBLIC
            wrong = response.status_code >= 500 if public else not refused_entry(response)
            if wrong:
                faults.append(f"{method} {name}: {response.status_code} {response.get('Location', '')}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("role", [Role.MANAGER, Role.CLINIC])
def test_garbage_is_no_error_of_the_server(role, worlds, db):
    """A manager opens nearly all that the others do; a clinic has pages of its own."""
    here = worlds[0]
    client = sign_in(Client(raise_request_exception=False), here.roles[role])
    mine, faults = here.args(role) | shared_args(here), []
    for turn, (name, _, _) in enumerate(ADDRESSES):
        rule = TABLE[name]
        theirs = role in rule if isinstance(rule, frozenset) else rule == PUBLIC and role == Role.MANAGER
        if theirs and (role == Role.MANAGER or Role.MANAGER not in rule):
            faults += faults_of(client, reverse(name, args=mine.get(name, [])), turn)
    assert faults == []
