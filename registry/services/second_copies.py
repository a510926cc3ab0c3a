"""Segunda via of card or tag: the request identifies the animal for the law's days; the number is kept."""

from datetime import date

from django.db import transaction

from registry.documents.registration import second_copy_body
from registry.models import IdentityCard, Rga, SecondCopyRequest
from registry.services import rga as rgas
from registry.services.law import SILENT, article_of, ask_or_silence
from zoonoses.documents.contexts_registry import SECOND_COPY_REQUEST
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import once_document
from zoonoses.documents.services.issuing import issue
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook

COPIES = ("órgão municipal", "proprietário")
REASONS = dict(SecondCopyRequest._meta.get_field("reason").choices)


def terms(*, municipality, on: date, quantity: int) -> dict:
    """What the law gives to a request made on a day: `until` (date or None), `sentence`, `article` and `price`."""
    answer = ask_or_silence(Lawbook(municipality, on), "term", term="second_copy_validity", start=on)
    price = rgas.price(municipality=municipality, on=on, service="second_copy", quantity=quantity)
    until = date.fromisoformat(answer["last_day"]) if answer and answer["last_day"] else None
    if answer is None:
        sentence = f"Prazo em que este pedido identifica o animal: {SILENT}."
    elif until is None:
        sentence = "Este pedido identifica o animal até a emissão da segunda via."
    else:
        sentence = f"Este pedido identifica o animal até {until:%d/%m/%Y}, ou até a emissão da segunda via, se antes."
    return {"until": until, "sentence": sentence, "article": article_of(answer), "price": price}


@transaction.atomic
def request(*, rga, wants_card: bool, wants_tag: bool, reason: str, at, by, key) -> SecondCopyRequest:
    """The tutor asks at the agency for a new card, tag or both; issues the request and charges the law's price.

    `reason` is `loss` or `misplaced`. Raises `Refusal` when nothing is asked for, the animal is dead, or a request for
    the same thing is open. A form sent again gives the request already made.
    """
    document = once_document(
        rga.municipality,
        key,
        lambda: (
            _request(
                rga=rga, wants_card=wants_card, wants_tag=wants_tag, reason=reason, at=at, by=by
            ).document
        ),
    )
    return document.second_copy_request


def _request(*, rga, wants_card, wants_tag, reason, at, by) -> SecondCopyRequest:
    rga = _locked(rga)
    on = at.date()
    _may_request(rga, wants_card, wants_tag)
    law = terms(municipality=rga.municipality, on=on, quantity=int(wants_card) + int(wants_tag))
    identity = rgas.identity_of(
        animal=rga.animal, number=rga.number, registered_on=rga.registered_on, issued_on=on
    )
    validity = f"{law['sentence']} ({law['article']})" if law["article"] else law["sentence"]
    document = issue(
        municipality=rga.municipality,
        kind=DocumentKind.SECOND_COPY_REQUEST,
        template=SECOND_COPY_REQUEST,
        title=DocumentKind.SECOND_COPY_REQUEST.label,
        body=second_copy_body(
            identity,
            law=_law_name(rga.municipality, on),
            article=law["price"].article or law["article"],
            items=[("carteira de RGA", wants_card), ("plaqueta de identificação", wants_tag)],
            reason=REASONS[reason],
            on=on,
            validity=validity,
            price=law["price"].line or SILENT,
            by=by,
        ),
        at=at,
        author=by,
        copies=COPIES,
    )
    return SecondCopyRequest.objects.create(
        rga=rga,
        wants_card=wants_card,
        wants_tag=wants_tag,
        reason=reason,
        requested_on=on,
        identifies_until=law["until"],
        document=document,
        charge=rgas.bill(identity, law["price"], "second_copy", f"Segunda via – RGA {rga.number}", on, by),
        requested_by=by,
    )


def _law_name(municipality, on) -> str:
    try:
        return Lawbook(municipality, on).ruleset.header.short_title
    except LawError:
        return ""


def _locked(rga) -> Rga:
    rows = Rga.objects.select_for_update(of=("self",)).select_related(
        "municipality", "animal__tutor__merged_into"
    )
    return rows.get(pk=rga.pk)


def _may_request(rga, wants_card, wants_tag) -> None:
    if not (wants_card or wants_tag):
        raise Refusal("nothing_wanted", "Marque a carteira, a plaqueta ou as duas.")
    if rga.animal.died_on is not None:
        raise Refusal("dead", f"Este animal morreu em {rga.animal.died_on:%d/%m/%Y}, segundo o cadastro.")
    for asked in open_requests(rga):
        if (wants_card and asked.wants_card) or (wants_tag and asked.wants_tag):
            raise Refusal(
                "already_requested",
                f"Já há um pedido aberto, de {asked.requested_on:%d/%m/%Y}: emita a segunda via dele.",
            )


def open_requests(rga):
    """Requests whose second copy was not issued yet; one whose document was annulled is no request."""
    return rga.second_copy_requests.filter(issued_on=None, document__annulment=None)


@transaction.atomic
def issue_copy(*, asked, at, by) -> list[IdentityCard]:
    """Issues what was asked for: the former card or tag is void from today, the number is the same.

    The price may still be open: the law ties no issue to its payment. Issuing again changes nothing.
    """
    rga = _locked(asked.rga)
    asked = SecondCopyRequest.objects.select_related("document").get(pk=asked.pk)
    if hasattr(asked.document, "annulment"):
        raise Refusal("annulled", "Este pedido foi anulado.")
    if asked.issued_on is not None:
        return []
    on = at.date()
    kinds = [
        kind
        for kind, wanted in (
            (IdentityCard.Kind.CARD, asked.wants_card),
            (IdentityCard.Kind.TAG, asked.wants_tag),
        )
        if wanted
    ]
    made = [_replace(rga, kind, asked, on, by) for kind in kinds]
    asked.issued_on = on
    asked.save(update_fields=["issued_on"])
    return made


def _replace(rga, kind, asked, on, by) -> IdentityCard:
    rga.cards.filter(kind=kind, voided_on=None).update(
        voided_on=on, void_reason=f"Segunda via: {asked.get_reason_display()}"
    )
    last = rga.cards.filter(kind=kind).order_by("-copy").first()
    return IdentityCard.objects.create(
        rga=rga, kind=kind, copy=last.copy + 1 if last else 1, issued_on=on, issued_by=by
    )
