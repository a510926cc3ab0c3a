"""Who may open what: every address of the project, and the roles that reach it."""

from tests.documents import access_service
from tests.fines import access_process
from tests.impound import (
    access_custody,
    access_destinations,
    access_publications,
    access_redemptions,
    access_seizures,
)
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
from zoonoses.municipalities.models import Role

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
    "favicon": PUBLIC,
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
    "treasury:collection": MANAGER,
    "treasury:revenue": OFFICE,
    "treasury:bank_returns": OFFICE,
    "treasury:bank_return": OFFICE,
    "treasury:bank_resume": OFFICE,
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
    "inspections:referral_new": FIELD,
    "inspections:intimations": BODY,
    "inspections:intimation": BODY,
    "inspections:extension_new": MANAGER,
    "fines:notices": BODY,
    "fines:notice": BODY,
    "fines:notice_new": FIELD,
    "fines:notice_paper": FIELD,
    "portal:defence": PUBLIC,
    "portal:defence_file": PUBLIC,
    "portal:defence_receipt": PUBLIC,
    "portal:defence_receipt_pdf": PUBLIC,
    "portal:simulator": PUBLIC,
    "portal:verify": PUBLIC,
    "portal:verify_code": PUBLIC,
    "desk:today": EVERYBODY,
    "desk:case": BODY,
    "desk:history_animal": BODY,
    "desk:search": BODY,
}
TABLE |= access_clinics.TABLE | access_vaccination.TABLE | access_imports.TABLE
TABLE |= access_licences.TABLE
TABLE |= access_rga.TABLE | access_counter.TABLE
TABLE |= access_people.TABLE | access_process.TABLE
TABLE |= access_seizures.TABLE | access_redemptions.TABLE | access_custody.TABLE | access_destinations.TABLE
TABLE |= access_debts.TABLE | access_money.TABLE
TABLE |= access_publications.TABLE | access_service.TABLE
# Allowed by the rule, refused by the record: these may answer 404 or 409 also to who is allowed.
BY_RECORD = {
    "municipalities:crest",  # this municipality sent none
    "mfa_deactivate_totp",  # and nobody here has a second factor
    "mfa_view_recovery_codes",
    "mfa_download_recovery_codes",
    "mfa_remove_webauthn",
    "mfa_edit_webauthn",
}
