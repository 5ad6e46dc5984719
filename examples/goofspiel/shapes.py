"""What goofspiel puts into JSON. Everything that is listed by seat is in the order of the seats."""

from typing import Annotated, NamedTuple

from games.rulesets.kit.schemas import integer_schema
from games.rulesets.kit.shapes import Spec

MOST = 13
"""Cards of a suit, and prizes."""

Card = Annotated[int, Spec(integer_schema(1, MOST, "A card, worth its number."))]
Round = Annotated[int, "Rounds count from 1."]


class Options(NamedTuple):
    """All may be left out."""

    cards: Annotated[int, Spec(integer_schema(4, MOST, "Cards of each suit."))] = MOST


class Bid(NamedTuple):
    """Bid a card for the prize."""

    card: Card


class State(NamedTuple):
    """`prizes` lie in the order in which they are turned up; `bids` are those of rounds that are over."""

    prizes: tuple[int, ...]
    seats: int
    bids: tuple[tuple[int, ...], ...] = ()

    @property
    def prize(self) -> int | None:
        """What is bid for now; None when the game is over."""
        return self.prizes[len(self.bids)] if len(self.bids) < len(self.prizes) else None

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return what the seat has not bid yet, ascending. All can work it out."""
        spent = [bids[seat] for bids in self.bids]
        return tuple([card for card in range(1, len(self.prizes) + 1) if card not in spent])

    def won(self, seat: int) -> tuple[int, ...]:
        """Return the prizes of the seat, in the order in which it won them."""
        rounds = zip(self.prizes, self.bids, strict=False)
        return tuple([prize for prize, bids in rounds if winner(bids) == seat])


def winner(bids: tuple[int, ...]) -> int | None:
    """Return the seat of the highest bid; None if several have bid as much."""
    highest = max(bids)
    return bids.index(highest) if bids.count(highest) == 1 else None


class Heading(NamedTuple):
    """The open round."""

    stage: Annotated[int, "The game has one stage."]
    round: Round
    prize: Annotated[Card | None, "What is bid for; null at the end."]


class SeatAtTable(NamedTuple):
    """What lies before one seat."""

    seat: Annotated[int, "Seats count from 0."]
    hand: Annotated[tuple[Card, ...], "Cards that are left."]
    won: Annotated[tuple[Card, ...], "Prizes, in the order in which they were won."]


class Table(NamedTuple):
    """What everybody sees."""

    prize: Annotated[Card | None, "What is bid for; null at the end."]
    seats: Annotated[tuple[SeatAtTable, ...], "By seat."]


class PrizeShown(NamedTuple):
    """The prize that is bid for.

    At the beginning of each round.
    """

    round: Round
    prize: Card


class BidsOpened(NamedTuple):
    """All bids, and who has won.

    When everybody has bid.
    """

    prize: Card
    bids: Annotated[tuple[Card, ...], "By seat."]
    winner: Annotated[int | None, "A seat; null after a tie."]
