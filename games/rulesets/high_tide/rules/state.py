"""The state of a game. Lists by seat are in the order of the seats."""

from dataclasses import dataclass

from games.rulesets.high_tide.rules.baywatch.tiles import Baywatch
from games.rulesets.high_tide.rules.beach import Beach
from games.rulesets.high_tide.rules.coins import Coins
from games.rulesets.high_tide.rules.components import PLACE
from games.rulesets.high_tide.rules.dice import Bag, PlayedDice
from games.rulesets.high_tide.rules.options import HIDDEN, Options
from games.rulesets.high_tide.rules.shark_alert import SharkAlert
from games.rulesets.high_tide.rules.surfer import Surfers
from games.rulesets.high_tide.rules.track import Track


class Phase:
    """The phases of a game. In most of them a seat can be asked something.

    They are strings and no `Enum`, because they are looked up a dozen times for each answer.
    """

    SET_UP = "set_up"
    INTERRUPT = "interrupt"
    """Holders of B2 and B3 may use them before the next go begins."""
    CHOOSE = "choose"
    """Roll or take a pair; B1 before that."""
    ACCEPT = "accept"
    """Two dice have been rolled: accept or decline them, or B8."""
    REROLL = "reroll"
    """A pair has been taken: which of its dice are re-rolled?"""
    TILES = "tiles"
    """The pair is settled: tiles that change what it does, then the move."""
    MOVED = "moved"
    OVER = "over"


COIN = "coin"
"""The decision that comes in between whenever a chair has come to a coin."""
DECISIONS = (Phase.INTERRUPT, Phase.CHOOSE, Phase.ACCEPT, Phase.REROLL, Phase.TILES, COIN)
"""The decisions that a seat can be asked for."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The draws before the first round.

    `coins` are by beach and by space from 1 on. A field of an expansion that is left out is None.
    """

    start_order: tuple[int, ...]
    coins: tuple[tuple[int, ...], ...] | None
    surfers: tuple[str, ...] | None
    baywatch_tile: str | None


@dataclass(frozen=True, slots=True)
class Offer:
    """Coins of one beach that a chair has come to: its owner may take one of them."""

    seat: int
    beach: str
    spaces: tuple[int, ...]


@dataclass(frozen=True)
class HighTideState:
    """A game of High Tide.

    Nothing in it is hidden but surfer tiles, if the options say so: dice, sharks, alerts and
    tiles to come are kept without any order and are drawn only when they come.
    """

    options: Options
    setup: Setup
    round: int
    phase: str
    """One of the phases."""
    pile: tuple[int, ...]
    """The seats that have not ended their go, the present or next one first."""
    track: Track
    bag: Bag
    beaches: tuple[Beach, ...]
    coins: Coins | None
    shark_alert: SharkAlert | None
    baywatch: Baywatch | None
    dice: PlayedDice | None = None
    offers: tuple[Offer, ...] = ()
    passed: tuple[int, ...] = ()
    """The seats that use no tile before the next go."""
    draws: int = 0
    """The number of pairs drawn in this round."""
    rolls: int = 0
    """The number of dice rolled and re-rolled in this round."""

    @property
    def seat_count(self) -> int:
        return len(self.setup.start_order)

    @property
    def place_in_round(self) -> int:
        """Return the place of this go in the round, from 1; at most the number of seats."""
        done = self.seat_count - len(self.pile)
        return done + 1 if self.pile else done

    @property
    def open_decision(self) -> str:
        """Return the decision that is open now."""
        return COIN if self.offers else self.phase

    @property
    def hides_surfers(self) -> bool:
        """Return whether each player knows only their own surfer tile, until the game is scored."""
        return self.options.surfers == HIDDEN and self.phase != Phase.OVER

    def known_surfers(self, seat: int | None = None) -> Surfers | None:
        """Return the surfer tiles that a seat knows; without a seat those that all viewers know."""
        surfers = self.setup.surfers
        if surfers is None or not self.hides_surfers:
            return surfers
        return tuple([beach if owner == seat else None for owner, beach in enumerate(surfers)])

    @property
    def has_flooded_chair(self) -> bool:
        """Return whether a chair stands in the water, which ends the game after the round."""
        return any(max(beach.spaces) > beach.dry for beach in self.beaches)

    def beach_of(self, colour: str) -> Beach:
        return self.beaches[PLACE[colour]]

    def with_beach(self, beach: Beach) -> tuple[Beach, ...]:
        """Return all beaches with this one in the place of its colour."""
        beaches = [*self.beaches]
        beaches[PLACE[beach.colour]] = beach
        return tuple(beaches)
