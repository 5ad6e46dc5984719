"""Modules of the page load each other in one direction only: by `import` statements and by `import()`."""

import os
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

WEB = Path(__file__).parents[3] / "web"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
STATEMENT = re.compile(r'^(?:import|export)\b[^"`()]*"(\.[^"]+)"', re.MULTILINE)
CALL = re.compile(r"""\bimport\(["`](\.[^"`]+)["`]\)""")
EXPRESSION = re.compile(r"\$\{\w+\}")
"""A part of an address that is only known when the module is loaded: it may be any."""
OF_THE_SERVER = "import(new URL("
"""A module that is no part of `web/`: the verifier."""


def imports(root: Path) -> dict[str, set[str]]:
    """Return the modules below a folder, each with those that it may load."""
    found = dict[str, set[str]]()
    for path in sorted(root.rglob("*.js")):
        text = COMMENT.sub("", path.read_text())
        calls = CALL.findall(text)
        assert text.count("import(") == len(calls) + text.count(OF_THE_SERVER), path
        names = [EXPRESSION.sub("*", one) for one in [*STATEMENT.findall(text), *calls]]
        patterns = [os.path.relpath(path.parent / one, root) for one in names]
        modules = [{one.relative_to(root).as_posix() for one in root.glob(p)} for p in patterns]
        assert all(modules), path
        found[path.relative_to(root).as_posix()] = set().union(*modules)
    return found


def circle(root: Path) -> list[str]:
    """Return modules that load each other, each the next one; none if there are none."""
    try:
        TopologicalSorter(imports(root)).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_modules_of_the_page_load_each_other_in_one_direction_only() -> None:
    assert len(imports(WEB)) > 150
    assert circle(WEB) == []


@pytest.mark.parametrize(
    "back",
    [
        'import {a} from "../a.js";',
        'export * from "../a.js";',
        'import "../a.js";',
        'import {\n  a,\n} from "../a.js";',
        'const later = () => import("../a.js");',
        "const later = (name) => import(`../${name}.js`);",
    ],
)
def test_a_circle_is_found_however_a_module_is_loaded(tmp_path: Path, back: str) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a.js").write_text(
        '/** @type {import("./b/c.js").C} */\nimport {b} from "./b/b.js";\n'
    )
    (tmp_path / "b" / "b.js").write_text('export const load = () => import("./c.js");\n')
    (tmp_path / "b" / "c.js").write_text('/** @typedef {import("./b.js").B} B */\n')
    assert circle(tmp_path) == []
    (tmp_path / "b" / "c.js").write_text(back)
    assert set(circle(tmp_path)) == {"a.js", "b/b.js", "b/c.js"}
