"""What import-linter cannot say: nothing but the standard library, whoever is imported."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted([*ROOT.glob("games/rules/**/*.py"), *ROOT.glob("games/bots/**/*.py")])


def imported(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by a relative name"
            yield node.module or ""


def test_there_are_rules_and_bots_to_look_at() -> None:
    assert {module.parent.name for module in MODULES} >= {"rules", "bots"}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_and_bots_import_the_standard_library_and_themselves_only(module: Path) -> None:
    own = ("games.rules", "games.bots") if "bots" in module.parts else ("games.rules",)
    strangers = {
        name
        for name in imported(module)
        if name.split(".")[0] not in sys.stdlib_module_names and not name.startswith(own)
    }
    assert not strangers
