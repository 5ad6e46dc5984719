"""Listening without end."""

from tools.siege.attack import Attack, Ground, Town
from tools.siege.caller import Json

POLLS = 30
STREAMS = 40


class LongPolls(Attack):
    """30 long polls and 40 streams of a stranger, from one address, asked for again when they end."""

    name = "long-polls"

    async def prepares(self, town: Town) -> Json:
        (player,) = await town.people("lena", 1)
        wish = {"ruleset": "turn_the_tide", "seat_count": 3}
        return {"game": (await player.has("POST", "/api/v1/games", wish))["id"]}

    async def goes(self, ground: Ground) -> None:
        game = f"/api/v1/games/{ground.given['game']}"

        async def one(place: int) -> None:
            ground.counts["begun"] += 1
            if place < POLLS:
                await ground.calls(ground.stranger, "GET", f"{game}/events?after=9&wait=25")
                return
            reader, writer = await ground.stranger.connects()
            try:
                writer.write(ground.stranger.request("GET", f"{game}/stream"))
                head = await reader.readuntil(b"\r\n\r\n")
                ground.counts[f"stream {head.split()[1].decode()}"] += 1
                while await reader.read(4096):
                    pass
            finally:
                writer.close()

        await ground.crowd(POLLS + STREAMS, one)
