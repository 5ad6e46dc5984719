"""High Tide's board in text, kept up to date by events: beaches, track, coins and tiles."""

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any

from games.text.display import WIDTH, Paint

Json = dict[str, Any]

LETTERS = "ABCDEF"
"""The letters of the chairs and towels, by seat."""
SHORT = {
    "black": "bk",
    "purple": "pu",
    "blue": "bl",
    "orange": "or",
    "yellow": "ye",
    "white": "wh",
}
MARGIN = 10
"""The width of the text before the bar of a beach."""
FENCE = " | "
"""The text between the bar and the sand."""


def pair_text(dice: Json) -> str:
    return "+".join(f"{SHORT[die['colour']]}{die['face']}" for die in (dice["left"], dice["right"]))


class Board:
    """The board of a game, from its first table on; each event changes it."""

    def __init__(self, game: Json, paint: Paint) -> None:
        table = game["table"]
        self.paint = paint
        self.length: int = game["options"]["beach_length"]
        self.chairs: dict[str, list[list[int]]] = {}
        self.water = dict.fromkeys(SHORT, self.length + 1)
        self.lying: dict[str, dict[int, int]] = {colour: {} for colour in SHORT}
        for beach in table["beaches"]:
            # Bots may have moved before the table was sent; the events repeat their moves.
            bar = list(range(len(game["seats"])))
            self.chairs[beach["beach"]] = [bar, *[[] for _ in range(self.length + 1)]]
            coins = beach["coins"] or []
            self.lying[beach["beach"]] = {coin["space"]: coin["value"] for coin in coins}
        self.owned: list[list[str]] = [[] for _ in game["seats"]]
        self.tiles: list[list[str]] = [[] for _ in game["seats"]]
        self.face_up = table["baywatch"] and table["baywatch"]["face_up"]
        self.surfers: list[str | None] = table["surfers"] or _own_surfer(game)
        self.alert: str | None = None
        self.track: list[str] = []
        self.rental_start: int = game["options"]["rental_start"]
        self.rental: int | None = None
        self.shows: dict[str, Callable[[Json], None]] = {
            "round_began": self._round_began,
            "go_began": self._go_began,
            "declined": self._pair_laid,
            "last_pair_rolled": self._pair_laid,
            "taken": self._clear_space,
            "towel_placed": self._towel_placed,
            "chair_moved": self._chair_moved,
            "shark_came": self._chair_moved,
            "wave_laid": self._wave_laid,
            "coin_taken": self._coin_taken,
            "tile_used": self._tile_used,
            "tile_gained": self._tile_gained,
            "surfers_revealed": self._surfers_revealed,
        }

    # -- events

    def apply_event(self, event: Json) -> None:
        if event["type"] in self.shows:
            self.shows[event["type"]](event["data"])

    def _round_began(self, data: Json) -> None:
        self.alert = data["alert"]
        self.track = ["."] * (len(data["order"]) + 1)
        self.rental = self.rental_start if self.rental_start <= len(self.track) else None

    def _go_began(self, data: Json) -> None:
        self.rental = data["rental"]

    def _pair_laid(self, data: Json) -> None:
        self.track[data["space"] - 1] = pair_text(data["pair"])

    def _clear_space(self, data: Json) -> None:
        self.track[data["space"] - 1] = "."

    def _towel_placed(self, data: Json) -> None:
        self.track[data["space"] - 1] = LETTERS[data["seat"]]

    def _chair_moved(self, data: Json) -> None:
        if data["seat"] is not None:  # a shark may find nobody
            spaces = self.chairs[data["beach"]]
            spaces[data["start"]].remove(data["seat"])
            spaces[data["end"]].append(data["seat"])

    def _wave_laid(self, data: Json) -> None:
        self.water[data["beach"]] = data["water"]

    def _coin_taken(self, data: Json) -> None:
        self.lying[data["beach"]].pop(data["space"], None)
        self.owned[data["seat"]].append(f"{SHORT[data['beach']]}{data['value']}")

    def _tile_used(self, data: Json) -> None:
        tile = data["action"]["tile"]
        self.tiles[data["seat"]].remove(tile)
        if tile == "B1" and self.rental is not None:
            # It pushes the rental by its use alone, off the last space too.
            self.rental = self.rental + 1 if self.rental < len(self.track) else None

    def _tile_gained(self, data: Json) -> None:
        self.tiles[data["seat"]].append(data["tile"])
        self.face_up = data["next"]

    def _surfers_revealed(self, data: Json) -> None:
        self.surfers = data["surfers"]

    # -- lines

    def beach_rows(self) -> Iterator[str]:
        """Yield the six beaches as rows: the bar, then a column for each space."""
        rows = {colour: self._beach_cells(colour) for colour in SHORT}
        bar, *sand = [max(map(len, column)) for column in zip(*rows.values(), strict=True)]
        fits = MARGIN + bar + len(FENCE) + sum(sand) + len(sand) + len(" A!") <= WIDTH
        gap = " " if fits else ""
        yield self._space_marks(MARGIN + bar + len(FENCE), sand, len(gap))
        for colour, (at_bar, *cells) in rows.items():
            drawn = [
                self._paint_cell(colour, space, f"{cell:<{width}}")
                for space, (cell, width) in enumerate(zip(cells, sand, strict=True), start=1)
            ]
            row = f"  {colour:<{MARGIN - 2}}{at_bar:<{bar}}{FENCE}{gap.join(drawn)} "
            yield f"{row}{self._beach_note(colour)}".rstrip()

    def _beach_cells(self, colour: str) -> list[str]:
        """Return the text of each space; wet ones end with a wave."""
        coins = self.lying[colour]
        cells = []
        for space, seats in enumerate(self.chairs[colour]):
            wet = space >= self.water[colour]
            chairs = "".join(LETTERS[seat] for seat in seats)
            cells.append(f"{chairs}{'~' if wet else coins.get(space, '')}" or ".")
        return cells

    def _paint_cell(self, colour: str, space: int, cell: str) -> str:
        if space < self.water[colour]:
            return cell
        return self.paint.bad(cell) if self.chairs[colour][space] else self.paint.heading(cell)

    def _beach_note(self, colour: str) -> str:
        surfer = LETTERS[self.surfers.index(colour)] if colour in self.surfers else ""
        return f"{surfer}{'!' if colour == self.alert else ''}"

    def _space_marks(self, begins: int, widths: list[int], gap: int) -> str:
        """Return the line above the beaches, with the number of every fifth space."""
        line = f"{'':<{MARGIN}}bar"
        for space in range(5, len(widths) + 1, 5):
            place = begins + sum(widths[: space - 1]) + gap * (space - 1)
            if place > len(line):
                line = f"{line:<{place}}{space}"
        return line

    def along_the_track(self) -> str:
        """Return the dice track from the top; spaces before the rental are available."""
        shown = [f"{space} {what}" for space, what in enumerate(self.track, start=1)]
        if self.rental is not None:
            shown.insert(self.rental - 1, "[rental]")
        return f"{'':<{MARGIN}}track: {'   '.join(shown)}"

    def possession_lines(self) -> Iterator[str]:
        """Yield the coins and tiles by seat, if there are any."""
        if any(self.owned):
            yield from _list_by_seat("coins", self.owned)
        if self.face_up is not None:
            yield from _list_by_seat("tiles", self.tiles, f"{self.face_up} lies face up")


def _own_surfer(game: Json) -> list[str | None]:
    """Return by seat the surfer tiles that the player knows; none if they are open."""
    mine = game.get("mine") or {}
    if "surfer" not in mine:
        return []
    return [mine["surfer"] if seat == mine["seat"] else None for seat in range(len(game["seats"]))]


def _list_by_seat(title: str, things: list[list[str]], *more: str) -> list[str]:
    of_seats = [f"{LETTERS[seat]} {' '.join(each)}" for seat, each in enumerate(things) if each]
    return wrap(
        "; ".join([*of_seats, *more]),
        WIDTH,
        initial_indent=f"{title:<{MARGIN}}",
        subsequent_indent=" " * MARGIN,
    )
