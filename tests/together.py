"""Many at one moment: threads that wait for each other, each with its own connection. For PostgreSQL alone."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

from django.db import connection

from zoonoses.documents.refusals import Refusal


def at_once(works: Iterable[Callable]) -> list:
    """What each of the works gave, in their order: its result, or the code of its refusal. They start together."""
    works = list(works)
    start = Barrier(len(works))

    def run(work):
        start.wait()
        try:
            return work()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def times(count: int, work: Callable) -> list:
    """`work(0)` to `work(count - 1)` at once; what each gave, in order."""
    return at_once(partial(work, number) for number in range(count))
