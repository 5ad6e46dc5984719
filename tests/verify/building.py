"""Records of games that are played in this process, told as docs/fairness.md says.

The rules are the server's; all that makes a record provable is said a second time, in `spec`. The logs
are stranger than most: answers replaced and withdrawn, bots that stand in, seats that change hands.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from games.rules import registry
from games.rules.ruleset import Step
from tests.verify import spec

Json = dict[str, Any]

PER_TURN = timedelta(hours=24)


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

    def __init__(
        self, ruleset: str, options: Json, seats: int, random: Random, *, eventful: bool
    ) -> None:
        self.rules = registry.RULESETS[ruleset]
        self.options = self.rules.read_options(options)
        self.random = random
        self.eventful = eventful
        self.game = _digits(random, 8)
        self.seed = _digits(random, 32)
        self.now = datetime(2026, 11, 21, 8, 45, 49, tzinfo=UTC)
        self.events: list[Json] = []
        self.whispers: list[Json] = []
        self.turns: list[Json] = []
        self.stages: list[Json] = []
        self.bots: list[str | None] = [None] * seats
        self.players: list[str | None] = [f"guest{seat}" for seat in range(seats)]
        for seat in range(seats - random.randrange(seats - 1), seats):
            self.bots[seat], self.players[seat] = "careful", None
        self.entropy = [random.choice(["", "Ebbe 🌊", 'a "tide"\n\t\\']) for _ in range(seats)]
        self.entropy = [
            "" if bot else text for text, bot in zip(self.entropy, self.bots, strict=True)
        ]

    def play(self) -> None:
        """Play it to its end; `record` is there afterwards."""
        self.sit_down()
        chance = spec.Draws(spec.game_seed(self.seed, self.game, self.entropy))
        state = self.rules.set_up(self.options, len(self.bots), chance)
        setup = {**self.rules.setup(state), "chance": chance.take()}
        step = self.rules.begin(state, chance)
        self.take(step)
        while asked := self.rules.asked(step.state):
            answers = Turn(self, step.state, asked, chance.take()).play()
            step = self.rules.advance(step.state, answers, chance)
            self.take(step)
            if self.eventful:
                self.change_hands()
        self.finish(step.state, setup, chance.take())

    # -- telling

    def pass_time(self, *, most: float = 900.0) -> None:
        self.now += timedelta(microseconds=self.random.randrange(int(most * 1e6)))
        if self.random.random() < 0.1:
            # A time without a fraction is written without one.
            self.now = self.now.replace(microsecond=0) + timedelta(seconds=1)

    def tell(self, kind: str, /, **data: Any) -> None:
        self.events.append({"type": kind, "at": utc(self.now), "data": data})

    def whisper(self, seat: int, kind: str, /, **data: Any) -> None:
        told = {"player": self.players[seat], "type": kind, "at": utc(self.now), "data": data}
        if self.players[seat] is not None:
            self.whispers.append(told)

    def take(self, step: Step[Any]) -> None:
        for event in step.events:
            self.tell(event.type, **event.data)
        for stage in step.stages:
            self.stages.append({"stage": stage.number, "scores": list(stage.scores)})

    def happens(self, chance: float) -> bool:
        return self.eventful and self.random.random() < chance

    # -- the seats

    def sit_down(self) -> None:
        seats, host = len(self.bots), self.players[0]
        bots = [bot for bot in self.bots if bot]
        free = int(self.happens(0.3) and seats < max(self.rules.seats_for(self.options)))
        told = {
            "ruleset": self.rules.id,
            "options": self.options,
            "seats": seats + free,
            "bots": bots,
            "commitment": spec.seed_commitment(self.seed),
        }
        self.tell("created", host=host, **told)
        for seat, player in enumerate(self.players):
            if player is None:
                break
            self.pass_time()
            if self.happens(0.3):
                self.tell("joined", seat=seat, player="moth")
                self.tell("left", seat=seat, player="moth")
            self.tell("joined", seat=seat, player=player)
        holders = [
            {"seat": seat, "player": self.players[seat], "bot": self.bots[seat]}
            for seat in range(seats)
        ]
        self.tell("started", seats=holders, entropy=self.entropy)

    def change_hands(self) -> None:
        """Now and then somebody goes away, or comes back, or another takes her seat."""
        seat = self.random.randrange(len(self.bots))
        player = self.players[seat]
        if player is None or self.random.random() < 0.8:
            return
        if self.bots[seat] is None:
            away = self.random.choice(["absent", "resigned"])
            self.bots[seat] = "careful"
            self.tell("stand_in", seat=seat, player=player, bot="careful", away=away)
            return
        if self.random.random() < 0.5:
            self.tell("seat_offered", seat=seat, player=f"{player}x")
            self.whisper(seat, "seat_lost", seat=seat, player=f"{player}x")
            self.players[seat] = player = f"{player}x"
            self.tell("seat_taken", seat=seat, player=player)
        self.bots[seat] = None
        self.tell("returned", seat=seat, player=player)

    # -- the end

    def finish(self, state: Any, setup: Json, end: list[Json]) -> None:
        result = self.rules.result(state)
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


class Turn:
    """One turn of a game: it opens, answers come in, it closes."""

    def __init__(
        self, playing: Playing, state: Any, asked: tuple[int, ...], drawn: list[Json]
    ) -> None:
        self.playing, self.state, self.drawn = playing, state, drawn
        self.rules, self.random = playing.rules, playing.random
        self.asked = list(asked)
        self.number = len(playing.turns) + 1
        self.opened_at = utc(playing.now)
        self.due = playing.now + PER_TURN
        self.legal = {seat: self.rules.legal_actions(state, seat) for seat in asked}
        self.answers = {seat: self.random.choice(actions) for seat, actions in self.legal.items()}
        self.nonces = {seat: _digits(self.random, 16) for seat in asked}
        self.standing: dict[int, str] = {}

    def play(self) -> Mapping[int, Any]:
        playing, heading = self.playing, self.rules.heading(self.state)
        told = {"turn": self.number, "asked": self.asked, "due_at": utc(self.due)}
        played_before = {"deadlines": self.deadlines(), "continues": self.random.random() < 0.5}
        playing.tell("turn_opened", **told, **played_before, **heading)
        chosen = self.answer()
        actions = [
            {
                "seat": seat,
                "action": self.rules.write_action(self.answers[seat]),
                "by": chosen[seat],
                "nonce": self.nonces[seat],
            }
            for seat in self.asked
        ]
        salt, whispers = _digits(self.random, 16), playing.whispers
        playing.whispers = []
        bound = spec.private(salt, whispers)
        playing.tell("turn_closed", turn=self.number, actions=actions, private=bound)
        playing.turns.append(
            {
                "number": self.number,
                **heading,
                "asked": self.asked,
                "chance": self.drawn,
                "actions": actions,
                "opened_at": self.opened_at,
                "closed_at": utc(playing.now),
                "private": {"salt": salt, "told": whispers},
            }
        )
        return self.answers

    def answer(self) -> dict[int, str]:
        """Who chose the answer of each seat, in whichever order they come in."""
        chosen = {seat: "forced" for seat in self.asked if len(self.legal[seat]) == 1}
        waiting = [seat for seat in self.asked if seat not in chosen]
        self.random.shuffle(waiting)
        late = [seat for seat in waiting if self.playing.happens(0.1)]
        for seat in waiting:
            if seat not in late:
                chosen[seat] = self.seal_in_time(seat)
        if late:
            self.time_is_up()
        for seat in late:
            chosen[seat] = self.random.choice(["order", "clock"])
            outcome = f"order_{'followed' if chosen[seat] == 'order' else 'failed'}"
            self.playing.whisper(seat, outcome, turn=self.number, seat=seat, skipped=[])
        if self.playing.happens(0.3):
            # Others still had time when the clock came for these.
            for seat in late:
                self.seal(seat, self.answers[seat])
            self.playing.pass_time()
        return chosen

    def seal_in_time(self, seat: int) -> str:
        self.playing.pass_time(most=30.0)
        if self.playing.bots[seat] is not None:
            self.seal(seat, self.answers[seat])
            return "bot"
        if self.playing.happens(0.1):
            self.playing.whisper(seat, "order_given", order={"plays": [{"card": 1}]})
            self.seal(seat, self.answers[seat])
            return "order"
        if self.playing.happens(0.1):
            self.seal(seat, self.random.choice(self.legal[seat]), nonce=_digits(self.random, 16))
            self.playing.pass_time(most=30.0)
        if self.standing.get(seat) and self.random.random() < 0.5:
            taken_back = self.standing.pop(seat)
            self.playing.tell("withdrawn", turn=self.number, seat=seat, commitment=taken_back)
        self.seal(seat, self.answers[seat])
        return "player"

    def seal(self, seat: int, action: Any, nonce: str | None = None) -> None:
        raw, game = self.rules.write_action(action), self.playing.game
        new = spec.commitment(nonce or self.nonces[seat], raw, game, seat, self.number)
        told = {"commitment": new, "replaces": self.standing.get(seat)}
        self.playing.tell("sealed", turn=self.number, seat=seat, **told)
        self.standing[seat] = new

    def time_is_up(self) -> None:
        if self.playing.happens(0.3):
            self.due += timedelta(hours=6)
            self.playing.tell("deadlines_moved", turn=self.number, deadlines=self.deadlines())
        self.playing.now = max(self.playing.now, self.due)

    def deadlines(self) -> list[Json]:
        return [{"seat": seat, "due_at": utc(self.due)} for seat in self.asked]


def utc(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def _digits(random: Random, many: int) -> str:
    return random.randbytes(many).hex()
