"""Records of games that are played in this process, without a server or a database.

The one door of the flows to the rules: what comes out is the JSON that the server would give.
"""

import json
from random import Random
from typing import Any

from games.rules import registry
from games.rules.chance import Drawn, SeededChance

Json = dict[str, Any]

EXPANSIONS = ["coins", "shark_alert", "surfer", "baywatch"]
"""All of High Tide's."""


def played(ruleset: str, options: Json, seats: int, seed: str) -> Json:
    """The record of a game in which everybody answers at random."""
    rules = registry.find(ruleset)
    random = Random(f"{seed} answers")
    chance = SeededChance(Random(f"{seed} chance").randbytes(32))
    read = rules.read_options(options)
    state = rules.set_up(read, seats, chance)
    setup = {**rules.setup(state), "chance": _drawn(chance.take())}
    step = rules.begin(state, chance)
    stages, turns = list(step.stages), list[Json]()
    while rules.result(step.state) is None:
        only, asked = rules.choices(step.state)
        if not asked:
            step = rules.advance(step.state, only, chance)
            stages += step.stages
            continue
        answers = {seat: random.choice(rules.legal_actions(step.state, seat)) for seat in asked}
        turns.append(
            {
                "number": len(turns) + 1,
                **rules.heading(step.state),
                "asked": asked,
                "chance": _drawn(chance.take()),
                "actions": [
                    {"seat": seat, "action": rules.write_action(action), "by": "player"}
                    for seat, action in answers.items()
                ],
            }
        )
        step = rules.advance(step.state, {**only, **answers}, chance)
        stages += step.stages
    result = rules.result(step.state)
    assert result is not None
    record: Json = {
        "format": "tideapi-record/1",
        "game": seed,
        "ruleset": ruleset,
        "rules_version": rules.version,
        "options": read,
        "seats": [f"guest{seat}" for seat in range(seats)],
        "bots": [None] * seats,
        "setup": setup,
        "turns": turns,
        "end": {"chance": _drawn(chance.take())},
        "stages": [{"stage": stage.number, "scores": list(stage.scores)} for stage in stages],
        "result": {"scores": list(result.scores), "winners": list(result.winners)},
    }
    # Through JSON, so that nothing but its types is left.
    copied: Json = json.loads(json.dumps(record))
    return copied


def _drawn(drawn: tuple[Drawn, ...]) -> list[Json]:
    return [one.to_json() for one in drawn]
