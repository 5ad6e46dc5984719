"""More connections than anybody needs."""

import asyncio
from contextlib import suppress

from tools.siege.attack import Attack, Ground, Town, named
from tools.siege.caller import PASSWORD, Caller, Json, answer

MANY = 1200
A_SECOND = 400
"""New connections at first."""
PAUSE = 2.0
"""Seconds until one that was cut is made anew."""
STREAMS = 2500
TOKENS = 20
EACH = 20
"""Streams of one token, or of one address: two processes grant so many."""


class HalfOpen(Attack):
    """1,200 connections on which half a request comes, or nothing at all, made anew when they are cut."""

    name = "half-open"

    async def goes(self, ground: Ground) -> None:
        async def one(place: int) -> None:
            reader, writer = await ground.stranger.connects()
            try:
                ground.counts["begun"] += 1
                if place % 2:
                    writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
                while not reader.at_eof():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(5):
                            await reader.read(1024)
                    if place % 4 == 1:
                        writer.write(b"x")
                ground.counts["cut"] += 1
            finally:
                writer.close()

        await ground.crowd(MANY, one, pause=PAUSE, a_second=A_SECOND)


class KeptAlive(Attack):
    """1,200 connections that stay open after a call was answered, made anew when they are cut."""

    name = "kept-alive"

    async def goes(self, ground: Ground) -> None:
        async def one(place: int) -> None:
            reader, writer = await ground.stranger.connects()
            try:
                ground.counts["begun"] += 1
                writer.write(ground.stranger.request("GET", "/healthz", close=False))
                said = await answer(reader)
                ground.counts[str(said.status)] += 1
                await reader.read(1024)
                ground.counts["cut"] += 1
            finally:
                writer.close()

        await ground.crowd(MANY, one, pause=PAUSE, a_second=A_SECOND)


class Streams(Attack):
    """2,500 streams, of one player with 20 tokens, and without a token from 105 addresses."""

    name = "streams"

    async def prepares(self, town: Town) -> Json:
        (player,) = await town.people("stre", 1)
        wish = {"ruleset": "turn_the_tide", "seat_count": 3}
        game = await player.has("POST", "/api/v1/games", wish)
        tokens = [player]
        while len(tokens) < TOKENS:
            stranger = Caller(town.port, town.another())
            who = {"username": player.name, "password": PASSWORD}
            said = await stranger.insists("POST", "/api/v1/me/tokens", who)
            if said.refusal is not None:
                break
            tokens.append(Caller(town.port, player.source, said.json["token"], player.name))
        return {**named(tokens), "game": game["id"]}

    async def goes(self, ground: Ground) -> None:
        path = f"/api/v1/games/{ground.given['game']}/stream"
        callers = ground.people
        while len(callers) * EACH < STREAMS:
            callers.append(Caller(ground.port, ground.another()))

        async def one(place: int) -> None:
            caller = callers[place // EACH]
            reader, writer = await caller.connects()
            try:
                ground.counts["begun"] += 1
                writer.write(caller.request("GET", path, close=False))
                said = await reader.readuntil(b"\r\n\r\n")
                ground.counts[said.split()[1].decode()] += 1
                while await reader.read(4096):
                    pass
                ground.counts["ended"] += 1
            finally:
                writer.close()

        await ground.crowd(STREAMS, one, pause=15.0, a_second=A_SECOND)
