"""What a seat is told of its sealed answer: the same words each time that it asks."""

from typing import Any

from games import chain
from games.models import Submission
from games.rules.ruleset import Ruleset
from games.table import utc


def commitment(rules: Ruleset[Any, Any], game_id: str, turn: int, sealed: Submission) -> str:
    """What a sealed answer is bound to from the moment that it is sealed (docs/fairness.md)."""
    return chain.commitment(
        sealed.nonce,
        {
            "game": game_id,
            "turn": turn,
            "seat": sealed.seat,
            "action": rules.write_action(rules.read_action(sealed.action)),
        },
    )


def receipt(
    rules: Ruleset[Any, Any], game_id: str, turn: int, sealed: Submission
) -> dict[str, Any]:
    """The receipt of a submission to turn number `turn`, for its own seat only.

    The action goes through the rules because PostgreSQL gives back its fields in an order of its own.
    """
    return {
        "game": game_id,
        "turn": turn,
        "seat": sealed.seat,
        "action": rules.write_action(rules.read_action(sealed.action)),
        "by": sealed.by,
        "receipt": sealed.receipt,
        "commitment": commitment(rules, game_id, turn, sealed),
        "nonce": bytes(sealed.nonce).hex(),
        "sealed_at": utc(sealed.sealed_at),
    }
