"""A game on paper: a player's view of it in text, as in a mail.

All text is in the active language. A sheet is made from the player's view of the game in the API and from
events of its log, so it shows nothing that the player may not know.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rulesets.display import SHEETS
from games.rulesets.kit.values import Json


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table: the names of its columns, and its rows, each with a name first."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = str | Grid
"""A paragraph, or a table."""


class Sheet:
    """The sheet of any game. A game with more to say overrides it.

    `game` is a player's view of it. For `event_sentence` and `earlier_action_text` alone it may
    be the game as a list shows it, with None for `table` and `mine`.
    """

    def __init__(self, game: Mapping[str, Any]) -> None:
        self.game = game
        self.mine: Json = game["mine"] or {}

    @cached_property
    def names(self) -> list[str]:
        """The names of the seats, in the language that is active when one is first needed."""
        return seat_names(self.game["seats"])

    def event_sentences(self, events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
        """Yield the sentences for these events of the log, the oldest first."""
        for event in events:
            if said := self.event_sentence(event["type"], event["data"]):
                yield said

    def event_sentence(self, kind: str, data: Json) -> str:
        """Return a sentence for an event; empty if other sentences say the same."""
        if kind == "turn_closed":
            late = [self.names[one["seat"]] for one in data["actions"] if one["by"] == "clock"]
            words = _("Time ran out: the server played for {names}.")
            return words.format(names=join_words(late)) if late else ""
        return ""

    def standing_blocks(self) -> Iterator[Block]:
        """Yield the state of the game."""
        yield Grid(
            (_("Player"), _("Points")),
            tuple((name, str(seat["score"])) for name, seat in self._named_seats()),
        )

    def private_lines(self) -> Iterator[str]:
        """Yield what only the player sees."""
        return iter(())

    def question_text(self) -> str:
        """Return the question that the player is asked."""
        return _("What do you play?")

    def action_text(self, action: Json) -> str:
        """Return a legal answer in words, short enough for a button."""
        return ", ".join(f"{name}: {value}" for name, value in action.items())

    def earlier_action_text(self, action: Json) -> str:
        """Return an earlier answer in words that do not need the table of that time."""
        return self.action_text(action)

    def action_commands(self) -> Mapping[str, Json]:
        """Return the legal actions by the command for each: by default its number, from 1."""
        return {str(number): one for number, one in enumerate(self.mine["legal_actions"], 1)}

    def result_blocks(self) -> Iterator[Block]:
        """Yield the scores of a game that is over, best first, and the winners."""
        scores, winners = self.game["result"]["scores"], self.game["result"]["winners"]
        won = join_words([self.names[seat] for seat in winners])
        yield ngettext("{names} has won.", "{names} have won.", len(winners)).format(names=won)
        best = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        rows = tuple((self.names[seat], str(scores[seat])) for seat in best)
        yield Grid((_("Player"), _("Points")), rows)

    def seat_name(self, seat: int | None) -> str:
        """Return the name of a seat; empty for none, and for one that is free again."""
        named = zip(self.game["seats"], self.names, strict=True)
        return next((name for one, name in named if one["seat"] == seat), "")

    def _named_seats(self) -> Iterator[tuple[str, Json]]:
        """Yield each seat with its name, the player's own seat marked."""
        own = self.mine.get("seat")
        for name, seat in zip(self.names, self.game["seats"], strict=True):
            marked = _("{name} (you)").format(name=name)
            yield marked if seat["seat"] == own else name, seat


def seat_names(seats: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return a name for each seat, as the page has it; empty for one that is free."""
    return [player_name(seat["player"]) or _bot_name(seat) for seat in seats]


def player_name(username: str | None) -> str:
    """Return a username, that of a guest as one says it: "Sandy Otter"."""
    spoken = re.fullmatch(r"guest-([a-z]+)-([a-z]+)-\w+", username or "")
    return " ".join(spoken.groups()).title() if spoken else username or ""


def _bot_name(seat: Mapping[str, Any]) -> str:
    if not (bot := seat["bot"]):
        return ""
    words = {
        "random": _("Random"),
        "careful": _("Careful"),
        "strong": _("Strong"),
        "expert": _("Expert"),
    }
    return _("{name} bot {n}").format(name=words.get(bot, bot), n=seat["seat"] + 1)


def join_words(words: Sequence[str]) -> str:
    """Return the words as a list in a sentence: a, b and c."""
    return get_text_list([*words], _("and"))


def make_sheet(game: Mapping[str, Any]) -> Sheet:
    """Return the sheet of a game, a plain one if its ruleset has none."""
    sheet: type[Sheet] = SHEETS.get(game["ruleset"], Sheet)
    return sheet(game)
