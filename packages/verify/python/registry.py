"""The games whose rules are known here."""

from __future__ import annotations

from collections.abc import Mapping

from packages.verify.python.faults import Json
from packages.verify.python.games.high_tide import HIGH_TIDE, HIGH_TIDE_RULES
from packages.verify.python.games.turn_the_tide import TURN_THE_TIDE, TURN_THE_TIDE_RULES
from packages.verify.python.known import Rules
from packages.verify.python.proofs import is_proof

KNOWN = {"turn_the_tide": TURN_THE_TIDE, "high_tide": HIGH_TIDE}
"""What is known of their form. Of any other the forms below leave open what only its rules say."""


RULESETS: Mapping[str, Rules] = {
    "turn_the_tide": TURN_THE_TIDE_RULES,
    "high_tide": HIGH_TIDE_RULES,
}
"""The same games as in `KNOWN`."""


def known() -> dict[str, int]:
    """The games whose rules are known here, and which version of each."""
    return {ruleset: one.version for ruleset, one in KNOWN.items() if ruleset in RULESETS}


def is_known(document: Json) -> bool:
    """Whether all of this document can be checked here: a proof, or a record of a game that is known."""
    return is_proof(document) or document["ruleset"] in known()
