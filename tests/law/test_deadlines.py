"""Counting of days: business days, extensions, months, unknown calendars."""

from datetime import date

import holidays
import pytest

from tests.law.support import RULESETS, ask, law
from zoonoses.law import Calendar, LawError, answer, municipal_days
from zoonoses.law.calendar import add_months, easter, years_completed


def official(uf, *years):
    """National and state days of the years, and the municipality's own."""
    return dict(holidays.country_holidays("BR", subdiv=uf, years=years, categories=("public",)).items())


@pytest.mark.parametrize(
    ("name", "uf", "term", "start", "due"),
    [
        ("joao-neiva-es", "ES", "defence", "2026-04-02", "2026-04-20"),
        ("cuiaba-mt", "MT", "redemption", "2026-04-07", "2026-04-13"),
        ("cuiaba-mt", "MT", "redemption", "2026-11-18", "2026-11-24"),
        ("cuiaba-mt", "MT", "redemption", "2026-12-04", "2026-12-10"),
        ("joao-neiva-es", "ES", "defence", "2025-12-19", "2026-01-06"),
    ],
)
def test_published_deadlines(name, uf, term, start, due):
    days = official(uf, 2025, 2026)
    for year in (2025, 2026):
        days.update(
            {day.on: day.name for day in municipal_days(RULESETS / "calendars" / f"{name}.toml", year)}
        )
    found = answer(law(name), "term", {"term": term, "start": start}, calendar=Calendar(days))
    assert found["due_on"] == due


def test_count_past_the_known_holidays_raises():
    calendar = Calendar({date(2026, 12, 25): "Natal"}, known_until=date(2026, 12, 31))
    given = {"term": "defence", "start": "2026-12-10"}
    assert answer(law("joao-neiva-es"), "term", given, calendar=calendar)["due_on"] == "2026-12-24"
    with pytest.raises(LawError) as raised:
        answer(law("joao-neiva-es"), "term", {**given, "start": "2026-12-21"}, calendar=calendar)
    assert raised.value.code == "calendar_unknown"
    assert raised.value.details["year"] == 2027


def test_an_extension_past_the_known_holidays_raises():
    calendar = Calendar({}, known_until=date(2026, 12, 31))
    with pytest.raises(LawError) as raised:
        answer(law("joao-neiva-es"), "term", {"term": "payment", "start": "2026-12-04"}, calendar=calendar)
    assert raised.value.details["year"] == 2027


@pytest.mark.parametrize(
    ("start", "months", "next_day", "month_end"),
    [
        (date(2012, 1, 31), 1, date(2012, 3, 1), date(2012, 2, 29)),
        (date(2011, 1, 31), 1, date(2011, 3, 1), date(2011, 2, 28)),
        (date(2012, 2, 29), 12, date(2013, 3, 1), date(2013, 2, 28)),
        (date(2012, 8, 31), 6, date(2013, 3, 1), date(2013, 2, 28)),
        (date(2012, 11, 30), 3, date(2013, 3, 1), date(2013, 2, 28)),
        (date(2012, 1, 10), 6, date(2012, 7, 10), date(2012, 7, 10)),
    ],
)
def test_months(start, months, next_day, month_end):
    assert add_months(start, months, last_day_of_month=False) == next_day
    assert add_months(start, months, last_day_of_month=True) == month_end


@pytest.mark.parametrize(
    ("year", "day"),
    [
        (2011, date(2011, 4, 24)),
        (2024, date(2024, 3, 31)),
        (2025, date(2025, 4, 20)),
        (2026, date(2026, 4, 5)),
    ],
)
def test_easter(year, day):
    assert easter(year) == day


def test_age_is_completed_on_the_birthday():
    assert years_completed(date(2006, 7, 1), date(2024, 6, 30)) == 17
    assert years_completed(date(2006, 7, 1), date(2024, 7, 1)) == 18


