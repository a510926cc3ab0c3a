"""Reading of what a law file says of terms, prices, bills, custody, documents and practice."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from zoonoses.law.expressions import Expression
from zoonoses.law.model import Check, Choice, TermRule, TermShape, Version
from zoonoses.law.reader import NOTHING, Reader, as_expression, as_text
from zoonoses.law.schema_sanctions import check_versions
from zoonoses.law.tables import (
    BillItem,
    BillRule,
    Destinations,
    DocumentRule,
    Field,
    Household,
    LicenceRule,
    Price,
    Rates,
    Release,
    SizeClass,
)

TERM_NAMES = ("days",)
SHAPE_KEYS = (
    *(
        "count",
        "length",
        "length_reading",
        "length_given",
        "includes_start",
        "extended",
        "opening",
        "endless",
    ),
)
DAY_BASES = ("calendar_inclusive", "calendar_nights", "periods_24h", "business_days")
BILL_NAMES = ("animals", "custody_days", "priors", "count")
DECIDERS = ("agent", "vet", "manager")
HOLDERS = ("home", "establishment")
HOUSEHOLD_NAMES = ("counted", "total", "largest", "on", "limit")


def names_of(facts: tuple[Any, ...], *more: str) -> tuple[str, ...]:
    """Names of the facts, and ``more``."""
    return (*(fact.name for fact in facts), *more)


def read_terms(root: Reader) -> dict[str, TermRule]:
    """All terms by code."""
    return {code: _read_term(code, reader) for code, reader in root.entries("terms").items()}


def _read_term(code: str, reader: Reader) -> TermRule:
    offered_by = reader.word("offered_by", ("infraction", "agent"), "")
    label, article = reader.text("label"), reader.article()
    start_label = reader.text("start_label")
    from_publication = reader.flag("from_publication")
    versions: list[Version[Choice[TermShape]]] = []
    base = {key: reader.data[key] for key in SHAPE_KEYS if key in reader.data}
    reader.taken.update(SHAPE_KEYS)
    dated = reader.tables("versions")
    cases = reader.tables("cases")
    if not dated:
        versions.append(Version(_shapes(reader, base, cases, offered_by)))
    for item in dated:
        own = {key: item.data[key] for key in SHAPE_KEYS if key in item.data}
        item.taken.update(SHAPE_KEYS)
        starts, ends = item.day("from"), item.day("until", None)
        versions.append(
            Version(
                _shapes(item, {**base, **own}, [*item.tables("cases"), *cases], offered_by), starts, "", ends
            )
        )
        item.article()
        item.done()
    check_versions(reader, [(version.starts, version.ends) for version in versions])
    reader.done()
    return TermRule(code, label, article, start_label, from_publication, offered_by, tuple(versions))


def _shapes(
    reader: Reader, base: Mapping[str, Any], cases: list[Reader], offered_by: str
) -> Choice[TermShape]:
    options: list[tuple[Expression | None, TermShape]] = []
    for case in cases:
        when = case.condition("when", TERM_NAMES)
        own = {key: case.data[key] for key in SHAPE_KEYS if key in case.data}
        case.taken.update((*SHAPE_KEYS, "when"))
        case.done()
        merged = {**base, **own}
        for key in ("length", "length_given", "length_reading"):
            if key in own:
                merged.update(
                    {other: None for other in ("length", "length_given", "length_reading") if other != key}
                )
        options.append((when, _shape(case, merged, offered_by)))
    options.append((None, _shape(reader, base, offered_by)))
    return Choice(tuple(options))


def _shape(reader: Reader, data: Mapping[str, Any], offered_by: str) -> TermShape:
    inner = Reader(
        {key: value for key, value in data.items() if value is not None}, reader.path, reader.context
    )
    endless = inner.flag("endless")
    if "count" not in data and not endless:
        reader.fault("count", "a term without day-counting: say days, business_days or months")
    count = inner.word("count", ("days", "business_days", "months"), "days")
    length = inner.integer("length", None)
    reading = inner.text("length_reading", "")
    given = inner.flag("length_given")
    if reading and reading not in reader.context.readings:
        reader.fault("length_reading", f"no reading {reading!r}")
    if length is None and not (reading or given or offered_by or endless):
        reader.fault("length", "missing: a number, length_reading or length_given")
    source = reading or ("given" if given or offered_by else "fixed")
    return TermShape(
        count=count,
        length=length,
        length_from="fixed" if length is not None else source,
        includes_start=inner.flag("includes_start"),
        extended=inner.flag("extended"),
        opening=inner.flag("opening"),
        endless=endless,
    )


def read_sizes(root: Reader) -> dict[str, SizeClass]:
    """Size classes by code."""
    found = {}
    for reader in root.tables("sizes"):
        size = SizeClass(reader.text("code"), reader.text("label"), reader.article(), reader.texts("species"))
        reader.done()
        found[size.code] = size
    return found


def read_checks(root: Reader) -> dict[str, Check]:
    """Finding checks by code."""
    found = {}
    for code, reader in root.entries("checks").items():
        facts = reader.facts()
        names = names_of(facts)
        found[code] = Check(
            code,
            reader.text("label"),
            reader.article(),
            facts,
            reader.choice("outcome", names, as_text),
            reader.choice("refuse", names, as_text, None),
        )
        reader.done()
    return found


def read_services(root: Reader) -> dict[str, Price]:
    """Public prices by service."""
    found = {}
    for code, reader in root.entries("services").items():
        facts = reader.facts()
        names = names_of(facts, "quantity")
        label, article = reader.text("label"), reader.article()
        versions: list[Version[Decimal | str]] = []
        for item in reader.tables("versions") or [reader]:
            starts = None if item is reader else item.day("from")
            ends = None if item is reader else item.day("until", None)
            reading = item.text("amount_reading", "")
            amount = item.money("amount", None)
            if amount is None and not reading:
                item.fault("amount", "missing: an amount or amount_reading")
            if reading and reading not in root.context.readings:
                item.fault("amount_reading", f"no reading {reading!r}")
            versions.append(Version(reading or amount or Decimal(0), starts, "", ends))
            if item is not reader:
                item.article()
                item.done()
        check_versions(reader, [(version.starts, version.ends) for version in versions])
        found[code] = Price(
            code,
            label,
            article,
            tuple(versions),
            reader.choice("quantity", names, as_expression(names), "quantity"),
            reader.condition("offered", names),
            facts,
        )
        reader.done()
    return found


def read_bill(reader: Reader) -> BillRule:
    """The bill of a redemption."""
    facts = reader.facts()
    names = names_of(facts, *BILL_NAMES)
    bill = BillRule(
        article=reader.article(),
        times=reader.word("times", ("none", "optional", "required")),
        days=reader.choice("days", names, as_text, None),
        species=reader.texts("species", []),
        sized=reader.flag("sized"),
        lots=reader.choice("lots", names, as_expression(names), "count"),
        expenses=reader.codes("expenses", names),
        items=tuple(_read_item(item, names) for item in reader.tables("items")),
        facts=facts,
    )
    for _, basis in bill.days.options:
        if basis not in DAY_BASES:
            reader.fault("days", f"expected one of {', '.join(DAY_BASES)}; found {basis!r}")
    reader.done()
    return bill


def _read_item(reader: Reader, names: tuple[str, ...]) -> BillItem:
    item = BillItem(
        code=reader.text("code"),
        label=reader.text("label"),
        article=reader.article(),
        when=reader.condition("when", names),
        amount=reader.money("amount", None),
        service=reader.text("service", ""),
        quantity=reader.choice("quantity", names, as_expression(names), "1"),
        by_size=reader.amounts("by_size"),
        rates=_read_rates(reader.table("rates"), names),
        factor=reader.choice("factor", names, as_expression(names), "1"),
        fine_of=reader.text("fine_of", ""),
    )
    if item.amount is None and not (item.service or item.by_size or item.rates or item.fine_of):
        reader.fault("amount", "an item has an amount, a service, by_size, rates or fine_of")
    reader.done()
    return item


def _read_rates(reader: Reader, names: tuple[str, ...]) -> Rates | None:
    if not reader.data:
        return None
    table = reader.table("by_size")
    by_size = {}
    for size in table.data:
        amounts = [table.amount(f"{size}[{index}]", value) for index, value in enumerate(table.raw(size))]
        by_size[size] = tuple(amount for amount in amounts if amount is not None)
    rates = Rates(
        by_size,
        reader.choice("mode", names, as_text),
        reader.choice("after_last", names, as_text),
        reader.money("step", "0.00") or Decimal(0),
    )
    reader.done()
    return rates


def read_household(reader: Reader) -> Household:
    """The limit of animals in one home."""
    facts = reader.facts()
    names = names_of(facts, *HOUSEHOLD_NAMES)
    household = Household(
        article=reader.article(),
        species=reader.texts("species"),
        older_than_days=reader.integer("older_than_days") or 0,
        counted=reader.choice("counted", names, as_expression(names), "total"),
        limit=reader.choice("limit", names, as_expression(names)),
        outcome=reader.choice("outcome", names, as_text),
        licence=reader.condition("licence", names),
        facts=facts,
    )
    reader.done()
    return household


def read_licences(root: Reader) -> dict[str, LicenceRule]:
    """What the law licenses, by code."""
    found = {}
    for code, reader in root.entries("licences").items():
        paper = reader.text("paper", "")
        decided_by = reader.texts("decided_by", NOTHING if paper else [])
        for role in decided_by:
            if role not in DECIDERS:
                reader.fault("decided_by", f"expected some of {', '.join(DECIDERS)}; found {role!r}")
        found[code] = LicenceRule(
            code=code,
            label=reader.text("label"),
            article=reader.article(),
            law_text=reader.text("law_text"),
            holder=reader.word("holder", HOLDERS),
            paper=paper,
            decided_by=decided_by,
            decided_label=reader.text("decided_label", NOTHING if paper else ""),
            decided_article=reader.text("decided_article", ""),
            request_document=reader.text("request_document", ""),
            request_term=reader.text("request_term", ""),
            closes=reader.flag("closes"),
            validity_term=reader.choice("validity_term", (), as_text, None),
            visit_article=reader.text("visit_article", ""),
            vet_article=reader.text("vet_article", ""),
            household=reader.flag("household"),
            lists_animals=reader.flag("lists_animals"),
            no_replacement=reader.text("no_replacement", ""),
        )
        reader.done()
    return found


def read_releases(root: Reader) -> dict[str, Release]:
    """Conditions of a release by purpose."""
    found = {}
    for code, reader in root.entries("releases").items():
        facts = reader.facts()
        names = names_of(facts, "provided")
        label, article = reader.text("label"), reader.article()
        found[code] = Release(code, label, article, reader.codes("needs", names), facts)
        reader.done()
    return found


def read_destinations(reader: Reader) -> Destinations:
    """What may be done with a seized animal."""
    facts = reader.facts()
    names = names_of(facts, "ended", "seized_on", "on")
    destinations = Destinations(
        article=reader.article(),
        term=reader.text("term"),
        ceiling=reader.text("ceiling", ""),
        choices=reader.codes("choices", names),
        preferred=reader.codes("preferred", names),
        facts=facts,
    )
    reader.done()
    return destinations


def read_documents(root: Reader) -> dict[str, DocumentRule]:
    """Documents whose content the law lists, by code."""
    found = {}
    for code, reader in root.entries("documents").items():
        facts = reader.facts()
        names = names_of(facts)
        label, article = reader.text("label"), reader.article()
        copies = reader.integer("copies", None)
        fields = []
        for item in reader.tables("fields"):
            fields.append(
                Field(item.text("code"), item.text("label"), item.condition("when", names), item.article(""))
            )
            item.done()
        labels = reader.texts("copy_labels", [])
        if labels and len(labels) != copies:
            reader.fault("copy_labels", "as many labels as copies")
        found[code] = DocumentRule(code, label, article, copies, tuple(fields), facts, labels)
        reader.done()
    return found
