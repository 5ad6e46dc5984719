"""Attacks by connections: more than anybody needs, bodies that do not come, answers that nobody takes."""

import asyncio
import socket

from tools.siege.attack import ATTACKER, Siege
from tools.siege.caller import HOST, PASSWORD, Caller

CONNECTIONS = 1200
A_SECOND = 400
"""New connections at first."""
STREAMS = 2500
TOKENS = 20
STREAMS_PER_CALLER = 20
"""Two processes grant so many."""
UNREAD = 48
PIPELINED = 20
"""Calls that are made on one connection without a look at what comes."""
BUFFER_BYTES = 4096
"""What the attacker's machine takes, so that the server has to keep the rest."""
BODY_BYTES = 1000
"""What a call says that its body has."""


async def bodies(siege: Siege) -> None:
    """40 POSTs of which the body never comes, and 40 of which it comes by one byte a second."""
    player = await siege.sign_up("bode")

    async def act(place: int) -> None:
        chunked = place % 4 == 3
        length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {BODY_BYTES}"
        head = (
            f"POST /api/v1/games HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {player.token}\r\n"
            f"Content-Type: application/json\r\n{length}\r\n\r\n"
        )
        drip = b"1\r\n \r\n" if chunked else b" "
        await siege.hold(player, head.encode(), b"" if place < 40 else drip)

    await siege.crowd(80, act)


async def unread_files(siege: Siege) -> None:
    """48 connections that ask 20 times for the largest static file and do not read."""
    await _leave_unread(siege, ["/static/admin/js/vendor/jquery/jquery.js"])


async def unread_answers(siege: Siege) -> None:
    """48 connections that ask 20 times for the document, a record or a long log, and do not read."""
    player = await siege.sign_up("una")
    game = await player.open_game(bots=["random", "random"])
    await player.require("POST", f"{game}/resign", {})
    paths = ["/api/schema/", f"{game}/events?page_size=100"]
    for _ in range(60):  # seconds in which bots have played it to its end
        if (await player.require("GET", game))["status"] != "running":
            paths.append(f"{game}/record")
            break
        await asyncio.sleep(1)
    await _leave_unread(siege, paths)


async def _leave_unread(siege: Siege, paths: list[str]) -> None:
    async def act(place: int) -> None:
        requests = siege.stranger.get_request(paths[place % len(paths)]) * PIPELINED
        with socket.socket() as connection:
            connection.setblocking(False)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
            connection.bind((ATTACKER, 0))
            loop = asyncio.get_running_loop()
            await loop.sock_connect(connection, (HOST, siege.port))
            await loop.sock_sendall(connection, requests)
            # Every other one hangs up after a while and comes again.
            for _ in range(16 if place % 2 else 10_000):
                await asyncio.sleep(0.5)
                if connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1) != b"\x01":
                    break  # It is no longer TCP_ESTABLISHED: the server has had enough.
            siege.counts["ended"] += 1

    await siege.crowd(UNREAD, act)


async def half_open(siege: Siege) -> None:
    """1,200 connections on which half a request comes, or nothing at all, made anew when they are cut."""
    head = f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\nX-Slow: ".encode()

    async def act(place: int) -> None:
        drip = b"x" if place % 4 == 1 else b""
        await siege.hold(siege.stranger, head if place % 2 else b"", drip)

    await siege.crowd(CONNECTIONS, act, pause=2, a_second=A_SECOND)


async def kept_alive(siege: Siege) -> None:
    """1,200 connections that stay open after a call was answered, made anew when they are cut."""

    async def act(place: int) -> None:
        await siege.hold(siege.stranger, siege.stranger.get_request("/healthz"))

    await siege.crowd(CONNECTIONS, act, pause=2, a_second=A_SECOND)


async def streams(siege: Siege) -> None:
    """2,500 streams, of one player with 20 tokens, and without a token from 105 addresses."""
    player = await siege.sign_up("stre")
    game = await player.open_game()
    callers = [player]
    account = {"username": player.name, "password": PASSWORD}
    while len(callers) < TOKENS:
        made = await siege.another_stranger.require("POST", "/api/v1/me/tokens", account)
        callers.append(Caller(siege.port, ATTACKER, made["token"]))
    while len(callers) * STREAMS_PER_CALLER < STREAMS:
        callers.append(siege.another_stranger)

    async def act(place: int) -> None:
        caller = callers[place // STREAMS_PER_CALLER]
        await siege.hold(caller, caller.get_request(f"{game}/stream"))

    await siege.crowd(STREAMS, act, pause=15, a_second=A_SECOND)


async def long_polls(siege: Siege) -> None:
    """30 long polls and 40 streams of a stranger, from one address, asked for again when they end."""
    game = await (await siege.sign_up("lena")).open_game()

    async def act(place: int) -> None:
        if place < 30:
            await siege.call(siege.stranger, "GET", f"{game}/events?after=9&wait=25")
        else:
            await siege.hold(siege.stranger, siege.stranger.get_request(f"{game}/stream"))

    await siege.crowd(70, act)
