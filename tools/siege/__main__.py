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
import signal
import sys
import time

from tideapi.local import up
from tideapi.local.processes import CannotStart
from tools.siege.registry import ATTACKS, BY_NAME
from tools.siege.server import besieged
from tools.siege.siege import besiege, what
from tools.siege.verdict import WITHIN, table

BEGAN = time.monotonic()


def main() -> int:
    """Attack, print the table; 1 if another player had to suffer."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.siege",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="say what attacks there are")
    parser.add_argument("--only", nargs="+", choices=BY_NAME, metavar="NAME", help="attacks (all)")
    parser.add_argument("--seconds", type=float, default=20, help="of each attack (20)")
    given = parser.parse_args()
    if given.list:
        for kind in ATTACKS:
            print(f"{kind.name:<16}{what(kind)}")
        return 0
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, up.interrupt)  # a shell's background jobs ignore SIGINT
    outcomes = []
    try:
        for kind in [BY_NAME[name] for name in given.only or BY_NAME]:
            say(f"{kind.name}: {what(kind)}")
            with besieged() as server:
                outcomes.append(asyncio.run(besiege(server, kind, given.seconds)))
            for line in outcomes[-1].lines():
                say(f"    {line}")
    except CannotStart as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        print("stopped")
        return 1
    wrong = any(one.faults for one in outcomes)
    said = "somebody had to suffer" if wrong else f"every call was answered within {WITHIN:g} s"
    print(f"\n{table(outcomes)}\n\n{said}")
    return int(wrong)


def say(line: str) -> None:
    """How it goes, with the seconds since the beginning."""
    print(f"{time.monotonic() - BEGAN:6.0f} s  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
