"""Put the modules of each verifier together into the one file that is handed out.

    python -m verify.build    write verify.py, verify.mjs and vectors.json into build/verify/

The modules stand in `verify/python/` and `verify/javascript/`. Each comes after those that it imports and
without its imports, so that it finds the same names in the one file. No two modules may use one name.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent / "build" / "verify"
"""The folder that the server hands out."""
NOTE = "Put together from verify/{folder}/ by `python -m verify.build`: change it there."

IMPORT = re.compile(r'^import \{[^}]*\} from "(?P<path>\.[^"]+)";\n', re.MULTILINE)
REEXPORT = re.compile(r'^export \{(?P<names>[^}]*)\} from "(?P<path>\.[^"]+)";\n', re.MULTILINE)
DEFINITION = re.compile(r"^(?:async )?(?:function\*? |const |let |class )(\w+)", re.MULTILINE)
DOC_COMMENT = re.compile(r"/\*\*.*?\*/\n+", re.DOTALL)


def order_modules(module: Path, imports: Callable[[Path], list[Path]]) -> list[Path]:
    """Return the module and all that it imports, each behind its own imports."""
    found: dict[Path, None] = {}

    def visit(path: Path, *under_way: Path) -> None:
        if path in under_way:
            sys.exit(f"verify.build: {path.name} imports itself by a circle")
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
        sys.exit(f"verify.build: in more than one module: {', '.join(twice)}")


# ---- Python


def build_python() -> str:
    """Return verify.py."""
    last = HERE / "python" / "command.py"
    standard: dict[str, set[str]] = {}
    names: list[str] = []
    sections: list[str] = []
    docstring = ""
    for path in order_modules(last, _python_imports):
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        docstring = ast.get_docstring(tree, clean=False) or ""
        body = [node for node in tree.body[1:] if not _is_import(node, standard)]
        names += [name for node in body for name in _defined_in(node)]
        after = max(node.end_lineno or 0 for node in tree.body if node not in body)
        rest = "".join(source.splitlines(keepends=True)[after:])
        title = docstring if path != last else "The command."
        rest = rest.strip()
        gap = "\n\n\n" if rest.startswith(("def ", "class ")) else "\n\n"
        sections.append(f"{section(title, '#')}{gap}{rest}\n")
    check_names(names)
    imports = [f"import {name}\n" for name in sorted(standard.pop("", set()))]
    standard["typing"].discard("TYPE_CHECKING")
    imports += [
        f"from {module} import {', '.join(sorted(wanted, key=_as_ruff_sorts))}\n"
        for module, wanted in sorted(standard.items())
    ]
    head = f"#!/usr/bin/env python3\n# {NOTE.format(folder='python')}\n" + f'"""{docstring}"""\n'
    future = "from __future__ import annotations\n"
    return "\n".join([head, future, "".join(imports), "\n\n".join(sections)])


def _python_imports(path: Path) -> list[Path]:
    nodes = ast.parse(path.read_text(encoding="utf-8")).body
    own = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return [_python_path(name) for name in own if name.startswith("verify.")]


def _python_path(module: str) -> Path:
    return HERE.parent / f"{module.replace('.', '/')}.py"


def _is_import(node: ast.stmt, standard: dict[str, set[str]]) -> bool:
    """Whether this only brings names in; those of the standard library are noted."""
    if isinstance(node, ast.Import):
        standard.setdefault("", set()).update(one.name for one in node.names)
        return True
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        if module != "__future__" and not module.startswith("verify."):
            standard.setdefault(module, set()).update(one.name for one in node.names)
        return True
    # What only a type checker imports.
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _defined_in(node: ast.stmt) -> list[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    names = [one for target in targets if target for one in ast.walk(target)]
    return [one.id for one in names if isinstance(one, ast.Name)]


def _as_ruff_sorts(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


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
                f"verify.build: {path.name} does not begin with a comment that says what it is"
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
    head = f"#!/usr/bin/env node\n// {NOTE.format(folder='javascript')}\n{comment.rstrip()}\n"
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
