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
from tools.siege.siege import ATTACKS, HEAD, MAX_SECONDS, besiege, besieged, summary

BEGAN = time.monotonic()


def main() -> int:
    """Attack, print the table; 1 if another player had to suffer."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.siege",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="say what attacks there are")
    parser.add_argument("--only", nargs="+", choices=ATTACKS, metavar="NAME", help="attacks (all)")
    parser.add_argument("--seconds", type=float, default=20, help="of each attack (20)")
    given = parser.parse_args()
    if given.list:
        print(*(f"{name:<16}{summary(name)}" for name in ATTACKS), sep="\n")
        return 0
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, up.interrupt)  # a shell's background jobs ignore SIGINT
    outcomes = []
    try:
        for name in given.only or ATTACKS:
            say(f"{name}: {summary(name)}")
            with besieged() as server:
                outcomes.append(asyncio.run(besiege(server, name, given.seconds)))
            for line in outcomes[-1].lines():
                say(f"    {line}")
    except CannotStart as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        print("stopped")
        return 1
    print("", HEAD, *(one.row() for one in outcomes), "", sep="\n")
    wrong = any(one.faults for one in outcomes)
    print("somebody had to suffer" if wrong else f"every call was answered in {MAX_SECONDS:g} s")
    return int(wrong)


def say(line: str) -> None:
    """How it goes, with the seconds since the beginning."""
    print(f"{time.monotonic() - BEGAN:6.0f} s  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
