"""More games than anybody can play."""

from tools.siege.attack import Attack, Figure, Ground, Town, named
from tools.siege.caller import Caller, Json

AGAINST_BOTS = {"ruleset": "turn_the_tide", "seat_count": 5, "bots": ["careful"] * 4}
GIVEN_UP = 300
OPEN = 150
AT_ONCE = 4
BOTS_WITHIN = 2.0
PAGE = "/api/v1/games?status=open&page_size=100"


class GamesGivenUp(Attack):
    """One player opens 300 games against bots, and gives each up at once."""

    name = "games-given-up"
    bots_within = BOTS_WITHIN

    async def prepares(self, town: Town) -> Json:
        return named(await town.people("gabe", 1))

    async def goes(self, ground: Ground) -> None:
        (player,) = ground.people

        async def one(place: int) -> None:
            if ground.counts["opened"] >= GIVEN_UP:
                return
            ground.counts["begun"] += 1
            made = await ground.calls(player, "POST", "/api/v1/games", AGAINST_BOTS)
            if made is not None:
                ground.counts["opened"] += 1
                await ground.calls(player, "POST", f"/api/v1/games/{made['id']}/resign", {})

        await ground.crowd(AT_ONCE, one, pause=0.02)


class OpenGames(Attack):
    """One player opens 150 games that wait for others, and so fills the public list."""

    name = "open-games"

    async def prepares(self, town: Town) -> Json:
        (host,) = await town.people("hank", 1, town.another())
        game = await host.has(
            "POST", "/api/v1/games", {"ruleset": "turn_the_tide", "seat_count": 3}
        )
        self._others = game["id"]
        return named(await town.people("olga", 1))

    async def goes(self, ground: Ground) -> None:
        (player,) = ground.people

        async def one(place: int) -> None:
            if ground.counts["opened"] >= OPEN:
                return
            wish = {"ruleset": "turn_the_tide", "seat_count": 3 + place % 3}
            ground.counts["begun"] += 1
            if await ground.calls(player, "POST", "/api/v1/games", wish) is not None:
                ground.counts["opened"] += 1

        await ground.crowd(AT_ONCE, one, pause=0.05)

    async def judged(self, town: Town) -> list[Figure]:
        stranger = Caller(town.port, town.another())
        page = (await stranger.has("GET", PAGE))["results"]
        hers = sum(str(game["host"]).startswith("olga") for game in page)
        hidden = all(game["id"] != self._others for game in page)
        return [
            Figure("of her in the first 100 of the public list", hers),
            Figure("others' games pushed off it", hidden, most=0),
        ]
