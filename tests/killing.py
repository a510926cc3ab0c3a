"""An act that dies in its middle: after any one of its writes, as if the process were gone."""

import re
from collections.abc import Callable

from django.db import connection, transaction

WRITE = re.compile(
    r"\s*(?:INSERT\s+INTO|INSERT\s+OR\s+\w+\s+INTO|UPDATE|DELETE\s+FROM)\s+\"(\w+)\"", re.IGNORECASE
)


class Killed(BaseException):
    """Nothing catches it, as nothing catches the end of a process."""


class Hand:
    """Wraps the connection: counts the writes, and strikes right after write number `at` (0: never)."""

    def __init__(self, at: int = 0):
        self.at, self.tables = at, []

    def __call__(self, execute, sql, params, many, context):
        done = execute(sql, params, many, context)
        found = WRITE.match(sql)
        if found:
            self.tables.append(found[1])
            if len(self.tables) == self.at:
                raise Killed
        return done


def rows_of(tables) -> dict[str, list]:
    """Every row of these tables."""
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(set(tables)):
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = sorted(map(repr, cursor.fetchall()))
    return found


def strike(act: Callable, at: int) -> Hand | None:
    """Does the act, struck after its write number `at`; None when it was over before."""
    hand = Hand(at)
    try:
        with connection.execute_wrapper(hand):
            act()
    except Killed:
        return hand
    return None


def dies_and_is_whole(act: Callable) -> None:
    """Struck after any write it leaves every row as it was; done again it is whole, and once more adds nothing."""
    with transaction.atomic():
        hand = Hand()
        with connection.execute_wrapper(hand):
            act()
        transaction.set_rollback(True)
    assert hand.tables, "an act writes"
    before = rows_of(hand.tables)
    for at, table in enumerate(hand.tables, 1):
        assert strike(act, at) is not None
        assert rows_of(hand.tables) == before, f"struck after write {at}, in {table}"
    made = act()
    after = rows_of(hand.tables)
    assert after != before
    assert act() == made and rows_of(hand.tables) == after
