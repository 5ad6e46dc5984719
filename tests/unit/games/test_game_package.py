"""Games are registered as a whole or not at all, and what is missing is named."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from examples.goofspiel import GAME
from examples.goofspiel.orders import ORDERS
from examples.goofspiel.ruleset import Goofspiel
from games import checks
from games.rulesets import bots, display, game_package, registry
from games.rulesets.display import Display
from games.rulesets.game_package import GamePackage, our_own_games
from games.rulesets.kit.schemas import event_schema
from games.rulesets.ruleset import Ruleset
from tideapi.guides.pages import GUIDES

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def only_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is registered but the games of this project; what a test registers is forgotten."""
    for owner, name in (
        (registry, "RULESETS"),
        (registry, "VERSIONS"),
        (bots, "FOR_ONE"),
        (bots, "RETIRED"),
        (display, "DISPLAYS"),
        (game_package, "faults"),
    ):
        monkeypatch.setattr(owner, name, {})
    for game in our_own_games():
        game_package.register_game(game)


def playable() -> set[str]:
    return {*registry.RULESETS} & {*bots.FOR_ONE} & {*display.DISPLAYS}


@pytest.mark.parametrize("game", our_own_games(), ids=lambda game: game.ruleset.id)
def test_a_game_of_this_project_has_all_that_belongs_to_one(game: GamePackage) -> None:
    """The verifiers are compared in tests/thorough/verify/test_unknown_rules.py."""
    name = game.ruleset.id
    page = f"docs/rules/{name.replace('_', '-')}.md"
    wanted = (page, f"tests/unit/rules/{name}", f"web/games/{name}/rules/index.js")
    assert [path for path in wanted if not (ROOT / path).exists()] == []
    assert game.bots, "a bot that plays better than at random"
    for listing in ("web/games/index.js", "web/names.js"):
        assert re.search(rf"\b{name}\b", (ROOT / listing).read_text()), listing
    assert ROOT / page in {guide.file for guide in GUIDES}


def test_the_games_of_this_project_are_all_that_lie_here() -> None:
    folders = {one.parent.name for one in ROOT.glob("games/rulesets/*/package.py")}
    assert folders == {game.ruleset.id for game in our_own_games()}


def test_a_game_that_the_setting_names_is_known_to_all() -> None:
    """A package may be installed and named by the setting, too: then it is enrolled twice."""
    game_package.register_all(["examples.goofspiel:GAME", "examples.goofspiel:GAME"])
    assert game_package.faults == {}
    assert {*registry.RULESETS} == {*bots.FOR_ONE} == {*display.DISPLAYS} == playable()
    assert [*registry.RULESETS][-1] == "goofspiel"
    assert registry.VERSIONS["goofspiel", 1] is GAME.ruleset
    assert bots.bot_names("goofspiel") == ("random", "even")


def test_games_that_began_earlier_go_on_by_their_own_rules() -> None:
    class Second(Goofspiel):
        version = 2

    game_package.register_game(replace(GAME, ruleset=Second(), earlier=(GAME.ruleset,)))
    assert registry.find_ruleset("goofspiel").version == 2
    assert registry.VERSIONS["goofspiel", 1] is GAME.ruleset


def test_rules_alone_are_a_game() -> None:
    game_package.register_game(GamePackage(ruleset=GAME.ruleset))
    assert bots.bot_names("goofspiel") == ("random",)
    assert display.DISPLAYS["goofspiel"] is Display
    assert "goofspiel" not in display.SHEETS


DECLARED = ("id", "name", "seats", "shapes")


@pytest.mark.parametrize("name", DECLARED)
def test_a_ruleset_that_leaves_out_a_declaration_cannot_be_written(name: str) -> None:
    declared = {one: getattr(Goofspiel, one) for one in DECLARED if one != name}
    named = "schemas" if name == "shapes" else name
    with pytest.raises(TypeError, match=rf"Forgetful does not declare: {named}\."):
        type("Forgetful", (Ruleset,), declared)


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        ({"orders": None}, "shapes.order is declared, but `orders` is not."),
        (
            {"shapes": replace(Goofspiel.shapes, order=None)},
            "`orders` is declared: declare `order=` in shapes.",
        ),
        ({"decisions": {"bid": "what to bid", "pass": "whether"}}, "has several decisions"),
    ],
    ids=["the shape alone", "the orders alone", "decisions without a function"],
)
def test_what_belongs_together_is_declared_together(
    declared: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(sentence)):
        type("Forgetful", (Goofspiel,), declared)


@pytest.mark.parametrize("name", sorted(Ruleset.__abstractmethods__))
def test_a_ruleset_that_leaves_out_a_method_cannot_be_made(name: str) -> None:
    abstract = getattr(Ruleset, name)
    forgetful = type("Forgetful", (Goofspiel,), {name: abstract})
    with pytest.raises(TypeError, match=name):
        forgetful()


def vary(**declared: Any) -> GamePackage:
    """Return the example with other declarations of its ruleset."""
    return replace(GAME, ruleset=type("Other", (Goofspiel,), declared)())


SCHEMAS = Goofspiel.schemas


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: GAME.ruleset, "It is a Goofspiel and no GamePackage."),
        (lambda: vary(id="turn_the_tide"), "There is another game with the id turn_the_tide."),
        (lambda: vary(id="Goof-Spiel"), "'Goof-Spiel' is no id"),
        (
            lambda: vary(schemas=replace(SCHEMAS, actions={"play": SCHEMAS.actions["bid"]})),
            "goofspiel and turn_the_tide both have a type of action 'play'.",
        ),
        (
            lambda: vary(orders=replace(ORDERS, refusals={"never_reached": "Never"})),
            "goofspiel and turn_the_tide give 'never_reached' different titles.",
        ),
        (
            lambda: vary(schemas=replace(SCHEMAS, events={"over": event_schema("All bids.", "")})),
            "goofspiel does not say when 'over' happens",
        ),
        (lambda: GamePackage(ruleset=None), "Its ruleset is a NoneType and no Ruleset."),  # type: ignore[arg-type]
    ],
    ids=["ruleset", "id", "word", "action", "title", "event", "none"],
)
def test_a_game_that_cannot_be_played_is_named_and_all_others_are_played(
    made: Callable[[], Any], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("examples.goofspiel.OTHER", made(), raising=False)
    before = playable()
    game_package.register_all(["examples.goofspiel:OTHER", "no.such.module:GAME", "no name at all"])
    assert game_package.faults["examples.goofspiel:OTHER"].startswith(why)
    assert game_package.faults["no.such.module:GAME"].startswith("ModuleNotFoundError")
    assert "no name at all" in game_package.faults
    assert playable() == before == {*registry.RULESETS}
    said = checks.check_rulesets(None)
    assert [one.id for one in said] == ["games.E006"] * 3
    assert why in said[0].msg
    assert ["PYTHONPATH" in (one.hint or "") for one in said] == [False, True, False]
