"""A game that has nothing but what it must is played and described without the rest."""

import json
import os
import subprocess
import sys
from dataclasses import MISSING, fields
from pathlib import Path

import yaml

from games.rulesets.game_package import GamePackage
from games.rulesets.ruleset import Ruleset, Shapes
from games.rulesets.testing.contract import CHECKS
from games.rulesets.testing.whole_games import variants_of
from tests.unit.games.smallest import GAME, Pebbles
from tests.unit.games.test_game_package import DECLARED

ROOT = Path(__file__).parents[3]
LOOK = """
import json
import sys
import django
django.setup()
from django.core.management import call_command
from games.api import rulings
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
    "orders": [name for name in rulings.ruleset_schemas() if name == "PebblesOrder"],
}))
"""


def test_it_declares_what_it_must_and_nothing_else() -> None:
    own = {name for name in vars(Pebbles) if not name.startswith("_")}
    assert own - {"schemas"} == {*DECLARED, *Ruleset.__abstractmethods__}
    for kind, made in ((Shapes, Pebbles.shapes), (GamePackage, GAME)):
        for field in fields(kind):
            if field.default is not MISSING:
                assert getattr(made, field.name) == field.default


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
