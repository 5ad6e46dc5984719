"""A player's deadlines and vacations as a calendar that other programs fetch (RFC 5545 and 7986).

The ids stay the same and the sequence counts on, so a calendar moves an entry instead of adding another.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Count, F, Max
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from icalendar import Alarm, Calendar, Event, Timezone

from games.clock.now import now
from games.lobby import vacations
from games.models import Event as GameEvent
from games.models import Question
from games.rulesets import registry
from notifications import subscriptions
from notifications.models import Subscription
from notifications.preferences import get_preferences
from notifications.subscriptions import private_response
from players.mail.links import to_game
from players.models import Player, Vacation

MAX_DEADLINES = 200
MOVING = ("deadlines_moved", "clock_moved")
"""Events that move a deadline (games/event_types/clock.py)."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The deadline of one question; `moves` counts its changes, `changed_at` is the last of them."""

    game: str
    name: str
    turn: int
    seat: int
    opened_at: datetime
    due_at: datetime
    moves: int
    changed_at: datetime


def list_deadlines(player: Player) -> list[Deadline]:
    """Return the deadlines of all unanswered questions, the earliest first. Two statements.

    Nothing encrypted is read.
    """
    waiting = Question.objects.waiting(player).select_related("game", "turn", "seat")
    columns = ("due_at", "game__ruleset", "turn__number", "turn__opened_at", "seat__number")
    known = waiting.filter(game__ruleset__in=registry.RULESETS).only(*columns)
    found = [*known.order_by("due_at", "game")[:MAX_DEADLINES]]
    moved = _count_moves({question.game_id for question in found})
    entries = []
    for question in found:
        opened = question.turn.opened_at
        moves, changed_at = moved.get(question.game_id, (0, None))
        entries.append(
            Deadline(
                game=question.game_id,
                name=registry.find_ruleset(question.game.ruleset).name,
                turn=question.turn.number,
                seat=question.seat.number,
                opened_at=opened,
                due_at=question.due_at,
                moves=moves,
                changed_at=max(opened, changed_at or opened),
            )
        )
    return entries


def _count_moves(games: Collection[str]) -> dict[str, tuple[int, Any]]:
    """Return by game how often the deadlines of its open turn have moved, and when last."""
    moved = GameEvent.objects.filter(
        game__in=games,
        game__turns__closed_at__isnull=True,
        at__gt=F("game__turns__opened_at"),
        type__in=MOVING,
    )
    counted = moved.order_by().values("game").annotate(moves=Count("pk"), newest=Max("at"))
    return {one["game"]: (one["moves"], one["newest"]) for one in counted}


LENGTH = timedelta(minutes=15)
"""Length of a deadline's entry: some programs do not show an entry without length."""
ALARMS = (timedelta(days=1), timedelta(hours=2))
"""Times of alarms before a deadline, for questions that wait for longer than that."""
REFRESH = timedelta(hours=1)


def write_calendar(deadlines: Iterable[Deadline], away: Iterable[Vacation]) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", "-//tideapi//deadlines//EN")
    calendar.add("version", "2.0")
    for name in ("name", "x-wr-calname"):
        calendar.add(name, _("Deadlines of my games"))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for deadline in deadlines:
        calendar.add_component(_deadline_event(deadline))
    for one in away:
        name, title = f"vacation-{one.pk}", _("My vacation")
        event = _make_event(name, title, one.from_at, one.until_at, one.announced_at)
        calendar.add_component(event)
    if not calendar.subcomponents:
        # Without any component it would be none (RFC 5545, section 3.6), and some programs drop it.
        calendar.add_component(Timezone.from_tzid("UTC"))
    content: bytes = calendar.to_ical()
    return content


def _deadline_event(one: Deadline) -> Event:
    title = _("Your turn in {game}").format(game=one.name)
    link = to_game(one.game)
    entry = _make_event(
        f"{one.game}-{one.turn}-{one.seat}", title, one.due_at - LENGTH, one.due_at, one.changed_at
    )
    entry.add("sequence", one.moves)
    entry.add("url", link)
    text = _("Until the end of this entry.")  # In braces of an f-string it would not be gathered.
    entry.add("description", f"{text}\n{link}")
    for lead in ALARMS:
        if one.due_at - lead > one.opened_at:
            entry.add_component(_make_alarm(title, lead))
    return entry


def _make_event(uid: str, title: str, begin: datetime, end: datetime, stamp: datetime) -> Event:
    entry = Event()
    entry.add("uid", f"{uid}@{urlsplit(settings.TIDE_URL).hostname or 'tideapi'}")
    entry.add("summary", title)
    entry.add("dtstart", begin)
    entry.add("dtend", end)
    entry.add("dtstamp", stamp)
    entry.add("transp", "TRANSPARENT")  # The entry does not make the player busy.
    return entry


def _make_alarm(title: str, lead: timedelta) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", title)
    alarm.add("trigger", -lead, parameters={"RELATED": "END"})
    return alarm


@csrf_exempt
@require_safe
def calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the player's deadlines and vacations. Raises `ApiError` (`not_found`)."""
    player = subscriptions.find(Subscription.Kind.CALENDAR, secret)
    found, moment = list_deadlines(player), now()
    away = [one for one in vacations.list_vacations(player) if one.until_at > moment]
    with override(get_preferences(player).told_in):
        content = write_calendar(found, away)
    return private_response(content, "text/calendar; charset=utf-8")
