"""Background work of the registry."""

from django_tasks import task

from registry.services import card_drawing, letters, printing
from zoonoses.municipalities import clock

# Each of these says which kinds of batch it draws (`printing.register_drawer`).
DRAWING_MODULES = (card_drawing, letters)


@task()
def print_batch(batch_id: int) -> int:
    """Draws a batch of cards, tags or letters; how many pages. Idempotent: what was drawn is not drawn again."""
    return printing.run(batch_id, lambda batch: clock.now(batch.municipality))
