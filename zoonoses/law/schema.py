"""Reading of a whole law file: header, readings, and the references between its parts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from zoonoses.law.model import (
    Choice,
    Coded,
    Counting,
    Header,
    Infraction,
    Obligation,
    Option,
    Practice,
    Reading,
    ReferralRule,
    Sign,
    TransferRule,
    Validity,
)
from zoonoses.law.reader import Reader, as_expression
from zoonoses.law.schema_custody import check_custody, read_custody
from zoonoses.law.schema_sanctions import (
    SANCTION_NAMES,
    check_codes,
    read_circumstances,
    read_gravity,
    read_infractions,
    read_repeats,
)
from zoonoses.law.schema_tables import (
    read_bill,
    read_checks,
    read_destinations,
    read_documents,
    read_household,
    read_licences,
    read_releases,
    read_services,
    read_sizes,
    read_terms,
)

READING_KINDS = ("choice", "bool", "date", "int", "decimal")
SERVICE_MEANS = ("in_person", "postal", "edital")


def read_header(reader: Reader) -> Header:
    """The law's header."""
    header = Header(
        title=reader.text("title"),
        short_title=reader.text("short_title"),
        ementa=reader.text("ementa", ""),
        law_on=reader.day("law_on") or date.min,
        body=reader.text("body"),
        municipality=reader.text("municipality"),
        uf=reader.text("uf"),
        status_note=reader.text("status_note", ""),
        published=reader.text("published", ""),
        letterhead=reader.texts("letterhead", []),
        agent_title=reader.text("agent_title", ""),
    )
    reader.taken.add("unit")
    reader.done()
    return header


def read_units(root: Reader) -> dict[str, str]:
    """Units other than BRL that the file declares, with their names."""
    found = {}
    for code, value in root.table("units").data.items():
        if not isinstance(value, str):
            root.fault(f"units.{code}", "expected the name of the unit")
        found[code] = str(value)
    root.context.units.update(found)
    return found


def read_reading(reader: Reader) -> Reading:
    """One reading; ``default``, or ``unset = true`` for a value to be entered, is obligatory."""
    kind = reader.word("kind", READING_KINDS)
    unset = reader.flag("unset")
    if not unset and not reader.has("default"):
        reader.fault("default", "a reading without default: give one, or unset = true")
    options = []
    for item in reader.tables("options"):
        options.append(Option(_default(item, kind, item.raw("value"), "value"), item.text("label")))
        item.done()
    default = None if unset else _default(reader, kind, reader.raw("default", None), "default")
    if kind == "choice" and not options:
        reader.fault("options", "a choice needs its options")
    if options and default is not None and default not in [option.value for option in options]:
        reader.fault("default", f"{default!r} is not among the options")
    reading = Reading(
        key=reader.text("key"),
        kind=kind,
        label=reader.text("label"),
        article=reader.article(),
        law_text=reader.text("law_text"),
        default=default,
        why=reader.text("why"),
        options=tuple(options),
    )
    reader.done()
    return reading


def _default(reader: Reader, kind: str, value: Any, key: str) -> Any:
    expected: dict[str, type] = {"choice": str, "bool": bool, "date": date, "int": int, "decimal": str}
    if value is None:
        return None
    if not isinstance(value, expected.get(kind, str)) or (kind == "int" and isinstance(value, bool)):
        reader.fault(key, f"expected a value of kind {kind}")
        return None
    if kind == "decimal":
        try:
            return Decimal(str(value))
        except InvalidOperation:
            reader.fault(key, "expected a decimal as a text")
            return None
    return value


def read_readings(root: Reader) -> dict[str, Reading]:
    """Readings by key."""
    for reader in root.tables("readings"):
        reading = read_reading(reader)
        if reading.key in root.context.readings:
            reader.fault("key", f"reading {reading.key!r} stands twice")
        root.context.readings[reading.key] = reading
    return root.context.readings


def read_validity(reader: Reader) -> Validity:
    """From when to when the law applies."""
    validity = Validity(
        reader.text("from_reading"),
        reader.text("until_reading"),
        reader.day("unknown_from", None),
        reader.article(),
    )
    for key in (validity.from_reading, validity.until_reading):
        if key and key not in reader.context.readings:
            reader.fault("", f"no reading {key!r}")
    reader.done()
    return validity


def read_counting(reader: Reader) -> Counting:
    """How days are counted."""
    counting = Counting(
        reader.condition("exclude_start", ()),
        reader.condition("extend", ()),
        reader.condition("month_end", ()),
        reader.article(),
        reader.text("extend_article", ""),
    )
    reader.done()
    return counting


