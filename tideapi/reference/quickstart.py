"""The five calls with which the reference begins: from an account to the record of a game."""

from dataclasses import dataclass
from typing import Any

from common.rest.json_codec import Json
from games.rulesets import registry
from games.rulesets.ruleset import Ruleset
from tideapi.reference.document import operations_by_name
from tideapi.reference.samples import write_samples


@dataclass(frozen=True, slots=True)
class QuickstartStep:
    """One call of the quickstart; `call` is its operationId, `body` what is sent."""

    title: str
    text: str
    call: str
    body: Json | None = None


def quickstart_steps() -> list[Json]:
    """Return the steps with their calls and the code for them."""
    calls = operations_by_name()
    return [
        {
            "step": one,
            "call": calls[one.call],
            "samples": write_samples(calls[one.call], one.body),
        }
        for one in _list_steps(next(iter(registry.RULESETS.values())))
    ]


def _list_steps(rules: Ruleset[Any, Any]) -> tuple[QuickstartStep, ...]:
    """Return the steps of a game by these rules."""
    action, *_ = rules.schemas.examples["actions"].values()
    return (
        QuickstartStep(
            "Sign up",
            "The answer has the token, which is shown this once. Each later call sends it.",
            "create_player",
            {"username": "ann", "password": "rock-pool-and-anemone"},
        ),
        QuickstartStep(
            "Open a table with bots",
            "All seats are taken, so the game starts at once. `id` is the game's, for the calls below.",
            "create_game",
            {"ruleset": rules.id, "seat_count": 3, "bots": ["random", "random"]},
        ),
        QuickstartStep(
            "Read my turn",
            "Each question has all of its `legal_actions`, its deadline, and the `fallback` that is played "
            "if no answer comes.",
            "list_my_turns",
        ),
        QuickstartStep(
            "Seal an answer",
            "Send one of the `legal_actions`. It can be replaced until the turn closes, and the same call "
            "again returns the same receipt.",
            "submit_answer",
            {"action": action},
        ),
        QuickstartStep(
            "Read the record",
            "It is there once the game is over, so play on first: steps 3 and 4, turn by turn. From the "
            "record anyone can replay and verify the game.",
            "get_record",
        ),
    )
