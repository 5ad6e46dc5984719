"""People, games and webhooks of which each call can be about."""

from collections.abc import Callable
from typing import Any

from games.models import Seat
from notifications.delivery.outbox_entries import queue_notices
from players.models import Player
from tests.app.api.seating import offers, resigns
from tests.people import Person
from tests.webhooks import delivers, makes

HOOK = "http://127.0.0.1:9/"
PHONE = "http://127.0.0.1:9/a-topic"
"""Where nobody listens."""
Asked = tuple[Person, str, Any]
"""Who calls, where, and what she sends."""


class Town:
    """Four people, three of them at a table, and all that can have happened there."""

    def __init__(
        self, people: list[Person], table: Callable[..., str], passes: Callable[..., None]
    ) -> None:
        self.ann, self.bob, self.cat, self.dan = people
        self.table = table
        self.passes = passes

    def absent(self) -> str:
        """A game in which a bot stands in for bob, who has given nothing up."""
        game = self.table(absence={"bot_after": 1})
        self.ann.seals_anything(game)
        self.cat.seals_anything(game)
        self.passes(game)
        assert Seat.objects.get(game=game, number=1).away == "absent"
        return game

    def offered(self) -> str:
        """A game with a seat that is offered to dan."""
        game = self.table()
        assert resigns(self.bob, game).status == 204
        assert offers(self.ann, game, 1, "dan").status == 200
        return game

    def ordered(self) -> str:
        game = self.table()
        assert self.ann.put(f"/games/{game}/standing-order", self.order(game)).status == 200
        return game

    def order(self, game: str, **more: Any) -> Any:
        return {"order": {"plays": [{"card": self.ann.sees(game)["mine"]["hand"][0]}]}, **more}

    def ended(self) -> str:
        game = self.table(absence={"bot_after": 100})
        self.ann.seals_anything(game)
        self.passes(game, until=lambda row: False)
        return game

    def hook(self) -> Any:
        made = makes(self.ann, HOOK)
        for _ in range(3):
            self.table()
        delivers(self.ann)
        return made

    def phone(self) -> str:
        """The address of a receiver of ann's, to which she has been told of three games and tried it."""
        made = self.ann.post("/me/receivers", {"channel": "ntfy", "address": {"url": PHONE}})
        assert made.status == 201, made.json
        for _ in range(3):
            self.table()
        queue_notices(Player.objects.get(username=self.ann.name).pk)
        return f"/me/receivers/{made.json['id']}"

    def bot(self) -> str:
        """The name of a bot of ann's, with a seat in an open game."""
        made = self.ann.post("/me/bots", {"username": "anns-engine"})
        assert made.status == 201
        Person(made.json["token"]).joins(self.bob.opens(3))
        return "anns-engine"

    def noted(self) -> str:
        game = self.table()
        assert self.ann.patch(f"/games/{game}/viewer", {"note": "low cards"}).status == 200
        return game

    def move(self, game: str) -> Any:
        return {"action": self.ann.sees(game)["mine"]["legal_actions"][0]}
