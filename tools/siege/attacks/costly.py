"""Calls that cost the server much and whoever makes them nothing."""

import re

from tools.siege.attack import Attack, Ground
from tools.siege.caller import Caller, Unanswered, answer

AT_ONCE = 40
READERS = 16
FIELD = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')


class SignIns(Attack):
    """40 at once sign in with a wrong password, each time from another address, again and again."""

    name = "sign-ins"

    async def goes(self, ground: Ground) -> None:
        async def one(place: int) -> None:
            caller = Caller(ground.port, ground.another())
            who = {"username": f"nobody{place}", "password": "neither-rock-nor-pool"}
            ground.counts["begun"] += 1
            await ground.calls(caller, "POST", "/api/v1/me/tokens", who)

        await ground.crowd(AT_ONCE, one)


class AdminSignIns(Attack):
    """40 at once sign in at /admin/login/ with a wrong password, from one address."""

    name = "admin-sign-ins"

    async def goes(self, ground: Ground) -> None:
        async def one(place: int) -> None:
            ground.counts["begun"] += 1
            page = await ground.stranger.call("GET", "/admin/login/")
            field = FIELD.search(page.body)
            if field is None:
                raise Unanswered(f"no form: {page.status}")
            cookie = page.headers["set-cookie"].partition(";")[0]
            body = f"csrfmiddlewaretoken={field[1].decode()}&username=root{place}&password=guess&next=/"
            head = (
                f"POST /admin/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            reader, writer = await ground.stranger.connects()
            try:
                writer.write((head + body).encode())
                said = await answer(reader)
                ground.counts[f"POST {said.status}"] += 1
            finally:
                writer.close()

        await ground.crowd(AT_ONCE, one)


class Documents(Attack):
    """16 at once read /api/schema/, again and again, from one address."""

    name = "documents"

    async def goes(self, ground: Ground) -> None:
        async def one(place: int) -> None:
            ground.counts["begun"] += 1
            await ground.calls(ground.stranger, "GET", "/api/schema/")

        await ground.crowd(READERS, one, pause=0.05)
