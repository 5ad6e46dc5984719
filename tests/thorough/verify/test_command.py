"""The two files as they are called: what they print, and how they exit."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.thorough.eventful_game import EventfulGame
from tests.thorough.verify.conftest import CANCELLED, Json
from tests.thorough.verify.verifiers import (
    HERE,
    JAVASCRIPT_FILE,
    PYTHON_FILE,
    InPython,
    judged,
    node,
)

pytestmark = pytest.mark.django_db

COMMANDS = {
    # Isolated: no other file of ours, no package and no setting can be of any help.
    "Python": (sys.executable, "-I", str(PYTHON_FILE)),
    "JavaScript": (node(), str(JAVASCRIPT_FILE)),
}
Command = tuple[str, ...]


@pytest.fixture(params=list(COMMANDS))
def command(request: pytest.FixtureRequest) -> Command:
    found: Command = COMMANDS[request.param]
    return found


def run(*command: str, given: bytes = b"", where: Path = HERE) -> tuple[int, str, str]:
    done = subprocess.run(command, input=given, capture_output=True, cwd=where, check=False)
    return done.returncode, done.stdout.decode("ascii"), done.stderr.decode()


@pytest.fixture
def file(tmp_path: Path, tide: Json) -> Path:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(tide, ensure_ascii=False), encoding="utf-8")
    return file


def test_a_line_for_each_check_and_exit_0(command: Command, file: Path, tide: Json) -> None:
    code, said, complaints = run(*command, str(file))
    assert (code, complaints) == (0, "")
    assert tuple(said.splitlines()) == judged(InPython(), tide).lines
    assert run(*command, "-", given=file.read_bytes()) == (code, said, complaints)


def test_a_game_that_is_not_known_exits_with_3(
    command: Command, file: Path, played: Callable[..., EventfulGame]
) -> None:
    """Who looks at the status alone does not take it for a record that was checked as a whole."""
    file.write_text(json.dumps(played("goofspiel").record))
    code, said, complaints = run(*command, str(file))
    assert (code, complaints) == (3, "")
    assert "NOT CHECKED: the rules of goofspiel are not known here: " in said


def test_a_fault_is_one_line_with_its_place_and_exit_1(
    command: Command, file: Path, tide: Json
) -> None:
    tide["setup"]["chance"][0]["value"].reverse()
    file.write_text(json.dumps(tide))
    code, said, complaints = run(*command, str(file))
    *passed, fault = said.splitlines()
    assert (code, complaints) == (1, "")
    assert [line.split()[0] for line in passed] == ["form", "chain", "seed"]
    assert fault.startswith("draws    FAULT at /setup/chance/0: [")
    file.write_text('{"\\n\\u001b[2J ü \\ud800": 1}')
    code, said, _ = run(*command, str(file))
    assert (code, len(said.splitlines())) == (1, 1)
    assert said.rstrip("\n").isprintable()


@pytest.mark.parametrize("raw", [b"", b"[1, 2", b"<html></html>", b"\xff\xfe{}", b"{} {}"])
def test_what_is_no_json_cannot_be_checked(command: Command, file: Path, raw: bytes) -> None:
    file.write_bytes(raw)
    code, said, complaints = run(*command, str(file))
    assert (code, said) == (2, "")
    assert complaints.startswith(f"unreadable: {file}: it is no")


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_what_cannot_be_opened_cannot_be_checked(
    command: Command, tmp_path: Path, name: str
) -> None:
    code, said, complaints = run(*command, str(tmp_path / name))
    assert (code, said) == (2, "")
    assert complaints.startswith(f"unreadable: {tmp_path / name}: ")
    assert len(complaints.splitlines()) == 1


def test_how_it_is_called_is_said(command: Command) -> None:
    code, said, _ = run(*command, "--help")
    assert code == 0
    assert said.startswith("usage: verify.")
    code, said, complaints = run(*command)
    assert (code, said) == (2, "")
    assert complaints.startswith("usage: verify.")


def test_what_was_kept_has_a_line_for_each_file(
    command: Command, file: Path, evening: EventfulGame
) -> None:
    receipts, proof = file.with_name("receipts.json"), file.with_name("proof.json")
    receipts.write_text(json.dumps(evening.receipts))
    proof.write_text(json.dumps(evening.proofs[5]))
    code, said, complaints = run(*command, str(file), str(receipts), str(proof))
    assert (code, complaints) == (0, "")
    assert [line for line in said.splitlines() if line.startswith("kept")] == [
        f"kept     {receipts}: {len(evening.receipts)} receipts, 0 proofs and 0 texts agree",
        f"kept     {proof}: 0 receipts, 1 proof and 0 texts agrees",
    ]


@pytest.mark.parametrize(
    ("written", "place"), [('{"a": 1.0}', "/a"), ('[{"b": {}, "b": 1}]', "/0/b"), ("[0]", "/0")]
)
def test_a_fault_in_something_kept_names_its_file(
    command: Command, file: Path, written: str, place: str
) -> None:
    kept = file.with_name("kept.json")
    kept.write_text(written)
    code, said, complaints = run(*command, str(file), str(kept))
    assert (code, complaints) == (1, "")
    assert said.splitlines()[-1].startswith(f"kept     FAULT at {kept}#{place}: ")


def test_a_proof_is_checked_once_its_game_is_over(command: Command, file: Path, tide: Json) -> None:
    file.write_text(json.dumps(CANCELLED))
    code, said, complaints = run(*command, str(file))
    assert (code, complaints) == (0, "")
    assert [line.split()[0] for line in said.splitlines()] == ["form", "seed"]
    file.write_text(json.dumps(CANCELLED | {"status": "running"}))
    assert run(*command, str(file)) == (
        1,
        "form     FAULT at /status: is not that of a game that is over\n",
        "",
    )
    file.write_text(json.dumps(CANCELLED | tide))
    code, said, _ = run(*command, str(file))
    assert code == 1, "a record is no proof, whatever is put into it"
    assert said.startswith("form     FAULT at /algorithm: ")


def test_the_javascript_file_works_where_there_is_no_node(file: Path, tide: Json) -> None:
    quiet = ("--experimental-vm-modules", "--no-warnings")
    code, said, complaints = run(node(), *quiet, str(HERE / "browser.mjs"), given=file.read_bytes())
    assert (code, complaints) == (0, "")
    assert tuple(said.splitlines()) == judged(InPython(), tide).lines
