"""What the law lists for an animal in custody on a day, with each condition met or missing; and the guard of them all.

The page and the acts ask the same functions: what is not offered here is refused there, with the same sentence.
"""

from dataclasses import dataclass
from datetime import datetime

from impound.models import Exit, LotAnimal
from impound.services import law, leaving, state
from impound.services.redemptions import standing_claim
from impound.services.ways import Outlook, WayState, outlook
from registry.services import community
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities import clock

Kind = Exit.Kind
BY_CONTRACT = (Kind.ADOPTION, Kind.DONATION)
RECEIVED = (*BY_CONTRACT, Kind.RESEARCH)
PLACED = (Kind.RETURN, Kind.COMMUNITY)
OF_VET = (Kind.VET, Kind.SACRIFICE)
SOLD = (Kind.SALE, Kind.AUCTION, Kind.TENDER)
ENTRY, CHIP, INFORMED = "entry_exams", "chip", "adopter_informed"
# A duty of the public power, where a law has it, that forbids killing to have fewer animals.
POPULATION = "neutering_programme"
REPEATED_KEY = Refusal("repeated_key", "Este envio já registrou outro ato. Abra a página de novo e repita.")


@dataclass(frozen=True)
class Condition:
    """One thing that a destination asks for. `in_act`: the act itself fulfils it. `how` says how it was met."""

    code: str
    label: str
    article: str
    met: bool
    in_act: bool = False
    how: str = ""


@dataclass(frozen=True)
class Offer:
    """One destination of the law on a day, with the law's own words on how it is done."""

    state: WayState
    way: object
    conditions: tuple[Condition, ...] = ()
    held: Refusal | None = None

    @property
    def missing(self) -> tuple[Condition, ...]:
        """What must be done before; what the act itself fulfils holds nothing up."""
        return tuple(row for row in self.conditions if not (row.met or row.in_act))

    @property
    def is_open(self) -> bool:
        return self.state.allowed and self.held is None and not self.missing

    @property
    def forms(self) -> tuple[tuple[str, str], ...]:
        """Each form of the act with its words: `("adoption", "adoção")`."""
        return tuple((form, Kind(form).label) for form in self.way.forms)


@dataclass(frozen=True)
class Offers:
    """Every destination of the law in its order, preferred first. `held` is why nothing may happen at all."""

    offers: tuple[Offer, ...] = ()
    outlook: Outlook | None = None
    held: Refusal | None = None
    population: object = None
    after_term: str = ""
    after_term_article: str = ""


def offers(custody, *, at: datetime, lawbook=None, lot=None) -> Offers:
    """The destinations of an animal at a moment. `lot` is the sale whose own animals are asked about.

    Raises `Refusal` where no law was adopted for the day of the seizure.
    """
    lawbook = lawbook or law.lawbook_of(custody)
    rules = state.ruleset_of(lawbook)
    on = clock.local(custody.municipality, at).date()
    found = outlook(custody, on, lawbook=lawbook)
    held = found.held or found.refusal or _claimed(custody, at) or _in_lot(custody, lot)
    rows = []
    for way_state in found.ways:
        way = rules.custody.way(way_state.code)
        if way is not None:
            conditions = _conditions(custody, way, on, lawbook)
            rows.append(Offer(way_state, way, conditions, held))
    ended = on >= found.starts_on if found.starts_on else False
    return Offers(
        offers=tuple(rows),
        outlook=found,
        held=held,
        population=rules.obligations.get(POPULATION),
        after_term=rules.custody.after_term if ended else "",
        after_term_article=rules.custody.after_term_article,
    )


def _claimed(custody, at) -> Refusal | None:
    found = standing_claim(custody, at=at)
    if found is None:
        return None
    return Refusal(
        "claimed",
        f"{found.requester.name} pediu o resgate em {found.act.on:%d/%m/%Y} e já pagou: entregue o animal "
        "ou registre a desistência.",
    )


def lot_of(custody) -> LotAnimal | None:
    """The place of the animal in a lot that is announced or sold; deserted and annulled lots free their animals."""
    rows = LotAnimal.objects.filter(custody=custody, lot__act__document__annulment=None)
    deserted = rows.filter(lot__result__isnull=False, lot__result__winner=None)
    return rows.exclude(pk__in=deserted).select_related("lot__act__document").first()


