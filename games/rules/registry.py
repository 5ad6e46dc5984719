"""The rules that are here, by id and version. `games.enrolment` brings them."""

from typing import Any

from games.rules.refusal import Unreadable
from games.rules.ruleset import Ruleset

RULESETS: dict[str, Ruleset[Any, Any]] = {}
"""What new games are played by, in the order in which it is listed to people."""
VERSIONS: dict[tuple[str, int], Ruleset[Any, Any]] = {}
"""All that are here, by id and version: also what only games that began earlier are played by."""


def enrol(rules: Ruleset[Any, Any], *earlier: Ruleset[Any, Any]) -> None:
    """Have new games played by these rules, and go on with those of `earlier` versions."""
    RULESETS[rules.id] = rules
    for one in (*earlier, rules):
        VERSIONS[one.id, one.version] = one


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
