"""Pages of a list without counting the whole of it."""

from dataclasses import dataclass

PAGE_SIZE = 25


@dataclass(frozen=True)
class Page:
    """One page: what `templates/partials/_pagination.html` asks for."""

    object_list: list
    number: int
    has_next: bool

    def __iter__(self):
        return iter(self.object_list)

    def __len__(self):
        return len(self.object_list)

    @property
    def has_previous(self):
        return self.number > 1

    @property
    def previous_page_number(self):
        return self.number - 1

    @property
    def next_page_number(self):
        return self.number + 1


def page_of(rows, number, size=PAGE_SIZE) -> Page:
    """The page `number` (text of a query string; anything odd is the first) of a queryset, in one query."""
    text = str(number)
    number = max(int(text), 1) if text.isascii() and text.isdigit() and len(text) < 7 else 1
    found = list(rows[(number - 1) * size : number * size + 1])
    return Page(found[:size], number, len(found) > size)
