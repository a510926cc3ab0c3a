"""A municipality with one record behind every address, for tests that open all of them."""

import uuid
from datetime import date
from decimal import Decimal
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from fines.services.notices import draw_up
from fines.services.proposals import Choice
from inspections.services import complaints, drafts, intimations
from inspections.services.intimations import Order
from registry.services import tutors
from tests.access_table import FIELD
from tests.documents import access_service
from tests.factories import AnimalFactory
from tests.fines import access_process
from tests.impound import (
    access_custody,
    access_destinations,
    access_publications,
    access_redemptions,
    access_seizures,
)
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
from tests.treasury import access_debts, access_money
from zoonoses.accounts.services import links
from zoonoses.documents.models import Attachment
from zoonoses.documents.services import attachments
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Holiday, Role
from zoonoses.treasury.models import BankReturn
from zoonoses.treasury.services import charges

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
        self.service = access_service.args(self, self.intimation.act)
        self.public_filing = access_process.shared(self, self.notice)
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
        self.redemptions = access_redemptions.Records(self, self.seizures)
        self.custody = access_custody.Records(self, self.seizures)
        self.destinations = access_destinations.Records(self, self.seizures)
        self.publications = access_publications.Records(self, self.seizures)
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
        self.bank_return = BankReturn.objects.create(
            municipality=self.municipality,
            sha256="0" * 64,
            name="retorno.ret",
            bank="341",
            sequence=1,
            generated_on=DAY,
            total=0,
            sent_at=at,
            sent_by=self.clerk,
        )
        self.money = access_money.Records(self, at)
        self.debts = access_debts.Records(self, at)
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
            "treasury:bank_return": [self.bank_return.pk],
            "treasury:bank_resume": [self.bank_return.pk],
            "registry:tutor": [self.tutor.pk],
            "registry:tutor_edit": [self.tutor.pk],
            "registry:warning_new": [self.tutor.pk],
            "registry:warning_lift": [self.warning.pk],
            "registry:animal": [self.animal.pk],
            "registry:animal_edit": [self.animal.pk],
            "desk:history_animal": [self.animal.pk],
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
            "inspections:referral_new": visit,
            "inspections:intimation": [self.intimation.pk],
            "inspections:extension_new": [self.intimation.items.get().pk],
            "fines:notice": [self.notice.pk],
            "fines:notice_new": visit,
            "fines:notice_paper": visit,
            **access_process.args(self.notice),
            **self.service,
            "desk:case": [self.visit_made.act.case_id],
            **self.clinics.args(role),
            **self.counter.args(),
            **self.rga.args(),
            **self.people.args(),
            **self.seizures.args(),
            **self.redemptions.args(),
            **self.custody.args(),
            **self.destinations.args(),
            **self.publications.args(),
            **self.vaccines.args(role),
            **self.licences.args(role),
            **self.money.args(),
            **self.debts.args(),
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
        **world.publications.shared(),
        **world.public_filing,
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
