"""A seat's answer: its recording, replacement, commitment and receipt (docs/fairness.md).

For a seat that has not answered, its standing order answers, or else the fallback.

Why so: docs/decisions/game-rows.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from common.rest.json_codec import Json
from games.fairness import commitments
from games.fairness.commitments import utc
from games.models import StandingOrder, Submission, Turn
from games.play import events
from games.repository.game_state import GameState
from games.rulesets.ruleset import Ruleset
from games.shapes.turns import PlayedBody, Receipt

BY_PLAYER = {Submission.By.PLAYER, Submission.By.ORDER}
MAX_CHANGES_PER_TURN = 20
"""The number of times a seat may replace or take back its answer in one turn."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An action of a seat, and who chose it."""

    seat: int
    action: Json
    """The action as the JSON that its rules write."""
    parsed: Any
    """The action as the object that its rules read."""
    by: Submission.By
    skipped: Sequence[Json] = ()
    """The entries of the seat's standing order that did not fit."""


def seal_answer(game: GameState, turn: Turn, answer: Answer) -> Submission:
    """Record a seat's answer to the open turn, replacing an earlier one, and publish it.

    The event shows the answer's commitment, and the commitment of the answer that it replaces.
    Raises `ApiError` (`too_many_changes`).
    """
    before = game.answers.get(answer.seat)
    if before is not None:
        count_change(game, answer.seat)
    sealed = record_submission(game, answer)
    publish_sealed(game, turn, answer.seat, before)
    return sealed


def record_submission(game: GameState, answer: Answer) -> Submission:
    """Record an answer in the game's state, replacing the one that its seat had."""
    after = game.row.log.event_number
    nonce = commitments.answer_nonce(game.nonce_key, after, game.now, answer.seat, answer.action)
    before = game.answers.get(answer.seat)
    sealed = game.answers[answer.seat] = Submission(
        game=game.row,
        question=game.questions[answer.seat],
        action=answer.action,
        by=answer.by,
        receipt=commitments.receipt_id(nonce),
        nonce=nonce,
        sealed_at=game.now,
    )
    game.actions[answer.seat] = answer.parsed
    if before is None:
        game.add(sealed)
    else:
        game.replace(before, sealed)
    return sealed


def publish_sealed(
    game: GameState, turn: Turn, seat: int, before: Submission | None = None
) -> None:
    """Publish that a seat has sealed an answer, and the commitment of the one it replaces."""
    sealed = game.answers[seat]
    data = {
        "turn": turn.number,
        "seat": seat,
        "commitment": answer_commitment(game.row.pk, turn.number, seat, sealed),
        "replaces": before and answer_commitment(game.row.pk, turn.number, seat, before),
    }
    by = seat if sealed.by == Submission.By.PLAYER else None
    events.publish_event(game, "sealed", data, by=by)
    game.change(sealed, event=game.row.log.event_number)


def answer_commitment(game_id: str, turn: int, seat: int, sealed: Submission) -> str:
    """Return the commitment of a seat's sealed answer to turn number `turn`: its salted hash."""
    bound = {"game": game_id, "turn": turn, "seat": seat, "action": sealed.action}
    return commitments.commit_to_json(sealed.nonce, bound)


def answer_receipt(game_id: str, turn: int, seat: int, sealed: Submission) -> Receipt:
    """Return the receipt of a seat's submission to turn number `turn`. Only its own seat may see it."""
    return {
        "game": game_id,
        "turn": turn,
        "seat": seat,
        "action": sealed.action,
        "by": sealed.by,
        "receipt": sealed.receipt,
        "commitment": answer_commitment(game_id, turn, seat, sealed),
        "nonce": bytes(sealed.nonce).hex(),
        "sealed_at": utc(sealed.sealed_at),
    }


def played_answers(answers: Mapping[int, Submission]) -> list[PlayedBody]:
    """Return the answers of a closed turn, with the nonces that open their commitments."""
    return [
        {
            "seat": seat,
            "action": answer.action,
            "by": answer.by,
            "nonce": bytes(answer.nonce).hex(),
        }
        for seat, answer in sorted(answers.items())
    ]


def count_change(game: GameState, seat: int) -> None:
    """Count a change of a seat's answer. Raises `ApiError` (`too_many_changes`)."""
    question = game.questions[seat]
    if question.changes >= MAX_CHANGES_PER_TURN:
        message = _("You may change your answer {times} times in a turn; what is sealed stays.")
        raise ApiError("too_many_changes", message.format(times=MAX_CHANGES_PER_TURN))
    game.change(question, changes=question.changes + 1)


def choose_answer(
    rules: Ruleset[Any, Any], state: Any, seat: int, order: StandingOrder | None
) -> Answer:
    """Return the answer for a seat that is asked: its standing order's, or else the fallback."""
    skipped: list[Json] = []
    if order is not None and rules.orders is not None:
        followed = rules.orders.follow(state, seat, rules.orders.read(order.order))
        skipped = [asdict(entry) for entry in followed.skipped]
        if followed.action is not None:
            written = rules.write_action(followed.action)
            return Answer(seat, written, followed.action, Submission.By.ORDER, skipped)
    action = rules.choose_fallback(state, seat)
    return Answer(seat, rules.write_action(action), action, Submission.By.CLOCK, skipped)


def answer_at_deadline(game: GameState, turn: Turn, seat: int) -> Answer:
    """Return the answer for a seat whose time is up, and tell its player of the order."""
    order = game.orders.get(seat)
    answer = choose_answer(game.rules, game.state, seat, order)
    if order is not None:
        kind = "order_followed" if answer.by == Submission.By.ORDER else "order_failed"
        _publish_to_player(game, turn, kind, answer)
    return answer


def answer_at_once(game: GameState, turn: Turn, seat: int) -> Answer | None:
    """Return the answer of an order that is played at once; None if no entry fits."""
    order = game.orders.get(seat)
    if order is None or not order.at_once or not game.seats[seat].is_present:
        return None
    answer = choose_answer(game.rules, game.state, seat, order)
    if answer.by != Submission.By.ORDER:
        return None
    _publish_to_player(game, turn, "order_followed", answer)
    return answer


def _publish_to_player(game: GameState, turn: Turn, kind: str, answer: Answer) -> None:
    seat = game.seats[answer.seat]
    if seat.owner_id is not None:
        data = {"turn": turn.number, "seat": answer.seat, "action": answer.action}
        events.publish_to(game, seat.owner_id, kind, {**data, "skipped": [*answer.skipped]})
