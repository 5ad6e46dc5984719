"""Put the modules of each verifier together into the one file that is handed out.

    python -m packages.verify.build    write verify.py, verify.mjs and vectors.json into build/verify/

The modules of the Python one stand in `python/` beside this, and it plays by those of `games/rulesets/`. The
file has each as it is, as a text that is imported by its name.

Those of the other stand in `javascript/`. Each comes after those that it imports and without its imports, so
that it finds the same names in the one file. No two of them may use one name.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FOLDER = ROOT / "build" / "verify"
"""The folder that the server hands out."""
NOTE = "Put together from {sources} by `make verify`: change it there."
OWN = ("packages.verify.", "games.")
"""Modules of this project, by their names."""

IMPORT = re.compile(r'^import \{[^}]*\} from "(?P<path>\.[^"]+)";\n', re.MULTILINE)
REEXPORT = re.compile(r'^export \{(?P<names>[^}]*)\} from "(?P<path>\.[^"]+)";\n', re.MULTILINE)
DEFINITION = re.compile(r"^(?:async )?(?:function\*? |const |let |class )(\w+)", re.MULTILINE)
DOC_COMMENT = re.compile(r"/\*\*.*?\*/\n+", re.DOTALL)


def order_modules(module: Path, imports: Callable[[Path], list[Path]]) -> list[Path]:
    """Return the module and all that it imports, each behind its own imports."""
    found: dict[Path, None] = {}

    def visit(path: Path, *under_way: Path) -> None:
        if path in under_way:
            sys.exit(f"packages.verify.build: {path.name} imports itself by a circle")
        for other in imports(path):
            if other not in found:
                visit(other, path, *under_way)
        found[path] = None

    visit(module)
    return [*found]


def section(title: str, mark: str) -> str:
    return f"{mark} {'=' * 12} {title.strip().splitlines()[0].rstrip('.')}"


def check_names(names: list[str]) -> None:
    """Refuse two modules that use one name."""
    twice = sorted(name for name, times in Counter(names).items() if times > 1)
    if twice:
        sys.exit(f"packages.verify.build: in more than one module: {', '.join(twice)}")


# ---- Python

LOADER = '''
import sys
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec


class Embedded(MetaPathFinder, InspectLoader):
    """The modules of this file, each as its source text by its name."""

    sources: dict[str, str] = {}

    def find_spec(self, fullname, path=None, target=None):
        if fullname in self.sources:
            return ModuleSpec(fullname, self, is_package=self.is_package(fullname))

    def is_package(self, fullname):
        return any(name.startswith(f"{fullname}.") for name in self.sources)

    def get_source(self, fullname):
        return self.sources[fullname]


sys.meta_path.insert(0, Embedded())
'''
START = """
if __name__ == "__main__":
    from packages.verify.python.command import main

    sys.exit(main(sys.argv[1:]))
"""


def build_python() -> str:
    """Return verify.py."""
    last = HERE / "python" / "command.py"
    docstring = ast.get_docstring(ast.parse(last.read_text("utf-8")), clean=False)
    note = NOTE.format(sources="packages/verify/python/ and games/rulesets/")
    head = f'#!/usr/bin/env python3\n# {note}\n"""{docstring}"""\n'
    parts = [_embed_module(path) for path in order_modules(last, _python_imports)]
    return "\n\n".join([head + LOADER, *parts, START])


def _embed_module(path: Path) -> str:
    source = path.read_text("utf-8")
    if "'''" in source:
        sys.exit(f"packages.verify.build: {path.name} has three apostrophes in a row")
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return f"Embedded.sources[\"{name}\"] = r'''{source}'''\n"


def _python_imports(path: Path) -> list[Path]:
    """Return the project's modules that a module imports, each behind its packages."""
    names: dict[str, None] = {}
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OWN):
            names |= dict.fromkeys(
                [f"{node.module}", *[f"{node.module}.{one.name}" for one in node.names]]
            )
    packages = [*path.parents][: len(path.relative_to(ROOT).parts) - 1]
    found = [package / "__init__.py" for package in reversed(packages)]
    for name in names:
        module = ROOT / name.replace(".", "/")
        found += [
            one for one in (module / "__init__.py", module.with_suffix(".py")) if one.exists()
        ]
    return [one for one in dict.fromkeys(found) if one != path]


# ---- JavaScript


def build_javascript() -> str:
    """Return verify.mjs."""
    last = HERE / "javascript" / "command.mjs"
    names: list[str] = []
    sections: list[str] = []
    public: list[str] = []
    comment = ""
    for path in order_modules(last, _javascript_imports):
        source = path.read_text(encoding="utf-8")
        found = DOC_COMMENT.match(source)
        if found is None:
            sys.exit(
                f"packages.verify.build: {path.name} does not begin with a comment that says what it is"
            )
        comment = found.group()
        rest = IMPORT.sub("", source[found.end() :])
        for one in REEXPORT.finditer(rest):
            public += [name.strip() for name in one["names"].split(",") if name.strip()]
        rest = re.sub(r"^export (?!\{)", "", REEXPORT.sub("", rest), flags=re.MULTILINE).strip()
        names += DEFINITION.findall(rest)
        title = comment.strip("/* \n") if path != last else "The command, in Node alone."
        sections.append(f"{section(title, '//')}\n\n{rest}\n")
    check_names(names)
    exports = "export {\n" + "".join(f"  {name},\n" for name in sorted(public)) + "};\n"
    note = NOTE.format(sources="packages/verify/javascript/")
    head = f"#!/usr/bin/env node\n// {note}\n{comment.rstrip()}\n"
    return "\n".join([head, *sections, exports])


def _javascript_imports(path: Path) -> list[Path]:
    source = path.read_text(encoding="utf-8")
    found = [*IMPORT.finditer(source), *REEXPORT.finditer(source)]
    return [(path.parent / one["path"]).resolve() for one in found]


# ---- the command

FILES: dict[str, Callable[[], str]] = {
    "verify.py": build_python,
    "verify.mjs": build_javascript,
    "vectors.json": lambda: (HERE / "vectors.json").read_text("utf-8"),
}


def write_files(folder: Path = FOLDER) -> None:
    """Write all files that are not there yet as their modules make them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, build in FILES.items():
        path, text = folder / name, build()
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    write_files()
