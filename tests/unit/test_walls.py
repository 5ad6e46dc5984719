"""What import-linter cannot say: nothing but the standard library, and nobody asks which game it is."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "games/rulesets"
NEED_DJANGO = {RULESETS / "sheet.py", *RULESETS.glob("*/words/*.py")}
"""Mails are translated: the words and sheets of games, and what they stand on."""
MODULES = sorted({*RULESETS.glob("**/*.py")} - NEED_DJANGO)


def imported(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by a relative name"
            yield node.module or ""


def test_rules_and_bots_import_the_standard_library_and_themselves_only() -> None:
    strangers = {
        (str(module.relative_to(ROOT)), name)
        for module in MODULES
        for name in imported(module)
        if name.split(".")[0] not in sys.stdlib_module_names
        and not name.startswith("games.rulesets")
    }
    assert strangers == set()
    assert {module.parent.name for module in MODULES} >= {"rules", "bots"}


def test_each_module_of_tideapi_has_its_place_in_the_import_contracts() -> None:
    """import-linter's `exhaustive` says so of the other packages, which stand in one layer."""
    modules = {
        one.stem
        for one in (ROOT / "tideapi").iterdir()
        if (one / "__init__.py").exists() or (one.suffix == ".py" and one.stem != "__init__")
    }
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    layers = " ".join(settings["tool"]["importlinter"]["contracts"][0]["layers"])
    assert {f"tideapi.{module}" for module in modules} == {
        word for word in layers.split() if word.startswith("tideapi.")
    }


GAMES = {one.parent.parent.name for one in RULESETS.glob("*/rules/ruleset.py")}
MAY_NAME_GAMES = {
    "games/rulesets/game_package.py": "it lists them",
    "games/api/games.py": "the example of a body in the document",
}
SERVER = [
    module
    for part in ("common", "games", "notifications", "players", "tideapi")
    for module in sorted(ROOT.glob(f"{part}/**/*.py"))
    if not module.is_relative_to(RULESETS) or module.relative_to(RULESETS).parts[0] not in GAMES
]


def test_rulesets_know_nothing_of_each_other_and_the_server_does_not_ask_which_game_it_is() -> None:
    for game in GAMES:
        others = tuple(f"games.rulesets.{other}" for other in GAMES - {game})
        named = [name for one in RULESETS.glob(f"{game}/**/*.py") for name in imported(one)]
        assert [name for name in named if name.startswith(others)] == []
    naming = {
        str(module.relative_to(ROOT))
        for module in SERVER
        if any(game in module.read_text() for game in GAMES)
    }
    assert naming == {*MAY_NAME_GAMES}
