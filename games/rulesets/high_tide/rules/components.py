"""The components in the box: beaches, dice, track, waves, and the points of places."""

BEACHES = ("black", "purple", "blue", "orange", "yellow", "white")
"""The beaches from left to right; dice, coins and tiles have the same six colours."""
PLACE = {beach: place for place, beach in enumerate(BEACHES)}

SEATS = range(3, 7)
FEW_SEATS = 4
"""The number of players up to which there are fewer dice and no points for third places."""
ROUNDS = 6
FACES = 6
SIDES = ("left", "right")
"""The two dice of a pair; the higher one lies left."""

BAR = 0
"""The space of the beach bar."""
BAR_POINTS = 1

LARGE, SMALL = "large", "small"
"""The wave tiles: one for the left die's beach, one for the right die's."""

COIN_SPACES = 8
SURFER_POINTS = 6
"""The points for a surfer in the water."""
SURFER_BAR_POINTS = 2
OPEN_DICE_POINTS = 1
"""The points for the open dice at the end of the final round, in place of a tile."""

TILES = ("B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9")
MAX_NUDGE = 2
"""The most spaces that B3 moves a chair."""


def dice_per_colour(seats: int) -> int:
    return 2 if seats <= FEW_SEATS else 3


def track_spaces(seats: int) -> int:
    """Return the number of usable spaces of the dice track."""
    return seats + 1


def place_points(seats: int) -> tuple[int, ...]:
    """Return the points for the first places, of a beach and among the collectors of coins alike."""
    return (4, 2) if seats <= FEW_SEATS else (4, 2, 1)
