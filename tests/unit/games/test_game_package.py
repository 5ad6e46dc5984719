"""Games are registered as a whole or not at all, and what is missing is named."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any

import pytest

from examples.goofspiel import GAME
from examples.goofspiel.orders import ORDERS
from examples.goofspiel.ruleset import Goofspiel
from examples.goofspiel.secrecy import Secrecy
from games import checks
from games.rulesets import bots, display, game_package, registry
from games.rulesets.display import Display
from games.rulesets.game_package import GamePackage, our_own_games
from games.rulesets.kit.schemas import event_schema
from games.rulesets.ruleset import Ruleset, Shapes
from games.rulesets.testing.secrecy import SecrecyKit
from games.rulesets.testing.whole_games import Variant
from tests.unit.rules import test_contract, test_contract_orders
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


# -- everybody knows of all games


@pytest.mark.parametrize("game", our_own_games(), ids=lambda game: game.ruleset.id)
def test_a_game_of_this_project_has_all_that_belongs_to_one(game: GamePackage) -> None:
    """The verifiers are compared in tests/thorough/verify/test_unknown_rules.py."""
    name = game.ruleset.id
    wanted = {
        "its rules as they were settled": ROOT / f"docs/rules/{name.replace('_', '-')}.md",
        "tests of its rules": ROOT / f"tests/unit/rules/{name}/__init__.py",
        "rules in a folder of their own": ROOT / f"games/rulesets/{name}/rules/ruleset.py",
    }
    missing = {f"{what}: {file}" for what, file in wanted.items() if not file.exists()}
    assert not missing
    assert game.bots, "a bot that plays better than at random"


@pytest.mark.parametrize("game", our_own_games(), ids=lambda game: game.ruleset.id)
def test_the_rules_of_a_game_of_this_project_can_be_read_everywhere(game: GamePackage) -> None:
    name = game.ruleset.id
    page = f"docs/rules/{name.replace('_', '-')}.md"
    rules = f"web/games/{name}/rules/index.js"
    missing = set() if (ROOT / rules).exists() else {rules}
    named_in = ("web/games/index.js", "web/games/about.js")
    missing |= {one for one in named_in if not re.search(rf"\b{name}\b", (ROOT / one).read_text())}
    if ROOT / page not in {guide.file for guide in GUIDES}:
        missing.add("tideapi/guides/pages.py")
    assert not missing


def test_the_games_of_this_project_are_all_that_lie_here() -> None:
    folders = {one.parent.name for one in ROOT.glob("games/rulesets/*/package.py")}
    assert folders == {game.ruleset.id for game in our_own_games()}


def test_a_game_that_the_setting_names_is_known_to_all() -> None:
    game_package.register_all(["examples.goofspiel:GAME"])
    assert game_package.faults == {}
    assert {*registry.RULESETS} == {*bots.FOR_ONE} == {*display.DISPLAYS} == playable()
    assert [*registry.RULESETS][-1] == "goofspiel"
    assert registry.VERSIONS["goofspiel", 1] is GAME.ruleset
    assert bots.bot_names("goofspiel") == ("random", "even")


def test_to_enrol_again_changes_nothing() -> None:
    """A package may be installed and named by the setting, too."""
    game_package.register_all(["examples.goofspiel:GAME", "examples.goofspiel:GAME"])
    assert game_package.faults == {}


def test_games_that_began_earlier_go_on_by_their_own_rules() -> None:
    class Second(Goofspiel):
        version = 2

    game_package.register_game(replace(GAME, ruleset=Second(), earlier=(GAME.ruleset,)))
    assert registry.find_ruleset("goofspiel").version == 2
    assert registry.VERSIONS["goofspiel", 1] is GAME.ruleset


def test_the_example_of_a_game_takes_as_little_as_its_tutorial_says() -> None:
    files = [one for one in ROOT.glob("examples/goofspiel/*") if one.suffix in {".py", ".toml"}]
    lines = sum(len(one.read_text().splitlines()) for one in files)
    assert lines <= 300
    for page in ("examples/goofspiel/README.md", "docs/add-a-game.md"):
        assert f"{len(files)} files with {lines} lines" in (ROOT / page).read_text()


# -- what is missing is named


def test_rules_alone_are_a_game() -> None:
    game_package.register_game(GamePackage(ruleset=GAME.ruleset))
    assert bots.bot_names("goofspiel") == ("random",)
    assert display.DISPLAYS["goofspiel"] is Display
    assert "goofspiel" not in display.SHEETS


def test_an_enrolment_without_rules_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="'ruleset'"):
        GamePackage()  # type: ignore[call-arg]


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
    ],
    ids=["the shape alone", "the orders alone"],
)
def test_standing_orders_are_declared_with_their_shape(
    declared: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(sentence)):
        type("Forgetful", (Goofspiel,), declared)


def test_several_decisions_need_a_function_that_tells_them() -> None:
    with pytest.raises(TypeError, match="has several decisions"):
        type("Forgetful", (Goofspiel,), {"decisions": {"bid": "what to bid", "pass": "whether"}})


def test_a_game_has_to_fulfil_at_most_twenty_obligations() -> None:
    """What an author cannot leave out: declarations, methods, shapes and the ruleset of the enrolment."""
    needed = [
        one.name
        for kind in (Shapes, GamePackage)
        for one in fields(kind)
        if one.default is MISSING and one.default_factory is MISSING
    ]
    assert len([*DECLARED, *Ruleset.__abstractmethods__, *needed]) <= 20


def test_an_event_that_does_not_say_when_it_happens_is_refused() -> None:
    class Terse(Goofspiel):
        schemas = replace(Goofspiel.schemas, events={"bids_opened": event_schema("All bids.", "")})

    with pytest.raises(
        game_package.CannotRegister, match="does not say when 'bids_opened' happens"
    ):
        game_package.register_game(replace(GAME, ruleset=Terse()))
    assert "goofspiel" not in playable()


@pytest.mark.parametrize("name", sorted(Ruleset.__abstractmethods__))
def test_a_ruleset_that_leaves_out_a_method_cannot_be_made(name: str) -> None:
    abstract = getattr(Ruleset, name)
    forgetful = type("Forgetful", (Goofspiel,), {name: abstract})
    with pytest.raises(TypeError, match=name):
        forgetful()


def not_an_enrolment() -> Any:
    return GAME.ruleset


def another_of_that_id() -> Any:
    class Other(Goofspiel):
        id = "turn_the_tide"

    return replace(GAME, ruleset=Other())


def no_id() -> Any:
    class Other(Goofspiel):
        id = "Goof-Spiel"

    return replace(GAME, ruleset=Other())


def an_action_of_another_game() -> Any:
    class Other(Goofspiel):
        schemas = replace(Goofspiel.schemas, actions={"play": Goofspiel.schemas.actions["bid"]})

    return replace(GAME, ruleset=Other())


def another_title() -> Any:
    class Other(Goofspiel):
        orders = replace(ORDERS, refusals={"never_reached": "Never"})

    return replace(GAME, ruleset=Other())


def no_ruleset() -> Any:
    return replace(GAME, ruleset=None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (not_an_enrolment, "It is a Goofspiel and no GamePackage."),
        (another_of_that_id, "There is another game with the id turn_the_tide."),
        (no_id, "'Goof-Spiel' is no id"),
        (
            an_action_of_another_game,
            "goofspiel and turn_the_tide both have a type of action 'play'.",
        ),
        (another_title, "goofspiel and turn_the_tide give 'never_reached' different titles."),
        (no_ruleset, "Its ruleset is a NoneType and no Ruleset."),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
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


def test_the_tests_do_not_run_without_a_game_that_the_setting_names() -> None:
    """Every suite that plays all games would be green without it."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/unit/test_routes.py"],
        cwd=ROOT,
        env={**os.environ, "TIDE_RULESETS": "nothere:GAME"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "nothere:GAME cannot be played here: ModuleNotFoundError" in done.stderr


# -- secrecy is not declared away


class Open(Secrecy):
    hides = False


class Lazy(SecrecyKit[Any]):
    """It never deals anew."""


class Idle(Secrecy):
    """It rehearses no orders."""

    rehearse_orders = SecrecyKit.rehearse_orders


OPEN, LAZY, IDLE = Open(), Lazy(), Idle()


def denying(kit: str) -> Variant:
    game = type("Denying", (Goofspiel,), {"secrecy": f"{__name__}:{kit}"})
    return Variant(game(), {"cards": 4}, 3)


def test_a_game_that_denies_its_secrets_is_found_out() -> None:
    variant = denying("OPEN")
    with pytest.raises(AssertionError, match="`redraw_hidden` returns another state"):
        test_contract.test_a_game_that_hides_something_is_redrawn_and_no_other(variant)
    with pytest.raises(AssertionError):
        test_contract.test_games_that_look_the_same_are_the_same_where_nothing_is_hidden(variant)


def test_so_is_one_that_never_redraws_them() -> None:
    variant = denying("LAZY")
    test_contract.test_a_game_that_hides_something_is_redrawn_and_no_other(variant)
    with pytest.raises(AssertionError, match="hides something: declare `secrecy`"):
        test_contract.test_games_that_look_the_same_are_the_same_where_nothing_is_hidden(variant)


def test_a_kit_without_orders_is_told_what_it_needs() -> None:
    variant = denying("IDLE")
    with pytest.raises(AssertionError, match="The kit needs `rehearse_orders`"):
        test_contract_orders.test_what_is_rehearsed_can_be_given_and_does_what_it_says(variant)
