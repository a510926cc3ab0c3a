"""Destinations by termo: return to the place, community animal, teaching and research, vet's decision, sacrifice."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from impound.documents.destinations import term_body
from impound.models import CustodyEvent, Exit
from impound.services import bars, destining, law, leaving, state
from impound.services.adoption import last_evaluation, record
from impound.services.destining import OF_VET, PLACED, Kind, Offer
from impound.services.ends import laudos_of
from impound.services.leaving import Leaving
from registry.models import Tutor
from registry.services import community
from zoonoses.documents.contexts_impound_destinations import TERM, TermBody
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import once
from zoonoses.municipalities import clock

BY_TERM = (*PLACED, *OF_VET, Kind.RESEARCH)
COPIES = ("",)
RECEIVED_COPIES = ("quem recebe", "processo")
DEATH, HANDOVER, BACK = "death", "handover", "return"
OUTCOMES = {
    DEATH: "morte do animal, sem sofrimento, por decisão do médico veterinário",
    HANDOVER: "entrega a quem assume o tratamento",
    BACK: "devolução ao local de onde foi retirado",
}
# Why an animal is sacrificed. To have fewer animals is none of them.
GROUNDS = {
    "infectious": "doença infectocontagiosa comprovada por exame",
    "incurable": "doença ou ferimento grave, sem recuperação possível",
    "zoonosis": "zoonose grave, com risco à saúde de pessoas ou de outros animais",
}
NEVER_FOR_NUMBERS = "O ato se apoia no laudo e no estado deste animal, e não serve ao controle de população."


@dataclass(frozen=True)
class Disposal:
    """What was decided. `place` is where it goes back; `ground` one of `GROUNDS`; `outcome` one of `OUTCOMES`.

    `authorisation` is the number by which an entity of teaching or research may receive animals; `signer` signs for it.
    """

    code: str
    form: str
    receiver: Tutor | None = None
    reason: str = ""
    authorisation: str = ""
    signer: str = ""
    evaluation: CustodyEvent | None = None
    ground: str = ""
    outcome: str = ""


@dataclass(frozen=True)
class Plan:
    offer: Offer
    leaving: Leaving
    body: TermBody


def plan(*, custody, disposal: Disposal, by, at: datetime) -> Plan:
    """The termo as it will be printed, and how the animal leaves. Raises `Refusal` for what is not possible now."""
    if disposal.form not in BY_TERM:
        raise ValueError(f"not made by a termo: {disposal.form}")
    lawbook = law.lawbook_of(custody)
    if disposal.form in OF_VET and not by.crmv:
        raise Refusal("no_crmv", "Só o médico veterinário, com o CRMV em seu cadastro, pratica este ato.")
    offer = destining.check(custody, code=disposal.code, form=disposal.form, at=at, lawbook=lawbook)
    on = clock.local(custody.municipality, at).date()
    fields, going, notes = BUILDERS[disposal.form](custody, disposal, by, on)
    going = {
        "kind": disposal.form,
        "destination": disposal.code,
        "article": offer.state.article[:120],
    } | going
    body = term_body(
        custody, offer, state.ruleset_of(lawbook), what=offer.state.label, fields=fields,
        receiver=going.get("receiver"), signer=disposal.signer.strip(), notes=notes, at=at, by=by,
    )  # fmt: skip
    return Plan(offer, Leaving(**going), body)


def _return(custody, disposal, by, on):
    place = origin_of(custody)
    if not place:
        raise Refusal("no_place", "A apreensão não diz o local: escreva-o nela antes da devolução.")
    fields = [("Devolvido ao local de onde foi retirado", place), ("Observação", disposal.reason)]
    return (
        fields,
        {"place": place[:250], "reason": disposal.reason, "evaluation": last_evaluation(custody)},
        [],
    )


def origin_of(custody) -> str:
    """Where the animal was taken, as the seizure says it."""
    seizure = custody.seizure
    return " · ".join(part for part in (seizure.address_line, seizure.reference) if part)


def _community(custody, disposal, by, on):
    term = community.commitment_of(custody.animal)
    if term is None:
        raise Refusal("no_commitment", "Falta o termo de compromisso do tutor principal.")
    fields = [
        ("Devolvido à comunidade", term.place),
        ("Tutor principal", f"{term.caretaker.name}, {term.document}"),
        ("Observação", disposal.reason),
    ]
    words = disposal.reason or f"Tutor principal: {term.caretaker.name}."
    return fields, {"place": term.place[:250], "reason": words, "evaluation": last_evaluation(custody)}, []


def _research(custody, disposal, by, on):
    entity = disposal.receiver
    if entity is None or entity.kind != Tutor.Kind.LEGAL:
        raise Refusal("not_an_entity", "Escolha a entidade de ensino ou pesquisa: é pessoa jurídica.")
    if not disposal.authorisation.strip():
        raise Refusal("no_authorisation", "Informe o número da autorização da entidade para receber animais.")
    if not disposal.signer.strip():
        raise Refusal("no_signer", "Diga quem assina pela entidade.")
    bars.check(entity, on)
    fields = [("Autorização da entidade", disposal.authorisation.strip()), ("Finalidade", disposal.reason)]
    words = f"Autorização {disposal.authorisation.strip()}. {disposal.reason}".strip()
    return fields, {"receiver": entity, "reason": words, "evaluation": last_evaluation(custody)}, []


def _of_vet(custody, disposal, by) -> dict:
    """What both acts of a veterinarian keep: the laudo, who decided, and why in words."""
    if disposal.evaluation is None or disposal.evaluation.pk not in {row.pk for row in laudos_of(custody)}:
        raise Refusal("no_laudo", "Escolha o laudo veterinário em que o ato se apoia.")
    if not disposal.reason.strip():
        raise Refusal("no_reason", "Escreva a decisão e os seus fundamentos.")
    return {"vet_name": by.user.name, "vet_crmv": by.crmv, "evaluation": disposal.evaluation}


def _vet(custody, disposal, by, on):
    going = _of_vet(custody, disposal, by)
    if disposal.outcome not in OUTCOMES:
        raise Refusal("no_outcome", "Diga o que o médico veterinário decidiu.")
    if disposal.outcome == HANDOVER:
        if disposal.receiver is None:
            raise Refusal("no_receiver", "Escolha quem assume o tratamento do animal.")
        bars.check(disposal.receiver, on)
        going["receiver"] = disposal.receiver
    if disposal.outcome == BACK:
        going["place"] = origin_of(custody)[:250]
    decided = OUTCOMES[disposal.outcome]
    fields = [
        ("Decisão", decided),
        ("Fundamentos", disposal.reason),
        ("Laudo", str(disposal.evaluation.act.document)),
        ("Local", going.get("place", "")),
    ]
    is_death = disposal.outcome == DEATH
    going |= {"reason": f"{decided}: {disposal.reason.strip()}", "died": is_death}
    return fields, going, [NEVER_FOR_NUMBERS] if is_death else []


def _sacrifice(custody, disposal, by, on):
    going = _of_vet(custody, disposal, by)
    if disposal.ground not in GROUNDS:
        raise Refusal("no_ground", "Escolha o motivo do sacrifício.")
    ground = GROUNDS[disposal.ground]
    fields = [
        ("Motivo", ground),
        ("Fundamentos", disposal.reason),
        ("Laudo", str(disposal.evaluation.act.document)),
    ]
    return fields, going | {"reason": f"{ground}: {disposal.reason.strip()}"}, [NEVER_FOR_NUMBERS]


BUILDERS = {
    Kind.RETURN: _return,
    Kind.COMMUNITY: _community,
    Kind.RESEARCH: _research,
    Kind.VET: _vet,
    Kind.SACRIFICE: _sacrifice,
}


@transaction.atomic
def dispose(*, custody, disposal: Disposal, by, at: datetime, key: UUID) -> Exit:
    """The animal leaves by a numbered termo. The same key gives the exit already made; raises `Refusal` as `plan`."""

    def make():
        row = leaving.lock([custody])[0]
        ready = plan(custody=row, disposal=disposal, by=by, at=at)
        copies = RECEIVED_COPIES if ready.leaving.receiver else COPIES
        act = record(
            row, DocumentKind.DESTINATION, TERM, DocumentKind.DESTINATION.label, ready.body, by, at,
            ready.leaving.evaluation, copies,
        )  # fmt: skip
        leaving.leave(custodies=[row], leaving=ready.leaving, act=act, at=at, by=by)
        return act

    return destining.exit_by(once(custody.municipality, key, make), custody)
