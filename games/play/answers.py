"""A seat's sealed answer: laid down, replaced, and what it is bound to (docs/fairness.md).

Why so: docs/why.md#read-once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.fairness import chain, nonces
from games.fairness.chain import utc
from games.models import Submission, Turn
from games.play import limits
from games.repository.game_state import GameState

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat plays, and who chose it."""

    seat: int
    action: Json
    """As JSON, as its rules write it."""
    parsed: Any
    """The same as its rules know it."""
    by: Submission.By
    skipped: Sequence[Json] = ()
    """The entries of the seat's standing order that did not fit."""


def seal(game: GameState, turn: Turn, answer: Answer) -> Submission:
    """Lay down the answer of one seat to the open turn in the place of its earlier one, and publish that.

    All may know that the seat has sealed something, and what it is bound to; what was replaced is
    named by its commitment. Raises `ApiError` (`too_many_changes`).
    """
    before = game.answers.get(answer.seat)
    if before is not None:
        limits.count_change(turn, answer.seat)
    sealed = record_submission(game, turn, answer)
    publish_sealed(game, turn, sealed, before)
    return sealed


def record_submission(game: GameState, turn: Turn, answer: Answer) -> Submission:
    """Lay down an answer, in the place of the one that its seat had."""
    after = game.row.log.event_number
    nonce = nonces.of_answer(game.nonce_key, after, game.now, answer.seat, answer.action)
    sealed = game.answers[answer.seat] = Submission(
        game=game.row,
        turn=turn.number,
        seat=answer.seat,
        action=answer.action,
        by=answer.by,
        receipt=nonces.receipt(nonce),
        nonce=nonce,
        sealed_at=game.now,
    )
    game.actions[answer.seat] = answer.parsed
    return sealed


def publish_sealed(
    game: GameState, turn: Turn, sealed: Submission, before: Submission | None = None
) -> None:
    """Let all know that a seat has sealed an answer, and in the place of which one."""
    its = {
        "commitment": commitment(game.row.pk, turn.number, sealed),
        "replaces": before and commitment(game.row.pk, turn.number, before),
    }
    game.publish("sealed", {"turn": turn.number, "seat": sealed.seat, **its})
    sealed.event = game.row.log.event_number


def commitment(game_id: str, turn: int, sealed: Submission) -> str:
    """What binds a sealed answer to turn number `turn` from the first moment on."""
    bound = {"game": game_id, "turn": turn, "seat": sealed.seat, "action": sealed.action}
    return chain.commitment(sealed.nonce, bound)


def receipt(game_id: str, turn: int, sealed: Submission) -> Json:
    """The receipt of a submission to turn number `turn`, for its own seat only: the same each time."""
    return {
        "game": game_id,
        "turn": turn,
        "seat": sealed.seat,
        "action": sealed.action,
        "by": sealed.by,
        "receipt": sealed.receipt,
        "commitment": commitment(game_id, turn, sealed),
        "nonce": bytes(sealed.nonce).hex(),
        "sealed_at": utc(sealed.sealed_at),
    }
