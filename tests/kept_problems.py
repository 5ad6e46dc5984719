"""Real problems, kept as the document's examples: with TIDE_KEEP_PROBLEMS=yes tests keep what is refused."""

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import get_language

from common.rest.error_codes import CODES
from games.rulesets import registry
from games.rulesets.game_package import our_own_games
from tideapi.errors import Problem
from tideapi.examples import INSTANCE, PROBLEMS, PROBLEMS_FILE

Json = dict[str, Any]


def own_codes() -> set[str]:
    """Return the codes of the server itself, without those of games that only tests enrol."""
    strange = [registry.RULESETS[name] for name in strange_games()]
    return CODES.keys() - {code for rules in strange for code in rules.all_refusals}


def strange_games() -> set[str]:
    """Return the ids of the games that are no part of this project."""
    return registry.RULESETS.keys() - {game.ruleset.id for game in our_own_games()}


@pytest.fixture(scope="session", autouse=True)
def problems_are_kept() -> Iterator[None]:
    """Keep of each code that has no example the answer that is shortest and names a place, if asked for."""
    if "TIDE_KEEP_PROBLEMS" not in os.environ:
        yield
        return
    seen: dict[str, Json] = {}
    make = Problem.__init__

    def make_and_keep(problem: Problem, *given: Any) -> None:
        make(problem, *given)
        found = {**problem.members, "instance": INSTANCE}
        code = _own_code(found)
        known = seen.get(code, found)
        if _is_said_to_clients(found) and _order(found) <= _order(known):
            seen[code] = found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "__init__", make_and_keep)
        yield
    both = {**seen, **PROBLEMS}
    kept = {code: both[code] for code in sorted(own_codes() & both.keys())}
    PROBLEMS_FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def _own_code(problem: Json) -> str:
    """Return the code of whose example this is: that of the faults, if a body has faults of one kind."""
    codes = {fault["code"] for fault in problem.get("errors", ())}
    (code,) = codes if problem["code"] == "invalid_body" and len(codes) == 1 else [problem["code"]]
    return str(code)


def _is_said_to_clients(problem: Json) -> bool:
    """Whether it is one of this server's sentences in English: not one of a test.

    A sandbox that is asked for a code without an example repeats the title.
    """
    said = problem["detail"]
    strange = any(name in said for name in strange_games())
    english = get_language() in {None, "en"}
    return english and said.endswith(".") and said != f"{problem['title']}." and not strange


def _order(problem: Json) -> tuple[bool, int, int, str]:
    faults = problem.get("errors", [])
    nowhere = not faults or "" in (fault.get("pointer") for fault in faults)
    text = json.dumps(problem)
    return nowhere, len(faults), len(text), text
