"""Attacks by calls: such as cost the server much, fill what others look at, or make noise for others."""

import asyncio
import json
import re
from collections import Counter
from datetime import datetime
from time import time

from tests.receiver import Receiver, receiving
from tools.siege.attack import Figure, Siege
from tools.siege.caller import HOST, Caller, Json, Unanswered

FIELD = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
GAMES_GIVEN_UP = 300
OPEN_GAMES = 150
SEALED = 300
OFFERS = 100
MAX_NOISE = 100
"""Events of 300 sealings and 100 offers that may reach somebody, or requests to her webhook."""
MAX_WHISPERS = 10
"""Messages that may reach somebody who has nothing to do with the game."""
HOOK_OWNERS = 6
HOOKS_PER_PLAYER = 5
KEPT = 2.0
"""Seconds after which a webhook is made anew."""
HOOK_TIMEOUT = 5.0
"""Seconds in which another player's message has to arrive."""


async def peace(siege: Siege) -> None:
    """Nothing: how the other player fares when nobody does her harm."""
    await siege.crowd(1, lambda _: asyncio.sleep(1))


async def sign_ins(siege: Siege) -> None:
    """40 at once sign in with a wrong password, each time from another address, again and again."""

    async def act(place: int) -> None:
        account = {"username": f"nobody{place}", "password": "neither-rock-nor-pool"}
        await siege.call(siege.another_stranger, "POST", "/api/v1/me/tokens", account)

    await siege.crowd(40, act)


async def admin_sign_ins(siege: Siege) -> None:
    """40 at once sign in at /admin/login/ with a wrong password, from one address."""

    async def act(place: int) -> None:
        page = await siege.stranger.call("GET", "/admin/login/")
        field = FIELD.search(page.text)
        if field is None:
            raise Unanswered(f"no form: {page.status_code}")
        form = {"csrfmiddlewaretoken": field[1], "username": f"root{place}", "password": "guess"}
        cookie = page.headers["set-cookie"].partition(";")[0]
        async with siege.stranger.client() as client:
            said = await client.post("/admin/login/", data=form, headers={"Cookie": cookie})
        siege.counts[f"POST {said.status_code}"] += 1

    await siege.crowd(40, act)


async def documents(siege: Siege) -> None:
    """16 at once read /api/schema/, again and again, from one address."""

    async def act(place: int) -> None:
        await siege.call(siege.stranger, "GET", "/api/schema/")

    await siege.crowd(16, act, pause=0.05)


async def games_given_up(siege: Siege) -> None:
    """One player opens 300 games against bots, and gives each up at once."""
    player = await siege.sign_up("gabe")
    wish = {"ruleset": "turn_the_tide", "seat_count": 5, "bots": ["careful"] * 4}

    async def act(place: int) -> None:
        if siege.counts["opened"] >= GAMES_GIVEN_UP:
            return
        made = await siege.call(player, "POST", "/api/v1/games", wish)
        if made is not None:
            siege.counts["opened"] += 1
            await siege.call(player, "POST", f"/api/v1/games/{made['id']}/resign", {})

    await siege.crowd(4, act, pause=0.02)


async def open_games(siege: Siege) -> None:
    """One player opens 150 games that wait for others, and so fills the public list."""
    host, player = await siege.sign_up("hank"), await siege.sign_up("olga")
    other = await host.open_game()

    async def act(place: int) -> None:
        if siege.counts["opened"] < OPEN_GAMES:
            wish = {"ruleset": "turn_the_tide", "seat_count": 3 + place % 3}
            made = await siege.call(player, "POST", "/api/v1/games", wish)
            siege.counts["opened"] += made is not None

    await siege.crowd(4, act, pause=0.05)
    page = await siege.another_stranger.require("GET", "/api/v1/games?status=open&page_size=100")
    hers = sum(game["host"] == player.name for game in page["results"])
    hidden = not any(other.endswith(game["id"]) for game in page["results"])
    siege.report.figures = [
        Figure("of her in the first 100 of the public list", hers),
        Figure("others' games pushed off it", hidden, most=0),
    ]


