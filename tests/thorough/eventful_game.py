"""A game on the server in which people do all that they can do, and keep what they are given for it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from games.background import botplay
from games.clock import now as the_clock
from games.repository.game_state import GameState
from games.repository.games import load
from games.rulesets import registry
from games.rulesets.refusal import Illegal
from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import orders_of, random_order
from players.models import Player
from tests import dealing, document
from tests.moving_time import Time, frozen_time
from tests.people import Person

Json = dict[str, Any]
EXPANSIONS = ("coins", "shark_alert", "surfer", "baywatch")
EDITIONS = ("amigo", "gamewright", "bga", "bga_modified")
WEEKDAYS = {"zone": "Europe/Berlin", "days": ["mon", "tue", "wed", "thu", "fri"]}
CLOCKS: tuple[Json, ...] = (
    {"per_turn": "PT24H"},
    {"per_turn": "PT6H", "bank": "PT12H", "increment": "PT1H", "grace": "PT3H"},
    {"per_turn": "PT2H", "bank": "PT90M", "hours": {**WEEKDAYS, "from": "08:00", "to": "22:00"}},
    {"per_turn": "PT1H", "hours": {**WEEKDAYS, "from": "20:00", "to": "02:30"}, "grace": "PT5H"},
)
TEXTS = ("Ebbe 🌊", "three gulls", "x" * 200)
MAX_ROUNDS = 4000
DEEDS = {
    "nothing": 60,
    "order": 30,
    "hand on": 20,
    "pause": 8,
    "vacation": 6,
    "return": 6,
    "give time": 6,
    "withdraw order": 3,
    "end pause": 3,
    "outvote": 3,
    "resign": 2,
    "rename": 2,
    "analyze": 2,
    "deactivate": 1,
}
"""What happens between answers, and how often."""
PLAIN_CALLS = {
    "withdraw order": ("DELETE", "/standing-order"),
    "end pause": ("DELETE", "/pause"),
    "return": ("POST", "/reclaim"),
}
_numbers = count(1)


@contextmanager
def repeatable_games() -> Iterator[Time]:
    """Have games played inside be the same in each run; the document is checked elsewhere."""
    with dealing.seeded(), frozen_time() as time, pytest.MonkeyPatch.context() as patch:
        patch.setattr(botplay, "SystemRandom", lambda: Random("bots"))
        patch.setattr(document, "check", lambda said: None)
        patch.setattr(the_clock, "from_database", lambda moment: timezone.now())
        yield time


def choose_settings(number: int) -> tuple[str, Json, int]:
    """Return a ruleset, its options, and seats: 16 numbers have all editions, and each expansion."""
    random = Random(f"settings {number}")
    if number % 2 == 0:
        options: Json = {"edition": EDITIONS[number // 2 % 4]}
        seats = registry.RULESETS["turn_the_tide"].seats_for(options)
        return "turn_the_tide", options, seats[(number // 2 + number // 8) % len(seats)]
    chosen = ~(number // 2 * 11)
    options = {
        "expansions": [name for bit, name in enumerate(EXPANSIONS) if chosen >> bit & 1],
        "beach_length": random.choice([8, 12, 20]),
        "surfers": random.choice(["open", "hidden"]),
    }
    return "high_tide", options, random.choice([3, 4, 5, 6])


class EventfulGame:
    """A game that is played to its end: its record, and the receipts and proofs that people have."""

    def __init__(self, seed: str, time: Time, settings: tuple[str, Json, int]) -> None:
        self.time, self.random = time, Random(seed)
        self.people = [Person.signs_up(f"eventful{next(_numbers)}") for _ in range(7)]
        self.ids = {one: Player.objects.get(username=one.name).pk for one in self.people}
        self.receipts: list[Json] = []
        self.proofs: list[Json] = []
        self.gone: set[Person] = set()
        self.host = self.people[0]
        ruleset, options, seats = settings
        bots = self.random.choice([0, 0, 1, seats - 2])
        absence = {
            "bot_after": self.random.choice([1, 2, 4]),
            "vacations": self.random.random() < 0.7,
        }
        body = {
            "ruleset": ruleset,
            "options": options,
            "seat_count": seats,
            "bots": ["random"] * bots,
            "clock": self.random.choice(CLOCKS),
            "start": "host",
            "absence": absence,
        }
        # Little enough that stops are cut short, in every other game.
        longest = timedelta(hours=self.random.choice([12, 24 * 60]))
        with override_settings(TIDE_MAX_STOPPED_TIME_PER_GAME=longest):
            made = self.host.post("/games", body)
        assert made.status == 201, made.json
        self.game: str = made.json["id"]
        self._fill_seats(self.people[1 : seats - bots])
        self.record = self._play()

    def _call(self, person: Person, method: str, path: str, body: Any = None) -> Any:
        """Return the body of what was granted, None for what was refused."""
        said = person.call(method, f"/games/{self.game}{path}", body)
        assert said.status < 500, (method, path, said.json)
        return said.json if said.status < 300 else None

    def _keep_receipt(self, person: Person, method: str, path: str, body: Any = None) -> None:
        receipt = self._call(person, method, path, body)
        self.receipts += [receipt] if receipt else []

    def _wait(self, **longest: float) -> None:
        self.time.advance(seconds=self.random.random() * timedelta(**longest).total_seconds())

    # -- before the start

    def _fill_seats(self, guests: list[Person]) -> None:
        for person in guests:
            if self.random.random() < 0.2:
                self._call(person, "POST", "/join")
                self._give_text(person)
                self._call(person, "POST", "/leave")
            self._call(person, "POST", "/join")
        for person in self.random.choices([self.host, *guests], k=len(guests) + 1):
            self._give_text(person)
        self._keep_proof()
        assert self._call(self.host, "POST", "/start")

    def _give_text(self, person: Person) -> None:
        self._wait(minutes=3)
        text = self.random.choice(TEXTS)
        self._keep_receipt(person, "PUT", "/entropy", {"entropy": text})

    def _keep_proof(self) -> None:
        self.proofs.append(Person().get(f"/games/{self.game}").json)

    # -- the game

    def _play(self) -> Json:
        for _ in range(MAX_ROUNDS):
            table = load(self.game)
            if table.open_turn is None:
                break
            self._do_something(table, self.random.choice(self.people))
            self._answer(load(self.game))
            botplay.move_bots(self.game)
            self._keep_proof()
            if self.random.random() < 0.25:
                self.time.sweep_after(hours=self.random.choice([1, 7, 30, 80]))
            else:
                self._wait(minutes=50)
        self._keep_proof()
        record: Json = Person().get(f"/games/{self.game}/record").json
        seated = [one for one in self.people if one.name in record["players"].values()]
        for turn in record["turns"]:
            for person in seated:
                # What stood when the turn closed, answers by order included.
                self._keep_receipt(person, "GET", f"/turns/{turn['number']}/submission")
        return record

    def _seat_of(self, table: GameState, person: Person) -> int | None:
        seats = (seat.number for seat in table.seats if seat.owner_id == self.ids[person])
        return next(seats, None)

    def _answer(self, table: GameState) -> None:
        turn = table.open_turn
        for person in self.people:
            seat = self._seat_of(table, person)
            if turn is None or seat not in table.questions or person in self.gone:
                continue
            path = f"/turns/{turn.number}/submission"
            legal = table.rules.legal_actions(table.state, seat)
            for _ in range(self.random.choice([0, 1, 1, 1, 1, 1, 2])):
                action = table.rules.write_action(self.random.choice(legal))
                self._keep_receipt(person, "PUT", path, {"action": action})
                self._wait(seconds=20)
                if self.random.random() < 0.1:
                    self._keep_receipt(person, "DELETE", path)

    def _do_something(self, table: GameState, person: Person) -> None:
        """Have something happen besides answers; much of it is refused."""
        (deed,) = self.random.choices([*DEEDS], [*DEEDS.values()])
        match deed:
            case "withdraw order" | "end pause" | "return":
                self._call(person, *PLAIN_CALLS[deed])
            case "order":
                self._order(table, person)
            case "hand on":
                self._hand_on(table)
            case "pause":
                self._pause("PT8H")
            case "vacation":
                self._leave_for(person, self.random.choice([5, 40]))
            case "outvote":
                # The clock stands still for longer than a turn has time, and then most are tired of it.
                self._pause("PT200H")
                self._leave_for(person, 200)
                self.time.sweep_after(hours=self.random.choice([30, 100]))
                for one in self.people:
                    self._call(one, "POST", "/resume-votes")
            case "give time":
                self._call(person, "POST", f"/seats/{self.random.randrange(3)}/extension")
            case "resign" if {seat.owner_id for seat in table.seats} - {None, self.ids[person]}:
                # The last one's game would be called off, without a record.
                self._call(person, "POST", "/resign")
            case _:
                self._administer(deed, person)

    def _administer(self, deed: str, person: Person) -> None:
        """Have the operator do something."""
        row = Player.objects.filter(pk=self.ids[person])
        match deed:
            case "rename":
                person.name = f"renamed{next(_numbers)}"
                row.update(username=person.name)
            case "deactivate" if person is not self.host:
                self.gone.add(person)
                row.update(is_active=False)
            case "analyze":
                with connection.cursor() as cursor:
                    cursor.execute("ANALYZE")

    def _order(self, table: GameState, person: Person) -> None:
        """Leave an order that fits the moment, or else any that the rules take."""
        seat, rules = self._seat_of(table, person), table.rules
        if seat is None or table.open_turn is None:
            return
        views = rules.table_view(table.state), rules.seat_view(table.state, seat)
        rehearsal = kit_of(rules).rehearse_orders(*views) if seat in table.questions else None
        fitting = [rehearsal.order, *rehearsal.longer, *rehearsal.idle] if rehearsal else []
        orders = orders_of(rules)
        for _ in range(100):
            use_fitting = fitting and self.random.random() < 0.3
            order = self.random.choice(fitting) if use_fitting else random_order(rules, self.random)
            with suppress(Illegal):
                orders.judge(table.state, seat, orders.read(order))
                at_once = self.random.random() < 0.5
                self._call(person, "PUT", "/standing-order", {"order": order, "at_once": at_once})
                return

    def _pause(self, length: str) -> None:
        for one in self.people:
            self._call(one, "PUT", "/pause", {"length": length})

    def _leave_for(self, person: Person, hours: int) -> None:
        until = self.time.now + timedelta(hours=hours)
        person.post("/me/vacations", {"until": until.strftime("%Y-%m-%dT%H:%M:%SZ")})

    def _hand_on(self, table: GameState) -> None:
        """Offer the seats of those who are away to others; most take them."""
        host = next((one for one in self.people if self.ids[one] == table.row.host_id), None)
        seated = {seat.player_id for seat in table.seats}
        free = [one for one in self.people if self.ids[one] not in seated]
        for seat in table.seats:
            if host and free and seat.player_id and seat.away:
                person = self.random.choice(free)
                path = f"/seats/{seat.number}"
                self._call(host, "PUT", f"{path}/offer", {"player": person.name})
                self._wait(hours=2)
                self._call(
                    person, "POST", f"{path}/{self.random.choice(['take'] * 2 + ['decline'])}"
                )