def read_practice(reader: Reader) -> Practice:
    """How acts are called and shaped; ``articles`` says which points the law itself fixes."""
    articles = reader.table("articles")
    practice = Practice(
        intimation_name=reader.text("intimation_name"),
        penalty_stage=reader.word("penalty_stage", ("imposed", "proposed")),
        prior_from=reader.word("prior_from", ("notice", "final_decision")),
        multiple=reader.word("multiple", ("one_notice_items", "one_fine")),
        control_form=reader.text("control_form", "") or None,
        notice_form=reader.text("notice_form", "") or None,
        notice_copies=reader.integer("notice_copies", None),
        copy_labels=reader.texts("copy_labels", []),
        notice_fixed_text=reader.text("notice_fixed_text", ""),
        defence_line=reader.text("defence_line", ""),
        defence_term=reader.text("defence_term", ""),
        appeal_term=reader.text("appeal_term", ""),
        payment_term=reader.text("payment_term", ""),
        judged_by=reader.text("judged_by", ""),
        appealed_to=reader.text("appealed_to", ""),
        money_to=reader.text("money_to", ""),
        money_of=reader.word("money_of", ("fines", "all"), "fines"),
        requires_before_intimation=reader.texts("requires_before_intimation", []),
        registration_requires=reader.texts("registration_requires", []),
        adoption_bars=reader.texts("adoption_bars", []),
        extension_allowed=reader.flag("extension_allowed"),
        scope_species=reader.texts("scope_species", []),
        scope_note=reader.text("scope_note", ""),
        domestic_only=reader.flag("domestic_only"),
        service_means=reader.texts("service_means", []),
        defence_places=reader.texts("defence_places", []),
        articles={key: str(value) for key, value in articles.data.items()},
    )
    reader.done()
    return practice


def read_obligations(root: Reader) -> dict[str, Obligation]:
    """Duties without infraction code."""
    found = {}
    for code, reader in root.entries("obligations").items():
        found[code] = Obligation(code, reader.article(), reader.text("label"), reader.text("who"))
        reader.done()
    return found


def read_signs(root: Reader) -> tuple[Sign, ...]:
    """The law's own list of signs."""
    found = []
    for reader in root.tables("signs"):
        sign = Sign(
            reader.text("code"), reader.text("text"), reader.texts("provisions"), reader.texts("infractions")
        )
        reader.done()
        found.append(sign)
    return tuple(found)


def read_labels(root: Reader) -> dict[str, str]:
    """Portuguese words of codes that only this law uses."""
    return {code: str(value) for code, value in root.table("labels").data.items()}


def read_grounds(root: Reader) -> tuple[Coded, ...]:
    """On what grounds the law lets an animal be seized."""
    found = []
    for reader in root.tables("seizure_grounds"):
        found.append(Coded(reader.text("code"), reader.text("label"), reader.article()))
        reader.done()
    return tuple(found)


def read_transfer(reader: Reader) -> TransferRule:
    """Who answers for an animal between its sale and the update of the registry."""
    rule = TransferRule(reader.article(), reader.text("law_text"), reader.texts("liable"))
    if not rule.liable:
        reader.fault("liable", "expected the codes of who bears a sanction that follow the registry")
    reader.done()
    return rule


def read_referral(reader: Reader) -> ReferralRule:
    """What the law has sent on to another authority."""
    rule = ReferralRule(
        code=reader.text("code"),
        to=reader.text("to"),
        after=reader.text("after"),
        article=reader.article(),
        law_text=reader.text("law_text"),
    )
    reader.done()
    return rule


def read_ruleset(root: Reader) -> dict[str, Any]:
    """All the parts of a ruleset; faults are in the reader's context."""
    if root.integer("format") != 1:
        root.fault("format", "expected 1")
    parts: dict[str, Any] = {"id": root.text("id"), "units": read_units(root)}
    law = root.table("law")
    parts.update(unit=law.unit("unit"), header=read_header(law), readings=read_readings(root))
    parts["defaults"] = {key: reading.default for key, reading in parts["readings"].items()}
    parts.update(
        validity=read_validity(root.table("validity")), counting=read_counting(root.table("counting"))
    )
    parts["gravities"], parts["gravity"] = read_gravity(root.table("gravity"))
    parts.update(circumstances=read_circumstances(root), repeats=read_repeats(root))
    sanctions = root.table("sanctions")
    parts["prior_count"] = sanctions.choice(
        "prior_count", SANCTION_NAMES, as_expression(SANCTION_NAMES), "priors"
    )
    sanctions.done()
    parts.update(
        infractions=read_infractions(root, parts["repeats"], parts["gravities"]),
        obligations=read_obligations(root),
        signs=read_signs(root),
        checks=read_checks(root),
        terms=read_terms(root),
        sizes=read_sizes(root),
        prices=read_services(root),
        checklists=read_releases(root),
        documents=read_documents(root),
        licences=read_licences(root),
        practice=read_practice(root.table("practice")),
        labels=read_labels(root),
        seizure_grounds=read_grounds(root),
        custody=read_custody(root.table("custody")),
    )
    parts.update(read_optional(root))
    parts["size_of"] = {species: size.code for size in parts["sizes"].values() for species in size.species}
    for check in (_check_references, _check_terms, _check_licences, check_custody):
        check(root, parts)
    root.done()
    return parts


