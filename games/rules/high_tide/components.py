"""What lies in the box: beaches, dice, track, waves, and what places are worth."""

BEACHES = ("black", "purple", "blue", "orange", "yellow", "white")
"""The beaches from left to right; dice, coins and tiles have the same six colours."""
PLACE = {beach: place for place, beach in enumerate(BEACHES)}

SEATS = range(3, 7)
FEW_SEATS = 4
"""With so many players or fewer there are fewer dice, and third places are worth nothing."""
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
"""For a surfer in the water."""
SURFER_BAR_POINTS = 2
OPEN_DICE_POINTS = 1
"""For the open dice at the end of the final round, where there is no more tile to gain."""

TILES = ("B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9")
LONGEST_NUDGE = 2
"""How far B3 moves a chair at most."""


def dice_per_colour(seats: int) -> int:
    return 2 if seats <= FEW_SEATS else 3


def track_spaces(seats: int) -> int:
    """Usable spaces of the dice track."""
    return seats + 1


def place_points(seats: int) -> tuple[int, ...]:
    """Points for the first places, of a beach and among the collectors of coins alike."""
    return (4, 2) if seats <= FEW_SEATS else (4, 2, 1)
