"""One attack in a process of its own: it reads what it is to do, and keeps saying what it has done."""

import asyncio
import contextlib
import json
import resource
import sys
from dataclasses import dataclass
from time import monotonic

from tools.siege.attack import Ground
from tools.siege.caller import Json
from tools.siege.registry import BY_NAME

SAYS_EVERY = 0.3


@dataclass(frozen=True)
class Order:
    """What an attacker reads."""

    attack: str
    port: int
    seconds: float
    given: Json


async def attack(order: Order) -> None:
    """Go on for so long, whatever happens to it."""
    ground = Ground(order.port, monotonic() + order.seconds, order.given)
    going = asyncio.create_task(BY_NAME[order.attack]().goes(ground))
    while not ground.over:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SAYS_EVERY):
                await asyncio.shield(going)
        print(json.dumps(ground.counts), flush=True)
        if going.done():
            going.result()
            await asyncio.sleep(SAYS_EVERY)


def main() -> None:
    order = Order(**json.load(sys.stdin))
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(attack(order))


if __name__ == "__main__":
    main()
