"""Turn the Tide: its forms and its rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from verify.python.faults import Fault, Json, same, show
from verify.python.fields import bounds, within
from verify.python.forms import array, members, one_of, some_members, whole
from verify.python.known import Known
from verify.python.tape import DEALT, Tape

TIDE_BOUNDS = bounds(1, 12)
CARD_WISH = some_members(
    {
        "card": whole(1, 60),
        "when": some_members({"lower_tide": TIDE_BOUNDS, "higher_tide": TIDE_BOUNDS}),
    },
    ["card"],
)

TURN_THE_TIDE = Known(
    version=1,
    seats=(3, 6),
    variant=lambda options: str(options["edition"]),
    options=members({"edition": one_of("amigo", "gamewright", "bga", "bga_modified")}),
    bots=("random", "careful", "strong", "expert"),
    setup={"hands": array(array(whole(1, 60)))},
    heading={"stage": whole(1), "round": whole(1), "tides": array(whole(1))},
    order=lambda options: members({"plays": array(CARD_WISH, 1, 60)}),
    sitting_begins=("tides_revealed",),
)

CASCADE = {"amigo": True, "gamewright": False, "bga": True, "bga_modified": False}
"""By edition, whether the next highest pays too after an elimination."""
MOST_SEATS = {"amigo": 5, "gamewright": 5, "bga": 6, "bga_modified": 6}
HALVES = (0, 1, 2, 1, 0)
"""Half life preservers on each of the cards 1-12, 13-24, 25-36, 37-48 and 49-60."""
WEATHER_CARDS = 60
STAGE_ENDS_AT = 2
"""With so many players left, a stage is over at once."""
TURN_THE_TIDE_TELLS = (
    "stage_began",
    "tides_revealed",
    "cards_revealed",
    "tides_taken",
    "preserver_lost",
    "eliminated",
    "stage_ended",
)


def preservers(hand: Iterable[int]) -> int:
    """What a hand is worth: the sum printed on it, rounded down."""
    return sum(HALVES[(card - 1) // 12] for card in hand) // 2


class TurnTheTide:
    """A game of Turn the Tide played again. Everything is listed by seat."""

    def __init__(self, record: Json) -> None:
        self.tape = Tape(record)
        edition, seats = record["options"]["edition"], len(record["seats"])
        if seats > MOST_SEATS[edition]:
            raise Fault("/options/edition", f"{show(edition)} is not for {seats} as in /seats")
        self.cascade = CASCADE[edition]
        self.seats = seats
        self.rounds = 10 if seats == 6 else 12
        deck = self.tape.sample("deal", range(1, WEATHER_CARDS + 1), WEATHER_CARDS)
        self.dealt = [
            sorted(deck[seat * self.rounds : (seat + 1) * self.rounds]) for seat in range(seats)
        ]
        same(record["setup"]["hands"], self.dealt, "/setup/hands", DEALT)
        self.tape.all_drawn()

    def play(self) -> None:
        for stage in range(1, self.seats + 1):
            self.play_stage(stage)
        self.tape.compare(TURN_THE_TIDE_TELLS)

    def play_stage(self, stage: int) -> None:
        # Every hand has gone to the left neighbour as often as stages are over.
        self.hands = [
            list(self.dealt[(seat - stage + 1) % self.seats]) for seat in range(self.seats)
        ]
        self.held = [list(hand) for hand in self.hands]
        """The hands as they were when the stage began."""
        self.left = [preservers(hand) for hand in self.hands]
        self.level = [0] * self.seats
        self.inside = list(range(self.seats))
        self.tape.tell("stage_began", stage=stage, preservers=list(self.left))
        box = [tide for tide in range(1, self.rounds + 1) for _ in range(2)]
        for number in range(1, self.rounds + 1):
            self.play_round({"stage": stage, "round": number}, box)
            if len(self.inside) <= STAGE_ENDS_AT:
                break
        self.score(stage)

    def play_round(self, where: Json, box: list[int]) -> None:
        purpose = f"stage {where['stage']} round {where['round']} tides"
        tides = self.tape.sample(purpose, box, 2)
        for tide in tides:
            box.remove(tide)
        self.tape.tell("tides_revealed", **where, tides=tides)
        legal = {
            seat: [{"type": "play", "card": card} for card in self.hands[seat]]
            for seat in self.inside
        }
        follow = partial(self.follow, tides)
        answers = self.tape.ask(
            {**where, "tides": tides}, legal, partial(self.fallback, tides), follow
        )
        cards = {seat: answers[seat]["card"] for seat in self.inside}
        for seat, card in cards.items():
            self.hands[seat].remove(card)
        revealed = [{"seat": seat, "card": card} for seat, card in cards.items()]
        self.tape.tell("cards_revealed", **where, cards=revealed)
        first, second = sorted(cards, key=lambda seat: -cards[seat])[:2]
        self.level[first], self.level[second] = min(tides), max(tides)
        taken = [{"seat": seat, "tide": self.level[seat]} for seat in (first, second)]
        self.tape.tell("tides_taken", **where, taken=taken)
        self.pay(where)

    def fallback(self, tides: list[int], seat: int) -> Json:
        """The lowest card, or where the seat is highest and can take a lower tide, the highest."""
        hand, level = self.hands[seat], self.level[seat]
        flees = level == max(self.level) and min(tides) < level
        return {"type": "play", "card": hand[-1] if flees else hand[0]}

    def follow(
        self, tides: list[int], seat: int, order: Json
    ) -> tuple[Json, list[tuple[str, str]]]:
        """The first card of an order that is in the hand and fits the tides."""
        skipped: list[tuple[str, str]] = []
        for number, entry in enumerate(order["plays"]):
            when = entry.get("when", {})
            if entry["card"] not in self.held[seat]:
                code = "not_your_card"
            elif entry["card"] not in self.hands[seat]:
                code = "card_not_in_hand"
            elif not (
                within(min(tides), when.get("lower_tide"))
                and within(max(tides), when.get("higher_tide"))
            ):
                code = "condition_not_met"
            else:
                return {"type": "play", "card": entry["card"]}, skipped
            skipped.append((f"/plays/{number}", code))
        return None, skipped

    def pay(self, where: Json) -> None:
        """The highest tide costs a preserver, or the place in the stage."""
        while True:
            height = max(self.level)
            if height == 0:
                return
            highest = [seat for seat in range(self.seats) if self.level[seat] == height]
            drowned = [seat for seat in highest if self.left[seat] == 0]
            for seat in highest:
                if seat in drowned:
                    self.inside.remove(seat)
                    self.level[seat] = 0
                    self.tape.tell("eliminated", **where, seat=seat)
                else:
                    self.left[seat] -= 1
                    self.tape.tell("preserver_lost", **where, seat=seat, left=self.left[seat])
            # Who has paid is highest still and does not pay again.
            somebody_paid = len(drowned) < len(highest)
            if somebody_paid or not self.cascade or len(self.inside) <= STAGE_ENDS_AT:
                return

    def score(self, stage: int) -> None:
        out = [seat not in self.inside for seat in range(self.seats)]
        lowest = min(self.level[seat] for seat in self.inside)
        bonus = [int(not out[seat] and self.level[seat] == lowest) for seat in range(self.seats)]
        scores = [-1 if out[seat] else self.left[seat] + bonus[seat] for seat in range(self.seats)]
        self.tape.tell(
            "stage_ended",
            stage=stage,
            scores=scores,
            preservers=list(self.left),
            eliminated=out,
            bonus=bonus,
        )
        self.tape.end_stage(scores)
