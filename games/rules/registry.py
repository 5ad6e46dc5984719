"""Which games there are: the only place that lists them."""

from collections.abc import Mapping
from typing import Any

from games.rules.high_tide import HIGH_TIDE
from games.rules.refusal import Refusal, Unreadable
from games.rules.ruleset import Ruleset
from games.rules.turn_the_tide import TURN_THE_TIDE

RULESETS: Mapping[str, Ruleset[Any, Any]] = {
    ruleset.id: ruleset for ruleset in (TURN_THE_TIDE, HIGH_TIDE)
}

EARLIER: tuple[Ruleset[Any, Any], ...] = ()
"""Rules that no new game is played by, for those that began with them."""
VERSIONS = {(ruleset.id, ruleset.version): ruleset for ruleset in (*EARLIER, *RULESETS.values())}
"""All that are here, by id and version."""


def pinned(ruleset_id: str, version: int) -> Ruleset[Any, Any]:
    """The rules that a game began with: it is never judged by newer ones.

    Raises `Refusal` ("rules_missing") where this server does not have them.
    """
    try:
        return VERSIONS[ruleset_id, version]
    except KeyError:
        raise Refusal(
            "rules_missing", f"This server has no version {version} of {ruleset_id}."
        ) from None


def versions() -> dict[str, list[Any]]:
    """All rules that are here, as two columns: `rulesets` and `versions`."""
    rulesets, numbers = zip(*VERSIONS, strict=True)
    return {"rulesets": [*rulesets], "versions": [*numbers]}


def find(ruleset_id: str) -> Ruleset[Any, Any]:
    """The ruleset of this id; raises `Unreadable` ("unknown_ruleset")."""
    try:
        return RULESETS[ruleset_id]
    except KeyError:
        known = ", ".join(RULESETS)
        raise Unreadable("unknown_ruleset", f"The ruleset must be one of: {known}.") from None
