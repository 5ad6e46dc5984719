"""Pictures of the pieces on the table, as the page draws them."""

from games.rulesets.high_tide.rules.components import BEACHES
from games.rulesets.kit import svg

INK = "#12303b"
COLOURS = dict(
    zip(BEACHES, ("#33404a", "#7a4cc2", "#2467c9", "#d9641a", "#f0c12f", "#f7f5ee"), strict=True)
)
"""The colour of each beach, as on the page."""
DARK = frozenset({"black", "purple", "blue"})
EDGE = f'stroke="{INK}" stroke-opacity=".55"'
DOTS = {
    1: ((20, 20),),
    2: ((12, 12), (28, 28)),
    3: ((12, 12), (20, 20), (28, 28)),
    4: ((12, 12), (28, 12), (12, 28), (28, 28)),
    5: ((12, 12), (28, 12), (20, 20), (12, 28), (28, 28)),
    6: ((12, 10), (28, 10), (12, 20), (28, 20), (12, 30), (28, 30)),
}
"""The positions of the eyes of each face."""
SURF = "M1 17q5-4 9.5 0t9.500 0 9.500 0 9.500 0V31q0 8-8 8H9q-8 0-8-8Z"
FIN = "M12 20q2-12 15-13q-4 5 0 13Z"
BOARD = "M20 4q9 12 6 26q-1 6-6 6t-6-6q-3-14 6-26Z"
STRIPE = "M20 7V34"

DIE = "M-9-9h18v18h-18Z"
CHAIR = "M-6-7h12v14h-12ZM-6-3h12M-6 3h12"
TOWEL = "M-11-4h22v8h-22Z"
TAG = "M-12-6h24v12h-24Z"
UP = "M0 4V-8M-5-3L0-9L5-3"
DOWN = "M0-4V8M-5 3L0 9L5 3"
OUTLINE = f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"'
ONE_DIE = f'fill="#2467c9" {OUTLINE}'
OTHER_DIE = f'fill="#d9641a" {OUTLINE}'
A_CHAIR = 'fill="#c2410c" stroke="#fff" stroke-width="1.5" stroke-linejoin="round"'
A_TOWEL = f'fill="#0b5c73" stroke="{INK}"'
FIRST_TOWEL = f'fill="#c2410c" stroke="{INK}"'
A_TAG = f'fill="#ffc94d" {OUTLINE}'
ARROW = (
    f'fill="none" stroke="{INK}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"'
)
Shape = tuple[str, str, tuple[float, float]]
"""A path, its look, and where it is moved to from the middle of a tile."""
TILES: dict[str, tuple[Shape, ...]] = {
    "B1": ((TAG, A_TAG, (0, -5)), (DOWN, ARROW, (0, 7))),
    "B2": (
        (TOWEL, A_TOWEL, (0, 10)),
        (TOWEL, FIRST_TOWEL, (0, -11)),
        ("M0 5V-4M-5 0L0-5L5 0", ARROW, (0, 0)),
    ),
    "B3": ((CHAIR, A_CHAIR, (0, 9)), (UP, ARROW, (0, -6))),
    "B4": ((DIE, ONE_DIE, (-8, 6)), (CHAIR, A_CHAIR, (12, 8)), (UP, ARROW, (12, -7))),
    "B5": ((DIE, ONE_DIE, (0, 0)), ("M-15-3A15 15 0 1 1-8 13M-12 17L-9 13L-6 9", ARROW, (0, 0))),
    "B6": (
        (DIE, ONE_DIE, (-9, 0)),
        ("M6-7h11M11.500-12.500v11M6 9h11", ARROW, (1, 0)),
    ),
    "B7": (
        (DIE, ONE_DIE, (-10, 8)),
        (DIE, OTHER_DIE, (10, -8)),
        ("M-14-6Q-12-15-3-14M-7-18L-2-14L-7-10", ARROW, (0, 2)),
    ),
    "B8": (
        (DIE, ONE_DIE, (-9, -8)),
        (DIE, OTHER_DIE, (9, 9)),
        ("M4-8H16M11-13L17-8L11-3M-4 9H-16M-11 4L-17 9L-11 14", ARROW, (0, 0)),
    ),
    "B9": (
        (DIE, ONE_DIE, (-10, 0)),
        (CHAIR, A_CHAIR, (11, -8)),
        ("M0-5V7M-5 2L0 8L5 2", ARROW, (11, 8)),
    ),
}


def draw_beach(beach: str) -> str:
    """Return a beach of this colour: sand, and water at its end."""
    sand = svg.draw_rectangle(
        40, 40, 8, f'fill="#f3e0b5" stroke="{COLOURS[beach]}" stroke-width="2"'
    )
    flag = svg.draw_circle(20, 9, 5, f'fill="{COLOURS[beach]}" {EDGE}')
    return svg.draw_document(40, 40, sand, svg.draw_path(SURF, 'fill="#35a3bd"'), flag)


def draw_die(colour: str, face: int) -> str:
    """Return a die that shows this face."""
    eyes = 'fill="#fff"' if colour in DARK else f'fill="{INK}"'
    body = svg.draw_rectangle(40, 40, 9, f'fill="{COLOURS[colour]}" {EDGE}')
    return svg.draw_document(
        40, 40, body, *(svg.draw_circle(x, y, 3.8, eyes) for x, y in DOTS[face])
    )


def draw_coin(value: int) -> str:
    """Return a coin of this value."""
    coin = svg.draw_circle(20, 20, 17, 'fill="#ffd75e" stroke="#7a5b00" stroke-width="2"')
    return svg.draw_document(40, 40, coin, svg.draw_text(20, 27, 20, value, 'fill="#3f2f00"'))


def draw_wave(size: str) -> str:
    """Return a wave tile: two crests for a large one."""
    crests = (12, 24) if size == "large" else (18,)
    foam = 'fill="none" stroke="#e9f8fb" stroke-width="4" stroke-linecap="round"'
    lines = (svg.draw_path("M6 0q5-5 9 0t9 0 9 0", foam, (0, y)) for y in crests)
    return svg.draw_document(40, 40, svg.draw_rectangle(40, 40, 8, 'fill="#35a3bd"'), *lines)


def draw_shark(distance: int) -> str:
    """Return a shark tile with the distance by which it drives a chair back."""
    sea = svg.draw_rectangle(40, 40, 8, f'fill="#e9f8fb" {EDGE}')
    number = svg.draw_text(20, 36, 15, distance, f'fill="{INK}"')
    return svg.draw_document(40, 40, sea, svg.draw_path(FIN, 'fill="#5b7482"', (0, 2)), number)


def draw_surfer(beach: str) -> str:
    """Return a surfer's board in the colour of its beach."""
    sea = svg.draw_rectangle(40, 40, 8, f'fill="#e9f8fb" {EDGE}')
    board = svg.draw_path(BOARD, f'fill="{COLOURS[beach]}" {EDGE}')
    return svg.draw_document(
        40, 40, sea, board, svg.draw_path(STRIPE, 'stroke="#fff" stroke-width="1.5"')
    )


def draw_tile(tile: str) -> str:
    """Return a Baywatch tile: what it does, drawn with dice, chairs, towels and arrows."""
    look = 'fill="#ffe9b0" stroke="#a4813a" stroke-width="2"'
    shapes = (svg.draw_path(d, its, (x + 24, y + 24)) for d, its, (x, y) in TILES[tile])
    return svg.draw_document(48, 48, svg.draw_rectangle(48, 48, 8, look), *shapes)