@pytest.mark.parametrize(
    ("readings", "last_day", "due_on"),
    [
        ({}, "2012-03-31", "2012-04-02"),
        ({"exclude_start_day": False}, "2012-03-30", "2012-03-30"),
        ({"extend_last_day": False}, "2012-03-31", "2012-03-31"),
    ],
)
def test_thirty_days_from_a_thursday(readings, last_day, due_on):
    found = ask(
        "alegre-es",
        "term",
        term="intimation",
        infraction="unregistered_animal",
        start="2012-03-01",
        readings=readings,
    )
    assert (found["last_day"], found["due_on"]) == (last_day, due_on)


@pytest.mark.parametrize(
    ("start", "readings", "due_on"),
    [
        ("2024-05-10", {}, "2024-05-15"),
        ("2024-05-10", {"exclude_start_day": False}, "2024-05-14"),
        ("2024-05-11", {"exclude_start_day": False}, "2024-05-15"),
        ("2024-05-11", {}, "2024-05-15"),
    ],
)
def test_business_days_from_friday_and_saturday(start, readings, due_on):
    assert ask("cuiaba-mt", "term", term="redemption", start=start, readings=readings)["due_on"] == due_on


@pytest.mark.parametrize("readings", [{}, {"exclude_start_day": False}])
def test_redemption_of_alegre_includes_the_day_of_seizure_by_law(readings):
    found = ask("alegre-es", "term", term="redemption", start="2012-03-01", readings=readings)
    assert found["last_day"] == "2012-03-15"


def test_municipal_calendar_refuses_an_entry_without_act(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text('[[days]]\nname = "X"\nkind = "feriado"\nmonth = 1\nday = 2\n', encoding="utf-8")
    with pytest.raises(ValueError, match="act"):
        municipal_days(file, 2026)


def test_municipal_days_of_vitoria():
    days = municipal_days(RULESETS / "calendars" / "vitoria-es.toml", 2026)
    assert [day.on for day in days] == [date(2026, 4, 3), date(2026, 6, 4), date(2026, 9, 8)]
    assert {day.act for day in days} == {"Lei nº 1.732/1967"}


@pytest.mark.parametrize("term", ["defence", "custody_ceiling", "nothing"])
def test_terms_that_the_law_does_not_have(term):
    assert ask("alegre-es", "term", term=term, start="2012-03-01") == {"error": "not_in_law"}


@pytest.mark.parametrize(
    ("name", "given", "error"),
    [
        ("alegre-es", {"infraction": "loose_animal"}, "not_in_law"),
        ("alegre-es", {"infraction": "no_such"}, "not_in_law"),
        ("alegre-es", {}, "value_unknown"),
        ("alegre-es", {"infraction": "mistreatment"}, "value_unknown"),
        ("alegre-es", {"infraction": "mistreatment", "days": 10}, "term_not_offered"),
        ("alegre-es", {"infraction": "unregistered_animal", "days": 15}, "term_not_offered"),
        ("vitoria-es", {"infraction": "rabies_vaccination_missing", "days": 21}, "term_not_offered"),
        ("vitoria-es", {"infraction": "rabies_vaccination_missing", "days": 0}, "term_not_offered"),
        ("vitoria-es", {"infraction": "abandonment"}, "not_in_law"),
        ("joao-neiva-es", {}, "value_unknown"),
        ("joao-neiva-es", {"days": 0}, "term_not_offered"),
        ("cuiaba-mt", {"infraction": "loose_animal"}, "not_in_law"),
    ],
)
def test_refused_intimations(name, given, error):
    assert ask(name, "term", term="intimation", start="2024-06-03", **given) == {"error": error}


@pytest.mark.parametrize(
    ("readings", "infraction"),
    [
        ({"sign_fine": True}, "dangerous_animal_sign_missing"),
        ({"reduced_limit_fine": True}, "reduced_limit_exceeded"),
    ],
)
def test_an_intimation_by_reading(readings, infraction):
    given = {"term": "intimation", "start": "2012-03-01", "infraction": infraction}
    assert ask("alegre-es", "term", **given) == {"error": "not_in_law"}
    assert ask("alegre-es", "term", **given, readings=readings)["last_day"] == "2012-03-31"


def test_joao_neiva_ignores_an_unknown_infraction_in_the_term():
    found = ask("joao-neiva-es", "term", term="intimation", start="2024-06-07", days=30, infraction="unknown")
    assert found["due_on"] == "2024-07-08"
