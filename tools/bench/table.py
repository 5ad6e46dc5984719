"""The figures of a run as one table, and as JSON."""

import json
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """One figure of each round, and what it is held against, measured in turns with it.

    `ratio` is ours to theirs, or where less is better, as with `slower`, theirs to ours; `at_least` and
    `at_most` say what is wanted of it.
    """

    part: str
    name: str
    unit: str
    ours: Sequence[float]
    against: str = ""
    theirs: Sequence[float] = ()
    slower: bool = False
    at_least: float | None = None
    at_most: float | None = None

    @property
    def ratios(self) -> list[float]:
        pairs = zip(self.ours, self.theirs, strict=True) if self.theirs else ()
        return [(theirs / ours if self.slower else ours / theirs) for ours, theirs in pairs]

    @property
    def ratio(self) -> float | None:
        return statistics.median(self.ratios) if self.theirs else None

    @property
    def wanted(self) -> str:
        if self.at_least is not None:
            return f"≥ {self.at_least:g}"
        return "" if self.at_most is None else f"≤ {self.at_most:g}"

    @property
    def met(self) -> bool | None:
        """Whether it is as wanted; None where nothing is."""
        if self.ratio is None or not self.wanted:
            return None
        return self.ratio >= (self.at_least or 0) and self.ratio <= (self.at_most or self.ratio)

    def json(self) -> dict[str, object]:
        return {**asdict(self), "ratio": self.ratio, "ratios": self.ratios, "met": self.met}

    def cells(self) -> list[str]:
        spread = self.ratios or self.ours
        verdict = {None: "", True: "yes", False: "no"}[self.met]
        return [
            self.part,
            self.name,
            _figure(statistics.median(self.ours), self.unit),
            self.against,
            _figure(statistics.median(self.theirs), self.unit) if self.theirs else "",
            "" if self.ratio is None else _short(self.ratio),
            self.wanted,
            verdict,
            f"{_short(min(spread))} to {_short(max(spread))}" if len(spread) > 1 else "",
        ]


HEADINGS = ["", "measured", "figure", "held against", "figure", "ratio", "wanted", "met", "range"]
_TO_THE_RIGHT = {2, 4, 5, 6, 8}


def table(rows: Iterable[Row]) -> str:
    """The rows in columns: medians of the rounds, and the range of the ratio or of the figure."""
    lines = [HEADINGS, *(row.cells() for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(HEADINGS))]
    shown, part = [], ""
    for line in lines:
        first = "" if line[0] == part else line[0]
        part = line[0]
        cells = [
            cell.rjust(width) if place in _TO_THE_RIGHT else cell.ljust(width)
            for place, (cell, width) in enumerate(zip([first, *line[1:]], widths, strict=True))
        ]
        shown.append("  ".join(cells).rstrip())
    return "\n".join(shown)


def write(file: Path, rows: Iterable[Row], about: dict[str, object]) -> None:
    """Everything that was measured, and on what."""
    text = json.dumps(
        {**about, "rows": [row.json() for row in rows]}, indent=2, ensure_ascii=False, default=str
    )
    file.write_text(f"{text}\n")


def _figure(value: float, unit: str) -> str:
    return f"{_short(value)} {unit}".strip()


def _short(value: float) -> str:
    """Three digits that mean something."""
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
