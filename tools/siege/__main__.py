"""Attacks a server as it is shipped, and measures how another player fares meanwhile.

Each attack has a server of its own: web, workers, beat, PostgreSQL and Valkey, started as `make up` starts
them, with every setting at its default outside debug. Only TIDE_PRIVATE_ADDRESSES_ENABLED is on, because the
receivers of webhooks are on this machine. The attacker calls from 127.0.0.9, the other player from
127.0.0.2, a call about every 100 ms, each on a connection of its own. An attack has held when each of
her calls was answered within 2 s and none was refused.

The columns: her calls, the longest of them and the 99th of 100 in seconds, how many failed, how long
bots took to answer her card, the web server's memory at its peak, and the lines that its log has grown.
"""

import argparse
import asyncio
import json
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.running import MortalServer
from tideapi.local import up
from tideapi.local.processes import CannotStart
from tools.bench import machine
from tools.chaos.chaos import WithTwoWorkers
from tools.drills.cluster import Besieged
from tools.siege.attack import Attack
from tools.siege.registry import ATTACKS, BY_NAME
from tools.siege.server import besieged
from tools.siege.siege import besiege, what
from tools.siege.verdict import WITHIN, Outcome, table
from tools.siege.with_chaos import siege_with_chaos

BEGAN = time.monotonic()


def main() -> int:
    """Attack, print the table; 1 if another player had to suffer."""
    given = _parser().parse_args()
    kinds = [BY_NAME[name] for name in given.only] if given.only else ATTACKS
    if given.list:
        for kind in ATTACKS:
            print(f"{kind.name:<16}{what(kind)}")
        return 0
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, up.interrupt)  # a shell's background jobs ignore SIGINT
    try:
        done = _with_chaos(kinds, given) if given.chaos else _alone(kinds, given)
    except CannotStart as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        print("stopped")
        return 1
    print(f"\n{done.text}")
    if given.json:
        about = {**machine.described(), "seconds": given.seconds, "chaos": given.chaos}
        figures = {"about": about, "attacks": [one.json() for one in done.outcomes]}
        given.json.write_text(json.dumps(figures | {"text": done.text}, indent=2) + "\n")
    return int(done.wrong)


@dataclass(frozen=True)
class Done:
    """What is printed at the end."""

    outcomes: list[Outcome]
    text: str
    wrong: bool


def _alone(kinds: list[type[Attack]], given: argparse.Namespace) -> Done:
    """Each attack on a new server, told as it goes."""
    outcomes = []
    for kind in kinds:
        say(f"{kind.name}: {what(kind)}")
        with besieged(Besieged if given.cluster else MortalServer) as server:
            outcomes.append(asyncio.run(besiege(server, kind, given.seconds)))
        for line in outcomes[-1].lines():
            say(f"    {line}")
    wrong = any(one.faults for one in outcomes)
    said = "somebody had to suffer" if wrong else f"every call was answered within {WITHIN:g} s"
    return Done(outcomes, f"{table(outcomes)}\n\n{said}", wrong)


def _with_chaos(kinds: list[type[Attack]], given: argparse.Namespace) -> Done:
    """All of them on one server that is killed in parts."""
    kind = Besieged if given.cluster else WithTwoWorkers
    both = siege_with_chaos(kinds, given.seconds, given.minutes, given.games, say, kind)
    wrong = both.chaos.wrong
    said = "WRONG" if wrong else "nothing was lost, nothing was done twice, nothing stood still"
    lines = [table(both.outcomes, judged=False), "", *both.chaos.lines(), said]
    return Done(both.outcomes, "\n".join(lines), wrong)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.siege",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--list", action="store_true", help="say what attacks there are")
    add("--only", nargs="+", choices=BY_NAME, metavar="NAME", help="attacks (all)")
    add("--seconds", type=float, default=20, help="of each attack (20)")
    add(
        "--cluster",
        action="store_true",
        help="what `python -m tools.cluster` runs, by one of its addresses",
    )
    add("--json", type=Path, help="where to write all figures")
    chaos = (
        "kill every process at random too, and judge what was lost instead of how long calls took"
    )
    add("--chaos", action="store_true", help=chaos)
    add("--minutes", type=float, default=10, help="with --chaos, of all (10)")
    add("--games", type=int, default=100, help="with --chaos, to be played (100)")
    return parser


def say(line: str) -> None:
    """How it goes, with the seconds since the beginning."""
    print(f"{time.monotonic() - BEGAN:6.0f} s  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
