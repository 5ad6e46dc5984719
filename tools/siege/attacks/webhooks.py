"""Webhooks that lead to somebody who is slow."""

import asyncio
import json
from datetime import datetime
from time import time

from tests.receiver import Receiver, receiving
from tools.siege.attack import Attack, Figure, Ground, Town, named
from tools.siege.caller import HOST, Json

PLAYERS = 6
EACH = 5
"""Webhooks that a player may have."""
KEEPS = 2.0
"""Seconds after which a webhook is made anew."""
WITHIN = 5.0
"""Seconds in which another player's message has to arrive."""


def webhook_to(url: str) -> Json:
    """What is sent to create a webhook to this address."""
    return {"channel": "webhook", "address": {"url": url}}


class SlowWebhooks(Attack):
    """Six players make webhooks to a receiver that never answers, and make them anew again and again."""

    name = "slow-webhooks"

    async def prepares(self, town: Town) -> Json:
        self._receiver = town.stack.enter_context(receiving())
        wish = webhook_to(self._receiver.url)
        self._made = await town.player.has("POST", "/api/v1/me/receivers", wish)
        return named(await town.people("sloe", PLAYERS))

    async def goes(self, ground: Ground) -> None:
        people = ground.people

        async def silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            ground.counts["requests to the slow receiver"] += 1
            await asyncio.sleep(60)
            writer.close()

        async def one(place: int) -> None:
            player = people[place % PLAYERS]
            ground.counts["begun"] += 1
            wish = webhook_to(f"http://{HOST}:{port}/{place}")
            made = await ground.calls(player, "POST", "/api/v1/me/receivers", wish)
            if made is None:
                await asyncio.sleep(KEEPS)
                return
            path = f"/api/v1/me/receivers/{made['id']}"
            await ground.calls(player, "POST", f"{path}/test", {})
            await asyncio.sleep(KEEPS)
            await ground.calls(player, "DELETE", path)

        async with await asyncio.start_server(silent, HOST, 0) as receiver:
            port = receiver.sockets[0].getsockname()[1]
            await ground.crowd(PLAYERS * EACH, one)

    async def judged(self, town: Town) -> list[Figure]:
        feed = f"/api/v1/me/events?after={self._made['after']}&page_size=100"
        events = (await town.player.has("GET", feed))["results"]
        arrived = _arrivals(self._receiver)
        waited = [
            arrived.get(event["number"], time()) - datetime.fromisoformat(event["at"]).timestamp()
            for event in events
        ]
        await town.player.insists("DELETE", f"/api/v1/me/receivers/{self._made['id']}")
        return [
            Figure("messages of another's webhook", len(arrived)),
            Figure("longest wait of one (s)", round(max(waited, default=WITHIN * 2), 1), WITHIN),
        ]


def _arrivals(receiver: Receiver) -> dict[int, float]:
    """When which event was first told."""
    found: dict[int, float] = {}
    for one in receiver.arrived:
        found.setdefault(json.loads(one.body)["number"], one.at)
    return found
