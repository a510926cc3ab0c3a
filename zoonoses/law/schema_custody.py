"""Reading of `[custody]`: what a law file says of keeping seized animals and of how each destination is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zoonoses.law.reader import Reader
from zoonoses.law.tables import CustodyRule, Taking, Way

FORMS = (
    *("adoption", "donation", "research", "return", "auction", "sale", "tender", "sacrifice", "vet"),
    "community",
)
SEPARATED = ("species", "sex")


def read_custody(reader: Reader) -> CustodyRule:
    """The table; empty parts are what the law does not say."""
    custody = CustodyRule(
        article=reader.text("article", ""),
        separated_by=_words(reader, "separated_by", SEPARATED),
        separated_article=reader.text("separated_article", ""),
        record_document=reader.text("record_document", ""),
        entry_document=reader.text("entry_document", ""),
        entry_article=reader.text("entry_article", ""),
        notice_document=reader.text("notice_document", ""),
        notice_ordered=reader.flag("notice_ordered"),
        notice_article=reader.text("notice_article", ""),
        summons=reader.word("summons", ("identified", ""), ""),
        summons_article=reader.text("summons_article", ""),
        liability=reader.text("liability", ""),
        liability_article=reader.text("liability_article", ""),
        after_term=reader.text("after_term", ""),
        after_term_article=reader.text("after_term_article", ""),
        event_infraction=reader.text("event_infraction", ""),
        event_grounds=reader.texts("event_grounds", []),
        event_notice=reader.word("event_notice", ("condition", "optional", ""), ""),
        event_article=reader.text("event_article", ""),
        free_ground=reader.flag("free_ground"),
        free_ground_article=reader.text("free_ground_article", ""),
        vet_facts=reader.texts("vet_facts", []),
        takings=tuple(_read_taking(item) for item in reader.tables("takings")),
        ways=tuple(_read_way(item) for item in reader.tables("ways")),
    )
    reader.done()
    return custody


def _words(reader: Reader, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    found = reader.texts(key, [])
    for word in found:
        if word not in known:
            reader.fault(key, f"expected some of {', '.join(known)}; found {word!r}")
    return found


def _read_taking(reader: Reader) -> Taking:
    taking = Taking(
        measure=reader.text("measure"), article=reader.article(), ground=reader.text("ground", "")
    )
    reader.done()
    return taking


def _read_way(reader: Reader) -> Way:
    way = Way(
        code=reader.text("code"),
        forms=_words(reader, "forms", FORMS),
        article=reader.article(),
        needs=reader.codes("needs", ()),
        checklist=reader.text("checklist", ""),
        contract=reader.text("contract", ""),
        informs=reader.text("informs", ""),
        takers=reader.text("takers", ""),
        free_article=reader.text("free_article", ""),
        registration_reading=reader.text("registration_reading", ""),
        stands_alone=reader.flag("stands_alone"),
    )
    if not way.forms:
        reader.fault("forms", f"expected some of {', '.join(FORMS)}")
    reader.done()
    return way


def check_custody(root: Reader, parts: Mapping[str, Any]) -> None:
    """Faults of names that the rest of the file does not have, and of destinations without a way."""
    custody: CustodyRule = parts["custody"]
    _check_documents(root, parts)
    if custody.event_infraction and custody.event_infraction not in parts["infractions"]:
        root.fault("custody.event_infraction", f"no infraction {custody.event_infraction!r}")
    grounds = [ground.code for ground in parts["seizure_grounds"]]
    for code in sorted({code for code in grounds if grounds.count(code) > 1}):
        root.fault("seizure_grounds", f"ground {code!r} stands twice")
    for code in custody.event_grounds:
        if code not in grounds:
            root.fault("custody.event_grounds", f"no ground {code!r} of [[seizure_grounds]]")
    _check_takings(root, custody, grounds)
    destinations = parts["destinations"]
    listed = {item.code for item in destinations.choices} - {"redemption"} if destinations else set()
    known = {way.code for way in custody.ways}
    for code in sorted(listed - known):
        root.fault("custody.ways", f"destination {code!r} has no way")
    for index, way in enumerate(custody.ways):
        path = f"custody.ways[{index}]"
        if way.code not in listed and not way.stands_alone:
            root.fault(f"{path}.code", f"no destination {way.code!r}; or say stands_alone")
        if way.checklist and way.checklist not in parts["checklists"]:
            root.fault(f"{path}.checklist", f"no release {way.checklist!r}")
        if way.registration_reading and way.registration_reading not in parts["readings"]:
            root.fault(f"{path}.registration_reading", "no such reading")
    facts = {fact.name for fact in destinations.facts} if destinations else set()
    for name in custody.vet_facts:
        if name not in facts:
            root.fault("custody.vet_facts", f"no fact {name!r} of [destinations]")


def _check_takings(root: Reader, custody: CustodyRule, grounds: list[str]) -> None:
    for index, taking in enumerate(custody.takings):
        if taking.ground and taking.ground not in grounds:
            root.fault(
                f"custody.takings[{index}].ground", f"no ground {taking.ground!r} of [[seizure_grounds]]"
            )
    if custody.takings and custody.event_infraction and not custody.event_grounds:
        root.fault(
            "custody.event_grounds", "expected the grounds that are the event: [[custody.takings]] is none"
        )


def _check_documents(root: Reader, parts: Mapping[str, Any]) -> None:
    custody: CustodyRule = parts["custody"]
    named = [
        (f"custody.{key}", getattr(custody, key))
        for key in ("record_document", "entry_document", "notice_document")
    ]
    for index, way in enumerate(custody.ways):
        named += [(f"custody.ways[{index}].{key}", getattr(way, key)) for key in ("contract", "informs")]
    for path, code in named:
        if code and code not in parts["documents"]:
            root.fault(path, f"no document {code!r}")
