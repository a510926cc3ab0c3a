"""Ciência: the day on which a person came to know an act. Terms run from it, never from the printing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date

from django.db import transaction

from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Acknowledgement, Case, ServiceEdital
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, attachments, means
from zoonoses.documents.services.idempotency import once

ACKNOWLEDGED_KINDS = (
    ActKind.INTIMATION,
    ActKind.NOTIFICATION,
    ActKind.WRITTEN_WARNING,
    ActKind.EXTENSION,
    ActKind.INFRACTION_NOTICE,
    ActKind.SUMMONS,
    ActKind.DECISION,
    ActKind.FINAL_DECISION,
)
Means = Acknowledgement.Means


@dataclass(frozen=True)
class Service:
    """How and when the person came to know: what the form of ciência asks.

    `witnesses` are pairs of name and document, two of them for a refusal; `postal_code` is the code of the
    AR, whose `on` is the day signed on it; `publication` says where the edital was published, on which day
    (`published_on`, else `on`), and `edital` which one, when it was issued here.
    """

    means: str
    on: date
    received_by: str = ""
    witnesses: tuple[tuple[str, str], ...] = ()
    postal_code: str = ""
    publication: str = ""
    published_on: date | None = None
    edital: ServiceEdital | None = None


@dataclass(frozen=True)
class Effect:
    """What a ciência starts: a term of what, its last day, and the steps of the count with their articles."""

    label: str
    due_on: date
    article: str
    basis: tuple = ()


Preview = Callable[[object, date], Iterable[Effect]]
_previews: list[Preview] = []


def register_effects(preview: Preview) -> None:
    """Called by an app when it is ready: `preview(act, on)` gives the terms that a ciência on that day
    starts.
    """
    if preview not in _previews:
        _previews.append(preview)


Hook = Callable[[object], None]
_hooks: list[Hook] = []


def on_acknowledge(hook: Hook) -> None:
    """Called by an app when it is ready: `hook(act)` in the transaction that records a ciência of `act`."""
    if hook not in _hooks:
        _hooks.append(hook)


def effects(act, on: date) -> tuple[Effect, ...]:
    """The terms that a ciência of `act` on the day `on` starts. Raises `Refusal` when the law cannot count
    them.
    """
    return tuple(effect for preview in _previews for effect in preview(act, on))


def effective(act) -> Acknowledgement | None:
    """The ciência that counts: the earliest one recorded."""
    return act.acknowledgements.order_by("on", "pk").first()


def settled(of_act, service: Service) -> Service:
    """The same, with the day on which it counts: of an edital, what the rule makes of the day of the publication."""
    if service.means != Means.EDITAL:
        return service
    published_on = service.published_on or service.on
    return replace(service, on=means.edital_day(of_act, published_on)[0], published_on=published_on)


def require_open(of_act) -> None:
    """Raises `Refusal` when nobody can be told of this act: it has no paper, or its paper was annulled."""
    if of_act.kind not in ACKNOWLEDGED_KINDS or of_act.document is None:
        raise Refusal("not_acknowledged", "Este ato não depende de ciência.")
    if getattr(of_act.document, "annulment", None) is not None:
        raise Refusal("annulled", f"{of_act.document} foi anulado(a): não há o que dar ciência.")


def check(*, of_act, service: Service, today: date) -> None:
    """Raises `Refusal` when this ciência of this act cannot be recorded on the day `today`."""
    require_open(of_act)
    happened_on = service.published_on or service.on
    if happened_on < of_act.on:
        raise Refusal(
            "before_the_act",
            f"A ciência não pode ser anterior ao ato, que é de {of_act.on:%d/%m/%Y}. Confira a data.",
        )
    if happened_on > today:
        raise Refusal("future", f"A data da ciência ainda não chegou: hoje é {today:%d/%m/%Y}.")
    _check_means(service)
    if service.edital is not None:
        _check_edital(of_act, service.edital, happened_on)


def _check_means(service: Service) -> None:
    names = [name.strip() for name, _ in service.witnesses]
    if service.means == Means.REFUSED and (len(names) < 2 or not all(names[:2])):
        raise Refusal("witnesses_missing", "A recusa em assinar precisa do nome de duas testemunhas.")
    if service.means == Means.REFUSED and names[0].casefold() == names[1].casefold():
        raise Refusal("same_witness", "As duas testemunhas têm de ser pessoas diferentes.")
    if service.means == Means.POSTAL and not service.postal_code:
        raise Refusal("postal_code_missing", "Informe o código do aviso de recebimento (AR).")
    if service.means == Means.EDITAL and not service.publication:
        raise Refusal("publication_missing", "Informe onde e em que edição o edital foi publicado.")


def _check_edital(of_act, edital, published_on) -> None:
    if edital.of_act_id != of_act.pk:
        raise ValueError("an edital tells of its own act")
    document = edital.act.document
    if hasattr(document, "annulment"):
        raise Refusal("edital_annulled", f"{document} foi anulado: publique o que o substituiu.")
    if published_on < edital.act.on:
        raise Refusal(
            "before_the_edital",
            f"O edital é de {edital.act.on:%d/%m/%Y}: não pode ter sido publicado antes. Confira a data.",
        )


@transaction.atomic
def acknowledge(*, of_act, service: Service, by, at, key=None, proof=None) -> Acknowledgement:
    """Records one ciência of an act that has a document; several may be recorded, and the earliest counts.

    `at` is the moment of the recording (aware, local); `service.on`, the day on which the person knew: from
    the day of the act to today. `proof` names the draft under which the scan of the AR, or of the page of the
    gazette, was kept. With `key`, a form sent again gives the ciência it already made. Raises `Refusal`.
    """
    case = Case.objects.lock(of_act.case_id)
    service = settled(of_act, service)

    def make():
        check(of_act=of_act, service=service, today=at.date())
        act = acts.record(
            case=case,
            kind=ActKind.ACKNOWLEDGEMENT,
            at=at,
            author=by,
            subjects=of_act.subjects,
            rests_on=[of_act, service.edital.act] if service.edital else [of_act],
        )
        _write(act, of_act, service)
        if proof is not None:
            attachments.adopt(draft=proof, act=act)
        for hook in _hooks:
            hook(of_act)
        return act

    act = once(case.municipality, key, make) if key else make()
    return act.acknowledgement


def _write(act, of_act, service: Service) -> None:
    (name_1, document_1), (name_2, document_2) = (*service.witnesses, ("", ""), ("", ""))[:2]
    Acknowledgement.objects.create(
        act=act,
        of_act=of_act,
        means=service.means,
        on=service.on,
        received_by=service.received_by,
        witness_1=name_1,
        witness_1_document=document_1,
        witness_2=name_2,
        witness_2_document=document_2,
        postal_code=service.postal_code,
        publication=service.publication,
        published_on=service.published_on,
        edital=service.edital,
        day_source=means.edital_day(of_act, service.published_on)[1] if service.published_on else "",
        means_note=means.note(of_act, service.means),
    )
