"""Modules of the page load each other in one direction only: by `import` statements and by `import()`."""

import os
import re
from graphlib import TopologicalSorter
from pathlib import Path

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


def test_modules_of_the_page_load_each_other_in_one_direction_only() -> None:
    found = imports(WEB)
    assert len(found) > 150
    TopologicalSorter(found).prepare()
