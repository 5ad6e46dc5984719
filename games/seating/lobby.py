"""Setting up a game and taking a seat in it, until it starts."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction

from games.bots import registry as bots
from games.clock.clock import Clock
from games.fairness.seed import commitment, text_hash
from games.models import Game, Seat
from games.play import advance, ending, limits
from games.rules import registry
from games.rules.ruleset import Ruleset
from games.seating import reliability
from games.store import loading
from games.store.informing import inform
from games.store.refusals import no_such_game, refuse_if_ended, rules_errors
from games.store.table import Table
from games.store.unit_of_work import commit
from games.view.game import absence
from players.models import Player
from players.people.aversions import has_blocked
from tideapi.rest.errors import ApiError


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
    start: Game.Start
    bot_accounts: bool = True
    messages: bool = True
    rematch_of: str | None = None
    """The finished game of which it is the rematch."""
    host_seat: int = 0


@transaction.atomic
def create(host: Player, wish: Wish) -> Game:
    """Open a table; bots take the last seats, the host seat 0 but in a rematch. Raises `ApiError`."""
    rules, options = _rules_for(wish)
    game = Game(
        ruleset=rules.id,
        rules_version=rules.version,
        options=options,
        size=wish.seats,
        start=wish.start,
        host=host,
        private=wish.private,
        bot_accounts=wish.bot_accounts,
        clock=wish.clock.to_json(),
        bot_after=wish.bot_after,
        vacations=wish.vacations,
        least_reliability=wish.least_reliability,
        most_stopped=settings.TIDE_MOST_STOPPED,
        messages=wish.messages,
        rematch_of_id=wish.rematch_of,
    )
    limits.refuse_bot_account(game, host)
    table = loading.new(game, host)
    game.created_at = table.now
    first_bot = wish.seats - len(wish.bots)
    for place, name in enumerate(wish.bots):
        table.seats.append(Seat(game=game, number=first_bot + place, bot=name))
    table.publish("created", _terms(table, host, wish))
    # A text for the deal she gives later, when the commitment has been shown to her (`games.seating.texts`).
    _sit_down(table, host, None, wish.host_seat)
    _start_if_full(table)
    commit(table)
    return game


def _rules_for(wish: Wish) -> tuple[Ruleset[Any, Any], dict[str, Any]]:
    """The ruleset that is wished for, and its options with nothing missing. Raises `ApiError`."""
    rules = registry.RULESETS.get(wish.ruleset)
    if rules is None:
        known = ", ".join(registry.RULESETS)
        raise ApiError("unknown_ruleset", f"The rulesets are: {known}.", "/ruleset")
    with rules_errors("/options"):
        options = rules.read_options(wish.options)
    allowed = rules.seats_for(options)
    if wish.seats not in allowed:
        few_many = f"from {allowed[0]} to {allowed[-1]}"
        raise ApiError("invalid_seats", f"With these options {few_many} play.", "/seats")
    _check_bots(wish)
    return rules, options


def _terms(table: Table, host: Player, wish: Wish) -> dict[str, Any]:
    """What the first event binds: all that the deal and the deadlines depend on and that is settled now."""
    game = table.game
    return {
        "host": table.participant(host.pk),
        "ruleset": game.ruleset,
        "options": game.options,
        "seats": game.size,
        "bots": [*wish.bots],
        "commitment": commitment(bytes(game.server_seed)),
        "start": game.start,
        "clock": game.clock,
        "absence": absence(game),
    }


@transaction.atomic
def join(game_id: str, player: Player, text: str | None, wanted: int | None = None) -> None:
    """Take a seat, the first free one or the one that is wanted if it is free. Raises `ApiError`.

    With a text for the deal or without. When no seat is left the game starts by itself, unless its host
    keeps that to herself. To whom the host has blocked, a private table is as one that has started.
    """
    table = loading.lock(game_id, newcomer=player)
    game = table.game
    if any(seat.player_id == player.pk for seat in table.seats):
        raise ApiError("already_joined", "You have a seat in this game already.")
    if game.private and (game.status != Game.Status.OPEN or has_blocked(game.host_id, player.pk)):
        raise no_such_game()
    refuse_if_ended(game)
    if game.status == Game.Status.RUNNING and len(table.seats) < game.size:
        raise ApiError("already_started", "This game has started already.")
    if len(table.seats) == game.size:
        raise ApiError("game_full", "Every seat of this game is taken.")
    limits.refuse_bot_account(game, player)
    reliability.refuse_below(table)
    _sit_down(table, player, text, wanted)
    _inform_how_many(table, player)
    _start_if_full(table)
    commit(table)


@transaction.atomic
def leave(game_id: str, player: Player) -> None:
    """Give a seat back before the start. Raises `ApiError`.

    When the host leaves, the next player is the host; the last player to leave cancels the game.
    """
    table = loading.lock(game_id)
    seat = table.seat_of(player.pk)
    refuse_unless_open(table.game)
    table.seats.remove(seat)
    table.publish("left", {"seat": seat.number, "player": table.participant(player.pk)})
    there = [other.player_id for other in table.seats if other.player_id is not None]
    if not there:
        ending.call_off(table, ending.Reason.NOBODY_LEFT)
    elif table.game.host_id == player.pk:
        table.game.host_id = there[0]
        table.publish("host_changed", {"host": table.participant(there[0])})
    commit(table)


@transaction.atomic
def start(game_id: str, player: Player) -> None:
    """Start with the seats taken so far, once they are enough. Raises `ApiError`."""
    table = loading.lock(game_id)
    refuse_unless_host(table, player)
    refuse_unless_open(table.game)
    least = table.rules.seats_for(table.game.options)[0]
    if len(table.seats) < least:
        raise ApiError("not_enough_players", f"This game needs {least} seats taken to start.")
    _begin(table)
    commit(table)


@transaction.atomic
def cancel(game_id: str, player: Player) -> None:
    """Call an open game off. Raises `ApiError`."""
    table = loading.lock(game_id)
    refuse_unless_host(table, player)
    refuse_unless_open(table.game)
    ending.call_off(table, ending.Reason.HOST)
    commit(table)


def _check_bots(wish: Wish) -> None:
    known = bots.names(wish.ruleset)
    for place, name in enumerate(wish.bots):
        if name not in known:
            raise ApiError("unknown_bot", f"The bots are: {', '.join(known)}.", f"/bots/{place}")
    if len(wish.bots) >= wish.seats:
        raise ApiError("too_many_bots", "Bots may not take the host's seat.", "/bots")


def refuse_unless_host(table: Table, player: Player) -> None:
    """Raise `ApiError` for whoever is not the host of the game."""
    table.seat_of(player.pk)
    if table.game.host_id != player.pk:
        raise ApiError("not_host", "Only the host of the game may do this.")


def refuse_unless_open(game: Game) -> None:
    """Raise `ApiError` once the game has started or is over."""
    refuse_if_ended(game)
    if game.status == Game.Status.RUNNING:
        raise ApiError("already_started", "This game has started already.")


def _sit_down(table: Table, player: Player, text: str | None, wanted: int | None) -> None:
    limits.refuse_too_many_games(table, player)
    limits.count_join(table.game, player)
    taken = {seat.number for seat in table.seats}
    free = [number for number in range(table.game.size) if number not in taken]
    number = wanted if wanted in free else free[0]
    # What happened before she came is not in her feed.
    before = table.game.log.event_number
    seat = Seat(game=table.game, number=number, player=player, feed_from=before, feed_cursor=before)
    if text is not None:
        seat.entropy, seat.entropy_at = text_hash(text), table.now
    table.seats.append(seat)
    table.seats.sort(key=lambda one: one.number)
    joined = {"seat": number, "player": table.participant(player.pk), "entropy": seat.entropy}
    table.publish("joined", joined)


def _inform_how_many(table: Table, newcomer: Player) -> None:
    """Tell the others at the table when one seat is left, or none and the host can start."""
    free = table.game.size - len(table.seats)
    kind = {1: "one_seat_left", 0: "table_full"}.get(free)
    if kind is None or (free == 0 and table.game.start == Game.Start.FULL):
        return
    seated = {seat.player_id for seat in table.seats} - {newcomer.pk, None}
    others = [player for player in seated if player is not None]
    data = {"game": table.game.pk, "seats": table.game.size}
    inform(others, kind, data, moment=table.moment)


def _start_if_full(table: Table) -> None:
    full = len(table.seats) == table.game.size
    if full and table.game.start == Game.Start.FULL:
        _begin(table)


def _begin(table: Table) -> None:
    """Close up the free seats, then start."""
    for number, seat in enumerate(table.seats):
        seat.number = number
    seats = [
        {
            "seat": seat.number,
            "player": None if seat.player_id is None else table.participant(seat.player_id),
            "bot": seat.bot,
        }
        for seat in table.seats
    ]
    table.publish("started", {"seats": seats, "entropy": [seat.entropy for seat in table.seats]})
    advance.begin(table)
