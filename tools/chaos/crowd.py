"""Who plays in a chaos run: people with simple clients and ways of their own, over HTTP alone."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from random import Random
from threading import Event
from typing import Any

from tests.retrying_person import Ledger, RetryingPerson
from tests.system.flows.client import Person

Json = dict[str, Any]
Wish = Callable[[Random], Json]
"""What game is opened next."""

LISTENS = 3
"""Seconds of a long poll."""
MOST = 100
"""Results on one page."""

TIDE_ORDER = 4
"""Cards in an order for Turn the Tide."""
HIGH_TIDE_ORDERS: list[Json] = [
    {"take": [{"dry": True, "total": {"least": 6}}, "roll"], "accept": [{"dry": True}]},
    {"take": [{"beaches": ["blue", "white"]}, {"dry": True}], "reroll": [{"face": {"most": 2}}]},
    {"accept": [{"total": {"least": 8}}], "coins": [{"value": {"least": 4}}, "pass"]},
    {"tiles": [{"tile": "B4"}, {"tile": "B1", "gain": 2}], "coins": [{"beaches": ["black"]}]},
]


@dataclass(frozen=True)
class Ways:
    """How likely she is to do what when she meets a question."""

    name: str
    answers: float = 1.0
    replaces: float = 0.0
    orders: float = 0.0
    resigns: float = 0.0
    leaves: float = 0.0
    """To go away from all of her games for a while, and to come back to them."""


EVERYBODY = [
    Ways("prompt"),
    Ways("fickle", replaces=0.4),
    Ways("absent", answers=0.0),
    Ways("ordering", answers=0.2, orders=0.5),
    Ways("leaving", resigns=0.03),
    Ways("returning", answers=0.9, orders=0.1, leaves=0.03),
    Ways("forgetful", answers=0.6, replaces=0.1),
]


class Guest:
    """One of them, who lets so many seconds pass between two looks. `plays` is for a thread of its own."""

    def __init__(self, person: Person, ways: Ways, ledger: Ledger, seed: str, rests: float) -> None:
        self.me = RetryingPerson(person, ledger)
        self.ways = ways
        self._rests = rests
        self.gaps = 0
        """How often a number was missing in her feed."""
        self._chance = Random(seed)
        self._heard = 0
        self._met: set[tuple[str, int]] = set()
        self._resigned: set[str] = set()

    def plays(self, over: Event) -> None:
        """Look at what waits for her whenever there is news of her games, until it is over."""
        while not over.is_set():
            if self._hears():
                self._looks()
            if self._may(self.ways.leaves):
                over.wait(self._chance.uniform(3, 15))
                self._comes_back()
            # A long poll may be answered at once: where nothing is played, or too many wait.
            over.wait(self._rests)

    def _looks(self) -> None:
        for question in self.me.get("/me/turns", page_size=MOST)["results"]:
            if question["game"] not in self._resigned:
                self._meets(question)

    def _meets(self, question: Json) -> None:
        game, turn = question["game"], question["turn"]
        if (game, turn) in self._met:
            if question["submission"] is not None and self._may(self.ways.replaces):
                self._answers(question)
            return
        self._met.add((game, turn))
        if self._may(self.ways.resigns):
            self._says("POST", f"/games/{game}/resign", {})
            self._resigned.add(game)
            return
        if self._may(self.ways.orders):
            self._leaves_an_order(question)
        if self._may(self.ways.answers):
            self._answers(question)

    def _answers(self, question: Json) -> None:
        action = self._chance.choice(question["legal_actions"])
        self.me.seals_in_time(question["game"], question["turn"], action)

    def _leaves_an_order(self, question: Json) -> None:
        order = self._chance.choice(HIGH_TIDE_ORDERS)
        if question["ruleset"] == "turn_the_tide":
            cards = [one["card"] for one in question["legal_actions"]]
            picked = self._chance.sample(cards, min(TIDE_ORDER, len(cards)))
            order = {"plays": [{"card": card} for card in picked]}
        body = {"order": order, "at_once": self._may(0.5)}
        self._says("PUT", f"/games/{question['game']}/standing-order", body)

    def _comes_back(self) -> None:
        """To every game in which a bot plays for her by now."""
        wish = f"/games?player={self.me.name}&status=running&page_size={MOST}"
        for game in self.me.get(wish)["results"]:
            for seat in game["seats"]:
                if seat["player"] == self.me.name and seat["away"] == "absent":
                    self._says("POST", f"/games/{game['id']}/reclaim", {})

    def _hears(self) -> bool:
        """Whether there is news, after some seconds of waiting for it."""
        news = self.me.get("/me/events", after=self._heard, wait=LISTENS, page_size=MOST)["results"]
        for event in news:
            self.gaps += event["number"] != self._heard + 1
            self._heard = event["number"]
        return bool(news)

    def _says(self, method: str, path: str, body: Json) -> None:
        """Say something that may come too late, or twice."""
        said = self.me.call(method, path, body)
        assert said.status != HTTPStatus.BAD_REQUEST, f"{path}: {said.json}"

    def _may(self, likely: float) -> bool:
        return self._chance.random() < likely


def wanted(chance: Random) -> Json:
    """A game to open, without its people: any ruleset, options, size and clock."""
    expansions = ("coins", "shark_alert", "surfer", "baywatch")
    if chance.random() < 0.5:
        edition, most = chance.choice(
            [("amigo", 5), ("gamewright", 5), ("bga", 6), ("bga_modified", 6)]
        )
        game = {"ruleset": "turn_the_tide", "options": {"edition": edition}}
    else:
        most = 6
        chosen = chance.sample(expansions, chance.randint(0, len(expansions)))
        options = {"expansions": chosen, "beach_length": chance.choice([8, 12, 20])}
        game = {"ruleset": "high_tide", "options": options}
    seats = chance.choice([3, 3, 3, 3, 4, 4, *range(5, most + 1)])
    bots = [chance.choice(["careful", "random"]) for _ in range(chance.randint(0, seats - 1))]
    clock = {"per_turn": f"PT{chance.randint(2, 6)}S"}
    if chance.random() < 0.3:
        clock |= {"bank": "PT6S", "increment": "PT1S", "grace": "PT2S"}
    absence = {"bot_after": chance.randint(1, 4)}
    return {**game, "seat_count": seats, "bots": bots, "clock": clock, "absence": absence}


class Host:
    """Opens games in the names of the guests, and seats them."""

    def __init__(self, guests: list[Guest], seed: str, wish: Wish) -> None:
        self.games: list[str] = []
        self._guests = guests
        self._wish = wish
        self._chance = Random(seed)

    def opens_one(self) -> None:
        wish = self._wish(self._chance)
        people = self._chance.sample(self._guests, wish["seat_count"] - len(wish["bots"]))
        host, *others = [guest.me for guest in people]
        # A call without an answer is made again with the same key: nothing is opened or joined twice.
        game = str(host.call("POST", "/games", wish).ok()["id"])
        self.games.append(game)
        for person in others:
            person.joins(game, f"{person.name}'s")
