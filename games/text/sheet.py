"""A game on paper: what one player reads of it where she cannot look at it, as in a mail.

Everything is said in the language that is active. A sheet is made from the game as the API shows it to her
and from events of its log, so nothing can stand on it that she may not know.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.text.display import names

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table: the names of its columns, and its rows, each with a name first."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = str | Grid
"""A paragraph, or a table."""


class Sheet:
    """What there is to be said of any game; one that has more to say overrides it.

    `game` is her view of it, and she has a seat there, or had one and the game is over.
    """

    def __init__(self, game: Json) -> None:
        self.game = game
        self.names = names(game["seats"])
        self.mine: Json = game["mine"] or {}

    def happened(self, events: Iterable[Json]) -> Iterator[str]:
        """What these events of the log have to say, the oldest first."""
        for event in events:
            if said := self.said(event["type"], event["data"]):
                yield said

    def said(self, kind: str, data: Json) -> str:
        """One event in a sentence; empty where others say it already."""
        if kind == "turn_closed":
            late = [self.names[one["seat"]] for one in data["actions"] if one["by"] == "clock"]
            words = _("Time was up: the clock played for {names}.")
            return words.format(names=listed(late)) if late else ""
        return ""

    def standing(self) -> Iterator[Block]:
        """How the game stands."""
        yield Grid(
            (_("Player"), _("Points")),
            tuple((name, str(seat["score"])) for name, seat in self._seats()),
        )

    def own(self) -> Iterator[str]:
        """What she has before her and nobody else sees."""
        return iter(())

    def question(self) -> str:
        """What she is asked, as a question."""
        return _("What do you play?")

    def action(self, action: Json) -> str:
        """An answer that she may give now in words, such as could stand on a button."""
        return ", ".join(f"{name}: {value}" for name, value in action.items())

    def played(self, action: Json) -> str:
        """An answer of before, in words that need nothing of what lay on the table then."""
        return self.action(action)

    def commands(self) -> Mapping[str, Json]:
        """What she may write to answer, each with what it means: the numbers of her answers, from 1."""
        return {str(number): one for number, one in enumerate(self.mine["legal_actions"], 1)}

    def result(self) -> Iterator[Block]:
        """The scores of a game that is over, best first, and who has won."""
        scores, winners = self.game["result"]["scores"], self.game["result"]["winners"]
        won = listed([self.names[seat] for seat in winners])
        yield ngettext("{names} has won.", "{names} have won.", len(winners)).format(names=won)
        best = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        rows = tuple((self.names[seat], str(scores[seat])) for seat in best)
        yield Grid((_("Player"), _("Points")), rows)

    def name(self, seat: int | None) -> str:
        return "" if seat is None else self.names[seat]

    def _seats(self) -> Iterator[tuple[str, Json]]:
        """Each seat with its name, hers so marked that she finds it."""
        own = self.mine.get("seat")
        for name, seat in zip(self.names, self.game["seats"], strict=True):
            marked = _("{name} (you)").format(name=name)
            yield marked if seat["seat"] == own else name, seat


def listed(words: Sequence[str]) -> str:
    """As one says them: a, b and c."""
    return get_text_list([*words], _("and"))
