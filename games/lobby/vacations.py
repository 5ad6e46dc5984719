"""Vacations: so many days a year, announced, in which a player's own clock stands still.

That holds in every game whose host allows it. The days that are used count in the year (UTC) in which
they fall.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext

from common.rest.errors import ApiError
from games.clock import now as clock
from games.fairness.commitments import utc
from games.models import Game, Log
from games.play import deadlines, events
from games.repository.game_state import Changes, GameState
from games.repository.games import load_all, save_games
from players.models import Player, Vacation

MIN_VACATION = timedelta(hours=1)
MAX_ANNOUNCED, COUNTED = 20, timedelta(days=30)
"""Each vacation that is announced or ended is told to all fellow players, so they are counted."""
AT_ONCE = 50
"""Games in which a vacation is noted together; a player of one of them waits for all."""


def create_vacation(player: Player, since: datetime | None, until: datetime) -> Vacation:
    """Announce a vacation from `since`, or from now on, and stop the player's clocks. Raises `ApiError`."""
    with transaction.atomic():
        games, moment, known = _lock_games(player, announces=True)
        begins = since or moment
        if begins < moment:
            raise ApiError("invalid_vacation", "A vacation cannot begin in the past.", "/from")
        if until - begins < MIN_VACATION:
            raise ApiError("invalid_vacation", "A vacation lasts an hour at least.", "/until")
        if until > moment + timedelta(days=366):
            raise ApiError("invalid_vacation", "It must end within a year from now.", "/until")
        if any(row.from_at < until and begins < row.until_at for row in known):
            raise ApiError(
                "vacation_overlaps", "You have announced a vacation for that time already."
            )
        _refuse_beyond_allowance(known, begins, until)
        vacation = Vacation(player=player, from_at=begins, until_at=until, announced_at=moment)
        save_games(_note_vacation(games, vacation), Changes(new=[vacation]))
    _note_in_others(player, games, vacation)
    return vacation


def end_vacation(player: Player, vacation_id: str) -> None:
    """Call a vacation off, or end it now if it has begun. Raises `ApiError`."""
    with transaction.atomic():
        games, moment, known = _lock_games(player, named=vacation_id)
        vacation = next((row for row in known if row.pk == vacation_id), None)
        if vacation is None:
            raise ApiError("vacation_not_found", "You have no such vacation.")
        if vacation.until_at <= max(moment, vacation.from_at):
            raise ApiError("vacation_over", "This vacation is over.")
        # One that is called off before it began stays as a vacation without length.
        vacation.until_at = max(moment, vacation.from_at)
        ended = Changes(changed={vacation: {"until_at": vacation.until_at}})
        save_games(_note_vacation(games, vacation), ended)
    _note_in_others(player, games, vacation)


def list_vacations(player: Player) -> list[Vacation]:
    """A player's vacations in order, past ones included, without those that were called off."""
    return list(
        Vacation.objects.filter(player=player, until_at__gt=F("from_at")).order_by("from_at")
    )


def get_allowance_left(known: Iterable[Vacation], year: int) -> timedelta:
    """Return what is left of a year's allowance."""
    used = sum((_in_year(row.from_at, row.until_at, year) for row in known), timedelta(0))
    return timedelta(days=settings.TIDE_MAX_VACATION_DAYS_PER_YEAR) - used


def _refuse_beyond_allowance(known: list[Vacation], since: datetime, until: datetime) -> None:
    for year in range(since.astimezone(UTC).year, until.astimezone(UTC).year + 1):
        room = get_allowance_left(known, year)
        if _in_year(since, until, year) > room:
            days = max(timedelta(0), room) / timedelta(days=1)
            message = gettext("You have {days:.1f} days of vacation left in {year}.")
            raise ApiError("no_vacation_left", message.format(year=year, days=days))


def _in_year(since: datetime, until: datetime, year: int) -> timedelta:
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return max(timedelta(0), min(until, last) - max(since, first))


def _lock_games(
    player: Player, after: str = "", named: str | None = None, *, announces: bool = False
) -> tuple[list[str], datetime, list[Vacation]]:
    """Lock the player's row, then the games that it may concern, at most `AT_ONCE` beyond an id.

    Returns these, the time at that moment, and the player's vacations, without those that were called off
    except the named one. Raises `ApiError` if the player would announce more than allowed.
    """
    # One at a time for each player, so that no two together use more than the allowance. No writer of a game
    # waits for this lock.
    Player.objects.filter(pk=player.pk).lock()
    games = Game.objects.with_rules().filter(seats__player=player, id__gt=after)
    games = games.filter(status=Game.Status.RUNNING, vacations=True)
    # In the order of their ids, so that two players who are away from the same games do not wait in a circle.
    logs = Log.objects.filter(game__in=games).order_by("pk").select_for_update(no_key=True)
    locked = [*logs.values_list("pk", flat=True)[:AT_ONCE]]
    moment, all_own = clock.now(), Vacation.objects.filter(player=player)
    recent = all_own.filter(announced_at__gt=moment - COUNTED)
    if announces and recent.count() >= MAX_ANNOUNCED:
        message = gettext("You may announce {most} vacations in {days} days, called off or not.")
        message = message.format(most=MAX_ANNOUNCED, days=COUNTED.days)
        raise ApiError("too_many_changes", message)
    known = all_own.filter(Q(until_at__gt=F("from_at")) | Q(pk=named))
    return locked, moment, [*known.order_by("from_at", "pk")]


def _note_vacation(games: list[str], vacation: Vacation) -> list[GameState]:
    """Note a vacation that was announced or has ended in these games, which are locked."""
    noted = []
    for game in load_all(games):
        seat = next((one for one in game.seats if one.owner_id == vacation.player_id), None)
        if seat is not None and game.open_turn is not None:
            since, until = utc(vacation.from_at), utc(vacation.until_at)
            data = {"seat": seat.number, "from": since, "until": until}
            events.publish_event(game, "vacation", data, by=seat.number)
            others = [one for one in game.announced if one.pk != vacation.pk]
            game.announced = [*others, vacation]
            deadlines.renew_and_plan(game, game.open_turn)
            noted.append(game)
    return noted


def _note_in_others(player: Player, games: list[str], vacation: Vacation) -> None:
    """Note the vacation in the games beyond those with which it was written, some at a time.

    Whatever this does not reach, because the process dies, is found when its deadline passes. So is a game
    that starts, or a seat that is taken, at the very same time.
    """
    while len(games) == AT_ONCE:
        with transaction.atomic():
            games, _, known = _lock_games(player, after=games[-1], named=vacation.pk)
            # As it is by now: it may have been ended since.
            by_now = [row for row in known if row.pk == vacation.pk]
            save_games([game for row in by_now for game in _note_vacation(games, row)])
