"""Games as rows, made by what the views call, without a call."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from games.api.games import read_settings
from games.background import due_turns
from games.clock.now import now
from games.lobby import open_games
from games.models import Game, Question, Submission, Turn
from games.play import turns
from games.play.answers import Answer, seal_answer
from games.repository.games import load_for_update, save_games
from players.models import Player
from tests.people import Person

NO_BOT = {"bot_after": 100}
"""Absence settings with which no bot stands in for a player before a short game is over."""


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
    table = load_for_update(game)
    turn = table.open_turn
    if turn is None:
        return
    for seat in table.seats_waiting:
        action = table.rules.legal_actions(table.state, seat)[0]
        written = table.rules.write_action(action)
        seal_answer(table, turn, Answer(seat, written, action, Submission.By.PLAYER))
    turns.close(table, turn)
    save_games([table])


def expire_turn(game: str) -> None:
    """Have the last deadline of a game's open turn pass a second ago, if a turn is open.

    Its time begins so much earlier, because that is what deadlines are worked out from. For games whose
    clock always runs.
    """
    for turn in Turn.objects.filter(game=game, closed_at__isnull=True):
        past = now() - timedelta(seconds=1)
        earlier = turn.due_at - past
        turn.clock_from -= earlier
        Question.objects.filter(turn=turn).update(due_at=F("due_at") - earlier)
        turn.due_at = turn.next_check_at = past
        turn.save()


def expire_turns(game: str, turns: int = 1, until: Callable[[Game], bool] | None = None) -> None:
    """Have so many turns of a game be closed by the clock, or all `until` something is true of its row."""
    for _ in range(turns if until is None else 500):
        row = Game.objects.get(pk=game)
        if row.status != Game.Status.RUNNING or (until is not None and until(row)):
            return
        expire_turn(game)
        due_turns.sweep_due_turns()


def make_finished_game(people: Sequence[Person], **wish: Any) -> str:
    """Return the id of a game that is over: the host has played one card, and the clock all others."""
    game = make_game(people, **{"absence": NO_BOT, **wish})
    assert people[0].seals_anything(game).status == 200
    expire_turns(game, until=lambda row: False)
    assert Game.objects.get(pk=game).status == Game.Status.FINISHED
    return game


def answers_to(turn: Turn) -> "QuerySet[Submission]":
    """Return the answers to a turn, by seat."""
    return Submission.objects.filter(question__turn=turn).order_by("question__seat__number")


def seats_asked(turn: Turn) -> list[int]:
    return [*_questions_of(turn).values_list("seat__number", flat=True)]


def deadlines_of(turn: Turn) -> list[datetime]:
    """Return the deadline of each seat that a turn asks."""
    return [*_questions_of(turn).values_list("due_at", flat=True)]


def _questions_of(turn: Turn) -> "QuerySet[Question]":
    return turn.questions.order_by("seat__number")
