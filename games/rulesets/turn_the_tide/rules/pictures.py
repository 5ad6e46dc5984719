"""Pictures of the cards, as the page draws them."""

from math import pi

from games.rulesets.kit import svg
from games.rulesets.turn_the_tide.rules.cards import HALVES

INK = "#12303b"
PAPERS = ("#fff3c9", "#fbeed9", "#e3f0f4", "#c5dae4", "#aebfd2")
"""From a calm day to a storm: twelve cards each."""
CARDS_PER_WEATHER = 12
SUN = 'fill="#f59e0b"'
RAYS = 'stroke="#f59e0b" stroke-width="2" stroke-linecap="round"'
EDGE = f'stroke="{INK}" stroke-opacity=".45"'
RAIN = 'fill="none" stroke="#1d4ed8" stroke-width="2" stroke-linecap="round"'
CLOUD = "M4 14a6 6 0 0 1 1-11a8 8 0 0 1 15 1a5.500 5.500 0 0 1 2 10Z"
BOLT = "M31 52l-5 8h5l-3 7 8-10h-5l3-5Z"
DROPS = "M22 56l-2 6M30 56l-2 6M38 56l-2 6"
SHINE = "M30 37v3M30 60v3M17 50h3M40 50h3M21 41l2 2M37 57l2 2M39 41l-2 2M23 57l-2 2"
WATER = "M1 66q7-6 14.500 0t14.500 0 14.500 0 14.500 0V76q0 7-7 7H8q-7 0-7-7Z"


def draw_weather_card(card: int) -> str:
    """Return a weather card: its number, its weather, and its life preserver or half of one."""
    kind = (card - 1) // CARDS_PER_WEATHER
    paper = f'fill="{PAPERS[kind]}" {EDGE}'
    return svg.draw_document(
        60,
        84,
        svg.draw_rectangle(60, 84, 7, paper),
        _draw_sky(kind),
        svg.draw_path(WATER, 'fill="#2b95b0"'),
        svg.draw_text(30, 33, 27, card, f'fill="{INK}"'),
        _draw_preserver(HALVES[card]),
    )


def draw_tide_card(tide: int) -> str:
    """Return a tide card: the higher the tide, the higher its water."""
    level = 56 - tide * 3.6
    water = f"M1 {level:.1f}q7-5 14.500 0t14.500 0 14.500 0 14.500 0V49q0 10-10 10H11q-10 0-10-10Z"
    return svg.draw_document(
        60,
        60,
        svg.draw_rectangle(60, 60, 10, f'fill="#eaf7fa" {EDGE}'),
        svg.draw_path(water, 'fill="#35a3bd"'),
        svg.draw_text(
            30,
            40,
            30,
            tide,
            f'fill="{INK}" stroke="#eaf7fa" stroke-width="4" stroke-linejoin="round" paint-order="stroke"',
        ),
    )


def _draw_sky(kind: int) -> str:
    skies = (
        svg.draw_path(SHINE, RAYS) + svg.draw_circle(30, 50, 7, SUN),
        svg.draw_circle(24, 49, 7, SUN) + _draw_cloud("#fff", 20, 46),
        _draw_cloud("#fff", 16, 42),
        _draw_cloud("#5b7482", 16, 40) + svg.draw_path(DROPS, RAIN),
        _draw_cloud("#5b7482", 16, 40)
        + svg.draw_path(BOLT, 'fill="#ffd24a" stroke="#6b4e00" stroke-width=".7"'),
    )
    return skies[kind]


def _draw_cloud(colour: str, x: int, y: int) -> str:
    return svg.draw_path(CLOUD, f'fill="{colour}" {EDGE}', (x, y))


def _draw_preserver(halves: int) -> str:
    """Return a ring in two colours; for half a preserver only its upper half."""
    if not halves:
        return ""
    radius = 7
    length = 2 * pi * radius
    half = halves == 1
    ring = f' stroke-dasharray="{length / 2:.1f} {length:.1f}"' if half else ""
    part = length / (12 if half else 8)
    bands = [part] * 5 + [length] if half else [part, part]
    dashes = " ".join(f"{one:.2f}" for one in bands)
    look = 'fill="none" stroke-width="4.5"'
    white = f'{look} stroke="#fff"{ring} transform="rotate(180)"'
    red = f'{look} stroke="#d8432b" stroke-dasharray="{dashes}" transform="rotate({195 if half else 101})"'
    rings = svg.draw_circle(0, 0, radius, white) + svg.draw_circle(0, 0, radius, red)
    return f'<g transform="translate(30 {76 if half else 72})">{rings}</g>'
