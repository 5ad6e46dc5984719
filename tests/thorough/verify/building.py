"""Records of games that are played in this process, told as docs/fairness.md says.

The rules and the clock are the server's; all that makes a record provable is said a second time, in `spec`.
The logs are stranger than most: answers replaced and withdrawn, bots that stand in, seats that change hands.
"""

import json
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from games.clock.clock import Clock
from games.rulesets import game_package, registry
from games.rulesets.ruleset import Step
from tests.thorough.verify import spec
from tests.thorough.verify.building_turn import Turn
from tests.thorough.verify.writing import digits, utc

Json = dict[str, Any]

# Records are made without Django too, which has the games enrolled.
game_package.register_all()

CALM: Json = {"per_turn": "PT24H", "bank": None, "increment": None, "grace": None, "hours": None}
WORKDAYS = {"zone": "Europe/Berlin", "days": ["mon", "tue", "wed"], "from": "09:00", "to": "17:30"}
NIGHTS = {"zone": "America/St_Johns", "days": ["fri", "sat"], "from": "22:00", "to": "03:00"}
CLOCKS: tuple[Json, ...] = (
    CALM,
    {**CALM, "bank": "PT6H", "increment": "PT20M", "grace": "PT2H", "per_turn": "PT10M"},
    {**CALM, "hours": WORKDAYS, "bank": "PT90S", "per_turn": "PT100S"},
    {**CALM, "hours": NIGHTS, "grace": "PT24H"},
)
TEXTS = ("Ebbe 🌊", 'a "tide"\n\t\\', "three gulls")


def built(ruleset: str, options: Json, seats: int, seed: str, *, eventful: bool = True) -> Json:
    """The record of a game in which everybody answers at random."""
    playing = Playing(ruleset, options, seats, Random(seed), eventful=eventful)
    playing.play()
    return playing.record


def sealed_up(record: Json) -> Json:
    """The record with everything hashed anew, as a forger would who can write all of it."""
    events = record["log"]["events"]
    events[-1]["data"]["record"] = spec.record_hash(record)
    record["log"]["head"] = spec.chained(record["game"], events)
    return record


