"""The questions that wait for a player, over all games."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

import orjson

from common.db.encrypted import Closed
from common.rest.paging import Links
from games.fairness.commitments import utc
from games.models import Game, Question, StandingOrder, Submission, Turn
from games.repository import columns, rows
from games.repository.queries import viewing as sql
from games.repository.refusals import find_rules
from games.rulesets import registry
from games.shapes.games import QuestionBody
from games.visibility.game_view import GameView
from games.visibility.seat_view import private_part
from games.visibility.snapshot import Snapshot, entity_tag, sealed_row
from players.models import Player


@dataclass(frozen=True)
class WaitingQuestion:
    """A question that waits for a player, as it was read.

    `shown` is what it is known by: another answer has another. `sealed` is what is encrypted. `game` is what
    was read of its game at the same moment, where that was asked for.
    """

    player: Player
    own_due: datetime
    shown: str
    sealed: tuple[bytes | None, ...]
    game: tuple[Any, ...]

    @cached_property
    def game_view(self) -> GameView | None:
        """The player's view of the whole game, where it was asked for."""
        return GameView(Snapshot(self.game), self.player) if self.game else None

    def read(self) -> tuple[int, Question, Submission | None, StandingOrder | None]:
        """Return the player's seat, the question with its turn, the answer, and the standing order."""
        game_id, ruleset, version, its_clock, *rest = orjson.loads(self.shown)
        seat, number, heading, opened, asked, own, order = rest
        state, action, nonce, ordered = self.sealed
        names = ["id", "ruleset", "rules_version", "clock"]
        game = Game.from_db("default", names, [game_id, ruleset, version, its_clock])
        assert state is not None  # noqa: S101  The game is running.
        game.state = Closed(bytes(state))
        question = rows.read(Question, asked, columns.SHOWN_QUESTION)
        question.turn = Turn(
            game=game,
            number=number,
            heading=heading,
            opened_at=datetime.fromisoformat(opened),
        )
        answer = own and sealed_row(
            Submission, own, columns.SHOWN_ANSWER, action=action, nonce=nonce
        )
        lasting = order and sealed_row(StandingOrder, order, columns.SHOWN_ORDER, order=ordered)
        return seat, question, answer, lasting


def list_questions(
    player: Player,
    *,
    unanswered: bool,
    with_games: bool,
    back: bool,
    position: str | None,
    offset: int,
    most: int,
) -> list[WaitingQuestion]:
    """Questions that wait for a player, in the order of their deadlines, or with `back` against it.

    At most so many of those beyond a deadline, if one is given, after an offset; with `unanswered` without
    those that are answered, with `with_games` each with its game. One game whose rules are not here must
    not hide what waits in the others.
    """
    found = _INBOX[with_games, back].fetch_rows(
        player=player.pk,
        open=unanswered,
        **registry.list_versions(),
        position=position,
        offset=offset,
        most=most,
    )
    return [WaitingQuestion(player, one[0], one[1], one[2:SEALED], one[SEALED:]) for one in found]


SEALED = 6
"""Where a row of the inbox ends that says nothing of the whole game."""
_INBOX = {
    (False, False): sql.INBOX,
    (False, True): sql.INBOX_BACK,
    (True, False): sql.INBOX_GAMES,
    (True, True): sql.INBOX_GAMES_BACK,
}


def question_body(question: WaitingQuestion) -> QuestionBody:
    """Return an open question as its player sees it in the list of all."""
    seat, asked, own, order = question.read()
    turn = asked.turn
    rules = find_rules(turn.game.ruleset, turn.game.rules_version)
    raw: Any = turn.game.state
    mine = private_part(rules, turn.game, rules.load(raw), seat, asked, own, order)
    shown: QuestionBody = {
        "game": turn.game_id,
        "ruleset": turn.game.ruleset,
        "turn": turn.number,
        "seat": seat,
        "decision": rules.decision_of(turn.heading),
        "opened_at": utc(turn.opened_at),
        "due_at": utc(asked.due_at),
        "bank": mine["bank"],
        "bank_seconds": mine["bank_seconds"],
        "legal_actions": mine["legal_actions"],
        "fallback": mine["fallback"],
        "fallback_by": mine["fallback_by"],
        "submission": mine["submission"],
    }
    if question.game_view is not None:
        shown["view"] = question.game_view.get_game()
    return shown


def page_tag(page: Iterable[WaitingQuestion], links: Links) -> str:
    """The entity tag of a page of such questions."""
    parts = [
        part
        for one in page
        for part in (one.shown, one.game_view.version.tag if one.game_view else "")
    ]
    return entity_tag(*parts, links["next"] or "", links["previous"] or "")
