"""One game on the server in which people do all that they can do, and keep what they are given for it."""

from collections import Counter
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any

from django.test import override_settings

from games.background import botplay
from games.repository import loader
from games.repository.game_state import GameState
from games.rulesets import registry
from players.models import Player
from tests.moving_time import Time
from tests.people import Person
from tests.thorough.verify.building_turn import COINS, ORDERS, TILES

Json = dict[str, Any]

EXPANSIONS = ("coins", "shark_alert", "surfer", "baywatch")
EDITIONS = ("amigo", "gamewright", "bga", "bga_modified")
DAILY = {"zone": "Europe/Berlin", "days": ["mon", "tue", "wed", "thu", "fri"]}
CLOCKS: tuple[Json, ...] = (
    {"per_turn": "PT24H"},
    {"per_turn": "PT6H", "bank": "PT12H", "increment": "PT1H", "grace": "PT3H"},
    {"per_turn": "PT2H", "bank": "PT90M", "hours": {**DAILY, "from": "08:00", "to": "22:00"}},
    {"per_turn": "PT1H", "hours": {**DAILY, "from": "20:00", "to": "02:30"}, "grace": "PT5H"},
)
KEPT = ("answered", "withdrew", "text")
"""The deeds for which there is a receipt."""
_names = count(1)


