"""People and public servants as the papers of the registry name them."""

from zoonoses.documents.contexts import PersonBlock
from zoonoses.documents.services.papers import signature_of
from zoonoses.municipalities.templatetags import br

__all__ = ["animal_line", "first_upper", "person_block", "signature_of"]


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


def animal_line(animal) -> str:
    """`Pituca, canina, sem raça definida, caramelo, fêmea`."""
    looks = (animal.species_label, animal.breed, animal.colour, animal.get_sex_display())
    return ", ".join(part for part in (animal.name or "sem nome", *looks) if part)


def first_upper(text: str) -> str:
    """`setor competente da Prefeitura` with its first letter as a capital, the others as they are."""
    return text[:1].upper() + text[1:]
