"""Edital de ciência: drafted from the act, reviewed, issued as a numbered paper; its publication is the ciência.

An edital is public. It says who is told of what, by which act: no document, no address, no code of the act.
"""

import re
from datetime import date, datetime

from django.db import transaction

from zoonoses import brazil
from zoonoses.documents import contexts_service
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act, Case, Document, ServiceEdital
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acknowledgement, means, papers
from zoonoses.documents.services.idempotency import once
from zoonoses.municipalities.lawbook import all_rulesets
from zoonoses.municipalities.templatetags import br

COPIES = ("publicação", "processo")
# What the person may do, by the act of which they are told.
PURPOSES = {
    ActKind.INFRACTION_NOTICE: "Querendo, pode apresentar defesa.",
    ActKind.DECISION: "Pode tomar conhecimento da decisão e, onde couber, recorrer.",
    ActKind.FINAL_DECISION: "Pode tomar conhecimento da decisão do recurso.",
    ActKind.EXTENSION: "O prazo anterior foi prorrogado.",
    ActKind.SUMMONS: "Deve tratar da retirada do animal apreendido.",
}
ORDERED = "Deve cumprir o que o ato determina."
NO_TERM = "Prazo de defesa: sem previsão na lei nem em regulamento do Município."
DAYS = re.compile(r"\b\d+ dias?(?: úteis| útil)?")
NUMBERS = (
    (re.compile(r"(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)"), brazil.cpf),
    (re.compile(r"(?<!\w)\w{2}\.?\w{3}\.?\w{3}/?\w{4}-?\d{2}(?!\w)", re.ASCII), brazil.cnpj),
)
PRIVATE = {"document": "o documento", "rg": "o RG", "address": "o endereço", "street": "o endereço",
           "phone": "o telefone", "email": "o e-mail"}  # fmt: skip


def addressee_of(act: Act) -> str:
    """The name that the act's own paper bears; empty for one filled by hand."""
    return _person(act).get("name", "")


def _person(act) -> dict:
    file = getattr(act.document, "file", None) if act.document else None
    return (file.context["body"].get("person") or {}) if file else {}


def draft(act: Act, *, addressee: str, on: date) -> str:
    """The words of the edital as the facts give them, one paragraph a line, for a person to review.

    `on` is the day of the draft. Raises `Refusal` when a term that the ciência starts cannot be counted.
    """
    town = act.case.municipality
    ruleset = all_rulesets().get(act.ruleset)
    under = f", com fundamento na {ruleset.header.short_title}" if ruleset else ""
    tried = act.service_attempts.count()
    attempts = {0: "", 1: "Houve 1 tentativa de ciência, sem êxito."}.get(
        tried, f"Houve {tried} tentativas de ciência, sem êxito."
    )
    opening = (
        f"{town.body_name}, do Município de {town}, faz saber a {addressee or '[nome]'} que lhe é dirigido o seguinte "
        f"ato: {act.document}, de {act.on:%d/%m/%Y}{under}. Por este edital, fica ciente dele."
    )
    lines = [
        opening,
        attempts,
        PURPOSES.get(act.kind, ORDERED),
        *term_lines(act, on),
        _where(act),
    ]
    return "\n".join(line for line in lines if line)


def term_lines(act: Act, on: date) -> list[str]:
    """The terms that the publication starts, each with where it is written; where nothing sets one, that is said.

    No last day is printed: it depends on the day of the publication.
    """
    found = acknowledgement.effects(act, on)
    lines = [
        f"{effect.label}: {_length(effect)}contados da ciência ({effect.article}). "
        f"Ciente em {on:%d/%m/%Y}, por exemplo, terminaria em {br.short_date(effect.due_on)}."
        for effect in found
    ]
    return lines or ([NO_TERM] if act.kind == ActKind.INFRACTION_NOTICE else [])


def _length(effect) -> str:
    """`10 dias úteis, `, as the steps of the count tell it."""
    told = " ".join(f"{step['text']} {step.get('arithmetic', '')}" for step in effect.basis)
    found = DAYS.search(told)
    return f"{found[0]}, " if found else "dias "


def _where(act) -> str:
    town, practice = act.case.municipality, means.practice_of(act)
    office = " – ".join(part for part in (town.body_name, town.address) if part)
    words = f"O ato pode ser visto e retirado em: {office}."
    if act.kind == ActKind.INFRACTION_NOTICE and practice is not None and practice.defence_places:
        article = practice.articles.get("defence_places", "")
        words += f" Lugares da defesa: {'; '.join(practice.defence_places)} ({article})."
    return words