class Playing:
    """One game from the open table to its record."""

    turn = Turn

    def __init__(
        self, ruleset: str, options: Json, seats: int, random: Random, *, eventful: bool
    ) -> None:
        self.rules = registry.RULESETS[ruleset]
        self.options = self.rules.read_options(options)
        self.random = random
        self.eventful = eventful
        self.game = digits(random, 8)
        self.seed = digits(random, 32)
        self.now = datetime(2026, 11, 21, 8, 45, 49, tzinfo=UTC)
        self.events: list[Json] = []
        self.private_events: list[Json] = []
        self.turns: list[Json] = []
        self.stages: list[Json] = []
        self.names: dict[str, str] = {}
        self.bots: list[str | None] = [None] * seats
        for seat in range(seats - random.randrange(seats - 1), seats):
            self.bots[seat] = "careful"
        self.players = [None if bot else self.participant(f"guest{n}") for n, bot in self.seated()]
        self.resigned = [False] * seats
        self.texts: list[str | None] = [None] * seats
        self.said = random.choice(CLOCKS) if eventful else CALM
        self.clock = Clock.from_json(self.said)
        self.banks = [self.clock.bank] * seats
        self.vacations = eventful and random.random() < 0.5
        self.pauses: list[tuple[datetime, datetime]] = []
        self.away: dict[str, tuple[datetime, datetime]] = {}
        """The vacations of participants."""
        self.bot_after = random.choice([1, 2, 3])
        self.missed = [(0, 0)] * seats
        """By seat, how many sittings in a row were missed, and which one last."""
        self.orders: dict[int, Any] = {}
        """Standing orders by seat, as told."""
        self.newest: Turn | None = None
        self.kept: dict[str, list[Json]] = {}
        """What each participant has been given for her own deeds: receipts."""

    def play(self) -> None:
        """Play it to its end; `record` is there afterwards."""
        self.sit_down()
        entropy = [text and spec.text_hash(text) for text in self.texts]
        chance = spec.Draws(spec.game_seed(self.seed, self.game, entropy))
        state = self.rules.initial_state(self.options, len(self.bots), chance)
        setup = {**self.rules.setup_record(state), "chance": chance.take()}
        step = self.rules.open_first_turn(state, chance)
        self.take(step)
        while self.rules.game_result(step.state) is None:
            only, asked = self.rules.split_choices(step.state)
            answers = only
            if asked:
                self.newest = self.turn(self, step.state, asked, chance.take())
                answers = {**only, **self.newest.play()}
            step = self.rules.close_turn(step.state, answers, chance)
            self.take(step)
            if self.rules.split_choices(step.state)[1]:
                self.stand_in_for_the_absent()
        self.finish(step.state, setup, chance.take())

    def seated(self) -> list[tuple[int, str | None]]:
        return list(enumerate(self.bots))

    def participant(self, name: str) -> str:
        """A new one, under a random id."""
        new = digits(self.random, 6)
        self.names[new] = name
        return new

    # -- telling

    def pass_time(self, *, most: float = 900.0) -> None:
        self.now += timedelta(microseconds=self.random.randrange(int(most * 1e6)))
        if self.random.random() < 0.1:
            # A time without a fraction is written without one.
            self.now = self.now.replace(microsecond=0) + timedelta(seconds=1)

    def tell(self, kind: str, /, **data: Any) -> None:
        self.events.append({"type": kind, "at": utc(self.now), "data": data})

    def publish_to(self, seat: int, kind: str, /, **data: Any) -> None:
        told = {"player": self.players[seat], "type": kind, "at": utc(self.now), "data": data}
        if self.players[seat] is not None:
            self.private_events.append(told)

    def take(self, step: Step[Any]) -> None:
        for event in step.events:
            self.tell(event.type, **event.data)
        for stage in step.stages:
            self.stages.append({"stage": stage.number, "scores": list(stage.scores)})

    def keep(self, seat: int, **receipt: Any) -> None:
        """Give the seat's player a receipt of what she has done just now."""
        player = self.players[seat]
        if player is not None:
            receipt = {"game": self.game, "seat": seat, **receipt}
            self.kept.setdefault(player, []).append(json.loads(json.dumps(receipt)))

    def happens(self, chance: float) -> bool:
        return self.eventful and self.random.random() < chance

    # -- the seats

    def sit_down(self) -> None:
        seats = len(self.bots)
        host = self.host = self.players[0]
        bots = [bot for bot in self.bots if bot]
        free = int(self.happens(0.3) and seats < max(self.rules.seats_for(self.options)))
        # With a free seat, or if the host wants to, somebody has to start it.
        waits = free > 0 or self.happens(0.5)
        told = {
            "ruleset": self.rules.id,
            "options": self.options,
            "seats": seats + free,
            "bots": bots,
            "commitment": spec.seed_commitment(self.seed),
            "start": "host" if waits else "full",
            "clock": self.said,
            "absence": {
                "bot_after": self.bot_after,
                "vacations": self.vacations,
                "least_reliability": self.random.choice([None, 50]),
                "most_stopped": "P60D",
            },
        }
        self.tell("created", host=host, **told)
        moth = self.participant("moth")
        people = [player for player in self.players if player is not None]
        for seat, player in enumerate(people):
            if seat:
                self.pass_time()
            if seat and self.happens(0.3) and (waits or seat + 1 < len(people)):
                self.tell("joined", seat=seat, player=moth, entropy=None)
                self.tell("left", seat=seat, player=moth)
            text = None if seat == 0 else self.random.choice([None, *TEXTS])
            self.texts[seat] = text
            hash_ = text and spec.text_hash(text)
            self.tell("joined", seat=seat, player=player, entropy=hash_)
            if text:
                self.keep(seat, participant=player, entropy=hash_, given_at=utc(self.now))
            if self.happens(0.4) and (waits or seat + 1 < len(people)):
                self.change_text(seat)
        if not any(event["data"].get("player") == moth for event in self.events):
            del self.names[moth]
        holders = [
            {"seat": seat, "player": player, "bot": self.bots[seat]}
            for seat, player in enumerate(self.players)
        ]
        self.entropy = [text and spec.text_hash(text) for text in self.texts]
        self.tell("started", seats=holders, entropy=self.entropy)

    def change_text(self, seat: int) -> None:
        self.pass_time()
        text = self.texts[seat] = f"another text, for seat {seat}"
        told = {"entropy": spec.text_hash(text)}
        self.tell("entropy_given", seat=seat, **told)
        self.keep(seat, participant=self.players[seat], **told, given_at=utc(self.now))

    def owner(self, seat: int) -> str | None:
        return None if self.resigned[seat] else self.players[seat]

    def count_missed(self, seat: int, by: str, sitting: int) -> None:
        present = self.bots[seat] is None
        if self.owner(seat) is None or (by == "bot" and present):
            return
        missed, before = self.missed[seat]
        if by in ("player", "order"):
            self.missed[seat] = (0, 0)
        elif before != sitting:
            self.missed[seat] = (missed + 1, sitting)

    def stand_in_for_the_absent(self) -> None:
        for seat in range(len(self.bots)):
            missed, _ = self.missed[seat]
            if self.is_there(seat) and missed >= self.bot_after:
                self.stand_in(seat, "absent")

    def is_there(self, seat: int) -> bool:
        return self.owner(seat) is not None and self.bots[seat] is None

    def stand_in(self, seat: int, away: str) -> None:
        player, self.bots[seat] = self.players[seat], "careful"
        self.resigned[seat] = away == "resigned"
        self.tell("stand_in", seat=seat, player=player, bot="careful", away=away)
        if player == self.host:
            self.pass_on()

    def pass_on(self) -> None:
        """Make the first who is there the host."""
        there = [seat for seat in range(len(self.bots)) if self.is_there(seat)]
        if there:
            self.host = self.players[there[0]]
            self.tell("host_changed", host=self.host)

    def change_hands(self) -> None:
        """Now and then somebody goes away, or comes back, or another takes her seat."""
        seat = self.random.randrange(len(self.bots))
        player = self.players[seat]
        if player is None or not self.happens(0.2):
            return
        self.pass_time()
        if self.bots[seat] is None:
            self.orders.pop(seat, None)
            self.stand_in(seat, "resigned")
            return
        self.pass_time()
        owners = [self.owner(other) for other in range(len(self.bots))]
        if self.random.random() < 0.5:
            if self.host not in owners:
                return
            new = self.participant(f"{self.names[player]}x")
            self.offer(seat, new)
            self.orders.pop(seat, None)
            self.publish_to(seat, "seat_lost", seat=seat, player=new)
            self.players[seat] = player = new
            self.tell("seat_taken", seat=seat, player=player)
        elif self.resigned[seat]:
            if self.host not in owners:
                return
            self.offer(seat, player)
        self.bots[seat], self.resigned[seat], self.missed[seat] = None, False, (0, 0)
        self.tell("returned", seat=seat, player=player)
        if not any(self.is_there(n) and self.players[n] == self.host for n in range(len(owners))):
            self.pass_on()

    def offer(self, seat: int, player: str) -> None:
        self.tell("seat_offered", seat=seat, player=player)
        told = {"data": {"seat": seat, "host": self.host}, "at": utc(self.now)}
        self.private_events.append({"player": player, "type": "offered_to_you", **told})

    def pause(self, length: timedelta) -> None:
        """Have all who are there agree to a pause, which begins with the last of them."""
        there = [seat for seat in range(len(self.bots)) if self.is_there(seat)]
        written = f"PT{int(length.total_seconds())}S"
        for number, seat in enumerate(there):
            self.tell("pause_agreed", seat=seat, length=written, agreed=there[: number + 1])
        self.tell("paused", **{"from": utc(self.now), "until": utc(self.now + length)})
        self.pauses.append((self.now, self.now + length))

    # -- the clock

    def stops(self, seat: int) -> list[tuple[datetime, datetime]]:
        """When it stands still for a seat."""
        away = self.away.get(self.owner(seat) or "")
        return [*self.pauses, *([away] if away else [])]

    # -- the end

    def finish(self, state: Any, setup: Json, end: list[Json]) -> None:
        result = self.rules.game_result(state)
        assert result is not None
        told = {"scores": list(result.scores), "winners": list(result.winners)}
        self.tell("finished", **told, record="")
        record = {
            "format": "tideapi-record/1",
            "game": self.game,
            "ruleset": self.rules.id,
            "rules_version": self.rules.version,
            "options": self.options,
            "seats": self.players,
            "bots": self.bots,
            "players": self.names,
            "fairness": {
                "commitment": spec.seed_commitment(self.seed),
                "server_seed": self.seed,
                "entropy": self.entropy,
                "algorithm": "hmac-sha256-fisher-yates/1",
            },
            "setup": setup,
            "turns": self.turns,
            "end": {"chance": end},
            "stages": self.stages,
            "result": told,
            "log": {"head": "", "events": self.events},
        }
        # Through JSON, so that nothing but its types is left.
        self.record: Json = sealed_up(json.loads(json.dumps(record)))
