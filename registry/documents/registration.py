"""Bodies of the papers of the RGA: the registration form and the request of a second copy."""

from registry.documents.identity import SIGNATURE, Identity, address, value
from zoonoses.documents.contexts_registry import RegistrationFormBody, SecondCopyBody
from zoonoses.municipalities.templatetags import br

WIDE = ("animal_name", "owner_name", "owner_address")
NO_FORM = "Sem formulário fixado em lei."


def registration_body(
    identity: Identity, *, law: str, article: str, fields, notes, clinic, price: str, by
) -> RegistrationFormBody:
    """The form of one registration. `fields` are the law's, in its order, or the common ones (`article` is then "")."""
    animal = identity.animal
    lines = [
        {"label": field.label, "value": value(field.code, identity), "long": field.code in WIDE}
        for field in fields
        if field.code != SIGNATURE
    ]
    chips = " / ".join(chip.number for chip in animal.chips.order_by("pk"))
    more = [
        ("espécie", animal.species_label),
        ("pelagem", animal.coat),
        ("porte", animal.get_size_display()),
        ("microchip", chips),
        ("castrado", {True: "sim", False: "não"}.get(animal.is_neutered, "")),
        ("origem", animal.origin),
        ("onde é mantido", animal.kept_at),
        ("sinais particulares", animal.marks),
        ("doenças", animal.diseases),
        ("número no SinPatinhas", animal.sinpatinhas),
    ]
    signature = next((field.label for field in fields if field.code == SIGNATURE), "assinatura do tutor")
    return {
        "law": law,
        "article": article,
        "form_note": "" if article else NO_FORM,
        "fields": lines,
        "more": [{"label": label, "value": text} for label, text in more if text],
        "place": f"{clinic.name} – {clinic.address_line}" if clinic else "",
        "price": price,
        "notes": list(notes),
        "owner": {
            "heading": signature.capitalize(),
            "name": identity.owner.name if identity.owner else "",
        },
        "registrar": signer(by),
    }


def signer(by) -> dict:
    """Who did the act, as signatures name them."""
    return {
        "heading": "Responsável pelo registro",
        "name": by.user.get_full_name(),
        "position": by.position or by.get_role_display(),
        "badge": by.crmv or by.badge,
        "badge_label": "CRMV" if by.crmv else "Matrícula",
    }


def second_copy_body(
    identity: Identity, *, law: str, article: str, items, reason, on, validity, price: str, by
) -> SecondCopyBody:
    """The request of a second copy; the tutor's via identifies the animal as `validity` says."""
    owner = identity.owner
    return {
        "law": law,
        "article": article,
        "items": [{"text": label, "checked": wanted} for label, wanted in items],
        "reason": reason,
        "rga_number": str(identity.number),
        "animal": ", ".join(
            part
            for part in (
                identity.animal.name or "sem nome",
                identity.animal.species_label,
                identity.animal.breed,
                identity.animal.colour,
                identity.animal.get_sex_display(),
            )
            if part
        ),
        "person": {
            "name": owner.name if owner else "",
            "document_label": "CNPJ" if owner and owner.kind == "legal_person" else "CPF",
            "document": br.document(owner.document) if owner else "",
            "no_document_reason": owner.no_document_reason if owner else "",
            "rg": value("owner_rg", identity),
            "address": address(owner),
            "phone": value("owner_phone", identity),
            "email": owner.email if owner else "",
        },
        "date": f"{on:%d/%m/%Y}",
        "validity": validity,
        "price": price,
        "owner": {"heading": "Assinatura do proprietário", "name": owner.name if owner else ""},
        "clerk": {**signer(by), "heading": "Recebido por"},
    }
