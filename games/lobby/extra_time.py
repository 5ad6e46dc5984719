"""Time given to another player: each may add to one deadline of another's in each turn, and all are told."""

from datetime import timedelta

from common.rest.errors import ApiError
from games.clock.clock import write_duration
from games.play import deadlines, events
from games.repository.games import for_update
from players.models import Player

MAX_EXTENSION = timedelta(days=1)
"""The running time that is given; in a faster game the time of a turn."""


def extend_deadline(game_id: str, player: Player, number: int) -> None:
    """Add to the deadline of the seat of this number, which is another's. Raises `ApiError`."""
    with for_update(game_id) as game:
        giver = game.seat_of(player.pk)
        game.refuse_unless_running()
        seat, turn = game.find_seat(number), game.open_turn
        if seat is giver:
            raise ApiError("not_yourself", "Time is given to others.")
        if (
            turn is None
            or not seat.is_present
            or number not in game.seats_waiting
            or game.questions[number].due_at <= game.now
        ):
            raise ApiError("not_waited_for", "The game does not wait for this seat's player.")
        if not giver.is_present:
            raise ApiError("no_vote", "A bot plays for you. Return to your seat first.")
        if giver.number in turn.given_by:
            raise ApiError("time_given", "You have given time in this turn already.")
        more = min(MAX_EXTENSION, game.clock.per_turn)
        question = game.questions[number]
        game.change(question, given=question.given + more)
        game.change(turn, given_by=sorted([*turn.given_by, giver.number]))
        given = {"seat": number, "by": giver.number, "length": write_duration(more)}
        events.publish_event(game, "time_given", {"turn": turn.number, **given}, by=giver.number)
        deadlines.renew_and_plan(game, turn)
