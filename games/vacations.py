"""Vacations: so many days a year, announced, in which a player's own clock stands still.

That holds in every game whose host allows it. The days that are used count in the year (UTC) in which
they fall.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F

from games import play
from games.models import Game, Seat
from games.now import now
from games.rules.refusal import Refusal, Unreadable
from games.table import Table, utc
from players.models import Player, Vacation

SHORTEST = timedelta(hours=1)


def announce(player: Player, since: datetime | None, until: datetime) -> Vacation:
    """Announce a vacation from `since`, or from now on, and stop her clocks. Raises `Refusal`."""
    with transaction.atomic():
        # One at a time for each player, so that no two together use more than she has.
        Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
        moment = now()
        begins = since or moment
        if begins < moment:
            raise Unreadable("invalid_vacation", "A vacation cannot begin in the past.", "/from")
        if until - begins < SHORTEST:
            raise Unreadable("invalid_vacation", "A vacation lasts an hour at least.", "/until")
        if until > moment + timedelta(days=366):
            raise Unreadable("invalid_vacation", "It must end within a year from now.", "/until")
        rows = taken(player)
        if any(row.from_at < until and begins < row.until_at for row in rows):
            raise Refusal(
                "vacation_overlaps", "You have announced a vacation for that time already."
            )
        _refuse_beyond_allowance(rows, begins, until)
        vacation = Vacation.objects.create(
            player=player, from_at=begins, until_at=until, announced_at=moment
        )
    _tell_games(player, vacation)
    return vacation


def end(player: Player, vacation_id: int) -> None:
    """Call a vacation off, or end it now if it has begun. Raises `Refusal`."""
    with transaction.atomic():
        vacation = (
            Vacation.objects.select_for_update().filter(player=player, pk=vacation_id).first()
        )
        if vacation is None:
            raise Refusal("vacation_not_found", "You have no such vacation.")
        moment = now()
        if vacation.until_at <= max(moment, vacation.from_at):
            raise Refusal("vacation_over", "This vacation is over.")
        # One that is called off before it began stays as a vacation without length.
        vacation.until_at = max(moment, vacation.from_at)
        vacation.save(update_fields=["until_at"])
    _tell_games(player, vacation)


def taken(player: Player) -> list[Vacation]:
    """A player's vacations in order, past ones included, without those that were called off."""
    return list(
        Vacation.objects.filter(player=player, until_at__gt=F("from_at")).order_by("from_at")
    )


def left(rows: Iterable[Vacation], year: int) -> timedelta:
    """What is left of a year's allowance."""
    used = sum((_in_year(row.from_at, row.until_at, year) for row in rows), timedelta(0))
    return timedelta(days=settings.TIDE_VACATION_DAYS) - used


def _refuse_beyond_allowance(rows: list[Vacation], since: datetime, until: datetime) -> None:
    for year in range(since.astimezone(UTC).year, until.astimezone(UTC).year + 1):
        room = left(rows, year)
        if _in_year(since, until, year) > room:
            days = max(timedelta(0), room) / timedelta(days=1)
            said = f"Of {year} you have {days:.1f} days of vacation left."
            raise Refusal("no_vacation_left", said)


def _in_year(since: datetime, until: datetime, year: int) -> timedelta:
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return max(timedelta(0), min(until, last) - max(since, first))


def _tell_games(player: Player, vacation: Vacation) -> None:
    """Work out the deadlines of all her games anew, each under its own lock.

    Whatever this does not reach, because the process dies, is found when its deadline passes.
    """
    games = Seat.objects.filter(
        player=player, game__status=Game.Status.RUNNING, game__vacations=True
    ).values_list("game", flat=True)
    for game_id in list(games):
        _tell_game(game_id, player, vacation)


@transaction.atomic
def _tell_game(game_id: str, player: Player, vacation: Vacation) -> None:
    table = Table.lock(game_id)
    seat = next((one for one in table.seats if one.owner_id == player.pk), None)
    turn = table.open_turn
    if seat is None or turn is None:
        return
    table.tell(
        "vacation",
        {"seat": seat.number, "from": utc(vacation.from_at), "until": utc(vacation.until_at)},
    )
    play.renew(table, turn)
    table.save()