def check(*, of_act: Act, addressee: str, text: str, basis: str) -> None:
    """Raises `Refusal`: an act of which nobody is told, no words, what may not be made public, or a means that is not
    the law's without what it rests on.
    """
    acknowledgement.require_open(of_act)
    if not addressee.strip() or not text.strip():
        raise Refusal("words_missing", "Informe a quem o edital se dirige e o seu texto.")
    if addressee.strip().casefold() not in text.casefold():
        raise Refusal("addressee_missing", "O texto não nomeia a pessoa a quem o edital se dirige.")
    _check_private(of_act, f"{addressee}\n{text}\n{basis}")
    said = means.note(of_act, means.Means.EDITAL)
    if said and means.own_rule(of_act) is None and not basis.strip():
        raise Refusal(
            "basis_missing",
            f"{said} Nenhum regulamento do Município o prevê: informe em que ele se apoia, ou use um meio da lei.",
            means.named(of_act)[1],
        )


def _check_private(act, text) -> None:
    if any(_is(found[0], number) for shape, number in NUMBERS for found in shape.finditer(text)):
        raise Refusal("private_data", "O edital é público: tire do texto o CPF ou o CNPJ. Bastam nome e ato.")
    squeezed = _squeezed(text)
    for field, words in PRIVATE.items():
        value = _squeezed(str(_person(act).get(field) or ""))
        if len(value) >= 6 and value in squeezed:
            raise Refusal("private_data", f"O edital é público: tire do texto {words} da pessoa.")
    if act.document.code and _squeezed(act.document.code) in squeezed:
        raise Refusal(
            "private_data", "O código de verificação do ato é só de quem o recebe: tire-o do texto."
        )


def _is(text, number) -> bool:
    """Whether the digits that look like a CPF or CNPJ are one: a number of a process is none."""
    try:
        return bool(number(text))
    except ValueError:
        return False


def _squeezed(text) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def body_of(
    *, of_act: Act, addressee: str, text: str, basis: str, by, at: datetime
) -> contexts_service.EditalBody:
    """The edital as it will be printed; `at` is local. Raises `Refusal` as `issue`."""
    check(of_act=of_act, addressee=addressee, text=text, basis=basis)
    ruleset = all_rulesets().get(of_act.ruleset)
    return {
        "law": ruleset.header.short_title if ruleset else "",
        "addressee": addressee.strip(),
        "act": f"{of_act.document}, de {of_act.on:%d/%m/%Y}",
        "date": f"{at:%d/%m/%Y}",
        "paragraphs": [line.strip() for line in text.splitlines() if line.strip()],
        "day_note": f"A ciência por este edital {means.edital_day(of_act, at.date())[1]}.",
        "means_note": means.note(of_act, means.Means.EDITAL),
        "basis": basis.strip(),
        "official": papers.signature_of(by, "Autoridade"),
    }


@transaction.atomic
def issue(
    *, of_act: Act, addressee: str, text: str, basis: str = "", by, at: datetime, key=None
) -> ServiceEdital:
    """Issues the edital, numbered and frozen. Nobody is told by it yet: its publication is the ciência.

    Sent again with the same `key`, one edital. Raises `Refusal` as `check`.
    """
    case = Case.objects.lock(of_act.case_id)

    def make() -> Act:
        body = body_of(of_act=of_act, addressee=addressee, text=text, basis=basis, by=by, at=at)
        act = papers.act_with_paper(
            case=case,
            kind=DocumentKind.SERVICE_EDITAL,
            template=contexts_service.EDITAL,
            body=body,
            at=at,
            author=by,
            copies=COPIES,
            subjects=of_act.subjects,
            rests_on=[of_act],
        )
        ServiceEdital.objects.create(
            act=act,
            of_act=of_act,
            addressee=body["addressee"],
            text="\n".join(body["paragraphs"]),
            basis=body["basis"],
            means_note=body["means_note"],
        )
        return act

    act = once(case.municipality, key, make) if key else make()
    return act.service_edital


def keep_published(document: Document, act) -> None:
    """Hook of annulment: an edital that was published is not annulled, for the terms run from it. Raises `Refusal`."""
    if document.kind != DocumentKind.SERVICE_EDITAL:
        return
    edital = ServiceEdital.objects.filter(act__document=document).first()
    told = edital and edital.publications.order_by("on").first()
    if told:
        raise Refusal(
            "edital_published",
            f"O edital foi publicado em {told.published_on:%d/%m/%Y}, e dele corre a ciência: não se anula.",
        )
