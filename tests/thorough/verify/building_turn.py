"""One turn of a game that `building` plays: it opens, answers come in, it closes."""

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from games.rulesets.testing.whole_games import orders_of
from tests.thorough.verify import spec
from tests.thorough.verify.writing import digits, utc

if TYPE_CHECKING:
    from tests.thorough.verify.building import Playing

Json = dict[str, Any]

ORDERS: dict[str, tuple[Json, ...]] = {
    "turn_the_tide": (
        {"plays": [{"card": 3}, {"card": 17, "when": {"lower_tide": {"least": 5}}}, {"card": 60}]},
        {"plays": [{"card": card} for card in range(60, 0, -1)]},
    ),
    "high_tide": (
        {"take": ["roll"], "accept": [{"total": {"least": 7}, "dry": True}]},
        {
            "take": [{"dry": True, "avoid": ["black"]}, {"total": {"most": 9}}],
            "accept": [{"beaches": ["blue", "white"]}],
            "reroll": [{"face": {"most": 2}}, {"dry": False}],
        },
    ),
}
COINS: Json = {"coins": [{"value": {"least": 6}}, {"beaches": ["black", "white"]}, "pass"]}
TILES: Json = {
    "tiles": [
        {"tile": "B4", "gain": 1},
        *({"tile": f"B{n}"} for n in (8, 1, 5, 6, 7, 9, 3, 2)),
    ]
}

CHANGES_TAKE = timedelta(minutes=2)
"""Longer than it takes somebody to change what she has sealed."""


