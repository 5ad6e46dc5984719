"""Deadlines that have passed, without waiting for them."""

from datetime import timedelta

from games.clock.now import now
from games.models import Turn


def make_due(game: str) -> None:
    """Let the last deadline of a game's open turn have passed a second ago, if a turn is open.

    Its time begins so much earlier, because that is what deadlines are worked out from. For games whose
    clock always runs.
    """
    for turn in Turn.objects.filter(game=game, closed_at__isnull=True):
        past = now() - timedelta(seconds=1)
        earlier = turn.due_at - past
        turn.clock_from -= earlier
        turn.dues = [due - earlier for due in turn.dues]
        turn.due_at = turn.next_check_at = past
        turn.save()
