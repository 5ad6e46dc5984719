"""One table of codes: what is refused stands there with status and title, nothing stands there in vain."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from common.rest import serializers
from common.rest.error_codes import CODES
from common.rest.errors import ApiError, Fault
from games.refusals import find_rules, no_such_game, rules_errors
from games.rulesets.refusal import Illegal
from tideapi import errors

ROOT = Path(__file__).parents[3]
TREES = {
    path.relative_to(ROOT): ast.parse(path.read_text())
    for folder in ("common", "games", "notifications", "players", "tideapi", "examples/goofspiel")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not {"migrations", "text"} & set(path.parts)
}
"""All of the server's code, and the game that tests enrol."""
TABLES = {*errors.BY_STATUS.values(), *(code for _, code in errors.DJANGOS)}
TABLES |= {*serializers.CODES.values()}
"""What other tables lead to: statuses, Django's errors, DRF's codes."""
DRFS = {"not_authenticated", "unsupported_media_type", "method_not_allowed"}
"""What the framework refuses by itself."""

Call = tuple[Path, ast.Call]


@cache
def takers() -> dict[str, int]:
    """Functions and classes that take a code, each with its place among the arguments."""
    found = {
        "AuthenticationFailed": 1,
        "Fault": [field.name for field in fields(Fault)].index("code"),
    }
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                made = (inner for inner in node.body if isinstance(inner, ast.FunctionDef))
                found.update(
                    (node.name, place - 1)
                    for inner in made
                    if inner.name == "__init__" and (place := _place(inner)) is not None
                )
            elif isinstance(node, ast.FunctionDef) and (place := _place(node)) is not None:
                found.setdefault(node.name, place)
    # They are made as what they are derived from is.
    refusal = found["Refusal"]
    return {**found, "Unreadable": refusal, "Illegal": refusal}


def _place(function: ast.FunctionDef) -> int | None:
    names = [argument.arg for argument in function.args.args]
    return names.index("code") if "code" in names else None


def codes() -> Iterator[tuple[str, ast.expr]]:
    """Where a code is given, and what is given there."""
    known = takers()
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (name := _name(node)) in known:
                by_name = {word.arg: word.value for word in node.keywords}
                given = node.args[known[name]] if len(node.args) > known[name] else None
                if (code := by_name.get("code", given)) is not None:
                    yield f"{path}:{node.lineno}", code
            elif isinstance(node, ast.Assign) and "default_code" in _names(node):
                yield f"{path}:{node.lineno}", node.value


def _name(call: ast.Call) -> str:
    name = ast.unparse(call.func)
    return name if name.startswith("super()") else name.rpartition(".")[2]


def _names(node: ast.Assign) -> set[str]:
    return {target.id for target in node.targets if isinstance(target, ast.Name)}


@cache
def written() -> dict[str, str]:
    """Every code that is written out where something is refused, with one place of it."""
    return {
        code.value: place
        for place, code in codes()
        if isinstance(code, ast.Constant) and isinstance(code.value, str)
    }


def test_what_is_refused_stands_in_the_table_and_nothing_stands_there_in_vain() -> None:
    assert {code: place for code, place in written().items() if code not in CODES} == {}
    assert set(CODES) - set(written()) - TABLES - DRFS == set()


def test_a_code_is_written_out_or_handed_on() -> None:
    """So the test above misses none: what is not written out is named `code` by whoever handed it on."""
    odd = {
        place: ast.unparse(code)
        for place, code in codes()
        if not isinstance(code, ast.Constant)
        and ast.unparse(code).rpartition(".")[2] not in {"code", "known"}
    }
    assert odd == {}


def find_calls(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls that run when a module is imported: outside functions."""
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            if isinstance(inner, ast.Call):
                yield inner
            yield from find_calls(inner)


def test_no_refusal_is_made_before_it_is_raised() -> None:
    """One that is raised again and again would keep the frames of every call that it was raised in."""
    known = takers()
    early = [
        f"{path}:{call.lineno}"
        for path, tree in TREES.items()
        for call in find_calls(tree)
        if _name(call) in known
    ]
    assert early == []
    depths = set()
    for _ in range(9):
        with pytest.raises(ApiError) as refused:
            raise no_such_game()
        depths.add(len(refused.traceback))
    assert depths == {1}


@pytest.mark.parametrize(
    ("pointer", "in_the_body"), [("/card", "/action/card"), ("", "/action"), (None, None)]
)
def test_what_rules_refuse_is_placed_in_the_body(
    pointer: str | None, in_the_body: str | None
) -> None:
    with pytest.raises(ApiError) as refused, rules_errors("/action"):
        raise Illegal("not_asked", "It is not your turn.", pointer)
    assert (refused.value.code, refused.value.pointer) == ("not_asked", in_the_body)


def test_rules_that_are_not_here_are_missed() -> None:
    with pytest.raises(ApiError, match="no version 99 of high_tide") as refused:
        find_rules("high_tide", 99)
    assert refused.value.code == "rules_missing"
