"""Turn the Tide in the terminal: a column for each seat, two lines for each round."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.text.display import Display, Paint

Json = dict[str, Any]

MARGIN = 16
COLUMN = 14
"""The width of a column; six of them beside the margin fit into 100 characters."""


@dataclass
class Round:
    """The round that is shown, by seat."""

    number: int
    tides: Sequence[int]
    cards: dict[int, int] = field(default_factory=dict)
    taken: dict[int, int] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)
    eliminated: set[int] = field(default_factory=set)


class TurnTheTideText(Display):
    """The display of Turn the Tide. It keeps the tide levels and life preservers from the events."""

    verbs = {"play": ("spiel", "spiele", "spielen")}

    def __init__(self, game: Json, paint: Paint) -> None:
        super().__init__(game, paint)
        self.seats = range(len(self.names))
        self.preservers = [0 for _ in self.seats]
        self.levels = [0 for _ in self.seats]
        self.out: set[int] = set()
        self.scores = [0 for _ in self.seats]
        self.round: Round | None = None

    @classmethod
    def order_from_numbers(cls, numbers: Sequence[int]) -> Json:
        return {"plays": [{"card": card} for card in numbers]}

    def legend_lines(self) -> Iterator[str]:
        yield "Each round everybody plays one card. The highest takes the lower tide, the second highest"
        yield "the other one; then whoever shows the highest tide loses a life preserver. In each column:"
        yield "the card and the tide that it takes, and below, the tide shown and the preservers left (o);"
        yield "x is one just lost. Who has none left to lose is out of the stage."

    def event_lines(self, event: Json) -> Iterator[str]:
        data = event["data"]
        match event["type"]:
            case "stage_began":
                yield from self._stage_lines(data)
            case "tides_revealed":
                yield from self._closed_round()
                self.round = Round(data["round"], data["tides"])
            case "stage_ended":
                yield from self._closed_round()
                yield from self._points_lines(data)
        if self.round is None:
            return
        match event["type"]:
            case "cards_revealed":
                self.round.cards = {played["seat"]: played["card"] for played in data["cards"]}
            case "tides_taken":
                self.round.taken = {taken["seat"]: taken["tide"] for taken in data["taken"]}
            case "preserver_lost":
                self.round.lost.add(data["seat"])
            case "eliminated":
                self.round.eliminated.add(data["seat"])

    def _stage_lines(self, data: Json) -> Iterator[str]:
        self.preservers = list(data["preservers"])
        self.levels = [0 for _ in self.seats]
        self.out = set()
        yield ""
        title = f"Stage {data['stage']} of {len(self.seats)}"
        yield self.paint.heading(
            self._table_row(title, [name[: COLUMN - 1] for name in self.names])
        )
        yield self._table_row("", [f"   {'o' * count}" for count in self.preservers])

    def _closed_round(self) -> Iterator[str]:
        shown, self.round = self.round, None
        if shown is None or not shown.cards:
            return
        for seat, tide in shown.taken.items():
            self.levels[seat] = tide
        tides = " ".join(f"{tide:>2}" for tide in shown.tides)
        yield self._table_row(
            f"{shown.number:>5}  {tides}", [self._card_cell(shown, seat) for seat in self.seats]
        )
        places = [self._place_cell(shown, seat) for seat in self.seats]
        yield self._table_row("", places, shown.lost | shown.eliminated)
        for seat in shown.lost:
            self.preservers[seat] -= 1
        self.out |= shown.eliminated

    def _card_cell(self, shown: Round, seat: int) -> str:
        if seat not in shown.cards:
            return ""
        takes = f" takes {shown.taken[seat]}" if seat in shown.taken else ""
        return f"{shown.cards[seat]:>2}{takes}"

    def _place_cell(self, shown: Round, seat: int) -> str:
        if seat in self.out:
            return ""
        if seat in shown.eliminated:
            return f"{self.levels[seat]:>2} out"
        lost = seat in shown.lost
        return f"{self.levels[seat]:>2} {'o' * (self.preservers[seat] - lost)}{'x' * lost}"

    def _points_lines(self, data: Json) -> Iterator[str]:
        self.scores = [
            before + won for before, won in zip(self.scores, data["scores"], strict=True)
        ]
        yield self.paint.heading(self._table_row("points", [f"{won:>2}" for won in data["scores"]]))
        if data["stage"] > 1:
            yield self._table_row("in all", [f"{score:>2}" for score in self.scores])

    def _table_row(self, title: str, cells: Sequence[str], marked: Collection[int] = ()) -> str:
        shown = [f"{cell:<{COLUMN}}" for cell in cells]
        painted = [
            self.paint.bad(cell) if seat in marked else cell for seat, cell in enumerate(shown)
        ]
        return f"{title:<{MARGIN}}{''.join(painted)}".rstrip()