def read_optional(root: Reader) -> dict[str, Any]:
    """The parts that a law may not have: each question about an absent one is not in the law."""
    conversion = root.table("conversion")
    parts: dict[str, Any] = {"index_date_reading": conversion.text("date_reading", "")}
    conversion.done()
    for key, read in (
        ("bill", read_bill),
        ("household", read_household),
        ("destinations", read_destinations),
    ):
        parts[key] = read(root.table(key)) if root.has(key) else None
    parts["transfer"] = read_transfer(root.table("transfer")) if root.has("transfer") else None
    parts["referral"] = read_referral(root.table("referral")) if root.has("referral") else None
    root.taken.update(("bill", "household", "destinations", "transfer", "referral"))
    return parts


def _check_references(root: Reader, parts: Mapping[str, Any]) -> None:
    infractions: dict[str, Infraction] = parts["infractions"]
    codes: list[tuple[str, str]] = []
    for check in parts["checks"].values():
        codes.extend((f"checks.{check.code}.outcome", code) for _, code in check.outcome.options)
    for index, sign in enumerate(parts["signs"]):
        codes.extend((f"signs[{index}].infractions", code) for code in sign.infractions)
    household = parts["household"]
    outcome: Choice[str] = household.outcome if household else Choice(())
    codes.extend(("household.outcome", code) for _, code in outcome.options)
    for item in parts["bill"].items if parts["bill"] else ():
        if item.fine_of:
            codes.append((f"bill.items.{item.code}.fine_of", item.fine_of))
        if item.service and item.service not in parts["prices"]:
            root.fault(f"bill.items.{item.code}.service", f"no service {item.service!r}")
    check_codes(root, infractions, codes)
    for path, term in root.context.terms_asked:
        if term not in parts["terms"]:
            root.fault(path, f"no term {term!r}")
    if any(item.intimation for item in infractions.values()) and "intimation" not in parts["terms"]:
        root.fault(
            "terms.intimation", "missing: an infraction has an intimation, so its counting must be said"
        )
    practice: Practice = parts["practice"]
    for code in (practice.control_form, practice.notice_form, *practice.requires_before_intimation):
        if code and code not in parts["documents"] and code != "photographic_record":
            root.fault("practice", f"no document {code!r}")
    for code in practice.adoption_bars:
        if code not in infractions:
            root.fault("practice.adoption_bars", f"no infraction {code!r}")
    for means in practice.service_means:
        if means not in SERVICE_MEANS:
            root.fault("practice.service_means", f"{means!r} is none of {', '.join(SERVICE_MEANS)}")
    referral: ReferralRule | None = parts["referral"]
    if referral and referral.after not in parts["documents"]:
        root.fault("referral.after", f"no document {referral.after!r}")
    if parts["index_date_reading"] and parts["index_date_reading"] not in parts["readings"]:
        root.fault("conversion.date_reading", "no such reading")


def _check_licences(root: Reader, parts: Mapping[str, Any]) -> None:
    for licence in parts["licences"].values():
        path = f"licences.{licence.code}"
        for key, code in [
            ("request_term", licence.request_term),
            *(("validity_term", code) for _, code in licence.validity_term.options),
        ]:
            if code and code not in parts["terms"]:
                root.fault(f"{path}.{key}", f"no term {code!r}")
        if licence.request_document and licence.request_document not in parts["documents"]:
            root.fault(f"{path}.request_document", f"no document {licence.request_document!r}")
        if licence.household and not (parts["household"] and parts["household"].licence):
            root.fault(f"{path}.household", "a [household] with its licence is needed")


def _check_terms(root: Reader, parts: Mapping[str, Any]) -> None:
    named: list[tuple[str, str]] = []
    destinations, practice, bill = parts["destinations"], parts["practice"], parts["bill"]
    if destinations:
        named += [("destinations.term", destinations.term), ("destinations.ceiling", destinations.ceiling)]
    for key in ("defence_term", "appeal_term", "payment_term"):
        named.append((f"practice.{key}", getattr(practice, key)))
    for path, code in named:
        if code and code not in parts["terms"]:
            root.fault(path, f"no term {code!r}")
    sizes = set(parts["sizes"])
    for item in bill.items if bill else ():
        for table in (item.by_size, item.rates.by_size if item.rates else {}):
            if table and set(table) != sizes:
                root.fault(
                    f"bill.items.{item.code}.by_size",
                    f"expected one for each size: {', '.join(sorted(sizes))}",
                )
