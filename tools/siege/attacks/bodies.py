"""Calls whose bodies do not come."""

import asyncio

from tools.siege.attack import Attack, Ground, Town, named
from tools.siege.caller import Caller, Json

SILENT = TRICKLING = 40
PROMISED = 1000
"""Bytes that a call says it has."""


class Bodies(Attack):
    """40 POSTs of which the body never comes, and 40 of which it comes by one byte a second."""

    name = "bodies"

    async def prepares(self, town: Town) -> Json:
        return named(await town.people("bode", 1))

    async def goes(self, ground: Ground) -> None:
        (player,) = ground.people

        async def one(place: int) -> None:
            reader, writer = await player.connects()
            try:
                ground.counts["begun"] += 1
                writer.write(_head(player, chunked=place % 4 == 3))
                trickle = asyncio.create_task(_trickles(writer, chunked=place % 4 == 3))
                try:
                    if place < SILENT:
                        trickle.cancel()
                    await ground.last_word(reader)
                finally:
                    trickle.cancel()
            finally:
                writer.close()

        await ground.crowd(SILENT + TRICKLING, one)


def _head(player: Caller, *, chunked: bool) -> bytes:
    """Half go to a call that needs a token, half to one that needs none."""
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {PROMISED}"
    return (
        f"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {player.token}\r\n"
        f"Content-Type: application/json\r\n{length}\r\n\r\n"
    ).encode()


async def _trickles(writer: asyncio.StreamWriter, *, chunked: bool) -> None:
    while not writer.is_closing():
        writer.write(b"1\r\n \r\n" if chunked else b" ")
        await asyncio.sleep(1)
