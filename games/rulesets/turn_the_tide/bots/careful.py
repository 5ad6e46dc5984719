"""The bot "careful" for Turn the Tide: it simulates the rest of the stage many times.

Each time it deals the cards that it has not seen to the others, so that every hand is worth the
preservers it began with, and tries each of its own cards. Then all play on by habit or at
random. It plays the card that gained the most points of the stage.
"""

from dataclasses import dataclass
from random import Random

from games.rulesets.kit.values import Json
from games.rulesets.turn_the_tide.rules.cards import HALVES, WEATHER, tide_cards
from games.rulesets.turn_the_tide.rules.course import (
    ELIMINATED,
    STAGE_ENDS_AT,
    lowest_tide_bonus,
    pay_losses,
    stage_scores,
    take_tides,
)

Tides = tuple[int, int]

OTHERS_WHIMS = (0.4, 1.0)
OWN_WHIM = 0.4
"""The probability of a random card in a simulation; all other cards are the fallback's.

The bot plays its own seat with the one number, the others with one of the two for each deal: 1.0 is
always at random. Found by trial: the bot then does well against both kinds of opponents.
"""

MAX_SWAPS = 60
"""The number of swaps after which a deal is used even if the worth of a hand is wrong."""


@dataclass(frozen=True, slots=True)
class Careful:
    """A bot that simulates the stage about `rollouts` times for a move (some 50 µs each)."""

    rollouts: int = 240

    def __call__(self, table: Json, mine: Json, random: Random) -> Json:
        hand: list[int] = mine["hand"]
        stage = ImaginedStage.from_views(table, mine)
        totals = dict.fromkeys(hand, 0)
        for _ in range(max(4, self.rollouts // len(hand))):
            rest = stage.imagine_hands(random)
            for card in hand:
                totals[card] += stage.play_out(card, rest, random)
        best = max(hand, key=totals.__getitem__)
        return {"type": "play", "card": best}


careful = Careful()


@dataclass(frozen=True, slots=True)
class Imagined:
    """A guess at what is hidden: the hands, ascending, the tides to come, and how the others play."""

    hands: list[list[int]]
    tides: list[Tides]
    others_whim: float


@dataclass(frozen=True, slots=True)
class ImaginedStage:
    """The stage as its own seat sees it; lists are by seat.

    `worth` is the least that a hand is still worth in half preservers; it may be one more, because
    the worth of the whole hand was rounded down.
    """

    me: int
    hand: list[int]
    unseen: list[int]
    counts: list[int]
    worth: list[int]
    levels: list[int]
    preservers: list[int]
    eliminated: list[bool]
    tides: Tides
    tides_left: list[int]
    rounds_left: int

    @classmethod
    def from_views(cls, table: Json, mine: Json) -> "ImaginedStage":
        seats = table["seats"]
        seen = set(mine["hand"]).union(*(seat["played"] for seat in seats))
        # The table shows only these of the tides gone; the others may be drawn again in a simulation.
        tides_left = list(tide_cards(len(seats)))
        low, high = sorted(table["tides"])
        for tide in (low, high, *(seat["tide_level"] for seat in seats)):
            if tide in tides_left:
                tides_left.remove(tide)
        return cls(
            me=mine["seat"],
            hand=mine["hand"],
            unseen=[card for card in WEATHER if card not in seen],
            counts=[seat["cards_left"] for seat in seats],
            worth=[
                2 * seat["preservers_at_start"] - sum(HALVES[card] for card in seat["played"])
                for seat in seats
            ],
            levels=[seat["tide_level"] for seat in seats],
            preservers=[seat["preservers"] for seat in seats],
            eliminated=[seat["eliminated"] for seat in seats],
            tides=(low, high),
            tides_left=tides_left,
            rounds_left=table["rounds"] - table["round"],
        )

    def imagine_hands(self, random: Random) -> Imagined:
        """Return a guess at what is hidden; the own hand and the open tides are true."""
        cards = random.sample(self.unseen, len(self.unseen))
        hands = []
        for seat, count in enumerate(self.counts):
            if seat == self.me:
                hands.append(self.hand)
            else:
                hands.append(cards[:count])
                del cards[:count]
        self._correct_hands(hands, cards, random)
        for hand in hands:
            hand.sort()
        drawn = random.sample(self.tides_left, 2 * self.rounds_left)
        pairs = zip(drawn[::2], drawn[1::2], strict=True)
        tides = [self.tides, *((a, b) if a < b else (b, a) for a, b in pairs)]
        return Imagined(hands, tides, random.choice(OTHERS_WHIMS))

    def _correct_hands(self, hands: list[list[int]], rest: list[int], random: Random) -> None:
        """Swap cards between hands and with the rest until every hand has its worth."""
        halves = [sum(HALVES[card] for card in hand) for hand in hands]
        others = [seat for seat in range(len(hands)) if seat != self.me and hands[seat]]
        places = [(seat, hands[seat]) for seat in others] + ([(-1, rest)] if rest else [])

        def off(seat: int, change: int = 0) -> int:
            if seat == -1:
                return 0
            over = halves[seat] + change - self.worth[seat]
            return -over if over < 0 else max(over - 1, 0)

        for _ in range(MAX_SWAPS):
            wrong = [seat for seat in others if off(seat)]
            if not wrong or len(places) == 1:
                return
            seat = random.choice(wrong)
            other, cards = random.choice(places)
            at, there = random.randrange(len(hands[seat])), random.randrange(len(cards))
            change = HALVES[cards[there]] - HALVES[hands[seat][at]]
            if other == seat or off(seat, change) + off(other, -change) > off(seat) + off(other):
                continue
            hands[seat][at], cards[there] = cards[there], hands[seat][at]
            halves[seat] += change
            if other != -1:
                halves[other] -= change

    def play_out(self, card: int, rest: Imagined, random: Random) -> int:
        """Return the points of the stage if this card is played now."""
        hands = [hand.copy() for hand in rest.hands]
        hands[self.me].remove(card)
        levels, preservers = self.levels.copy(), self.preservers.copy()
        eliminated = self.eliminated.copy()
        mine: int | None = card
        for low, high in rest.tides:
            highest = max(levels)
            cards = []
            for seat, hand in enumerate(hands):
                if eliminated[seat]:
                    continue
                if seat == self.me and mine is not None:
                    cards.append((seat, mine))
                    mine = None
                elif random.random() < (OWN_WHIM if seat == self.me else rest.others_whim):
                    cards.append((seat, hand.pop(int(random.random() * len(hand)))))
                else:
                    rescued = levels[seat] == highest and low < highest
                    cards.append((seat, hand.pop() if rescued else hand.pop(0)))
            take_tides((low, high), cards, levels)
            pay_losses(levels, preservers, eliminated, cascade=True)
            if eliminated[self.me]:
                return ELIMINATED
            if eliminated.count(False) <= STAGE_ENDS_AT:
                break
        return stage_scores(preservers, eliminated, lowest_tide_bonus(levels, eliminated))[self.me]
