"""The copy of a person's data, for the person: on paper (a numbered document) and as data another system reads.

LGPD, art. 18, II, and art. 19. Whoever denounced the person is not in it: their identity is theirs.
"""

from datetime import datetime
from typing import Any

from registry.models import Animal, Phone, Tutor, TutorAddress
from registry.querysets import group_of
from registry.services.tutors import standing_warnings
from zoonoses.desk.services import history
from zoonoses.documents.contexts_people import PERSON_COPY, PersonCopyBody
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import once_document
from zoonoses.documents.services.issuing import issue
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br

LAW = "Lei nº 13.709/2018 (LGPD), arts. 18, II, e 19"
TITLE = "Cópia de dados pessoais"
NOTE = (
    "Contém os dados que o órgão guarda sobre o titular. A identidade de quem denuncia é confidencial. "
    "Correções podem ser pedidas no mesmo órgão."
)


def sections(tutor: Tutor) -> list[dict[str, Any]]:
    """All that is kept of a person, of every record merged with theirs: titles with lines of label and value."""
    group = group_of(tutor)
    records = [
        {"title": "Cadastro" if row.pk == tutor.pk else "Cadastro unificado", "lines": _record(row)}
        for row in Tutor.objects.filter(pk__in=group).order_by("merged_into", "pk")
    ]
    records.sort(key=lambda section: section["title"])
    phones = Phone.objects.filter(tutor__in=group).order_by("pk")
    addresses = TutorAddress.objects.filter(tutor__in=group).order_by("pk")
    animals = Animal.objects.filter(tutor__in=group).select_related("rga").order_by("name_key", "pk")
    return [
        *records,
        {"title": "Telefones", "lines": [_line("Telefone", br.phone(row.number)) for row in phones]},
        {
            "title": "Outros endereços",
            "lines": [_line(row.label or "Endereço", row.address_line) for row in addresses],
        },
        {
            "title": "Alertas para a equipe",
            "lines": [_line(f"Desde {row.on:%d/%m/%Y}", row.reason) for row in standing_warnings(tutor)],
        },
        {"title": "Animais", "lines": [_line(str(row), _animal(row)) for row in animals]},
        {"title": "O que aconteceu", "lines": _happened(tutor)},
    ]


def _line(label, value) -> dict[str, str]:
    return {"label": label, "value": value}


def _record(row) -> list[dict[str, str]]:
    rg = " ".join(filter(None, (row.rg, row.rg_issuer, row.rg_uf)))
    place = " – ".join(filter(None, (row.address_line, row.city, row.uf, br.cep(row.postal_code))))
    given = [
        ("Nome", row.name),
        ("Tipo", row.get_kind_display()),
        ("CPF ou CNPJ", br.document(row.document) or f"não informado: {row.no_document_reason}"),
        ("RG", rg),
        ("E-mail", row.email),
        ("Endereço", place),
        ("NIS do CadÚnico", row.cadunico),
        ("Programa socioassistencial", row.social_programme),
    ]
    return [_line(label, value) for label, value in given if value]


def _animal(row) -> str:
    born = f"nascimento {row.born_on:%d/%m/%Y}" if row.born_on else ""
    tag = str(row.rga) if hasattr(row, "rga") else ""
    return ", ".join(
        filter(None, (row.species_label, row.breed, row.colour, row.get_sex_display(), born, tag))
    )


def _happened(tutor) -> list[dict[str, str]]:
    """The whole timeline, the latest first."""
    found, number, more = [], 1, True
    while more:
        page = history.of_person(tutor, number)
        number, more = number + 1, page.has_next
        for entry in page:
            on = clock.local(tutor.municipality, entry["at"]).date() if entry.get("at") else entry["on"]
            void = "sem efeito" if entry.get("void") else ""
            words = " · ".join(filter(None, (entry["title"], entry.get("copy", entry.get("note")), void)))
            found.append(_line(f"{on:%d/%m/%Y}", words))
    return found


def as_data(tutor: Tutor, *, at: datetime) -> dict[str, Any]:
    """The copy as JSON: the body's name, the moment, and the same sections as on paper."""
    town = tutor.municipality
    return {
        "orgao": town.body_name,
        "municipio": str(town),
        "gerado_em": clock.local(town, at).isoformat(timespec="seconds"),
        "fundamento": LAW,
        "titular": tutor.name,
        "dados": [{"assunto": part["title"], "itens": _items(part["lines"])} for part in sections(tutor)],
    }


def _items(lines) -> list[dict[str, str]]:
    return [{"nome": line["label"], "valor": line["value"]} for line in lines]


def issue_copy(*, tutor: Tutor, at: datetime, by, key) -> Document:
    """The numbered copy as PDF; the same `key` gives the same one. An anonymised person has no data to copy."""
    if tutor.anonymised_on:
        raise Refusal("anonymised", "Este cadastro foi anonimizado: não há dados pessoais a copiar.")
    body: PersonCopyBody = {
        "law": LAW,
        "date": f"{clock.local(tutor.municipality, at):%d/%m/%Y}",
        "name": tutor.name,
        "sections": sections(tutor),
        "note": NOTE,
        "official": {
            "heading": "Emitido por",
            "name": by.user.name,
            "position": by.position or by.get_role_display(),
            "badge": by.badge,
        },
    }

    def make() -> Document:
        return issue(
            municipality=tutor.municipality,
            kind=DocumentKind.PERSON_COPY,
            template=PERSON_COPY,
            title=TITLE,
            body=body,
            at=at,
            author=by,
        )

    return once_document(tutor.municipality, key, make)
