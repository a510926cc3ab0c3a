"""Every address × every role × own and other municipality. An address that is not in the table fails the test."""

import uuid
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from PIL import Image

from fines.services.notices import draw_up
from fines.services.proposals import Choice
from inspections.services import complaints, drafts, intimations
from inspections.services.intimations import Order
from registry.services import tutors
from tests.factories import AnimalFactory, sign_in
from tests.impound import access_seizures
from tests.inspections.visits import Town
from tests.registry import (
    access_clinics,
    access_counter,
    access_imports,
    access_licences,
    access_people,
    access_rga,
    access_vaccination,
)
from zoonoses.accounts.services import links
from zoonoses.documents.models import Attachment
from zoonoses.documents.services import attachments
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import rule_of
from zoonoses.municipalities.models import Holiday, Role
from zoonoses.treasury.services import charges

PUBLIC, SIGNED_IN, NOBODY = "public", "signed in", "nobody"
MANAGER = frozenset({Role.MANAGER})
FIELD = MANAGER | {Role.AGENT, Role.VET}
OFFICE = MANAGER | {Role.CLERK}
STAFF = FIELD | {Role.CLERK}
BODY = STAFF | {Role.JUDGE}
EVERYBODY = BODY | {Role.CLINIC}

# Who may open what. This table is the requirement, written apart from the rules at the views.
TABLE = {
    "health": PUBLIC,
    "one_time": PUBLIC,
    "account_login": PUBLIC,
    "account_logout": SIGNED_IN,
    "account_inactive": PUBLIC,
    "account_signup": NOBODY,
    "account_reauthenticate": SIGNED_IN,
    "account_request_reauthentication_code": NOBODY,
    "account_confirm_reauthentication_code": NOBODY,
    "account_email": NOBODY,
    "account_email_verification_sent": NOBODY,
    "account_change_password": SIGNED_IN,
    "account_set_password": SIGNED_IN,
    "account_reset_password": PUBLIC,
    "account_confirm_login_code": NOBODY,
    "account_confirm_email": NOBODY,
    "account_reset_password_from_key_done": PUBLIC,
    "account_reset_password_from_key": PUBLIC,
    "account_reset_password_done": PUBLIC,
    "mfa_index": SIGNED_IN,
    "mfa_authenticate": PUBLIC,
    "mfa_reauthenticate": SIGNED_IN,
    "mfa_activate_totp": SIGNED_IN,
    "mfa_deactivate_totp": SIGNED_IN,
    "mfa_view_recovery_codes": SIGNED_IN,
    "mfa_generate_recovery_codes": SIGNED_IN,
    "mfa_download_recovery_codes": SIGNED_IN,
    "mfa_list_webauthn": SIGNED_IN,
    "mfa_add_webauthn": SIGNED_IN,
    "mfa_reauthenticate_webauthn": SIGNED_IN,
    "mfa_remove_webauthn": SIGNED_IN,
    "mfa_edit_webauthn": SIGNED_IN,
    "mfa_login_webauthn": PUBLIC,
    "usersessions_list": SIGNED_IN,
    "municipalities:settings": MANAGER,
    "municipalities:crest": SIGNED_IN,
    "municipalities:theme": PUBLIC,
    "municipalities:choose": SIGNED_IN,
    "municipalities:laws": MANAGER,
    "municipalities:reading": MANAGER,
    "municipalities:holidays": MANAGER,
    "municipalities:holidays_suggested": MANAGER,
    "municipalities:calendar_year": MANAGER,
    "municipalities:holiday_revoke": MANAGER,
    "municipalities:index_values": MANAGER,
    "municipalities:users": MANAGER,
    "municipalities:user_new": MANAGER,
    "municipalities:user": MANAGER,
    "municipalities:user_switch": MANAGER,
    "municipalities:user_link": MANAGER,
    "municipalities:audit": MANAGER,
    "municipalities:training": MANAGER,
    "documents:documents": BODY,
    "documents:document": BODY,
    "documents:pdf": BODY,
    "documents:annul": MANAGER,
    "documents:acknowledge": STAFF,
    "documents:blanks": STAFF,
    "documents:attachment": BODY,
    "documents:attachment_original": BODY,
    "treasury:charges": OFFICE,
    "treasury:charge_new": OFFICE,
    "treasury:charge": OFFICE,
    "treasury:pay": OFFICE,
    "treasury:guide_new": OFFICE,
    "treasury:cancel": MANAGER,
    "treasury:payment_void": MANAGER,
    "registry:tutors": BODY,
    "registry:tutor_new": STAFF,
    "registry:tutor": BODY,
    "registry:tutor_edit": STAFF,
    "registry:warning_new": STAFF,
    "registry:warning_lift": STAFF,
    "registry:animals": BODY,
    "registry:animal_new": STAFF,
    "registry:animal": BODY,
    "registry:animal_edit": STAFF,
    "inspections:complaints": BODY,
    "inspections:complaint_new": STAFF,
    "inspections:complaint": BODY,
    "inspections:complainant": OFFICE,
    "inspections:inspections": BODY,
    "inspections:inspection_new": FIELD,
    "inspections:draft": FIELD,
    "inspections:draft_review": FIELD,
    "inspections:draft_discard": FIELD,
    "inspections:inspection": BODY,
    "inspections:return_new": FIELD,
    "inspections:vet_report_new": FIELD,
    "inspections:intimate": FIELD,
    "inspections:intimate_paper": FIELD,
    "inspections:guidance_new": FIELD,
    "inspections:intimations": BODY,
    "inspections:intimation": BODY,
    "inspections:extension_new": MANAGER,
    "fines:notices": BODY,
    "fines:notice": BODY,
    "fines:notice_new": FIELD,
    "fines:notice_paper": FIELD,
    "portal:simulator": PUBLIC,
    "portal:verify": PUBLIC,
    "portal:verify_code": PUBLIC,
    "desk:today": EVERYBODY,
    "desk:case": BODY,
    "desk:search": BODY,
}
TABLE |= access_clinics.TABLE | access_vaccination.TABLE | access_imports.TABLE
TABLE |= access_licences.TABLE
TABLE |= access_rga.TABLE | access_counter.TABLE
TABLE |= access_people.TABLE
TABLE |= access_seizures.TABLE
# Allowed by the rule, refused by the record: these may answer 404 or 409 also to who is allowed.
BY_RECORD = {
    "municipalities:crest",  # this municipality sent none
    "mfa_deactivate_totp",  # and nobody here has a second factor
    "mfa_view_recovery_codes",
    "mfa_download_recovery_codes",
    "mfa_remove_webauthn",
    "mfa_edit_webauthn",
}
DAY = date(2012, 3, 1)


