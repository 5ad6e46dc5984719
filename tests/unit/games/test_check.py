"""`python -m games.rulesets.check`: a game is checked without a server, and without Django."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.rulesets import check, registry
from games.rulesets.testing.contract import CHECKS

ROOT = Path(__file__).parents[3]
BLOCKED = """
import sys

class NoDjango:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"django", "rest_framework", "celery", "psycopg"}:
            raise ImportError(f"{name} is not to be imported")

sys.meta_path.insert(0, NoDjango())
sys.path.insert(0, "examples")
"""
RUN = f"{BLOCKED}\nimport runpy\nrunpy.run_module('games.rulesets.check', run_name='__main__')"


def run(*arguments: str, code: str = RUN) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_ruleset_is_imported_without_django() -> None:
    games = "games.rulesets.turn_the_tide.rules", "games.rulesets.high_tide.rules", "goofspiel"
    done = run(code=f"{BLOCKED}\nimport {', '.join(games)}\nassert 'django' not in sys.modules")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_game_that_keeps_the_contract_passes_and_shows_how_far_it_is() -> None:
    done = run("goofspiel:GAME")
    assert (done.returncode, done.stderr) == (0, "")
    *variants, last = done.stdout.splitlines()
    assert len(variants) == 6, "two variants of three to five players"
    assert all(line.endswith(" " + "." * len(CHECKS)) for line in variants)
    assert last == "Goofspiel keeps the contract."


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("no.such.module:GAME", "no.such.module:GAME cannot be played: ModuleNotFoundError"),
        ("examples.goofspiel:NOTHING", ":NOTHING cannot be played: AttributeError"),
        ("examples.goofspiel.bot:even", "It is a function and no GamePackage."),
        ("tests.unit.games.faulty:BARE", "It is a Goofspiel and no GamePackage."),
        ("tests.unit.games.faulty:CLASS", "It has a class as its ruleset: write Goofspiel()."),
        ("tests.unit.games.faulty:MISSPELT", "`secrecy` names a kit that cannot be imported: "),
        ("tests.unit.games.faulty:CHATTY", "The event 'greeting' is not declared."),
        ("tests.unit.games.faulty:VAGUE", "lacks, or does not declare: ['prize']."),
        ("tests.unit.games.faulty:CROWDED", "A variant is refused, or an option has no default"),
        ("tests.unit.games.faulty:LATE", "The fallback Bid(card=99) is not legal."),
        ("tests.unit.games.faulty:FORGETFUL", "`load` gives another state than"),
        ("tests.unit.games.faulty:THAWED", "A state has parts that can be changed"),
        ("tests.unit.games.faulty:ENDLESS", "The game does not end within"),
        ("tests.unit.games.faulty:LUCKY", "goes otherwise."),
        ("tests.unit.games.faulty:RAISING", "ZeroDivisionError: "),
    ],
)
def test_the_first_fault_is_said_in_one_sentence(
    named: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["check", named])
    monkeypatch.setattr(registry, "RULESETS", {})
    assert check.main() == 1
    assert sentence in capsys.readouterr().err.splitlines()[-1]


def test_a_fault_is_the_exit_code_of_the_program() -> None:
    done = run("no.such.module:GAME")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
