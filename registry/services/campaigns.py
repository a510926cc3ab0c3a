"""Official campaigns: posts, doses given there to identified animals, and bare counts of the others.

Every dose is a row and every correction another row: two posts that enter at once never lose one.
"""

from dataclasses import dataclass

from django.db import IntegrityError, transaction

from registry.models import Campaign, CampaignPost, CampaignTally, Vaccination
from registry.services import vaccination, vaccines
from zoonoses.documents.refusals import Refusal

SPECIES = ("dog", "cat")


def save_campaign(*, municipality, values, campaign=None) -> Campaign:
    """A new campaign, or a corrected one. Raises `Refusal("same_name")`."""
    row = campaign or Campaign(municipality=municipality)
    return _saved(row, values, "Já há uma campanha com este nome: acrescente o ano.")


@transaction.atomic
def save_post(*, campaign, values, post=None) -> CampaignPost:
    """A new post, or a corrected one, with its team. Raises `Refusal("same_name")`."""
    values = dict(values)
    team = values.pop("team", None)
    row = _saved(
        post or CampaignPost(campaign=campaign), values, "Esta campanha já tem um posto com este nome."
    )
    if team is not None:
        row.team.set(team)
    return row


def _saved(row, values, sentence):
    for name, value in values.items():
        setattr(row, name, value)
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        raise Refusal("same_name", sentence) from error
    return row


def lots_of(campaign, on):
    """The agency's lots of the campaign's vaccine that may be applied on a day."""
    return vaccines.offered(municipality=campaign.municipality, on=on, product=campaign.product)


@transaction.atomic
def vaccinate(*, post, animal, lot, on, at, by, key, vet_name="", vet_crmv="") -> Vaccination:
    """One dose at a post to an identified animal; the vet may be left out, as only an official campaign may.

    Raises `Refusal`: `out_of_campaign`, `other_vaccine`, `species_not_in_campaign`, `already_in_campaign`, and as
    `vaccination.apply` does.
    """
    _check_day_and_lot(post, lot, on)
    if animal.species not in SPECIES or animal.is_wild:
        raise Refusal("species_not_in_campaign", "A campanha vacina cães e gatos.")
    before = animal.vaccinations.standing().filter(post__campaign=post.campaign_id).exclude(key=key).first()
    if before is not None:
        raise Refusal(
            "already_in_campaign", f"{animal} já foi vacinado nesta campanha em {before.on:%d/%m/%Y}."
        )
    return vaccination.apply(
        animal=animal,
        lot=lot,
        on=on,
        at=at,
        by=by,
        key=key,
        vet_name=vet_name,
        vet_crmv=vet_crmv,
        post=post,
    )


def _check_day_and_lot(post, lot, on) -> None:
    campaign = post.campaign
    if not campaign.starts_on <= on <= campaign.ends_on:
        raise Refusal(
            "out_of_campaign",
            f"A campanha vai de {campaign.starts_on:%d/%m/%Y} a {campaign.ends_on:%d/%m/%Y}; "
            f"{on:%d/%m/%Y} fica fora dela.",
        )
    if lot.municipality_id != campaign.municipality_id or lot.clinic_id is not None:
        raise Refusal("lot_of_another", "Esta partida não é do estoque de quem está vacinando.")
    if lot.product_id != campaign.product_id:
        raise Refusal("other_vaccine", f"Esta campanha aplica {campaign.product}.")


@transaction.atomic
def count(*, post, species, doses, lot, on, at, by, key) -> CampaignTally:
    """Doses given at a post to animals without identification. Sent again with the same key: the count made then.

    Raises `Refusal`: `out_of_campaign`, `other_vaccine`, `lot_of_another`, `in_the_future`, and as
    `vaccines.check_dose` does.
    """
    _check_day_and_lot(post, lot, on)
    lot = vaccines.locked(lot)
    made = _made(key, post=post, species=species, doses=doses, lot=lot, corrects=None)
    if made is not None:
        return made
    if on > at.date():
        raise Refusal("in_the_future", "A contagem não pode ser de um dia que ainda não chegou.")
    vaccines.check_dose(lot, on=on, doses=doses)
    return CampaignTally.objects.create(
        post=post, on=on, species=species, doses=doses, lot=lot, entered_by=by, entered_at=at, key=key
    )


def _made(key, **same) -> CampaignTally | None:
    """The row that this key already made; a key used for another count is an old page, not a repeated send."""
    made = CampaignTally.objects.filter(key=key).first()
    if made is not None and any(getattr(made, name) != value for name, value in same.items()):
        raise Refusal("key_used", vaccination.OLD_PAGE)
    return made


@transaction.atomic
def correct(*, tally, doses, reason, at, by, key) -> CampaignTally:
    """Puts another number in the place of a count; the former row stays, and no longer counts. Zero undoes it.

    Raises `Refusal`: `reason_missing`, `already_corrected`, `lot_empty` when the correction needs more than is left.
    """
    if not reason.strip():
        raise Refusal("reason_missing", "Escreva o motivo da correção.")
    lot = vaccines.locked(tally.lot)
    made = _made(key, post=tally.post, doses=doses, corrects=tally)
    if made is not None:
        return made
    if CampaignTally.objects.filter(corrects=tally).exists():
        raise Refusal("already_corrected", "Esta contagem já foi corrigida: corrija a mais nova.")
    more = doses - tally.doses
    if more > 0:
        vaccines.check_dose(lot, on=tally.on, doses=more)
    return CampaignTally.objects.create(
        post=tally.post,
        on=tally.on,
        species=tally.species,
        doses=doses,
        lot=lot,
        entered_by=by,
        entered_at=at,
        key=key,
        corrects=tally,
        reason=reason.strip(),
    )


@dataclass(frozen=True)
class PostDay:
    """What a post did on one day."""

    identified: int
    counted: int

    @property
    def doses(self):
        return self.identified + self.counted


def day_of(post, on) -> PostDay:
    """Doses of a post on a day: to identified animals, and counted."""
    identified = post.vaccinations.standing().filter(on=on).count()
    counted = sum(post.tallies.standing().filter(on=on).values_list("doses", flat=True))
    return PostDay(identified, counted)
