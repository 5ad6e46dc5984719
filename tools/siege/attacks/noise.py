"""Little that makes much noise for others."""

import asyncio
import json
from collections import Counter

from tests.receiver import Receiver, receiving
from tools.siege.attack import Attack, Figure, Ground, Town, named
from tools.siege.attacks.webhooks import webhook_to
from tools.siege.caller import Caller, Json

SEALED = 300
OFFERS = 100
REACH = 100
"""Events of all this that may reach somebody, or requests her webhook; of 300 sealings and 100 offers."""
PAGE = 100  # events on one page
WHISPERS = 10
"""Messages that may reach somebody who has nothing to do with the game."""


class Noise(Attack):
    """One player seals and takes back 300 times, and offers a seat 100 times to one who is not there."""

    name = "noise"

    async def prepares(self, town: Town) -> Json:
        nora, gone = await town.people("nora", 2)
        self._seated, self._stranger = await town.people("vic", 2, town.another())
        self._hooks = []
        for one in (self._seated, self._stranger):
            hook = town.stack.enter_context(receiving())
            await one.has("POST", "/api/v1/me/receivers", webhook_to(hook.url))
            self._hooks.append(hook)
        wish = {"ruleset": "turn_the_tide", "seat_count": 3}
        game = (await nora.has("POST", "/api/v1/games", wish))["id"]
        for guest in (self._seated, gone):
            await guest.insists("POST", f"/api/v1/games/{game}/join", {})
        await gone.insists("POST", f"/api/v1/games/{game}/resign", {})
        self._game = game
        return {**named([nora]), "game": game, "stranger": self._stranger.name}

    async def goes(self, ground: Ground) -> None:
        (nora,) = ground.people
        game = f"/api/v1/games/{ground.given['game']}"
        seen = await nora.has("GET", game)
        answer = {"action": seen["mine"]["legal_actions"][0]}
        turn = f"{game}/turns/{seen['turn']['number']}/submission"

        async def one(place: int) -> None:
            if place == 0 and ground.counts["sealed"] < SEALED:
                ground.counts["begun"] += 1
                if await ground.calls(nora, "PUT", turn, answer) is not None:
                    ground.counts["sealed"] += 1
                await ground.calls(nora, "DELETE", turn)
            if place == 1 and ground.counts["offered"] < OFFERS:
                offer = f"{game}/seats/2/offer"
                to = {"player": ground.given["stranger"]}
                if await ground.calls(nora, "PUT", offer, to) is not None:
                    ground.counts["offered"] += 1
                await ground.calls(nora, "DELETE", offer)

        await ground.crowd(2, one, pause=0.02)

    async def judged(self, town: Town) -> list[Figure]:
        await asyncio.sleep(1)  # what was sent off may arrive
        heard, told_alone = [await _types(one) for one in (self._seated, self._stranger)]
        noise = sum(heard[one] for one in ("sealed", "withdrawn", "seat_offered", "offer_ended"))
        sent, sent_away = [_of_game(hook, self._game) for hook in self._hooks]
        return [
            Figure("events for who plays with her", noise, REACH),
            Figure("private_events to who does not", told_alone["offered_to_you"], WHISPERS),
            Figure("requests to her webhook", sent, REACH),
            Figure("requests to the other's", sent_away, WHISPERS),
        ]


async def _types(player: Caller) -> Counter[str]:
    """What is in a player's feed, by type; it may be growing."""
    found, after, full = Counter[str](), 0, True
    while full:
        path = f"/api/v1/me/events?after={after}&page_size={PAGE}"
        page = (await player.has("GET", path))["results"]
        found.update(event["type"] for event in page)
        full = len(page) == PAGE
        after = page[-1]["number"] if page else after
    return found


def _of_game(hook: Receiver, game: str) -> int:
    return sum(json.loads(one.body).get("game") == game for one in hook.arrived)
