"""Watching turns until they are closed."""

from django.db.models import F, Max

from games.clock.now import now
from games.models import Turn


def untouched() -> list[int]:
    """The open turns that are due within the next minute."""
    moment = now()
    rows = Turn.objects.filter(closed_at__isnull=True, due_at__gt=moment, faults=0)
    nearest = rows.order_by("next_check_at").values_list("id", "due_at")[:20_000]
    return [pk for pk, due in nearest if (due - moment).total_seconds() < 60]


def latest(turns: list[int]) -> float | None:
    """The longest time in seconds from deadline to closing; None while one of them is open."""
    rows = Turn.objects.filter(pk__in=turns)
    if rows.filter(closed_at__isnull=True).exists():
        return None
    late = rows.aggregate(late=Max(F("closed_at") - F("due_at")))["late"]
    seconds: float = late.total_seconds()
    return seconds
