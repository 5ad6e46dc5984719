"""The rulesets of this server, by id and version: `games.rulesets.game_package` registers and lists them."""

from typing import Any

from games.rulesets.refusal import Unreadable
from games.rulesets.ruleset import Ruleset

RULESETS: dict[str, Ruleset[Any, Any]] = {}
"""The rulesets of new games by id, in the order in which they are listed to people."""
VERSIONS: dict[tuple[str, int], Ruleset[Any, Any]] = {}
"""All rulesets by id and version, with the earlier versions that only older games use."""


def register_ruleset(rules: Ruleset[Any, Any], *earlier: Ruleset[Any, Any]) -> None:
    """Register rules for new games, and `earlier` versions for games that began with them."""
    RULESETS[rules.id] = rules
    for one in (*earlier, rules):
        VERSIONS[one.id, one.version] = one


def list_versions() -> dict[str, list[Any]]:
    """Return all registered rules as two columns: `rulesets` and `versions`."""
    rulesets, numbers = zip(*VERSIONS, strict=True)
    return {"rulesets": [*rulesets], "versions": [*numbers]}


def find_ruleset(ruleset_id: str) -> Ruleset[Any, Any]:
    """Return the ruleset of this id. Raises `Unreadable` ("unknown_ruleset")."""
    try:
        return RULESETS[ruleset_id]
    except KeyError:
        known = ", ".join(RULESETS)
        raise Unreadable("unknown_ruleset", f"The ruleset must be one of: {known}.") from None
