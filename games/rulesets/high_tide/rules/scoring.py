"""Points for beaches, coins and open dice."""

from dataclasses import dataclass

from games.rulesets.high_tide.rules.beach import Beach
from games.rulesets.high_tide.rules.components import (
    BAR_POINTS,
    OPEN_DICE_POINTS,
    SURFER_BAR_POINTS,
    SURFER_POINTS,
    place_points,
)
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.high_tide.rules.surfer import surfer_on
from games.rulesets.kit.values import Json


def beach_points(beach: Beach, seats: int, surfer: int | None = None) -> tuple[int, ...]:
    """Return the points of one beach by seat.

    `surfer` is the seat whose surfer tile shows this beach. A surfer in the water is first and the
    sand is ranked from second; a surfer's chair on sand is left out of the ranking.
    """
    points = [0] * seats
    for seat in beach.at_bar:
        points[seat] = SURFER_BAR_POINTS if seat == surfer else BAR_POINTS
    places = place_points(seats)
    if surfer is not None and beach.in_water(surfer):
        points[surfer] = SURFER_POINTS
        places = places[1:]
    ranking = [seat for seat in beach.sand_ranking if seat != surfer]
    # Fewer chairs than places: the places left are lost.
    for seat, worth in zip(ranking, places, strict=False):
        points[seat] = worth
    return tuple(points)


@dataclass(frozen=True, slots=True)
class Points:
    """Points by seat: of each beach in order, for coins, and for the open dice."""

    beaches: tuple[tuple[str, tuple[int, ...]], ...]
    coins: tuple[int, ...]
    open_dice: tuple[int, ...]

    @property
    def total_points(self) -> tuple[int, ...]:
        rows = [points for _, points in self.beaches]
        return tuple(map(sum, zip(*rows, self.coins, self.open_dice, strict=True)))

    @property
    def without_open_dice(self) -> tuple[int, ...]:
        """Return all points by seat but that for the open dice, which another seat may still take."""
        pairs = zip(self.total_points, self.open_dice, strict=True)
        return tuple([total - point for total, point in pairs])

    def to_json(self) -> Json:
        return {
            "beaches": [{"beach": beach, "points": list(points)} for beach, points in self.beaches],
            "coins": list(self.coins),
            "open_dice": list(self.open_dice),
            "totals": list(self.total_points),
        }


def points_of(state: HighTideState, viewer: int | None = None) -> Points:
    """Return the points if the game ended now; once it is over, the final points.

    Before that only surfer tiles count that the viewer knows: a seat, or None for all viewers.
    """
    surfers = state.known_surfers(viewer)
    nothing = (0,) * state.seat_count
    dice = state.baywatch and state.baywatch.open_dice
    owner = dice.seat if dice else None
    return Points(
        beaches=tuple(
            [
                (
                    beach.colour,
                    beach_points(beach, state.seat_count, surfer_on(surfers, beach.colour)),
                )
                for beach in state.beaches
            ]
        ),
        coins=state.coins.points_by_seat() if state.coins else nothing,
        open_dice=tuple(
            [OPEN_DICE_POINTS if seat == owner else 0 for seat in range(state.seat_count)]
        ),
    )