def _in_lot(custody, own_lot) -> Refusal | None:
    found = lot_of(custody)
    if found is None or (own_lot is not None and found.lot_id == own_lot.pk):
        return None
    return Refusal(
        "in_lot",
        f"O animal está no lote do {found.lot.act.document}: registre o resultado, ou anule o edital.",
    )


def _conditions(custody, way, on, lawbook) -> tuple[Condition, ...]:
    """Entry exams, the needs of the way and the law's checklist for it, each once, in that order."""
    proved = _proved(custody, on, lawbook)
    rows = {}
    if not set(way.forms) & set(OF_VET):
        rows |= _entry(custody, lawbook)
    for need in way.needs:
        rows[need.code] = (need.label or lawbook.ruleset.label(need.code), need.article or way.article)
    if way.checklist:
        listed = law.release(lawbook, purpose=way.checklist, provided=proved, facts={})
        if listed.refusal is not None:
            raise listed.refusal
        rows |= {need.code: (need.label, need.article) for need in listed.needs}
    in_act = {way.contract, CHIP} | ({INFORMED} if way.informs else set())
    return tuple(
        Condition(code, label, article, code in proved, code in in_act, _how(custody, code, on, proved))
        for code, (label, article) in rows.items()
    )


def _entry(custody, lawbook) -> dict:
    asked = state.entry_exams(custody, lawbook=lawbook)
    return {ENTRY: (lawbook.ruleset.label(ENTRY), asked[0].article)} if asked else {}


def _proved(custody, on, lawbook) -> set[str]:
    found = state.provided(custody, on=on, lawbook=lawbook)
    if community.commitment_of(custody.animal) is not None:
        found |= {"commitment_statement", "request"}  # the term is also the request of the return
    return found


def _how(custody, code, on, proved) -> str:
    """How a condition was met, in words, where the record says more than that it was."""
    if code not in proved:
        return ""
    animal = custody.animal
    if code == "neutering" and animal.neutered_on:
        return f"em {animal.neutered_on:%d/%m/%Y}"
    if code == "rabies_vaccination":
        dose = animal.vaccinations.standing().filter(is_rabies=True, on__lte=on).order_by("-on").first()
        return f"em {dose.on:%d/%m/%Y}" if dose else ""
    if code in (CHIP, "identification"):
        return ", ".join(chip.number for chip in animal.chips.order_by("pk")) or custody.chip_read
    if code == "registration" and hasattr(animal, "rga"):
        return str(animal.rga)
    if code == "commitment_statement":
        return str(community.commitment_of(animal).document)
    if code == "accredited_laboratory_exam":
        exam = state.accredited_exam(custody)
        return f"{exam.label}: {exam.get_result_display()} ({exam.laboratory or 'credenciado'}, {exam.on:%d/%m/%Y})"
    treated = [row for row in state.standing_events(custody) if row.code == code]
    return f"em {treated[-1].on:%d/%m/%Y}" if treated else ""


def check(custody, *, code: str, form: str, at: datetime, done=frozenset(), lawbook=None, lot=None) -> Offer:
    """The offer of one destination in one form, when the law allows it now; the one guard of every act.

    `done` are the conditions that the act fulfils. Raises `Refusal`: left already, not listed, not yet, and why, held
    by an observation, a claim or a lot, or a condition missing with its article.
    """
    leaving.check_present(custody)
    lawbook = lawbook or law.lawbook_of(custody)
    found = offers(custody, at=at, lawbook=lawbook, lot=lot)
    if found.held is not None:
        raise found.held
    offer = next((row for row in found.offers if row.way.code == code and form in row.way.forms), None)
    if offer is None:
        title, article = lawbook.ruleset.header.short_title, lawbook.ruleset.custody.article
        raise Refusal("not_listed", f"A {title} não lista esta destinação.", article)
    if not offer.state.allowed:
        raise Refusal(
            "not_allowed", f"{_upper(offer.state.label)}: {offer.state.reason}", offer.state.article
        )
    missing = [row for row in offer.conditions if not row.met and row.code not in done]
    if missing:
        raise Refusal(
            "missing",
            f"Falta para esta destinação: {'; '.join(row.label for row in missing)}.",
            "; ".join(dict.fromkeys(row.article for row in missing if row.article)),
        )
    return offer


def exit_by(act, custody) -> Exit:
    """The exit that an act made of an animal; raises `Refusal` for a form whose key had already made another act."""
    rows = Exit.objects.select_related("act__document", "receiver").filter(act=act, custody_id=custody.pk)
    found = rows.first()
    if found is None:
        raise REPEATED_KEY
    return found


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
