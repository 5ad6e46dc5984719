"""Check a game against the contract of all games, without a server: `python -m games.rulesets.check`."""

import sys
from argparse import ArgumentParser
from importlib.metadata import EntryPoint

from games.rulesets.game_package import describe_fault, require_playable
from games.rulesets.refusal import Refusal
from games.rulesets.testing.contract import CHECKS
from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import variants_of


def main() -> int:
    """Play every variant, and say the first fault in a sentence; exits with 1 then."""
    parser = ArgumentParser(prog="python -m games.rulesets.check", description=__doc__)
    parser.add_argument("game", help="package.module:NAME of a GamePackage")
    named = parser.parse_args().game
    try:
        ruleset = require_playable(EntryPoint("", named, "").load()).ruleset
    except Exception as why:  # noqa: BLE001  A game may fail in any way while it is imported.
        return _report_fault(f"{named} cannot be played: {describe_fault(why)}")
    try:
        kit_of(ruleset)
    except Exception as why:  # noqa: BLE001
        fault = describe_fault(why)
        return _report_fault(f"`secrecy` names a kit that cannot be imported: {fault}")
    try:
        variants = [*variants_of(ruleset)]
    except Refusal as why:
        return _report_fault(
            f"A variant is refused, or an option has no default: {why.detail_with_place}"
        )
    for variant in variants:
        sys.stdout.write(f"{variant} ")
        for check in CHECKS:
            sys.stdout.flush()
            try:
                check(variant)
            except Exception as why:  # noqa: BLE001  Rules may raise whatever they like.
                kind = "" if isinstance(why, AssertionError) else f"{type(why).__name__}: "
                return _report_fault(f"\n{check.__name__.replace('_', ' ')}: {kind}{why}")
            sys.stdout.write(".")
        sys.stdout.write("\n")
    sys.stdout.write(f"{ruleset.name} keeps the contract.\n")
    return 0


def _report_fault(sentence: str) -> int:
    sys.stdout.flush()
    sys.stderr.write(f"{sentence}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
