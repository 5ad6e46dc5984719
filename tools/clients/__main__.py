"""Generates clients from the OpenAPI document, compiles some, and has these play whole games.

The games are played on a server of its own, started as `make up` starts one, by a short program for each
client that touches nothing but generated code: sign up, open a game against bots, read what is asked,
seal one of the legal actions, follow the events, read the record. What the program says of its game is
compared with what the server has.

Besides the rulesets of the document each client plays one that the document does not know.
Clients without a program are generated only.
"""

import argparse
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from tideapi.local import up
from tideapi.local.processes import CannotStart
from tools.clients.catalogue import BY_NAME, Client
from tools.clients.commands import Failed, install_npm_packages
from tools.clients.making import make
from tools.clients.playing import RULESETS, play, running_server

BEGAN = time.monotonic()


def main() -> int:
    """Make and play; 1 if anything is not as it must be."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.clients",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="say what clients there are")
    parser.add_argument("--only", nargs="+", choices=BY_NAME, metavar="NAME", help="clients (all)")
    parser.add_argument("--jobs", type=int, default=3, help="how many at the same time (3)")
    given = parser.parse_args()
    clients = [BY_NAME[name] for name in given.only or BY_NAME]
    if given.list:
        for client in clients:
            print(f"{client.name:<24}{client.generator} {client.options}")
        return 0
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, up.interrupt)  # a shell's background jobs ignore SIGINT
    try:
        faults = _prove_all(clients, given.jobs)
    except (Failed, CannotStart) as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        print("stopped")
        return 1
    print("\n".join(faults) or "every client is as it must be")
    return int(bool(faults))


def _prove_all(clients: list[Client], jobs: int) -> list[str]:
    if any(client.npm for client in clients):
        install_npm_packages()
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        plays = any(one.play for one in clients)
        url = stack.enter_context(running_server()) if plays else ""
        begun = [pool.submit(_prove, one, url) for one in clients]
        return [fault for one in begun for fault in one.result()]


def _prove(client: Client, url: str) -> list[str]:
    """Make it and let it play its games; return what is wrong."""
    faults = []
    try:
        faults += make(client)
        say(f"{client.name}: made")
        for ruleset in RULESETS if client.play else ():
            say(f"{client.name}: {play(client, url, ruleset)}")
    except Failed as error:
        faults.append(str(error))
    return [f"{client.name}: {fault}" for fault in faults]


def say(line: str) -> None:
    """How it goes, with the seconds since the beginning."""
    print(f"{time.monotonic() - BEGAN:6.0f} s  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