class Turn:
    def __init__(self, playing: "Playing", state: Any, asked: list[int], drawn: list[Json]) -> None:
        self.playing, self.state, self.drawn = playing, state, drawn
        self.rules, self.random = playing.rules, playing.random
        self.asked = asked
        self.number = len(playing.turns) + 1
        self.rules_sitting: str = self.rules.sitting_name(state)
        self.opened_at = utc(playing.now)
        self.give_time(playing.newest)
        self.legal = {seat: self.rules.legal_actions(state, seat) for seat in asked}
        self.answers = {seat: self.random.choice(actions) for seat, actions in self.legal.items()}
        self.nonces = {seat: digits(self.random, 16) for seat in asked}
        self.standing: dict[int, str] = {}
        self.sealed_at = dict.fromkeys(asked, playing.now)

    def play(self) -> Mapping[int, Any]:
        playing, heading = self.playing, self.rules.turn_heading(self.state)
        told = {"turn": self.number, "asked": self.asked, "due_at": utc(max(self.dues.values()))}
        self.told = self.deadlines()
        before = {"deadlines": self.told, "continues": self.continues}
        playing.tell("turn_opened", **told, **before, **heading)
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
        salt, private_events = digits(self.random, 16), playing.private_events
        playing.private_events = []
        bound = spec.private(salt, private_events)
        playing.tell("turn_closed", turn=self.number, actions=actions, private=bound)
        self.settle(chosen)
        playing.turns.append(
            {
                "number": self.number,
                **heading,
                "asked": self.asked,
                "chance": self.drawn,
                "actions": actions,
                "opened_at": self.opened_at,
                "closed_at": utc(playing.now),
                "private": {"salt": salt, "told": private_events},
            }
        )
        return self.answers

    # -- time

    def give_time(self, after: "Turn | None") -> None:
        playing, clock = self.playing, self.playing.clock
        same = after is not None and after.rules_sitting == self.rules_sitting
        self.continues = after is not None and same and {*after.asked} <= {*self.asked}
        self.sitting: int = after.sitting if after is not None and self.continues else self.number
        self.since = playing.now
        self.base = clock.per_turn + (clock.grace if after is None else timedelta(0))
        if after is not None and self.continues:
            self.since, self.base = after.since, after.base
        self.banks: dict[int, timedelta] = {}
        for seat in self.asked:
            if after is not None and self.continues and seat in after.banks:
                self.banks[seat] = after.banks[seat]
            else:
                more = playing.banks[seat] + clock.increment
                self.banks[seat] = playing.banks[seat] = min(clock.bank, more)
        self.set_dues()

    def set_dues(self) -> None:
        clock, stops = self.playing.clock, self.playing.stops
        self.dues = {
            seat: clock.deadline_from(self.since, self.base + bank, stops(seat))
            for seat, bank in self.banks.items()
        }

    def deadlines(self) -> list[Json]:
        return [
            {
                "seat": seat,
                "due_at": utc(due),
                "stops": [
                    {"from": utc(begin), "until": utc(end)}
                    for begin, end in sorted(self.playing.stops(seat))
                    if begin < due and end > self.since
                ],
            }
            for seat, due in self.dues.items()
        ]

    def settle(self, chosen: dict[int, str]) -> None:
        playing = self.playing
        for seat in self.asked:
            playing.count_missed(seat, chosen[seat], self.sitting)
            until = self.sealed_at[seat] if seat in self.standing else playing.now
            passed = playing.clock.time_used(self.since, until, playing.stops(seat))
            bank = self.banks[seat]
            playing.banks[seat] = bank - min(bank, max(timedelta(0), passed - self.base))

    def stop(self) -> None:
        """Everybody pauses, or somebody announces a vacation."""
        playing = self.playing
        playing.pass_time(most=5.0)
        length = timedelta(hours=self.random.randrange(1, 60))
        begins, ends = playing.now, playing.now + length
        seat = self.random.choice(self.asked)
        owner = playing.owner(seat)
        if playing.vacations and owner is not None and self.random.random() < 0.5:
            playing.away[owner] = (begins, ends)
            playing.tell("vacation", seat=seat, **{"from": utc(begins), "until": utc(ends)})
        elif not any(end > begins for _, end in playing.pauses):
            if any(playing.is_there(one) for one in range(len(playing.bots))):
                playing.pause(length)
        elif owner is not None:
            playing.pauses[-1] = (playing.pauses[-1][0], begins)
            playing.tell("pause_ended", seat=seat)
        self.move_deadlines()

    def move_deadlines(self) -> None:
        """Tell the deadlines again where one of them is another now."""
        playing = self.playing
        self.set_dues()
        if self.deadlines() != self.told:
            self.told = self.deadlines()
            playing.tell("deadlines_moved", turn=self.number, deadlines=self.told)

    # -- answers

    def answer(self) -> dict[int, str]:
        """Who chose the answer of each seat, in whichever order they come in."""
        playing = self.playing
        chosen: dict[int, str] = {}
        waiting = [*self.asked]
        self.random.shuffle(waiting)
        at_once = [seat for seat in waiting if self.has_order_at_once(seat)]
        for seat in at_once:
            if self.follow(seat):
                self.seal(seat, self.answers[seat])
                chosen[seat] = "order"
        playing.change_hands()
        self.move_deadlines()
        waiting = [seat for seat in waiting if seat not in chosen]
        late = [seat for seat in waiting if playing.bots[seat] is None and playing.happens(0.15)]
        if waiting and playing.happens(0.1):
            self.stop()
        for seat in waiting:
            if seat not in late:
                chosen[seat] = self.seal_in_time(seat)
        self.after_time(late, chosen)
        return chosen

    def after_time(self, late: list[int], chosen: dict[int, str]) -> None:
        """The clock comes for each seat that is late, at its own deadline or long after it."""
        playing = self.playing
        for seat in sorted(late, key=lambda one: self.dues[one]):
            if playing.now < self.dues[seat]:
                # It comes at one moment for all who are late by then.
                playing.now = self.dues[seat]
                if playing.happens(0.3):
                    playing.pass_time()
            chosen[seat] = "order" if self.follow(seat) else "clock"
            if chosen[seat] == "clock":
                self.answers[seat] = self.rules.choose_fallback(self.state, seat)
            if seat != max(late, key=lambda one: self.dues[one]):
                # Others still have time.
                self.seal(seat, self.answers[seat])

    def seal_in_time(self, seat: int) -> str:
        playing = self.playing
        playing.pass_time(most=30.0)
        if playing.bots[seat] is not None:
            self.seal(seat, self.answers[seat])
            return "bot"
        if playing.happens(0.15):
            self.give_order(seat)
            if self.has_order_at_once(seat) and self.follow(seat):
                self.seal(seat, self.answers[seat])
                return "order"
        elif seat in playing.orders and playing.happens(0.2):
            del playing.orders[seat]
            playing.publish_to(seat, "order_taken_back", seat=seat)
        in_time = playing.now + CHANGES_TAKE < self.dues[seat]
        if in_time and playing.happens(0.1):
            other = self.random.choice(self.legal[seat])
            self.seal_herself(seat, other, digits(self.random, 16))
            playing.pass_time(most=30.0)
        if in_time and self.standing.get(seat) and self.random.random() < 0.5:
            told = self.withdraw(seat)
            playing.keep(seat, **told, withdrawn_at=utc(playing.now))
            playing.pass_time(most=30.0)
        self.seal_herself(seat, self.answers[seat], self.nonces[seat])
        return "player"

    def seal_herself(self, seat: int, action: Any, nonce: str) -> None:
        """She has sealed it, and gets her receipt."""
        self.seal(seat, action, nonce)
        self.playing.keep(
            seat,
            turn=self.number,
            action=self.rules.write_action(action),
            by="player",
            commitment=self.standing[seat],
            nonce=nonce,
            sealed_at=utc(self.playing.now),
        )

    def withdraw(self, seat: int) -> Json:
        told = {"turn": self.number, "commitment": self.standing.pop(seat)}
        self.playing.tell("withdrawn", seat=seat, **told)
        return told

    def seal(self, seat: int, action: Any, nonce: str | None = None) -> None:
        raw, game = self.rules.write_action(action), self.playing.game
        new = spec.commitment(nonce or self.nonces[seat], raw, game, seat, self.number)
        told = {"commitment": new, "replaces": self.standing.get(seat)}
        self.playing.tell("sealed", turn=self.number, seat=seat, **told)
        self.standing[seat], self.sealed_at[seat] = new, self.playing.now

    # -- orders

    def give_order(self, seat: int) -> None:
        playing = self.playing
        example = self.rules.schemas.examples["order"]
        order = self.random.choice(ORDERS.get(self.rules.id, (example,)))
        expansions = playing.options.get("expansions", ())
        for part, expansion in ((COINS, "coins"), (TILES, "baywatch")):
            if expansion in expansions:
                order = {**order, **part}
        at_once = self.random.random() < 0.5
        order = orders_of(self.rules).write(orders_of(self.rules).read(order))
        playing.publish_to(seat, "order_given", seat=seat, order=order, at_once=at_once)
        playing.orders[seat] = (order, at_once)

    def has_order_at_once(self, seat: int) -> bool:
        _, at_once = self.playing.orders.get(seat, (None, False))
        return at_once and self.playing.bots[seat] is None

    def follow(self, seat: int) -> bool:
        """Have the seat's order played, if it has one; whether it says anything."""
        playing = self.playing
        if seat not in playing.orders:
            return False
        order, _ = playing.orders[seat]
        followed = orders_of(self.rules).follow(self.state, seat, orders_of(self.rules).read(order))
        early = playing.now < self.dues[seat]
        if early and followed.action is None:
            return False
        action = followed.action or self.rules.choose_fallback(self.state, seat)
        self.answers[seat] = action
        playing.publish_to(
            seat,
            "order_failed" if followed.action is None else "order_followed",
            turn=self.number,
            seat=seat,
            action=self.rules.write_action(action),
            skipped=[
                {"pointer": one.pointer, "code": one.code, "detail": one.detail}
                for one in followed.skipped
            ],
        )
        return followed.action is not None
