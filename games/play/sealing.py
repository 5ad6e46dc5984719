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
from games.store.table import Table

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


def seal(table: Table, turn: Turn, answer: Answer) -> Submission:
    """Lay down the answer of one seat to the open turn in the place of its earlier one, and publish that.

    All may know that the seat has sealed something, and what it is bound to; what was replaced is
    named by its commitment. Raises `ApiError` (`too_many_changes`).
    """
    before = table.answers.get(answer.seat)
    if before is not None:
        limits.count_change(turn, answer.seat)
    sealed = lay(table, turn, answer)
    publish_sealed(table, turn, sealed, before)
    return sealed


def lay(table: Table, turn: Turn, answer: Answer) -> Submission:
    """Lay down an answer, in the place of the one that its seat had."""
    after = table.game.log.event_number
    nonce = nonces.of_answer(table.nonce_key, after, table.now, answer.seat, answer.action)
    sealed = table.answers[answer.seat] = Submission(
        game=table.game,
        turn=turn.number,
        seat=answer.seat,
        action=answer.action,
        by=answer.by,
        receipt=nonces.receipt(nonce),
        nonce=nonce,
        sealed_at=table.now,
    )
    table.actions[answer.seat] = answer.parsed
    return sealed


def publish_sealed(
    table: Table, turn: Turn, sealed: Submission, before: Submission | None = None
) -> None:
    """Let all know that a seat has sealed an answer, and in the place of which one."""
    its = {
        "commitment": commitment(table.game.pk, turn.number, sealed),
        "replaces": before and commitment(table.game.pk, turn.number, before),
    }
    table.publish("sealed", {"turn": turn.number, "seat": sealed.seat, **its})
    sealed.event = table.game.log.event_number


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
