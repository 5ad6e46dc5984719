"""Writing answers down: one row for each seat and turn, replaced when the seat answers again."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.models import Submission, Turn, new_id
from games.table import Table


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat plays, as JSON, who chose it, and the entries of its order that did not fit."""

    seat: int
    action: dict[str, Any]
    by: Submission.By
    skipped: list[dict[str, Any]] = field(default_factory=list)


def seal(table: Table, turn: Turn, answer: Answer) -> Submission:
    """Write the answer of one seat to the open turn, in the place of the one that it had."""
    before = table.answers.get(answer.seat)
    if before is None:
        seal_all(table, turn, [answer])
        return table.answers[answer.seat]
    before.action, before.by, before.skipped = answer.action, answer.by, answer.skipped
    before.sealed_at, before.receipt = table.now, new_id()
    before.save()
    return before


def seal_all(table: Table, turn: Turn, answers: Iterable[Answer]) -> None:
    """Write the answers of seats that had none."""
    rows = Submission.objects.bulk_create(
        Submission(
            turn=turn,
            seat=answer.seat,
            action=answer.action,
            by=answer.by,
            skipped=answer.skipped,
            sealed_at=table.now,
        )
        for answer in answers
    )
    table.answers |= {row.seat: row for row in rows}
