"""One attack on a server that runs, while the other player plays there."""

import asyncio
import inspect
import json
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import asdict
from time import monotonic

from tests.running import MortalServer
from tideapi.local.processes import Process
from tools.siege.attack import Attack, Town
from tools.siege.attacker import Order
from tools.siege.caller import Unanswered, addresses
from tools.siege.notes import Notes
from tools.siege.player import Player
from tools.siege.server import attacker, lines, log_of, memory
from tools.siege.verdict import Outcome

WARMS_UP = 2.0
"""Seconds in which she plays before the attack begins."""
LOOKS_EVERY = 1.0
BEGINS_WITHIN = 60.0
STILL_GOES_ON = 120.0
"""Seconds that an attacker would go on if it was not ended."""
DROPPED = 1.0
"""Seconds in which the server may have something to say of dropped connections."""
ADDRESSES = addresses(3)
"""Those of everybody's but the attacker's, for the whole run: sign-ins are counted by them."""


async def besiege(server: MortalServer, kind: type[Attack], seconds: float) -> Outcome:
    """Attack for so many seconds; the other player's last calls are waited for."""
    attack, player = kind(), Player(server.port, ADDRESSES)
    outcome = Outcome(attack.name, Notes(), {}, bots_within=kind.bots_within)
    began = monotonic()
    with ExitStack() as stack:
        try:
            await player.settles()
            town = Town(server.port, player.who_waits, stack, ADDRESSES)
            given = await attack.prepares(town)
        except Unanswered as error:
            outcome.broke = f"could not be prepared: {error}"
            return outcome
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(player.plays())
            try:
                await asyncio.sleep(WARMS_UP)
                order = Order(attack.name, server.port, seconds + STILL_GOES_ON, given)
                async with _attacked(server, order, outcome) as process:
                    began = monotonic()
                    while monotonic() < began + seconds and process.alive:
                        megabytes = await asyncio.to_thread(memory, server)
                        outcome.memory = max(outcome.memory, megabytes)
                        await asyncio.sleep(LOOKS_EVERY)
                    outcome.figures = await attack.judged(town)
            except Unanswered as error:
                outcome.broke = f"could not be judged: {error}"
            finally:
                player.stops()
    outcome.notes = player.notes.since(began)
    return outcome


@asynccontextmanager
async def _attacked(server: MortalServer, order: Order, outcome: Outcome) -> AsyncIterator[Process]:
    """The attack has begun and goes on meanwhile; at the end all of its connections are dropped at once."""
    process = attacker(server, json.dumps(asdict(order)))
    said = lines(log_of(server))
    process.start()
    try:
        await _begins(process)
        yield process
    finally:
        if process.exit_code:
            outcome.broke = f"the attacker failed:\n{process.tail()}"
        process.kill()
        outcome.counts = _counts(process)
        await asyncio.sleep(DROPPED)
        outcome.log_lines = lines(log_of(server)) - said
        outcome.errors = server.tracebacks()


async def _begins(process: Process) -> None:
    """A busy machine takes its time to start it, and to have it do something."""
    deadline = monotonic() + BEGINS_WITHIN
    while monotonic() < deadline and process.alive:
        if _counts(process).get("begun"):
            return
        await asyncio.sleep(0.1)


def _counts(process: Process) -> dict[str, int]:
    """The last that the attacker has said of itself."""
    for line in reversed(process.log.read_text(errors="replace").splitlines()):
        with suppress(ValueError):
            return dict(json.loads(line))
    return {}


def what(kind: type[Attack]) -> str:
    """What an attack does, in one line."""
    return (inspect.getdoc(kind) or "").splitlines()[0]
