"""Which games can be played here: those of this project, and those that packages bring.

A game comes as an `Enrolment`, and the server lists nothing about it anywhere else. A package names its own
in the entry point group `tideapi.rulesets`; the setting TIDE_RULESETS names more, in the same words.

Why so: docs/decisions/rulesets.md.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from games.bots import registry as bots
from games.bots.bot import Bot
from games.bots.high_tide.careful import play_carefully as high_tide_careful
from games.bots.turn_the_tide.careful import careful as turn_the_tide_careful
from games.bots.turn_the_tide.expert import expert
from games.bots.turn_the_tide.strong import strong as turn_the_tide_strong
from games.rules import registry
from games.rules.high_tide.ruleset import HIGH_TIDE
from games.rules.ruleset import Ruleset
from games.rules.turn_the_tide.ruleset import TURN_THE_TIDE
from games.text import displays
from games.text.display import Display
from games.text.high_tide import HighTideText
from games.text.turn_the_tide import TurnTheTideText

GROUP = "tideapi.rulesets"
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""Of a ruleset: names in the document are made of it, and it stands in addresses."""

PLAYOUTS = "tideapi_playouts"
INTERFACE = 2
"""Of the function `choose` in it; a package with another one is as good as none."""

faults: dict[str, str] = {}
"""Of each game that could not be enrolled why, by the name of what was to bring it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolment:
    """All that a game brings; only its rules have to be there.

    `bots` are by name, the best of them last; `random` plays any game and is not among them. `retired_bots`
    are names that only earlier games have, each with the bot that plays for it. `earlier` are
    the versions of its rules by which games that began with them are played on. `sheet` names the class by
    which mail writes it down, as `package.module:CLASS`: sheets alone need Django.
    """

    ruleset: Ruleset[Any, Any]
    bots: Mapping[str, Bot] = field(default_factory=dict)
    retired_bots: Mapping[str, str] = field(default_factory=dict)
    display: type[Display] = Display
    sheet: str = ""
    earlier: tuple[Ruleset[Any, Any], ...] = ()


OUR_OWN = (
    Enrolment(
        ruleset=TURN_THE_TIDE,
        bots={"careful": turn_the_tide_careful, "strong": turn_the_tide_strong, "expert": expert},
        display=TurnTheTideText,
        sheet="games.text.turn_the_tide_sheet:TurnTheTideSheet",
    ),
    Enrolment(
        ruleset=HIGH_TIDE,
        bots={"careful": high_tide_careful},
        retired_bots={"strong": "careful"},
        display=HighTideText,
        sheet="games.text.high_tide_sheet:HighTideSheet",
    ),
)


def give_playouts() -> None:
    """Give the bot `expert` the compiled code that it thinks with, where that is installed and fits."""
    try:
        found = import_module(PLAYOUTS)
    except ImportError:  # It is optional: docs/decisions/bots.md.
        found = None
    if found is not None and getattr(found, "INTERFACE", 1) == INTERFACE:
        expert.search = found.choose
        bots.UNAVAILABLE.pop("expert", None)
    else:
        expert.search = None
        bots.UNAVAILABLE["expert"] = "strong"


class CannotEnrol(Exception):
    """A game cannot be played here, and why, in one sentence."""


def register_game(game: Enrolment) -> None:
    """Have this game played here. Raises `CannotEnrol`, and has changed nothing then."""
    rules = require_playable(game).ruleset
    sheet = EntryPoint("", game.sheet, GROUP).load() if game.sheet else None
    registry.register_ruleset(rules, *game.earlier)
    bots.register_bots(rules.id, game.bots, game.retired_bots)
    displays.register_display(rules.id, game.display, sheet)


def require_playable(game: Any) -> Enrolment:
    """Return the game. Raises `CannotEnrol` if no server can play it; needs no Django."""
    if not isinstance(game, Enrolment):
        raise CannotEnrol(f"It is a {type(game).__name__} and no Enrolment.")
    rules: Any = game.ruleset
    if isinstance(rules, type):
        raise CannotEnrol(f"It has a class as its ruleset: write {rules.__name__}().")
    if not isinstance(rules, Ruleset):
        raise CannotEnrol(f"Its ruleset is a {type(rules).__name__} and no Ruleset.")
    if not ID.fullmatch(rules.id):
        raise CannotEnrol(f"{rules.id!r} is no id: up to 40 of a-z, 0-9 and _, a letter first.")
    known = {one.ruleset.id: one.ruleset for one in OUR_OWN} | registry.RULESETS
    if known.get(rules.id, rules) is not rules:
        raise CannotEnrol(f"There is another game with the id {rules.id}.")
    _explains_its_events(rules)
    _agrees_with_others(rules, known.values())
    return game


def _explains_its_events(rules: Ruleset[Any, Any]) -> None:
    """Raise if the events reference could not say when an event happens."""
    for kind, event in rules.schemas.events.items():
        if not event.when:
            where = "the second paragraph of its docstring"
            raise CannotEnrol(f"{rules.id} does not say when {kind!r} happens: {where}.")


def _agrees_with_others(rules: Ruleset[Any, Any], known: Iterable[Ruleset[Any, Any]]) -> None:
    """Raise if a name that all games share in the document or the error table would mean two things."""
    for other in known:
        if other is rules:
            continue
        for kind in rules.schemas.actions.keys() & other.schemas.actions.keys():
            raise CannotEnrol(f"{rules.id} and {other.id} both have a type of action {kind!r}.")
        titles, others = rules.all_refusals, other.all_refusals
        for code in titles.keys() & others.keys():
            if titles[code] != others[code]:
                raise CannotEnrol(f"{rules.id} and {other.id} give {code!r} different titles.")


def enrol_all(named: Iterable[str] = ()) -> None:
    """Enrol the games of this project, of installed packages, and those that are `named`.

    A name is what an entry point has: `package.module:ATTRIBUTE`. A game that cannot be enrolled is among
    the `faults` then, and all others can be played.
    """
    give_playouts()
    for game in OUR_OWN:
        register_game(game)
    for point in entry_points(group=GROUP):
        _try_loading(point.value, point.load)
    for name in named:
        _try_loading(name, EntryPoint(name, name, GROUP).load)


def _try_loading(name: str, load: Callable[[], Any]) -> None:
    try:
        register_game(load())
    except Exception as error:  # noqa: BLE001  Whatever is wrong with one game, the others are played.
        faults[name] = describe_fault(error)


def describe_fault(error: Exception) -> str:
    """Return why a game cannot be played, in one sentence."""
    return str(error) if isinstance(error, CannotEnrol) else f"{type(error).__name__}: {error}"