async def noise(siege: Siege) -> None:
    """One player seals and takes back 300 times, and offers a seat 100 times to one who is not there."""
    nora, gone, seated, stranger = [
        await siege.sign_up(name) for name in ("nora", "gone", "vic", "stan")
    ]
    game = await nora.open_game()
    for guest in (seated, gone):
        await guest.require("POST", f"{game}/join", {})
    await gone.require("POST", f"{game}/resign", {})
    seen = await nora.require("GET", game)
    card = {"action": seen["mine"]["legal_actions"][0]}
    turn, offer = f"{game}/turns/{seen['turn']['number']}/submission", f"{game}/seats/2/offer"

    async def act(place: int) -> None:
        if place == 0 and siege.counts["sealed"] < SEALED:
            siege.counts["sealed"] += await siege.call(nora, "PUT", turn, card) is not None
            await siege.call(nora, "DELETE", turn)
        if place == 1 and siege.counts["offered"] < OFFERS:
            given = await siege.call(nora, "PUT", offer, {"player": stranger.name})
            siege.counts["offered"] += given is not None
            await siege.call(nora, "DELETE", offer)

    with receiving() as hook, receiving() as other_hook:
        await _make_hook(seated, hook.url)
        await _make_hook(stranger, other_hook.url)
        await siege.crowd(2, act, pause=0.02)
        await asyncio.sleep(1)  # What was sent off may arrive.
    heard, told_alone = await _count_events(seated), await _count_events(stranger)
    of_it = sum(heard[one] for one in ("sealed", "withdrawn", "seat_offered", "offer_ended"))
    sent, sent_away = (
        sum(game.endswith(str(one.get("game"))) for one in _messages(receiver))
        for receiver in (hook, other_hook)
    )
    siege.report.figures = [
        Figure("events for who plays with her", of_it, MAX_NOISE),
        Figure("private events to who does not", told_alone["offered_to_you"], MAX_WHISPERS),
        Figure("requests to her webhook", sent, MAX_NOISE),
        Figure("requests to the other's", sent_away, MAX_WHISPERS),
    ]


async def slow_webhooks(siege: Siege) -> None:
    """Six players make webhooks to a receiver that never answers, and make them anew again and again."""
    people = [await siege.sign_up("sloe") for _ in range(HOOK_OWNERS)]
    over = asyncio.Event()

    async def stay_silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        siege.counts["requests to the slow receiver"] += 1
        await over.wait()
        writer.close()

    async def act(place: int) -> None:
        player = people[place % HOOK_OWNERS]
        wish = _webhook(f"http://{HOST}:{port}/{place}")
        made = await siege.call(player, "POST", "/api/v1/me/receivers", wish)
        if made is not None:
            path = f"/api/v1/me/receivers/{made['id']}"
            await siege.call(player, "POST", f"{path}/test", {})
        await asyncio.sleep(KEPT)
        if made is not None:
            await siege.call(player, "DELETE", path)

    slow = await asyncio.start_server(stay_silent, HOST, 0)
    port = slow.sockets[0].getsockname()[1]
    with receiving() as hook:
        made = await _make_hook(siege.player, hook.url)
        await siege.crowd(HOOK_OWNERS * HOOKS_PER_PLAYER, act)
        over.set()
        feed = f"/api/v1/me/events?after={made['after']}&page_size=100"
        events = (await siege.player.require("GET", feed))["results"]
        await siege.player.require("DELETE", f"/api/v1/me/receivers/{made['id']}")
    arrived = {json.loads(one.body)["number"]: one.at for one in reversed(hook.arrived)}
    waited = [
        arrived.get(event["number"], time()) - datetime.fromisoformat(event["at"]).timestamp()
        for event in events
    ]
    siege.report.figures = [
        Figure("messages of another's webhook", len(arrived)),
        Figure("longest wait of one (s)", max(waited, default=2 * HOOK_TIMEOUT), HOOK_TIMEOUT),
    ]


def _webhook(url: str) -> Json:
    return {"channel": "webhook", "address": {"url": url}}


async def _make_hook(player: Caller, url: str) -> Json:
    made: Json = await player.require("POST", "/api/v1/me/receivers", _webhook(url))
    return made


def _messages(receiver: Receiver) -> list[Json]:
    return [json.loads(one.body) for one in receiver.arrived]


async def _count_events(player: Caller) -> Counter[str]:
    """Count what is in a player's feed, by type; it may be growing."""
    found, after = Counter[str](), 0
    while True:
        path = f"/api/v1/me/events?after={after}&page_size=100"
        page = (await player.require("GET", path))["results"]
        found.update(event["type"] for event in page)
        if len(page) < 100:
            return found
        after = page[-1]["number"]
