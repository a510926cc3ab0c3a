"""People and public servants as the papers of the registry name them."""

from zoonoses.documents.contexts import PersonBlock, SignatureBlock
from zoonoses.municipalities.templatetags import br


def person_block(tutor) -> PersonBlock:
    """A person as papers name them."""
    phones = sorted(tutor.phones.all(), key=lambda phone: phone.pk)
    return {
        "name": tutor.name,
        "kind": tutor.get_kind_display(),
        "document_label": "CNPJ" if len(tutor.document) == 14 else "CPF",
        "document": br.document(tutor.document),
        "no_document_reason": tutor.no_document_reason,
        "rg": " ".join(part for part in (tutor.rg, tutor.rg_issuer, tutor.rg_uf) if part),
        "address": tutor.address_line,
        "phone": ", ".join(br.phone(phone.number) for phone in phones),
        "email": tutor.email,
    }


def signature_of(membership, heading: str) -> SignatureBlock:
    """The place where a public servant signs, with position and badge; the CRMV where there is one."""
    return {
        "heading": heading,
        "name": membership.user.name,
        "position": membership.position or membership.get_role_display(),
        "badge_label": "CRMV" if membership.crmv else "Matrícula",
        "badge": membership.crmv or membership.badge,
    }


def animal_line(animal) -> str:
    """`Pituca, canina, sem raça definida, caramelo, fêmea`."""
    looks = (animal.species_label, animal.breed, animal.colour, animal.get_sex_display())
    return ", ".join(part for part in (animal.name or "sem nome", *looks) if part)


def first_upper(text: str) -> str:
    """`setor competente da Prefeitura` with its first letter as a capital, the others as they are."""
    return text[:1].upper() + text[1:]
