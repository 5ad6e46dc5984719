"""A game that has nothing but what it must is played and described without the rest."""

import json
import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from games.models import new_id
from games.rulesets.testing.contract import CHECKS
from games.rulesets.testing.whole_games import variants_of
from games.shapes.records import RecordedResult
from games.visibility.game_view import game_result
from tests.unit.games.smallest import GAME

ROOT = Path(__file__).parents[3]
LOOK = """
import json
import sys
import django
django.setup()
from django.core.management import call_command
from games.api import ruleset_schemas
from games.api.rulesets import summarize_ruleset
from games.rulesets import bots, game_package, registry
shown = summarize_ruleset(registry.find_ruleset("pebbles"))
call_command("openapi", validate=True, fail_on_warn=True, file=sys.argv[1])
print(json.dumps({
    "faults": game_package.faults,
    "order": shown["order"],
    "bots": shown["bots"],
    "stand in": bots.stand_in("pebbles"),
    "analyst": bots.find_analyst("pebbles"),
    "orders": [name for name in ruleset_schemas.named_schemas() if name == "PebblesOrder"],
}))
"""


def test_it_keeps_the_contract() -> None:
    for variant in variants_of(GAME.ruleset):
        for check in CHECKS:
            check(variant)


def test_what_it_lacks_is_left_out_of_the_product_and_its_document(tmp_path: Path) -> None:
    file = tmp_path / "tideapi.yaml"
    environment = {
        **os.environ,
        "TIDE_RULESETS": "tests.unit.games.smallest:GAME",
        "DJANGO_SETTINGS_MODULE": "tideapi.settings",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(file)],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert json.loads(done.stdout) == {
        "faults": {},
        "order": None,
        "bots": ["random"],
        "stand in": "random",
        "analyst": None,
        "orders": [],
    }
    schemas = yaml.load(file.read_text(), yaml.CSafeLoader)["components"]["schemas"]
    assert {"PebblesTable", "PebblesOptions", "PebblesDraw"} <= schemas.keys()
    assert "PebblesOrder" not in schemas


def test_commands_and_links_take_all_of_an_id(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-abc", "abc-", "abc_", "_b-c"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(drawn))
    assert new_id() == "_b-c"


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [([5, 7, 7, 1], [3, 1, 1, 4]), ([-2, -1, 0], [3, 2, 1]), ([4, 4, 4], [1, 1, 1])],
)
def test_equal_points_share_a_place_and_the_next_one_is_left_out(
    scores: list[int], ranks: list[int]
) -> None:
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    recorded: RecordedResult = {"scores": scores, "winners": winners}
    assert game_result(recorded) == {**recorded, "ranks": ranks}
