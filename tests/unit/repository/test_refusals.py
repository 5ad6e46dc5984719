"""A refusal is made where it is raised: one that is raised again keeps all frames it has passed before."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.rest.errors import ApiError
from games.repository.refusals import find_rules, no_such_game, rules_errors
from games.rulesets.refusal import Illegal, Refusal, Unreadable

ROOT = Path(__file__).resolve().parents[3]
CLASSES = {one.__name__ for one in (ApiError, Refusal, Unreadable, Illegal)}
MODULES = [
    path
    for package in ("common", "games", "notifications", "players", "tideapi")
    for path in sorted((ROOT / package).rglob("*.py"))
]


def outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a module is imported."""
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield inner
            yield from outside_functions(inner)


def kept(source: str) -> list[int]:
    """The lines on which a module makes a refusal when it is imported."""
    return [
        node.lineno
        for node in outside_functions(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in CLASSES
    ]


def test_no_module_keeps_a_refusal() -> None:
    assert MODULES
    found = {path.name: lines for path in MODULES if (lines := kept(path.read_text()))}
    assert found == {}


def test_one_that_is_kept_is_found_wherever_it_stands() -> None:
    assert kept('A = {1: Refusal("a", "b")}\nclass B:\n    c = Illegal("a", "b")\n') == [1, 3]
    assert kept('def a():\n    raise Refusal("a", "b")\n') == []


def test_what_is_refused_a_thousand_times_keeps_no_frames() -> None:
    depths = set()
    for _ in range(1000):
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
