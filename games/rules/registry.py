"""Which games there are: the only place that lists them."""

from collections.abc import Mapping
from typing import Any

from games.rules.high_tide import HIGH_TIDE
from games.rules.refusal import Unreadable
from games.rules.ruleset import Ruleset
from games.rules.turn_the_tide import TURN_THE_TIDE

RULESETS: Mapping[str, Ruleset[Any, Any]] = {
    ruleset.id: ruleset for ruleset in (TURN_THE_TIDE, HIGH_TIDE)
}


def find(ruleset_id: str) -> Ruleset[Any, Any]:
    """The ruleset of this id; raises `Unreadable` ("unknown_ruleset")."""
    try:
        return RULESETS[ruleset_id]
    except KeyError:
        known = ", ".join(RULESETS)
        raise Unreadable("unknown_ruleset", f"The ruleset must be one of: {known}.") from None
