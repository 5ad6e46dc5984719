"""Writing answers down: one row for each seat and turn, replaced when the seat answers again."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.models import Submission, Turn
from games.receipt import commitment
from games.table import Table


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat plays, as JSON, who chose it, and the entries of its order that did not fit."""

    seat: int
    action: dict[str, Any]
    by: Submission.By
    skipped: list[dict[str, Any]] = field(default_factory=list)


def seal(table: Table, turn: Turn, answer: Answer) -> Submission:
    """Write the answer of one seat to the open turn, in the place of the one that it had, and say so.

    All may know that the seat has sealed something, and what it is bound to; what was replaced is
    named by its commitment.
    """
    sealed = table.answers.get(answer.seat)
    replaced = (
        None if sealed is None else commitment(table.rules, table.game.pk, turn.number, sealed)
    )
    if sealed is not None:
        count_change(table, turn, answer.seat)
    seal_all(table, turn, [answer])
    sealed = table.answers[answer.seat]
    announce(table, turn, sealed, replaced)
    return sealed


def count_change(table: Table, turn: Turn, seat: int) -> None:
    """Count that a seat changes its answer to the open turn."""
    place = turn.asked.index(seat)
    turn.changes = [*turn.changes]
    turn.changes[place] += 1
    table.changed(turn)


def announce(table: Table, turn: Turn, sealed: Submission, replaced: str | None = None) -> None:
    """Tell all that a seat has sealed an answer."""
    bound = {
        "commitment": commitment(table.rules, table.game.pk, turn.number, sealed),
        "replaces": replaced,
    }
    table.tell("sealed", {"turn": turn.number, "seat": sealed.seat, **bound})


def seal_all(table: Table, turn: Turn, answers: Iterable[Answer]) -> None:
    """Lay answers down, each in the place of the one that its seat had."""
    for answer in answers:
        table.lay(
            Submission(
                turn=turn,
                seat=answer.seat,
                action=answer.action,
                by=answer.by,
                skipped=answer.skipped,
                sealed_at=table.now,
            )
        )
