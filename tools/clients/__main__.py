"""Generates clients from the OpenAPI document, compiles each, and has each play whole games.

The games are played on a server of its own, started as `make up` starts one, by a short program for each
client that touches nothing but generated code: sign up, open a game against bots, read what is asked,
seal one of the legal actions, follow the events, read the record. What the program says of its game is
compared with what the server has.

Besides the rulesets of the document each client plays one that the document does not know, and a game
through a proxy that adds what may come in a later version: fields, types of events, values, codes.
Clients without a program are generated only. All are searched for members that have lost their type.
"""

import argparse
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tideapi.local import up
from tideapi.local.processes import CannotStart
from tools.clients import npm, tools
from tools.clients.catalogue import BY_NAME, CLIENTS
from tools.clients.client import Client
from tools.clients.commands import Failed
from tools.clients.proving import Proof, prove
from tools.clients.server import running
from tools.clients.table import table

BEGAN = time.monotonic()


def main() -> int:
    """Make and play; 1 if anything is not as it must be."""
    given = _parser().parse_args()
    clients = [BY_NAME[name] for name in given.only] if given.only else list(CLIENTS)
    if given.list:
        for client in clients:
            print(f"{client.name:<24}{client.generator} {client.options}")
        return 0
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, up.interrupt)  # a shell's background jobs ignore SIGINT
    try:
        proofs = _prove_all(clients, given.jobs)
    except (tools.Missing, Failed, CannotStart) as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        print("stopped")
        return 1
    print(f"\n{table(proofs)}\n")
    faults = [f"{proof.client.name}: {fault}" for proof in proofs for fault in proof.faults]
    print("\n".join(faults) or "every client went through all of its games")
    return int(bool(faults))


def _prove_all(clients: list[Client], jobs: int) -> list[Proof]:
    if any(client.npm for client in clients) and npm.install():
        say("npm packages installed")
    tools.must_be_there(clients)
    with running() as tables, ThreadPoolExecutor(jobs) as pool:
        say(f"the server is ready at {tables.server}")
        begun = [pool.submit(prove, one, tables, partial(_say_of, one)) for one in clients]
        return [one.result() for one in begun]


def _say_of(client: Client, line: str) -> None:
    say(f"{client.name}: {line}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.clients",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--list", action="store_true", help="say what clients there are")
    add("--only", nargs="+", choices=BY_NAME, metavar="NAME", help="clients (all)")
    add("--jobs", type=int, default=3, help="how many at the same time (3)")
    return parser


def say(line: str) -> None:
    """How it goes, with the seconds since the beginning."""
    print(f"{time.monotonic() - BEGAN:6.0f} s  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
