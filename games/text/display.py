"""What every game's display in the terminal is: events of its log in, lines for people out."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

Json = dict[str, Any]

WIDTH = 100
"""No line is longer, in characters that are seen."""


@dataclass(frozen=True)
class Paint:
    """How text is made to stand out; each of them may do nothing, where nobody sees colours."""

    heading: Callable[[str], str] = str
    good: Callable[[str], str] = str
    bad: Callable[[str], str] = str


class Display:
    """One game, told event by event; a game that has more to say overrides it.

    `names` are the players by seat, no two alike.

    `verbs` are other words for types of actions, in any language, as somebody may write them.
    """

    verbs: ClassVar[Mapping[str, Sequence[str]]] = {}

    def __init__(self, game: Json, paint: Paint) -> None:
        self.game = game
        self.paint = paint
        self.names = names(game["seats"])

    def legend(self) -> Iterator[str]:
        """How to read what follows."""
        return iter(())

    def lines(self, event: Json) -> Iterator[str]:
        """What one event of the game's log has to say; often nothing."""
        if event["type"] == "turn_closed":
            for one in event["data"]["actions"]:
                played = ", ".join(f"{name} {value}" for name, value in one["action"].items())
                yield f"  {self.names[one['seat']]}: {played}"

    @classmethod
    def order(cls, numbers: Sequence[int]) -> Json | None:
        """The standing order that these numbers are, best first; None where none is as plain as that."""
        return None

    def end(self, result: Json, stages: Sequence[Json]) -> Iterator[str]:
        """The scores of the whole game, best first, and who has won; `stages` as the API gives them."""
        scores, winners = result["scores"], result["winners"]
        yield ""
        yield self.paint.heading("The end")
        for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
            line = f"  {self.names[seat]:<14}{scores[seat]:>4} points"
            yield self.paint.good(f"{line}, wins") if seat in winners else line


def names(seats: Sequence[Json]) -> list[str]:
    """A name for each seat; bots of the same name are told apart by their seats."""
    called = [seat["player"] or seat["bot"] for seat in seats]
    often = Counter(called)
    return [
        name if often[name] == 1 else f"{name} {seat['seat']}"
        for name, seat in zip(called, seats, strict=True)
    ]
