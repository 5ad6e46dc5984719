"""Games played on the server: what it tells of them verifies, beside all that was kept of them."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from django.db import connection

from games.background import botplay
from players.models import Player
from tests import dealing
from tests.app.api.calls import BANKS, all_seal, handed_on
from tests.moving_time import Time, standing
from tests.people import Person
from tests.thorough.verify.conftest import happenings
from tests.thorough.verify.tamper import WRONG, aim, tamperings
from tests.thorough.verify.test_kept import against
from tests.thorough.verify.verifiers import Verifier

Json = dict[str, Any]
Both = tuple[Verifier, Verifier]

pytestmark = pytest.mark.django_db

TIDE = {"ruleset": "turn_the_tide", "options": {"edition": "bga"}}
HIGH = {
    "ruleset": "high_tide",
    "options": {
        "expansions": ["coins", "shark_alert", "surfer", "baywatch"],
        "beach_length": 12,
        "surfers": "hidden",
    },
}
ANY_PAIR = {"take": ["roll", {"dry": True}], "accept": [{"total": {"least": 7}}], "coins": ["pass"]}


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> Iterator[Time]:
    """Everything happens as it did the last time, what bots choose as well."""
    monkeypatch.setattr(botplay, "SystemRandom", lambda: Random("bots"))
    with dealing.alike(), standing() as time:
        yield time


def analyze() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


class Evening:
    """A game whose people answer, replace, take back, leave orders and stay away; they keep all receipts."""

    def __init__(self, wish: Json, people: list[Person], time: Time, seed: str) -> None:
        self.people = {person.name: person for person in people}
        self.time, self.random = time, Random(seed)
        self.ruleset = wish["ruleset"]
        self.receipts: list[Json] = []
        self.proofs: list[Json] = []
        self.participants: dict[str, str] = {}
        host, first, _ = people
        table = {"seat_count": 3, "bots": ["random"], "absence": {"bot_after": 2}, "start": "host"}
        said = host.post("/games", {**wish, **table})
        assert said.status == 201, said.json
        self.game: str = said.json["id"]
        self.keep_the_proof()
        self.gives(host, "Ebbe 🌊")
        self.must(first.post(f"/games/{self.game}/join", {"entropy": "a shell"}))
        # The same text again is how she gets its receipt.
        self.gives(first, "a shell")
        self.gives(first, "another shell")
        self.keep_the_proof()
        self.must(host.post(f"/games/{self.game}/start"))

    def gives(self, person: Person, text: str) -> None:
        given = self.must(person.put(f"/games/{self.game}/entropy", {"entropy": text}))
        self.receipts.append(given)
        self.participants[person.name or ""] = given["participant"]

    def play(self) -> Json:
        """Play to the end; the record."""
        host, first, guest = self.people.values()
        for turn in range(1, 500):
            if turn == 3:
                handed_on(self.game, first, host, guest, 1)
            if turn == 8:
                # By now there is something to know of the tables.
                analyze()
            if turn == 5:
                for person in (host, guest):
                    self.must(person.put(f"/games/{self.game}/pause", {"length": "PT3H"}))
            seen = host.sees(self.game)
            self.keep_the_proof()
            if seen["status"] == "finished":
                break
            self.answer(seen, absent=guest.name if 6 <= turn <= 14 else None)
            botplay.move_bots(self.game)
            self.time.goes_on(seconds=self.random.randrange(1, 500) / 7)
            if host.sees(self.game)["turn"] == seen["turn"] or self.random.random() < 0.3:
                self.time.passes(hours=30)
        record: Json = self.must(Person().get(f"/games/{self.game}/record"))
        for turn in record["turns"]:
            said = host.get(f"/games/{self.game}/turns/{turn['number']}/submission")
            # What stood when the turn closed, of her orders too.
            self.receipts += [said.json] if said.status == 200 else []
        return record

    def answer(self, seen: Json, absent: str | None) -> None:
        for asked in seen["turn"]["asked"]:
            name = seen["seats"][asked["seat"]]["player"]
            if name not in (None, absent) and self.random.random() < 0.9:
                self.answer_one(self.people[name], seen["turn"]["number"])

    def answer_one(self, person: Person, turn: int) -> None:
        """Seal an answer, or leave an order; perhaps first another one."""
        random, order = self.random, f"/games/{self.game}/standing-order"
        if random.random() < 0.2:
            wish = {"order": self.order_of(person), "at_once": random.random() < 0.5}
            self.must(person.put(order, wish))
            if random.random() < 0.5:
                return
            person.delete(order)
        if random.random() < 0.2 and self.seal(person, turn):
            self.time.goes_on(seconds=random.randrange(1, 500) / 7)
            if random.random() < 0.5:
                taken_back = person.delete(f"/games/{self.game}/turns/{turn}/submission")
                self.receipts += [taken_back.json] if taken_back.status == 200 else []
        self.seal(person, turn)

    def seal(self, person: Person, turn: int) -> bool:
        seen = person.sees(self.game)
        if seen["turn"] is None or seen["turn"]["number"] != turn:
            return False
        legal = seen["mine"]["legal_actions"]
        said = person.seals(self.game, self.random.choice(legal), turn) if legal else None
        if said is not None and said.status == 200:
            self.receipts.append(said.json)
        return said is not None

    def order_of(self, person: Person) -> Json:
        if self.ruleset == "high_tide":
            return ANY_PAIR
        hand = person.sees(self.game)["mine"]["hand"]
        return {"plays": [{"card": card} for card in hand[:3]]}

    def keep_the_proof(self) -> None:
        self.proofs.append(self.must(Person().get(f"/games/{self.game}")))

    @staticmethod
    def must(said: Any) -> Any:
        assert said.status in (200, 201, 204), said.json
        return said.json


@pytest.fixture
def people(ann: Person, bob: Person, cat: Person) -> list[Person]:
    return [ann, bob, cat]


# Of games in which one seat is asked at a time, an answer that is sealed closes its turn.
@pytest.mark.parametrize(
    ("wish", "more"),
    [(TIDE, {"withdrawn", "replaced"}), (HIGH, {"tile_gained"})],
    ids=["turn_the_tide", "high_tide"],
)
@pytest.mark.parametrize("without", ["nothing", "hashjoin", "mergejoin", "nestloop"])
def test_the_record_of_a_game_in_which_much_happens(
    both: Both, people: list[Person], time: Time, wish: Json, more: set[str], without: str
) -> None:
    """Whatever PostgreSQL knows of its tables, and however it joins them."""
    if without != "nothing":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL enable_{without} = off")
    evening = Evening(wish, people, time, "an evening")
    record = evening.play()
    seats = [seat for seat, one in enumerate(record["seats"]) if one]
    verdict = against(both, record, evening.receipts, evening.proofs, all_of=seats)
    assert verdict.sound, verdict
    assert verdict.lines[-1].startswith(f"covered  seat {seats[-1]}: ")
    assert {receipt.get("by") for receipt in evening.receipts} >= {"player", "order"}
    assert record["players"].items() >= {(one, n) for n, one in evening.participants.items()}
    assert len(record["stages"]) > 1
    assert set(happenings(record)) >= more | {
        *("stand_in", "returned", "seat_offered", "seat_taken", "paused", "deadlines_moved"),
        *("told in private", "player", "bot", "order", "clock"),
    }


@pytest.mark.parametrize("wish", [TIDE, HIGH], ids=["turn_the_tide", "high_tide"])
def test_a_change_of_one_value_of_what_the_server_tells_is_refused(
    both: Both, people: list[Person], time: Time, wish: Json
) -> None:
    record = Evening(wish, people, time, "an evening").play()
    changes = tamperings(record, Random("of what was played"))
    for verifier in both:
        verifier.remember(record)
    for _ in range(30):
        tampering = next(changes)
        one, other = (verifier.judge([tampering.edit]) for verifier in both)
        assert one == other
        assert aim(one, tampering) not in WRONG, (tampering, one)


def test_what_the_clock_has_played_is_missed_in_the_seat_whoever_has_it_next(
    both: Both, people: list[Person], dan: Person, table: Callable[..., str], time: Time
) -> None:
    """The log tells of seats, not of players; who relies on her is told that she was asked."""
    ann, bob, cat = people
    game = table(clock=BANKS, absence={"bot_after": 2})
    all_seal(game, bob, cat)
    time.goes_on(hours=14)
    all_seal(game, ann)
    time.passes(hours=11)  # Her bank is used up, and the others have theirs.
    handed_on(game, ann, bob, dan, 0)
    all_seal(game, bob, cat)
    assert bob.sees(game)["seats"][0]["missed"] == 1
    relied = Person().get("/players/ann").json["reliability"]
    assert (relied["required"], relied["answered"]) == (2, 1)
    while bob.sees(game)["status"] == "running":
        time.passes(days=2)
        botplay.move_bots(game)
    record = Person().get(f"/games/{game}/record").json
    verdict = against(both, record)
    assert verdict.sound, verdict
    missed = [one for one in record["log"]["events"] if one["type"] == "stand_in"]
    assert [one["data"]["seat"] for one in missed][:2] == [0, 0]


def test_the_record_of_players_who_have_other_names_by_now(
    both: Both, people: list[Person], time: Time
) -> None:
    evening = Evening(TIDE, people, time, "an evening")
    before = evening.play()
    for person in people:
        Player.objects.filter(username=person.name).update(username=f"{person.name}-renamed")
    record = Person().get(f"/games/{evening.game}/record").json
    assert against(both, record, evening.receipts, evening.proofs).sound
    assert {name.removesuffix("-renamed") for name in record["players"].values()} == {
        *before["players"].values()
    }
    assert {**record, "players": None} == {**before, "players": None}


def test_the_proof_of_a_game_that_was_called_off(both: Both, ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    ann.put(f"/games/{game}/entropy", {"entropy": "three gulls"})
    proofs = [ann.get(f"/games/{game}").json]
    bob.joins(game)
    proofs.append(bob.get(f"/games/{game}").json)
    ann.post(f"/games/{game}/cancel")
    proof = ann.get(f"/games/{game}").json
    verdict = against(both, proof, proofs)
    assert verdict.sound, verdict
    proofs[1]["fairness"]["commitment"] = f"sha256:{'0' * 64}"
    assert against(both, proof, proofs).place == "0.json#/1/commitment"
