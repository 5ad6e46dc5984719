"""What `make migrations-safe` lets pass."""

import subprocess
from pathlib import Path

import pytest

from tools.updates import __main__ as command

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


def migration(statement: str) -> dict[str, str]:
    return {"games.0099_mood": f"BEGIN;\n{statement};\nCOMMIT;\n"}


@pytest.mark.parametrize("statement", SAFE)
def test_what_older_code_does_not_notice_passes(statement: str) -> None:
    assert command.judged(migration(statement)) == []


@pytest.mark.parametrize("rule", UNSAFE)
def test_what_breaks_older_code_or_stops_games_is_refused_by_name(rule: str) -> None:
    found = command.judged(migration(UNSAFE[rule]))
    assert any(rule in line and line.startswith("games.0099_mood.sql:") for line in found), found


def git(repository: Path, *words: str) -> None:
    who = ["-c", "user.name=ann", "-c", "user.email=ann@tide.example", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *words], cwd=repository, check=True, capture_output=True)


def test_only_what_is_new_since_the_release_is_judged(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "migrations"
    folder.mkdir(parents=True)
    git(tmp_path, "init", "-q")
    for name in ("0001_tables", "0002_mood", "0001_squashed_0001"):
        if name == "0002_mood":
            git(tmp_path, "tag", "v1.0.0")
        (folder / f"{name}.py").write_text("")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", name)
    assert command.since_then(tmp_path, "v1.0.0") == [Path("games/migrations/0002_mood.py")]


def test_without_a_release_there_is_nothing_to_judge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(tmp_path, "init", "-q")
    assert command.main([], tmp_path) == 0
    assert "No release is tagged" in capsys.readouterr().out
