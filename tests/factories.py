"""Games as rows, made by what the views call, without a call."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction

from games.api.games import read_settings
from games.clock.now import now
from games.lobby import open_games
from games.models import Submission, Turn
from games.play import deadlines, turns
from games.play.answers import Answer, seal_answer
from games.repository import loader
from games.repository.unit_of_work import save
from players.models import Player
from tests.people import Person


def make_game(people: Sequence[Person], turn: int = 1, **wish: Any) -> str:
    """Return the id of a game in which these people sit, with this turn open, where it comes so far.

    `wish` has members of the body of `POST /games`: without any it is Turn the Tide for so many seats. In the
    turns before, each seat has played the first of its legal actions.
    """
    usual = {"ruleset": "turn_the_tide", "seat_count": len(people) + len(wish.get("bots", ()))}
    host, *others = [Player.objects.get(username=one.name) for one in people]
    game = open_games.create_game(host, read_settings({**usual, **wish})).pk
    for other in others:
        open_games.join_game(game, other, None)
    for _ in range(1, turn):
        play_turn(game)
    return game


@transaction.atomic
def play_turn(game: str) -> None:
    """Have each seat that is asked, and has not answered, play its first legal action."""
    table = loader.load_for_update(game)
    turn = table.open_turn
    if turn is None:
        return
    for seat in deadlines.seats_waiting(turn, table.answers):
        action = table.rules.legal_actions(table.state, seat)[0]
        written = table.rules.write_action(action)
        seal_answer(table, turn, Answer(seat, written, action, Submission.By.PLAYER))
    turns.close(table, turn)
    save(table)


def expire_turn(game: str) -> None:
    """Have the last deadline of a game's open turn pass a second ago, if a turn is open.

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
