"""Which games can be played here: those of this project, and those that packages bring.

A game comes as a `GamePackage`, and the server lists nothing about it anywhere else. A package names its own
in the entry point group `tideapi.rulesets`; the setting TIDE_RULESETS names more, in the same words.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from games.rulesets import bots, display, registry
from games.rulesets.bots import Bot
from games.rulesets.display import Display
from games.rulesets.ruleset import Ruleset

GROUP = "tideapi.rulesets"
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""Of a ruleset: names in the document are made of it, and it stands in addresses."""

OUR_OWN = ("games.rulesets.turn_the_tide.package:GAME", "games.rulesets.high_tide.package:GAME")
"""The games of this project, as an entry point names them, in the order in which people see them."""

faults: dict[str, str] = {}
"""Of each game that could not be registered why, by the name of what was to bring it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePackage:
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


class CannotRegister(Exception):
    """A game cannot be played here, and why, in one sentence."""


def our_own_games() -> list[GamePackage]:
    """Return the games of this project."""
    return [EntryPoint("", name, GROUP).load() for name in OUR_OWN]


def register_game(game: GamePackage) -> None:
    """Have this game played here. Raises `CannotRegister`, and has changed nothing then."""
    rules = require_playable(game).ruleset
    sheet = EntryPoint("", game.sheet, GROUP).load() if game.sheet else None
    registry.register_ruleset(rules, *game.earlier)
    bots.register_bots(rules.id, game.bots, game.retired_bots)
    display.register_display(rules.id, game.display, sheet)


def require_playable(game: Any) -> GamePackage:
    """Return the game. Raises `CannotRegister` if no server can play it; needs no Django."""
    if not isinstance(game, GamePackage):
        raise CannotRegister(f"It is a {type(game).__name__} and no GamePackage.")
    rules: Any = game.ruleset
    if isinstance(rules, type):
        raise CannotRegister(f"It has a class as its ruleset: write {rules.__name__}().")
    if not isinstance(rules, Ruleset):
        raise CannotRegister(f"Its ruleset is a {type(rules).__name__} and no Ruleset.")
    if not ID.fullmatch(rules.id):
        raise CannotRegister(f"{rules.id!r} is no id: up to 40 of a-z, 0-9 and _, a letter first.")
    known = {one.ruleset.id: one.ruleset for one in our_own_games()} | registry.RULESETS
    if known.get(rules.id, rules) is not rules:
        raise CannotRegister(f"There is another game with the id {rules.id}.")
    _explains_its_events(rules)
    _agrees_with_others(rules, known.values())
    return game


def _explains_its_events(rules: Ruleset[Any, Any]) -> None:
    """Raise if the events reference could not say when an event happens."""
    for kind, event in rules.schemas.events.items():
        if not event.when:
            where = "the second paragraph of its docstring"
            raise CannotRegister(f"{rules.id} does not say when {kind!r} happens: {where}.")


def _agrees_with_others(rules: Ruleset[Any, Any], known: Iterable[Ruleset[Any, Any]]) -> None:
    """Raise if a name that all games share in the document or the error table would mean two things."""
    for other in known:
        if other is rules:
            continue
        for kind in rules.schemas.actions.keys() & other.schemas.actions.keys():
            raise CannotRegister(f"{rules.id} and {other.id} both have a type of action {kind!r}.")
        titles, others = rules.all_refusals, other.all_refusals
        for code in titles.keys() & others.keys():
            if titles[code] != others[code]:
                raise CannotRegister(f"{rules.id} and {other.id} give {code!r} different titles.")


def register_all(named: Iterable[str] = ()) -> None:
    """Register the games of this project, of installed packages, and those that are `named`.

    A name is what an entry point has: `package.module:ATTRIBUTE`. A game that cannot be registered is among
    the `faults` then, and all others can be played.
    """
    for game in our_own_games():
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
    return str(error) if isinstance(error, CannotRegister) else f"{type(error).__name__}: {error}"
