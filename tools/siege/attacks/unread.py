"""Answers that nobody takes."""

import asyncio
import socket

from tools.siege.attack import ATTACKER, Attack, Ground, Town
from tools.siege.caller import HOST, Json

MANY = 48
PIPELINED = 20
"""Calls that are made on one connection without a look at what comes."""
STAYS = 8.0
"""Seconds after which every other one hangs up and comes again."""
BUFFER = 4096
"""Bytes that the attacker's machine takes, so that the server has to keep the rest."""


class _Unread(Attack):
    async def goes(self, ground: Ground) -> None:
        async def one(place: int) -> None:
            path = ground.given["paths"][place % len(ground.given["paths"])]
            connection = await _connects(ground.port)
            try:
                asks = ground.stranger.request("GET", path, close=False) * PIPELINED
                await asyncio.get_running_loop().sock_sendall(connection, asks)
                ground.counts["begun"] += 1
                await _until_it_is_cut(connection, STAYS if place % 2 else 1e6)
                ground.counts["ended"] += 1
            finally:
                connection.close()

        await ground.crowd(MANY, one)


class UnreadFiles(_Unread):
    """48 connections that ask 20 times for the largest static file and do not read."""

    name = "unread-files"

    async def prepares(self, town: Town) -> Json:
        return {"paths": ["/static/admin/js/vendor/jquery/jquery.js"]}


class UnreadAnswers(_Unread):
    """48 connections that ask 20 times for the document, a record or a long log, and do not read."""

    name = "unread-answers"

    async def prepares(self, town: Town) -> Json:
        (player,) = await town.people("una", 1)
        wish = {"ruleset": "turn_the_tide", "seat_count": 3, "bots": ["random", "random"]}
        game = (await player.has("POST", "/api/v1/games", wish))["id"]
        await player.has("POST", f"/api/v1/games/{game}/resign", {})
        for _ in range(60):  # seconds in which bots have played it to its end
            if (await player.has("GET", f"/api/v1/games/{game}"))["status"] != "running":
                break
            await asyncio.sleep(1)
        paths = ["/api/schema/", f"/api/v1/games/{game}/events?page_size=100"]
        record = f"/api/v1/games/{game}/record"
        said = await player.insists("GET", record)
        return {"paths": [*paths, *([record] if said.refusal is None else [])]}


async def _connects(port: int) -> socket.socket:
    connection = socket.socket()
    connection.setblocking(False)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    connection.bind((ATTACKER, 0))
    try:
        await asyncio.get_running_loop().sock_connect(connection, (HOST, port))
    except BaseException:
        connection.close()
        raise
    return connection


async def _until_it_is_cut(connection: socket.socket, seconds: float) -> None:
    """Return when the server has had enough, or after so long; nothing is read."""
    while seconds > 0:
        if connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != 1:  # TCP_ESTABLISHED
            return
        await asyncio.sleep(0.5)
        seconds -= 0.5
