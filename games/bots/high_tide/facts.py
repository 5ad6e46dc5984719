"""The inputs of the network about a beach and about the table, most of them between 0 and 1.

Training in C computes the same facts in the same order; a test compares the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.high_tide.beach import Beach
from games.rules.high_tide.components import BAR, LARGE, SMALL
from games.rules.high_tide.scoring import beach_points

FIRST = 4
"""The points of a first place."""
LONG, SHORT, FAR, LAST = 20, 6, 8, 5
"""The divisors of numbers of spaces (the first three) and of rounds."""
IN_SMALL, IN_LARGE = 2, 3
"""The distances to the water, in spaces, below which a wave reaches a chair."""
ENDED, BEST, NEAR, NEARER = 0, 1, 10, 11
"""The facts of the table that change with the chairs: one in the water, `best_lead`, `BeachFacts.near`."""
NOBODY = -1
"""The space of a chair that does not exist."""


@dataclass(frozen=True, slots=True)
class Waves:
    """The probability of each wave at a beach at the end of the round, and its length in spaces."""

    large: float
    small: float
    lengths: dict[str, int]


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a game: rounds that may follow this one, and seats that still play in it."""

    rounds_left: int
    to_play: int
    seats: int


@dataclass(frozen=True, slots=True)
class BeachFacts:
    """A beach as one seat sees it.

    `points` are expected by seat after the round, `flooded` says whether a chair is in the water, `near`
    has the numbers of chairs on the last two and the last three dry spaces.
    """

    facts: list[float]
    points: list[float]
    flooded: bool
    near: tuple[int, int]


def beach_facts(
    beach: Beach, seat: int, waves: Waves, progress: Progress, surfer: int | None
) -> BeachFacts:
    """Return the inputs of the network and of `best_lead` about this beach."""
    shores = [beach, *(beach.after_wave(size, waves.lengths[size]) for size in (LARGE, SMALL))]
    points = [beach_points(shore, progress.seats, surfer) for shore in shores]
    dry = beach.dry
    gaps = [dry - space for space in beach.spaces if space <= dry]
    return BeachFacts(
        [
            *_place_facts(beach, seat, progress.seats - len(gaps)),
            *_points_facts(points, seat, waves),
            *_race_facts(beach, seat, progress),
            *(float(surfer == seat), float(surfer not in (None, seat))),
        ],
        [
            now + waves.large * (large - now) + waves.small * (small - now)
            for now, large, small in zip(*points, strict=True)
        ],
        len(gaps) < progress.seats,
        (sum([gap < IN_SMALL for gap in gaps]), sum([gap < IN_LARGE for gap in gaps])),
    )


def _place_facts(beach: Beach, seat: int, swimming: int) -> list[float]:
    """Return the place of the seat's chair, and the others in water and at the bar."""
    place, dry, others = beach.spaces[seat], beach.dry, len(beach.spaces) - 1
    gap = dry - place
    return [
        *(1.0, place / LONG, dry / LONG, min(max(gap, 0), FAR) / FAR),
        *(float(gap < 0), float(place == BAR), float(gap == 0)),
        *(float(0 <= gap < IN_SMALL), float(0 <= gap < IN_LARGE)),
        *((swimming - (gap < 0)) / others, (beach.spaces.count(BAR) - (place == BAR)) / others),
    ]


def _points_facts(points: Sequence[Sequence[int]], seat: int, waves: Waves) -> list[float]:
    """Return the points of the beach now and after either wave, and the waves' probabilities."""
    lead, large, small = (_points_lead(each, seat) for each in points)
    return [
        *(points[0][seat] / FIRST, lead / FIRST, large / FIRST, small / FIRST),
        *(waves.large, waves.small),
        *(waves.large * (large - lead) / 2, waves.small * (small - lead) / 2),
    ]


def _race_facts(beach: Beach, seat: int, progress: Progress) -> list[float]:
    """Return the distances to the chairs ahead and behind, and the time left."""
    place, others, left = beach.spaces[seat], progress.seats - 1, progress.rounds_left / LAST
    rivals = _count_rivals(beach, seat)
    first = rivals.stands[0]
    return [
        rivals.ahead / others,
        *(_clip_value((stand - place) / FAR) for stand in rivals.stands),
        1.0 if rivals.behind == NOBODY else min((place - rivals.behind) / FAR, 1.0),
        *(left, progress.to_play / others),
        _clip_value((beach.dry - max(first, place)) / SHORT, -0.2),
        left * _clip_value((first - place) / FAR),
    ]


def table_facts(progress: Progress, pairs: int, goes_before: int) -> list[float]:
    """Return the inputs about the table without its chairs; those that change with chairs are 0.

    `goes_before` is the number of other seats' goes before this seat's next one.
    """
    seats, left = progress.seats, progress.rounds_left
    return [
        *(0.0, 0.0, 1.0, left / LAST, float(left == 0), float(left == 1)),
        *(progress.to_play / (seats - 1), 1.0, pairs / seats, goes_before / (2 * seats), 0.0, 0.0),
    ]


def best_lead(points: Sequence[float], seat: int) -> float:
    """Return the seat's lead over the best other seat by expected points, scaled to -2 to 2."""
    best = max([each for other, each in enumerate(points) if other != seat])
    return max(-2.0, min((points[seat] - best) / SHORT, 2.0))


def _points_lead(points: Sequence[int], seat: int) -> float:
    own = points[seat]
    return own - (sum(points) - own) / (len(points) - 1)


class Rivals(NamedTuple):
    """The others' chairs that do not swim.

    `stands` are the spaces of the first three, `behind` is that of the next one behind, and `ahead` is
    the number of chairs ahead.
    """

    stands: list[int]
    behind: int
    ahead: int


def _count_rivals(beach: Beach, seat: int) -> Rivals:
    place, spaces = beach.spaces[seat], beach.spaces
    later = beach.came[beach.came.index(seat) + 1 :] if place > BAR else ()
    ahead, behind, stands = 0, NOBODY, [NOBODY, NOBODY, NOBODY]
    for other, space in enumerate(spaces):
        if other == seat or space > beach.dry:
            continue
        stands.append(space)
        if space > place or (space == place and other in later):
            ahead += 1
        elif space > behind:
            behind = space
    return Rivals(sorted(stands, reverse=True)[:3], behind, ahead)


def _clip_value(value: float, least: float = -1.0) -> float:
    return max(least, min(value, 1.0))
