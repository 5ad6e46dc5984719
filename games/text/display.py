"""The base of the games' displays in the terminal: they turn events of the log into lines."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

Json = dict[str, Any]

WIDTH = 100
"""The longest line, in visible characters."""


@dataclass(frozen=True)
class Paint:
    """The functions that emphasise text. In a terminal without colours they change nothing."""

    heading: Callable[[str], str] = str
    good: Callable[[str], str] = str
    bad: Callable[[str], str] = str


class Display:
    """The display of a game, event by event. A game with more to say overrides it.

    `names` are the players by seat, no two alike. `verbs` are other words for types of actions, in any
    language, that a player may write.
    """

    verbs: ClassVar[Mapping[str, Sequence[str]]] = {}

    def __init__(self, game: Json, paint: Paint) -> None:
        self.game = game
        self.paint = paint
        self.names = seat_names(game["seats"])

    def legend_lines(self) -> Iterator[str]:
        """Yield the lines that explain the display."""
        return iter(())

    def event_lines(self, event: Json) -> Iterator[str]:
        """Yield the lines for an event of the game's log; for many events none."""
        if event["type"] == "turn_closed":
            for one in event["data"]["actions"]:
                played = ", ".join(f"{name} {value}" for name, value in one["action"].items())
                yield f"  {self.names[one['seat']]}: {played}"

    @classmethod
    def order_from_numbers(cls, numbers: Sequence[int]) -> Json | None:
        """Return the standing order of these numbers, best first; None if the game has no such orders."""
        return None

    def result_lines(self, result: Json, stages: Sequence[Json]) -> Iterator[str]:
        """Yield the final scores, best first, with the winners; `stages` are the API's."""
        scores, winners = result["scores"], result["winners"]
        yield ""
        yield self.paint.heading("The end")
        for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
            line = f"  {self.names[seat]:<14}{scores[seat]:>4} points"
            yield self.paint.good(f"{line}, wins") if seat in winners else line


def seat_names(seats: Sequence[Json]) -> list[str]:
    """Return a name for each seat; bots with the same name have their seats added."""
    called = [seat["player"] or seat["bot"] for seat in seats]
    often = Counter(called)
    return [
        name if often[name] == 1 else f"{name} {seat['seat']}"
        for name, seat in zip(called, seats, strict=True)
    ]
