"""Games before their start: created, joined, left, started or cancelled."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from common.rest.errors import ApiError, invalid_body
from games.clock.clock import Clock
from games.fairness.commitments import seed_commitment, text_hash, utc
from games.lobby import limits
from games.lobby.account_events import inform_players
from games.lobby.new_game_faults import find_faults
from games.models import Game, Seat
from games.play import events, turns
from games.refusals import no_such_game, refuse_if_ended
from games.repository.game_state import GameState
from games.repository.games import for_update, new_game, save_games
from games.rulesets import registry
from games.shapes.people import EntropyReceipt
from games.visibility.game_view import absence_terms
from players.models import Player
from players.relations import has_blocked

TEXTS_PER_GAME = 10
"""How often the player of a seat may replace its text for the deal."""


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The settings of a new game."""

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
    chat: Game.Chat = Game.Chat.OPEN
    rematch_of: str | None = None
    """Id of the finished game, for a rematch."""
    host_seat: int = 0


@transaction.atomic
def create_game(host: Player, terms: GameSettings) -> Game:
    """Create a game; bots take the last seats, the host `host_seat`. Raises `ApiError`."""
    body = {
        "ruleset": terms.ruleset,
        "options": terms.options,
        "seat_count": terms.seats,
        "bots": terms.bots,
    }
    if faults := [*find_faults(body)]:
        raise invalid_body(*faults)
    rules = registry.RULESETS[terms.ruleset]
    row = Game(
        ruleset=rules.id,
        rules_version=rules.version,
        options=rules.read_options(terms.options),
        size=terms.seats,
        start=terms.start,
        host=host,
        private=terms.private,
        bot_accounts=terms.bot_accounts,
        clock=terms.clock.to_json(),
        bot_after=terms.bot_after,
        vacations=terms.vacations,
        least_reliability=terms.least_reliability,
        most_stopped=settings.TIDE_MAX_STOPPED_TIME_PER_GAME,
        chat=terms.chat,
        rematch_of_id=terms.rematch_of,
    )
    limits.refuse_bot_account(row, host)
    game = new_game(row, host)
    game.change(row, created_at=game.now)
    first_bot = terms.seats - len(terms.bots)
    for place, name in enumerate(terms.bots):
        _add_seat(game, Seat(game=row, number=first_bot + place, bot=name))
    # All that deal and deadlines depend on at this moment.
    data = {
        "host": events.participant_id(game, host.pk),
        "ruleset": row.ruleset,
        "options": row.options,
        "seats": row.size,
        "bots": [*terms.bots],
        "commitment": seed_commitment(bytes(row.server_seed)),
        "start": row.start,
        "clock": row.clock,
        "absence": absence_terms(row),
    }
    events.publish_event(game, "created", data)
    # The host gives a text for the deal later, after the commitment is shown (`games.lobby.open_games`).
    _sit_down(game, host, None, terms.host_seat)
    _start_if_full(game)
    save_games([game])
    return row


def join_game(game_id: str, player: Player, text: str | None, wanted: int | None = None) -> None:
    """Take the wanted seat if it is free, else the first free one. Raises `ApiError`.

    `text` is the player's text for the deal. The last seat starts the game, unless the host starts it.
    A private table looks started to a player that the host has blocked.
    """
    with for_update(game_id, newcomer=player) as game:
        row = game.row
        if any(seat.player_id == player.pk for seat in game.seats):
            raise ApiError("already_joined", "You have a seat in this game already.")
        if row.private and (row.status != Game.Status.OPEN or has_blocked(row.host_id, player.pk)):
            raise no_such_game()
        refuse_if_ended(row)
        if row.status == Game.Status.RUNNING and len(game.seats) < row.size:
            raise ApiError("already_started", "This game has started already.")
        if len(game.seats) == row.size:
            raise ApiError("game_full", "Every seat of this game is taken.")
        limits.refuse_bot_account(row, player)
        limits.refuse_below(game)
        _sit_down(game, player, text, wanted)
        _inform_how_many(game, player)
        _start_if_full(game)


def leave_game(game_id: str, player: Player) -> None:
    """Give the player's seat back before the start. Raises `ApiError`.

    When the host leaves, the lowest seat's player becomes host. The last player to leave cancels the game.
    """
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        refuse_unless_open(game.row)
        game.seats.remove(seat)
        game.remove(seat)
        data = {"seat": seat.number, "player": events.participant_id(game, player.pk)}
        events.publish_event(game, "left", data)
        there = [other.player_id for other in game.seats if other.player_id is not None]
        if not there:
            turns.call_off(game, Game.CancelReason.NOBODY_LEFT)
        elif game.row.host_id == player.pk:
            game.change(game.row, host_id=there[0])
            data = {"host": events.participant_id(game, there[0])}
            events.publish_event(game, "host_changed", data)


