"""Setting up a game and taking a seat in it, until it starts."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction

from games import ending, limits, play, reliability
from games.bots import registry as bots
from games.clock import Clock
from games.fairness import commitment
from games.models import Game, Seat
from games.rules import registry
from games.rules.refusal import Refusal, Unreadable
from games.sql import seating
from games.table import ENDED, Table
from players.models import Player


@dataclass(frozen=True, slots=True)
class Wish:
    """The game that somebody would like to play."""

    ruleset: str
    options: dict[str, Any]
    seats: int
    bots: tuple[str, ...]
    clock: Clock
    bot_after: int
    vacations: bool
    least_reliability: int | None
    private: bool
    entropy: str


@transaction.atomic
def create(host: Player, wish: Wish) -> Game:
    """Open a table; the host takes seat 0 and the bots the last seats. Raises `Refusal`."""
    rules = registry.RULESETS.get(wish.ruleset)
    if rules is None:
        known = ", ".join(registry.RULESETS)
        raise Unreadable("unknown_ruleset", f"The rulesets are: {known}.", "/ruleset")
    try:
        options = rules.read_options(wish.options)
    except Refusal as refusal:
        raise refusal.at("/options") from refusal
    allowed = rules.seats_for(options)
    if wish.seats not in allowed:
        few_many = f"from {allowed[0]} to {allowed[-1]}"
        raise Unreadable("invalid_seats", f"With these options {few_many} play.", "/seats")
    _check_bots(wish)
    game = Game(
        ruleset=rules.id,
        rules_version=rules.version,
        options=options,
        size=wish.seats,
        host=host,
        private=wish.private,
        clock=wish.clock.to_json(),
        bot_after=wish.bot_after,
        vacations=wish.vacations,
        least_reliability=wish.least_reliability,
        most_stopped=settings.TIDE_MOST_STOPPED,
    )
    table = Table.new(game, host)
    game.created_at = table.now
    first_bot = wish.seats - len(wish.bots)
    for place, name in enumerate(wish.bots):
        table.sit(Seat(game=game, number=first_bot + place, bot=name))
    # The first event binds all that the deal depends on and that does not come from the players.
    told = {
        "host": host.username,
        "ruleset": rules.id,
        "options": options,
        "seats": wish.seats,
        "bots": [*wish.bots],
        "commitment": commitment(bytes(game.server_seed)),
    }
    table.tell("created", told)
    _sit_down(table, host, wish.entropy)
    _commit(table)
    return game


@transaction.atomic
def join(game_id: str, player: Player, entropy: str) -> None:
    """Take the first free seat; the game starts by itself when none is left. Raises `Refusal`."""
    table = Table.lock(game_id, newcomer=player)
    game = table.game
    if any(seat.player_id == player.pk for seat in table.seats):
        raise Refusal("already_joined", "You have a seat in this game already.")
    if game.private and game.status != Game.Status.OPEN:
        raise Refusal("game_not_found", "There is no such game.")
    if game.status in ENDED:
        raise ENDED[Game.Status(game.status)]
    if game.status == Game.Status.RUNNING:
        if len(table.seats) < game.size:
            raise Refusal("already_started", "This game has started already.")
        raise Refusal("game_full", "Every seat of this game is taken.")
    reliability.refuse_below(table)
    _sit_down(table, player, entropy)
    _commit(table)


@transaction.atomic
def leave(game_id: str, player: Player) -> None:
    """Give a seat back before the start. Raises `Refusal`.

    When the host leaves, the next player is the host; the last player to leave cancels the game.
    """
    table = Table.lock(game_id)
    seat = table.seat_of(player.pk)
    _refuse_unless_open(table.game)
    seating.LEAVE.rows(seat=seat.pk)
    table.seats.remove(seat)
    table.tell("left", {"seat": seat.number, "player": player.username})
    there = [other.player for other in table.seats if other.player is not None]
    if not there:
        ending.call_off(table, ending.Reason.NOBODY_LEFT)
    elif table.game.host_id == player.pk:
        table.game.host = there[0]
        table.tell("host_changed", {"host": there[0].username})
    table.save()


@transaction.atomic
def start(game_id: str, player: Player) -> None:
    """Start with the seats taken so far, once they are enough. Raises `Refusal`."""
    table = Table.lock(game_id)
    _refuse_unless_host(table, player)
    _refuse_unless_open(table.game)
    least = table.rules.seats_for(table.game.options)[0]
    if len(table.seats) < least:
        raise Refusal("not_enough_players", f"This game needs {least} seats taken to start.")
    _begin(table)
    table.save()


@transaction.atomic
def cancel(game_id: str, player: Player) -> None:
    """Call an open game off. Raises `Refusal`."""
    table = Table.lock(game_id)
    _refuse_unless_host(table, player)
    _refuse_unless_open(table.game)
    ending.call_off(table, ending.Reason.HOST)
    table.save()


def _check_bots(wish: Wish) -> None:
    known = bots.names(wish.ruleset)
    for place, name in enumerate(wish.bots):
        if name not in known:
            raise Unreadable("unknown_bot", f"The bots are: {', '.join(known)}.", f"/bots/{place}")
    if len(wish.bots) >= wish.seats:
        raise Unreadable("too_many_bots", "Bots may not take the host's seat.", "/bots")


def _refuse_unless_host(table: Table, player: Player) -> None:
    table.seat_of(player.pk)
    if table.game.host_id != player.pk:
        raise Refusal("not_host", "Only the host of the game may do this.")


def _refuse_unless_open(game: Game) -> None:
    if game.status in ENDED:
        raise ENDED[Game.Status(game.status)]
    if game.status == Game.Status.RUNNING:
        raise Refusal("already_started", "This game has started already.")


def _sit_down(table: Table, player: Player, entropy: str) -> None:
    limits.refuse_too_many_games(table)
    limits.count_join(table.game, player)
    taken = {seat.number for seat in table.seats}
    number = next(number for number in range(table.game.size) if number not in taken)
    # What happened before she came is not in her feed.
    heard = table.game.event_number
    table.sit(Seat(game=table.game, number=number, player=player, entropy=entropy, heard=heard))
    table.tell("joined", {"seat": number, "player": player.username})


def _commit(table: Table) -> None:
    if len(table.seats) == table.game.size:
        _begin(table)
    table.save()


def _begin(table: Table) -> None:
    """Close up the free seats, then start."""
    for number, seat in enumerate(table.seats):
        seat.number = number
    seats = [
        {"seat": seat.number, "player": seat.player and seat.player.username, "bot": seat.bot}
        for seat in table.seats
    ]
    table.tell("started", {"seats": seats, "entropy": [seat.entropy for seat in table.seats]})
    play.begin(table)