class World(Town):
    """A municipality with one record behind every address."""

    def __init__(self):
        super().__init__("alegre-es", now="2012-03-01 16:00")
        self.roles = {role: getattr(self, role.value) for role in Role}
        at = self.at(DAY, 15)
        self.visit_made = self.visit(DAY, "unregistered_animal", animals=3)
        other = self.visit(DAY, "leash_plate_handler")
        self.notice = draw_up(
            inspection=other,
            choices=[Choice(finding.pk) for finding in other.findings.all()],
            offender=self.tutor,
            fact_at=other.act.at,
            address="Rua das Flores, 157",
            description="Visto no local.",
            by=self.agent,
            at=at,
            key=uuid.uuid4(),
        )
        self.intimation = intimations.intimate(
            inspection=self.visit_made,
            orders=[Order(finding, None) for finding in self.visit_made.findings.all()],
            text="Registrar os animais.",
            author=self.agent,
            at=at,
            service=None,
            key=uuid.uuid4(),
        ).intimation
        self.complaint = complaints.receive(
            municipality=self.municipality,
            values={"channel": "counter", "what": "Cães soltos", "street": "Rua A", "number": "1"},
            complainant={"name": "Ana", "phone": "", "email": ""},
            at=at,
            by=self.clerk,
            key=uuid.uuid4(),
        )
        self.attachment = attachments.store(
            municipality=self.municipality,
            kind=Attachment.Kind.PHOTO,
            upload=_photo(),
            by=self.agent,
            at=at,
            act=self.visit_made.act,
        )
        self.animal = AnimalFactory(tutor=self.tutor)
        self.clinics = access_clinics.Records(self)
        self.counter = access_counter.Records(self.clinics, self.clerk)
        self.rga = access_rga.Records(self)
        self.people = access_people.Records(self)
        self.seizures = access_seizures.Records(self)
        self.vaccines = access_vaccination.Records(self)
        self.licences = access_licences.Records(self)
        self.imports = access_imports.args(self.municipality, self.clerk, at)
        self.charge = charges.charge(
            municipality=self.municipality,
            kind="registration",
            description="Registro de animal",
            article="Art. 11, I",
            basis=[],
            payer_name=self.tutor.name,
            payer_document=self.tutor.document,
            payer=f"tutor:{self.tutor.pk}",
            subject=f"tutor:{self.tutor.pk}",
            amount=Decimal("5.00"),
            on=DAY,
            by=self.clerk,
        )
        self.payment = charges.pay(
            charge=self.charge,
            amount=Decimal("1.00"),
            means="cash",
            paid_on=DAY,
            at=at,
            by=self.clerk,
            key=uuid.uuid4(),
        )
        self.warning = tutors.warn(tutor=self.tutor, reason="Ameaçou o fiscal", by=self.agent, on=DAY)
        self.holiday = Holiday.objects.create(
            municipality=self.municipality, on=date(2012, 8, 15), name="Padroeira", act="Lei 677/67"
        )
        self.drafts = {
            role: drafts.begin(author=post, at=at).pk for role, post in self.roles.items() if role in FIELD
        }

    def args(self, role):
        """The arguments of each address that has some, for this municipality's own records."""
        draft = self.drafts.get(role, self.drafts[Role.AGENT])
        visit, document = [self.visit_made.pk], [self.notice.act.document_id]
        return {
            "municipalities:holiday_revoke": [self.holiday.pk],
            "municipalities:user": [self.agent.pk],
            "municipalities:user_switch": [self.agent.pk],
            "municipalities:user_link": [self.agent.pk],
            "documents:document": document,
            "documents:pdf": document,
            "documents:annul": document,
            "documents:acknowledge": [self.intimation.act_id],
            "documents:attachment": [self.attachment.pk],
            "documents:attachment_original": [self.attachment.pk],
            "treasury:charge": [self.charge.pk],
            "treasury:pay": [self.charge.pk],
            "treasury:guide_new": [self.charge.pk],
            "treasury:cancel": [self.charge.pk],
            "treasury:payment_void": [self.payment.pk],
            "registry:tutor": [self.tutor.pk],
            "registry:tutor_edit": [self.tutor.pk],
            "registry:warning_new": [self.tutor.pk],
            "registry:warning_lift": [self.warning.pk],
            "registry:animal": [self.animal.pk],
            "registry:animal_edit": [self.animal.pk],
            "inspections:complaint": [self.complaint.pk],
            "inspections:complainant": [self.complaint.pk],
            "inspections:draft": [draft],
            "inspections:draft_review": [draft],
            "inspections:draft_discard": [draft],
            "inspections:inspection": visit,
            "inspections:return_new": visit,
            "inspections:vet_report_new": visit,
            "inspections:intimate": visit,
            "inspections:intimate_paper": visit,
            "inspections:guidance_new": visit,
            "inspections:intimation": [self.intimation.pk],
            "inspections:extension_new": [self.intimation.items.get().pk],
            "fines:notice": [self.notice.pk],
            "fines:notice_new": visit,
            "fines:notice_paper": visit,
            "desk:case": [self.visit_made.act.case_id],
            **self.clinics.args(role),
            **self.counter.args(),
            **self.rga.args(),
            **self.people.args(),
            **self.seizures.args(),
            **self.vaccines.args(role),
            **self.licences.args(role),
            **self.imports,
        }


def _photo():
    stored = BytesIO()
    Image.new("RGB", (40, 30), "#777777").save(stored, "JPEG")
    return SimpleUploadedFile("foto.jpg", stored.getvalue(), content_type="image/jpeg")


def shared_args(world):
    """Arguments that name no record of a municipality."""
    token = links.make_link(user=world.clinic.user, by=world.manager.user, at=clock.real_now())
    return access_imports.SHARED | {
        **world.rga.shared(),
        "one_time": [token],
        "account_confirm_email": ["chave"],
        "account_reset_password_from_key": ["1", "set-password"],
        "mfa_remove_webauthn": [1],
        "mfa_edit_webauthn": [1],
        "municipalities:reading": ["valid_until"],
        "municipalities:holidays_suggested": [2012],
        "municipalities:calendar_year": [2012],
        "portal:verify_code": [world.notice.act.document.code],
    }


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
