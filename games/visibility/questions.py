"""The questions that wait for a player, over all games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, cast

import orjson

from common.db.sql import fetch_rows, make_row
from common.rest.paging import Links
from games.fairness.commitments import utc
from games.models import Game, StandingOrder, Submission, Turn
from games.refusals import find_rules
from games.rulesets import registry
from games.shapes.games import QuestionBody
from games.visibility.game_view import GameView
from games.visibility.seat_view import private_part
from games.visibility.shown_rows import OWN_ANSWER, SECRETS, STANDING_ORDER, TURN, read_question
from games.visibility.snapshot import Snapshot, compose_snapshot, entity_tag
from players.models import Player

_INBOX = f"""
-- Her seats by the index on a seat's player; of each one row by games_game_pkey, turn_one_open,
-- question_once, games_submission_pkey, and the unique index of an order's seat.
SELECT question.due_at AS at, game.id AS game, (SELECT row_to_json(waiting) FROM (SELECT
        seat.number AS seat,
        (SELECT row_to_json(one) FROM (
            SELECT game.id, game.ruleset, game.rules_version, game.clock
        ) one) AS game,
        {TURN} AS turn,
        (SELECT row_to_json(one) FROM (SELECT
            turn.number AS turn, question.due_at, question.bank, own.question_id IS NOT NULL AS answered
        ) one) AS question,
        {OWN_ANSWER} AS own, {STANDING_ORDER} AS order
    ) waiting)::text AS shown, {SECRETS}::text AS secrets
FROM games_seat seat
JOIN games_game game ON game.id = seat.game_id AND game.status = 'running'
JOIN games_turn turn ON turn.game_id = game.id AND turn.closed_at IS NULL
JOIN games_question question ON question.turn_id = turn.id AND question.seat_id = seat.id
LEFT JOIN games_submission own ON own.question_id = question.id
LEFT JOIN games_standingorder standing ON standing.seat_id = seat.id
WHERE seat.player_id = %(player)s::bigint AND seat.away IS NULL
    AND (own.question_id IS NULL OR NOT %(open)s::boolean)
    AND (game.ruleset, game.rules_version::integer) IN (
        SELECT * FROM unnest(%(rulesets)s::text[], %(versions)s::integer[]))
    AND (%(position)s::timestamptz IS NULL OR question.due_at {{beyond}} %(position)s::timestamptz)
ORDER BY question.due_at {{order}}, game.id {{order}}
LIMIT %(most)s::bigint OFFSET %(offset)s::bigint
"""
"""One page of the questions that wait for a player, a row for each, with the time of that player alone."""
INBOX = _INBOX.format(order="", beyond=">")
INBOX_BACK = _INBOX.format(order="DESC", beyond="<")

_INBOX_WITH_GAMES = """
-- The same, and for each row of the page what `SNAPSHOT` says, of the same moment.
SELECT inbox.*, snapshot.*
FROM ({inbox}) inbox
CROSS JOIN LATERAL ({snapshot}) snapshot
ORDER BY inbox.at {order}, inbox.game {order}
"""
_SNAPSHOT = compose_snapshot("inbox.game", "%(player)s::bigint")
INBOX_WITH_GAMES = _INBOX_WITH_GAMES.format(inbox=INBOX, snapshot=_SNAPSHOT, order="")
INBOX_WITH_GAMES_BACK = _INBOX_WITH_GAMES.format(inbox=INBOX_BACK, snapshot=_SNAPSHOT, order="DESC")


@dataclass(frozen=True)
class WaitingQuestion:
    """A question that waits for a player, as it was read.

    `shown` is what it is known by: another answer has another. `secrets` is what is encrypted. `game` is what
    was read of its game at the same moment, where that was asked for.
    """

    player: Player
    own_due: datetime
    shown: str
    secrets: str
    game: Sequence[str]

    @cached_property
    def game_view(self) -> GameView | None:
        """The player's view of the whole game, where it was asked for."""
        return GameView(Snapshot(*self.game), self.player) if self.game else None


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
    if with_games:
        statement = INBOX_WITH_GAMES_BACK if back else INBOX_WITH_GAMES
    else:
        statement = INBOX_BACK if back else INBOX
    found = fetch_rows(
        statement,
        player=player.pk,
        open=unanswered,
        **registry.list_versions(),
        position=position,
        offset=offset,
        most=most,
    )
    return [
        WaitingQuestion(player, at, shown, secrets, game) for at, _, shown, secrets, *game in found
    ]


def question_body(question: WaitingQuestion) -> QuestionBody:
    """Return an open question as its player sees it in the list of all."""
    read, secrets = orjson.loads(question.shown), orjson.loads(question.secrets)
    game, turn = make_row(Game, {**read["game"], **secrets}), make_row(Turn, read["turn"])
    own, order, asked = read["own"], read["order"], read_question(read["question"])
    rules = find_rules(game.ruleset, game.rules_version)
    mine = private_part(
        rules,
        game,
        rules.load(cast("Any", game.state)),
        read["seat"],
        asked,
        make_row(Submission, {**own, **secrets}) if own else None,
        make_row(StandingOrder, {**order, **secrets}) if order else None,
    )
    shown: QuestionBody = {
        "game": game.pk,
        "ruleset": game.ruleset,
        "turn": turn.number,
        "seat": read["seat"],
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