class EventfulGame:
    """A game with its people; `play` plays it to its end."""

    def __init__(self, number: int, time: Time, random: Random) -> None:
        self.time, self.random = time, random
        self.counts: Counter[str] = Counter()
        self.people = [Person.signs_up(f"eventful{next(_names)}") for _ in range(7)]
        self.kept: dict[str, list[Json]] = {person.token or "": [] for person in self.people}
        self.host = self.people[0]
        self.ruleset, options, seats = choice_of_game(number, random)
        bots = random.choice([0, 0, 1, seats - 1])
        wish = {
            "ruleset": self.ruleset,
            "options": options,
            "seat_count": seats,
            "bots": ["careful"] * bots,
            "clock": random.choice(CLOCKS),
            "start": "host",
            "absence": {"bot_after": random.choice([1, 2, 4]), "vacations": random.random() < 0.7},
        }
        # Little enough that stops are cut short, in every other game.
        most = timedelta(hours=random.choice([12, 24 * 60]))
        with override_settings(TIDE_MAX_STOPPED_TIME_PER_GAME=most):
            said = self.host.post("/games", wish)
        assert said.status == 201, said.json
        self.game: str = said.json["id"]
        self.path = f"/games/{self.game}"
        self.sit_down(self.people[1 : seats - bots])

    def does(self, deed: str, person: Person, method: str, path: str, body: Any = None) -> bool:
        """Have somebody call; what she is given for it she keeps. Whether it was not refused."""
        said = person.call(method, self.path + path if path[:1] != "~" else path[1:], body)
        assert said.status < 500, (deed, said.json)
        done = said.status < 300
        self.counts[deed if done else "refused"] += 1
        if done and deed in KEPT:
            self.kept[person.token or ""].append(said.json)
        return done

    def later(self, **most: float) -> None:
        self.time.goes_on(seconds=self.random.random() * timedelta(**most).total_seconds())

    # -- before the start

    def sit_down(self, guests: list[Person]) -> None:
        for person in guests:
            if self.random.random() < 0.2:
                self.does("joined", person, "POST", "/join")
                self.gives_text(person)
                self.does("left", person, "POST", "/leave")
            self.does("joined", person, "POST", "/join")
        for person in self.random.choices([self.host, *guests], k=len(guests)):
            self.gives_text(person)
        assert self.does("started", self.host, "POST", "/start")

    def gives_text(self, person: Person) -> None:
        self.later(minutes=3)
        text = self.random.choice(["Ebbe 🌊", "three gulls", "x" * 200])
        self.does("text", person, "PUT", "/entropy", {"entropy": text})

    # -- the game

    def play(self) -> Json:
        """Play to the end; the record."""
        for _ in range(4000):
            table = loader.load(self.game)
            if table.open_turn is None:
                break
            self.happens(table)
            self.answer(table)
            botplay.move_bots(self.game)
            if self.random.random() < 0.25:
                self.time.passes(hours=self.random.choice([1, 7, 30, 80]))
            else:
                self.later(minutes=50)
        said = self.people[0].get(f"{self.path}/record")
        assert said.status == 200, said.json
        record: Json = said.json
        return record

    def person_of(self, table: GameState, seat: int) -> Person | None:
        owner = table.seats[seat].owner_id
        return next((one for one in self.people if owner and self.id_of(one) == owner), None)

    def id_of(self, person: Person) -> int:
        if not hasattr(person, "pk"):
            vars(person)["pk"] = Player.objects.get(username=person.name).pk
        return int(vars(person)["pk"])

    def answer(self, table: GameState) -> None:
        turn = table.open_turn
        assert turn is not None
        path = f"/turns/{turn.number}/submission"
        for seat in turn.asked:
            person = self.person_of(table, seat)
            if person is None or self.random.random() < 0.15 or vars(person).get("gone"):
                continue
            legal = table.rules.legal_actions(table.state, seat)
            for _ in range(self.random.choice([1, 1, 1, 2])):
                action = table.rules.write_action(self.random.choice(legal))
                self.does("answered", person, "PUT", path, {"action": action})
                self.later(seconds=20)
                if self.random.random() < 0.1:
                    self.does("withdrew", person, "DELETE", path)

    def happens(self, table: GameState) -> None:
        """Now and then something else: each as often as its share says."""
        person = self.random.choice(self.people)
        deeds = {
            self.leaves_an_order: 30,
            self.takes_an_order_back: 3,
            self.pauses: 8,
            self.ends_a_pause: 3,
            self.goes_on_vacation: 6,
            self.is_outvoted: 3,
            self.comes_back: 6,
            self.resigns: 2,
            self.hands_a_seat_on: 20,
            self.is_renamed: 2,
            self.is_deactivated: 1,
            self.nothing: 60,
        }
        (deed,) = self.random.choices([*deeds], [*deeds.values()])
        deed(table, person)

    def nothing(self, table: GameState, person: Person) -> None:
        """An evening like any other."""

    def leaves_an_order(self, table: GameState, person: Person) -> None:
        order = self.random.choice(ORDERS[self.ruleset])
        expansions = table.row.options.get("expansions", ())
        if self.ruleset == "turn_the_tide":
            seat = next((s for s in table.seats if s.owner_id == self.id_of(person)), None)
            hand = table.state.hand_of(seat.number) if seat else (1,)
            cards = self.random.sample(hand, min(len(hand), 3))
            order = {"plays": [{"card": card} for card in cards]}
        elif "coins" in expansions:
            order = {**order, **COINS}
        if "baywatch" in expansions:
            order = {**order, "tiles": TILES["tiles"][: self.random.randrange(1, 5)]}
        wish = {"order": order, "at_once": self.random.random() < 0.5}
        self.does("order", person, "PUT", "/standing-order", wish)

    def takes_an_order_back(self, table: GameState, person: Person) -> None:
        self.does("order taken back", person, "DELETE", "/standing-order")

    def pauses(self, table: GameState, person: Person) -> None:
        for one in self.people:
            self.does("pause agreed", one, "PUT", "/pause", {"length": "PT8H"})

    def ends_a_pause(self, table: GameState, person: Person) -> None:
        self.does("pause ended", person, "DELETE", "/pause")

    def goes_on_vacation(self, table: GameState, person: Person) -> None:
        until = self.time.now + timedelta(hours=self.random.choice([5, 40]))
        wish = {"until": until.strftime("%Y-%m-%dT%H:%M:%SZ")}
        self.does("vacation", person, "POST", "~/me/vacations", wish)

    def is_outvoted(self, table: GameState, person: Person) -> None:
        """The clock stands still for longer than a question has time, and then most are tired of it."""
        if self.random.random() < 0.5:
            until = self.time.now + timedelta(hours=200)
            wish = {"until": until.strftime("%Y-%m-%dT%H:%M:%SZ")}
            self.does("vacation", person, "POST", "~/me/vacations", wish)
        else:
            for one in self.people:
                self.does("pause agreed", one, "PUT", "/pause", {"length": "PT200H"})
        self.time.passes(hours=self.random.choice([30, 100]))
        for one in self.people:
            self.does("voted to go on", one, "POST", "/go-on")

    def comes_back(self, table: GameState, person: Person) -> None:
        self.does("came back", person, "POST", "/return")

    def resigns(self, table: GameState, person: Person) -> None:
        owners = {seat.owner_id for seat in table.seats} - {None}
        if owners != {
            self.id_of(person)
        }:  # The last one's game would be called off, without a record.
            self.does("resigned", person, "POST", "/resign")

    def hands_a_seat_on(self, table: GameState, person: Person) -> None:
        host = next((one for one in self.people if self.id_of(one) == table.row.host_id), None)
        seated = {seat.player_id for seat in table.seats}
        free = [one for one in self.people if self.id_of(one) not in seated]
        for seat in table.seats:
            if host is not None and seat.player_id is not None and seat.away is not None:
                person = self.random.choice([*free, person])
                path = f"/seats/{seat.number}"
                if self.does("seat offered", host, "PUT", f"{path}/offer", {"player": person.name}):
                    self.later(hours=2)
                    way = self.random.choice(["take", "take", "decline"])
                    self.does(f"seat {way}", person, "POST", f"{path}/{way}")

    def is_renamed(self, table: GameState, person: Person) -> None:
        """As the operator does it."""
        person.name, pk = f"renamed{next(_names)}", self.id_of(person)
        self.counts["renamed"] += Player.objects.filter(pk=pk).update(username=person.name)

    def is_deactivated(self, table: GameState, person: Person) -> None:
        if person is not self.people[0]:
            vars(person)["gone"] = True
            pk = self.id_of(person)
            self.counts["deactivated"] += Player.objects.filter(pk=pk).update(is_active=False)

    # -- afterwards

    def keepers(self, record: Json) -> list[tuple[list[Json], list[int]]]:
        """What each of them has kept, and the seats of which she has kept everything."""
        found = []
        for person in self.people:
            ids = {one for one, name in record["players"].items() if name == person.name}
            seats = {
                event["data"]["seat"]
                for event in record["log"]["events"]
                if event["type"] in ("seat_taken", "returned") and event["data"]["player"] in ids
            }
            (started,) = (one for one in record["log"]["events"] if one["type"] == "started")
            seats |= {one["seat"] for one in started["data"]["seats"] if one["player"] in ids}
            kept = self.kept[person.token or ""]
            held = {one for one in seats if record["seats"][one] in ids}
            # Who has kept nothing at all is known only by the seat that is still hers.
            found.append((kept, sorted(seats if kept else held)))
        return found


def choice_of_game(number: int, random: Random) -> tuple[str, Json, int]:
    """One of all editions and expansions after the other, for so many players."""
    if number % 2 == 0:
        edition = EDITIONS[number // 2 % 4]
        allowed = registry.RULESETS["turn_the_tide"].seats_for({"edition": edition})
        return "turn_the_tide", {"edition": edition}, random.choice(allowed)
    chosen = [name for bit, name in enumerate(EXPANSIONS) if (number // 2 + 15) % 16 >> bit & 1]
    options = {
        "expansions": chosen,
        "beach_length": random.choice([8, 12, 20]),
        "surfers": random.choice(["open", "hidden"]),
    }
    return "high_tide", options, random.choice([3, 4, 5, 6])
