"""What a public notice says of an animal in custody, and what the certidão says of the notice.

Never a tutor, an agent, a position, a tag or chip, a note or a number of a house: only the fields that the law names.
"""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from impound.documents import public_text
from impound.documents.custody import seizure_words
from registry.documents.blocks import signature_of
from registry.models import Animal
from zoonoses.documents.contexts_impound_publications import PublicationProofBody
from zoonoses.municipalities import clock

# The fields where the law orders nothing: those that a law which does names (Álvares Machado, art. 15).
FIELDS = {
    "species": "espécie",
    "physical_characteristics": "características físicas",
    "presumed_age": "idade presumível",
    "seizure_place": "local de apreensão",
    "seizure_date": "data de apreensão",
}
PHOTOGRAPHS = "photographs"
UNKNOWN = "não informado"
BORN_HERE = "nasceu no depósito"


def labels_of(rules) -> dict[str, str]:
    """The fields of the notice with their labels, in the law's words and order; photographs stand apart."""
    document = rules.documents.get(rules.custody.notice_document)
    found = {field.code: field.label for field in document.fields} if document else FIELDS
    return {code: label for code, label in found.items() if code != PHOTOGRAPHS}


def names_in(custody, seizure) -> list[str]:
    """The people whom the record of a seizure names: none of them appears in public."""
    people = [seizure.owner, custody.animal.tutor]
    names = [person.name for person in people if person]
    return [*names, seizure.holder, seizure.witness_1, seizure.witness_2]


def notice_fields(rules, custody, seizure, *, looks: str | None = None) -> list[dict]:
    """Each field of the notice as it would be read; `looks` is a corrected description. Rows need not be saved."""
    names = names_in(custody, seizure)
    tell = {
        "species": lambda: custody.animal.species_label,
        "physical_characteristics": lambda: _looks(custody, looks),
        "presumed_age": lambda: custody.presumed_age,
        "seizure_place": lambda: _place(custody, seizure, names),
        "seizure_date": lambda: f"{custody.seized_on:%d/%m/%Y}",
    }
    return [
        {
            "code": code,
            "label": _upper(label),
            "value": public_text.clean(tell[code](), names),
        }
        for code, label in labels_of(rules).items()
    ]


def _looks(custody, looks: str | None) -> str:
    sex = custody.get_sex_display() if custody.sex != Animal.Sex.UNKNOWN else ""
    size = f"porte {custody.get_size_display()}" if custody.size else ""
    text = (custody.description if looks is None else looks).strip()
    head = ", ".join(part for part in (sex, size) if part)
    return ". ".join(part for part in (_upper(head), _upper(text)) if part)


def _upper(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _place(custody, seizure, names) -> str:
    """Street and district, never the number of a house."""
    if custody.mother_id:
        return BORN_HERE
    parts = (public_text.street(seizure.street, names), seizure.district)
    return " – ".join(part for part in parts if part)


def content_of(
    rules, custody, seizure, *, looks: str | None = None, photo_hashes: Sequence[str] = ()
) -> dict:
    """The whole notice, as it is frozen and hashed: nothing else is ever shown in public."""
    rule = rules.custody
    fields = notice_fields(rules, custody, seizure, looks=looks)
    return {
        "entry": custody.full_number,
        "law": rules.header.short_title,
        "article": rule.notice_article if rule.notice_ordered else "",
        "ordered": rule.notice_ordered,
        "fields": [field | {"value": field["value"] or UNKNOWN} for field in fields],
        "photos": list(photo_hashes),
    }


def sha256_of(content: dict) -> str:
    """SHA-256 of the content as canonical JSON (keys in order, UTF-8, no spaces)."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def public_address(publication) -> str:
    """Where anybody reads the notice, as printed."""
    path = reverse("portal:seized_animal", args=[publication.code])
    return f"{settings.ZOONOSES_SITE_URL.rstrip('/')}{path}"


def proof_body(publication, *, photos, by, at: datetime) -> PublicationProofBody:
    """The certidão: what was up, since when, until when (or that it still is, at the moment of the paper)."""
    content = publication.content
    ordered = (
        "Divulgação ordenada pela lei" if content["ordered"] else "Divulgação facultativa: a lei não a ordena"
    )
    down = publication.withdrawn_at
    moment = _moment(publication, down or at)
    return {
        "law": content["law"],
        "order": ordered,
        "order_article": content["article"],
        "animal": f"Animal apreendido nº {content['entry']}",
        "seizure": seizure_words(publication.custody),
        "address": public_address(publication),
        "since": _moment(publication, publication.published_at),
        "until": moment if down else f"continua no ar em {moment}",
        "reason": publication.withdrawn_reason,
        "content": [
            {"label": row["label"], "value": row["value"], "long": True} for row in content["fields"]
        ],
        "sha256": publication.content_sha256,
        "photo_hashes": content["photos"],
        "photos": [
            {"image": photo.source_id, "caption": f"Fotografia divulgada {place}"}
            for place, photo in enumerate(photos, 1)
        ],
        "official": signature_of(by, "Assinatura do servidor"),
    }


def _moment(publication, at: datetime) -> str:
    return f"{clock.local(publication.municipality, at):%d/%m/%Y, %H:%M}"
