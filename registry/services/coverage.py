"""Coverage of a campaign against its targets, by day, post, area and species."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_DOWN, Decimal

from django.db.models import Count, Sum

from registry.models import CampaignTally, Vaccination

TENTH = Decimal("0.1")


@dataclass(frozen=True)
class Share:
    """Doses against a target. `percent` has one decimal place, rounded down: 79,99 % does not reach 80 %."""

    label: str
    doses: int
    target: int
    goal: int

    @property
    def percent(self) -> Decimal | None:
        """None without a target."""
        if not self.target:
            return None
        return (Decimal(100 * self.doses) / self.target).quantize(TENTH, rounding=ROUND_DOWN)

    @property
    def bar(self) -> Decimal:
        """Length of the bar, from 0 to 100."""
        return min(self.percent or Decimal(0), Decimal(100))

    @property
    def reached(self) -> bool:
        return bool(self.target) and 100 * self.doses >= self.goal * self.target


@dataclass(frozen=True)
class Line:
    """One post, area or day: dogs, cats and both against their targets."""

    label: str
    dogs: Share
    cats: Share
    both: Share
    pk: int | None = None


@dataclass(frozen=True)
class Entry:
    """Doses of one species at one post on one day: what the exported file has, row by row."""

    post: str
    area: str
    on: date
    species: str
    doses: int
    post_id: int


@dataclass(frozen=True)
class Coverage:
    total: Line
    posts: list[Line]
    areas: list[Line]
    days: list[Line]  # each day with what was done until its end
    entries: list[Entry]


def coverage(campaign) -> Coverage:
    """All that stands of a campaign, in four queries whatever its size: posts, doses, counts, product apart."""
    posts = list(campaign.posts.order_by("area", "name"))
    entries = _entries(campaign, posts)
    areas = sorted({post.area for post in posts})
    return Coverage(
        total=_line(campaign, "Toda a campanha", posts, entries),
        posts=[
            _line(campaign, post.name, [post], [row for row in entries if row.post_id == post.pk], post.pk)
            for post in posts
        ],
        areas=[
            _line(
                campaign,
                area,
                [post for post in posts if post.area == area],
                [row for row in entries if row.area == area],
            )
            for area in areas
        ],
        days=[
            _line(campaign, f"{day:%d/%m/%Y}", posts, [row for row in entries if row.on <= day])
            for day in sorted({row.on for row in entries})
        ],
        entries=entries,
    )


def _entries(campaign, posts) -> list[Entry]:
    known = {post.pk: post for post in posts}
    totals: dict[tuple, int] = {}
    doses = Vaccination.objects.standing().filter(post__campaign=campaign).order_by()
    for post, on, species, number in doses.values_list("post", "on", "animal__species").annotate(Count("pk")):
        totals[post, on, species] = number
    counts = CampaignTally.objects.standing().filter(post__campaign=campaign).order_by()
    for post, on, species, number in counts.values_list("post", "on", "species").annotate(Sum("doses")):
        totals[post, on, species] = totals.get((post, on, species), 0) + number
    rows = [
        Entry(known[post].name, known[post].area, on, species, number, post)
        for (post, on, species), number in totals.items()
        if number
    ]
    return sorted(rows, key=lambda row: (row.on, row.area, row.post, row.species))


def _line(campaign, label, posts, entries: Iterable[Entry], pk=None) -> Line:
    goal = campaign.goal_percent
    done = {
        species: sum(row.doses for row in entries if row.species == species) for species in ("dog", "cat")
    }
    dogs = sum(post.target_dogs for post in posts)
    cats = sum(post.target_cats for post in posts)
    return Line(
        label=label,
        dogs=Share("Cães", done["dog"], dogs, goal),
        cats=Share("Gatos", done["cat"], cats, goal),
        both=Share("Cães e gatos", done["dog"] + done["cat"], dogs + cats, goal),
        pk=pk,
    )