def start(game_id: str, player: Player) -> None:
    """Start the game with the seats taken so far. Raises `ApiError` while they are too few."""
    with for_update(game_id) as game:
        refuse_unless_host(game, player)
        refuse_unless_open(game.row)
        least = game.rules.seats_for(game.row.options)[0]
        if len(game.seats) < least:
            message = _("This game needs {least} seats taken to start.").format(least=least)
            raise ApiError("not_enough_players", message)
        _start_full(game)


def cancel_game(game_id: str, player: Player) -> None:
    """Cancel an open game. Raises `ApiError`."""
    with for_update(game_id) as game:
        refuse_unless_host(game, player)
        refuse_unless_open(game.row)
        turns.call_off(game, Game.CancelReason.HOST)


def refuse_unless_host(game: GameState, player: Player) -> None:
    """Raise `ApiError` unless the player is the host of the game."""
    game.seat_of(player.pk)
    if game.row.host_id != player.pk:
        raise ApiError("not_host", "Only the host of the game may do this.")


def refuse_unless_open(game: Game) -> None:
    """Raise `ApiError` once the game has started or is over."""
    refuse_if_ended(game)
    if game.status == Game.Status.RUNNING:
        raise ApiError("already_started", "This game has started already.")


def _sit_down(game: GameState, player: Player, text: str | None, wanted: int | None) -> None:
    limits.refuse_too_many_games(game, player)
    limits.count_join(game, player)
    taken = {seat.number for seat in game.seats}
    free = [number for number in range(game.row.size) if number not in taken]
    number = wanted if wanted in free else free[0]
    # The player's feed begins here.
    before = game.row.log.event_number
    seat = Seat(game=game.row, number=number, player=player, feed_from=before)
    if text is not None:
        seat.entropy, seat.entropy_at = text_hash(text), game.now
    _add_seat(game, seat)
    name = events.participant_id(game, player.pk)
    data = {"seat": number, "player": name, "entropy": seat.entropy}
    events.publish_event(game, "joined", data, by=number)


def _add_seat(game: GameState, seat: Seat) -> None:
    game.seats = sorted([*game.seats, seat], key=lambda one: one.number)
    game.add(seat)


def _inform_how_many(game: GameState, newcomer: Player) -> None:
    """Inform the other players when one seat is left, or when the host can start."""
    free = game.row.size - len(game.seats)
    kind = {1: "one_seat_left", 0: "table_full"}.get(free)
    if kind is None or (free == 0 and game.row.start == Game.Start.FULL):
        return
    seated = {seat.player_id for seat in game.seats} - {newcomer.pk, None}
    others = [player for player in seated if player is not None]
    data = {"game": game.row.pk, "seats": game.row.size}
    inform_players(others, kind, data, moment=game.moment)


def _start_if_full(game: GameState) -> None:
    if len(game.seats) == game.row.size and game.row.start == Game.Start.FULL:
        _start_full(game)


def _start_full(game: GameState) -> None:
    """Renumber the taken seats without gaps, then start."""
    acted, acted_before = {}, game.row.log.acted or {}
    for number, seat in enumerate(game.seats):
        if (before := acted_before.get(str(seat.number))) is not None:
            acted[str(number)] = before
        game.change(seat, number=number)
    game.change(game.row.log, acted=acted)
    seats = [
        {
            "seat": seat.number,
            "player": seat.player_id and events.participant_id(game, seat.player_id),
            "bot": seat.bot,
        }
        for seat in game.seats
    ]
    entropy = [seat.entropy for seat in game.seats]
    events.publish_event(game, "started", {"seats": seats, "entropy": entropy})
    turns.begin_game(game)


def set_text(game_id: str, player: Player, text: str) -> EntropyReceipt:
    """Have a text go into the deal, in the place of the one that the seat had; its receipt.

    The same text again gives the same receipt and does nothing, even after the start. Raises `ApiError`.
    """
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        given = text_hash(text)
        if seat.entropy != given or seat.entropy_at is None:
            refuse_unless_open(game.row)
            if seat.entropy_changes >= TEXTS_PER_GAME:
                message = _("A text can be replaced {times} times.")
                raise ApiError("too_many_changes", message.format(times=TEXTS_PER_GAME))
            changes = seat.entropy_changes + 1
            game.change(seat, entropy=given, entropy_at=game.now, entropy_changes=changes)
            data = {"seat": seat.number, "entropy": given}
            events.publish_event(game, "entropy_given", data, by=seat.number)
        return {
            "game": game_id,
            "seat": seat.number,
            "participant": events.participant_id(game, player.pk),
            "entropy": given,
            "given_at": utc(seat.entropy_at or game.now),
        }
