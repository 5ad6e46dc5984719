"""What `make migrations-safe` lets pass, and the way back of each migration."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from tideapi.local.up import ROOT

SAFE = [
    'ALTER TABLE "games_game" ADD COLUMN "mood" text NULL',
    """ALTER TABLE "games_game" ADD COLUMN "mood" text DEFAULT '' NOT NULL""",
    'CREATE TABLE "games_mood" ("id" integer NOT NULL PRIMARY KEY, "name" varchar(20) NOT NULL)',
]
UNSAFE = {
    "adding-required-field": 'ALTER TABLE "games_game" ADD COLUMN "mood" text NOT NULL',
    "ban-drop-column": 'ALTER TABLE "games_game" DROP COLUMN "mood" CASCADE',
    "ban-drop-default": 'ALTER TABLE "games_game" ALTER COLUMN "mood" DROP DEFAULT',
    "renaming-column": 'ALTER TABLE "games_game" RENAME COLUMN "mood" TO "temper"',
    "require-concurrent-index-creation": 'CREATE INDEX "by_mood" ON "games_game" ("mood")',
}


@pytest.mark.parametrize(("statements", "rules"), [(SAFE, ()), (UNSAFE.values(), UNSAFE)])
def test_what_breaks_older_code_or_stops_games_is_refused_by_name(
    statements: list[str], rules: list[str]
) -> None:
    squawk = Path(sys.executable).with_name("squawk")
    lines = [*("BEGIN", *statements, "COMMIT"), ""]
    done = subprocess.run(
        [squawk, "--reporter", "gcc"],
        input=";\n".join(lines),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == bool(rules), done.stdout
    faults = [line for line in done.stdout.splitlines() if line.startswith("stdin")]
    assert [rule for rule in rules if not any(rule in line for line in faults)] == []


def test_every_migration_of_ours_has_a_way_back() -> None:
    found = MigrationLoader(None).disk_migrations.items()
    ours = [one for (app, _), one in found if app in {"games", "notifications", "players"}]
    operations = [
        (str(one), str(part)) for one in ours for part in one.operations if not part.reversible
    ]
    assert ours
    assert operations == []
