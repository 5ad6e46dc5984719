"""The two files as they are called: what they print, and how they exit."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.thorough.verify.building import built
from tests.thorough.verify.keeping import CANCELLED, proof_of, receipts_of
from tests.thorough.verify.verifiers import (
    HERE,
    JAVASCRIPT_FILE,
    PYTHON_FILE,
    InPython,
    judged,
    node,
)

Json = dict[str, Any]

COMMANDS = {
    # Isolated: no other file of ours, no package and no setting can be of any help.
    "Python": (sys.executable, "-I", str(PYTHON_FILE)),
    "JavaScript": (node(), str(JAVASCRIPT_FILE)),
}


@pytest.fixture(params=list(COMMANDS))
def command(request: pytest.FixtureRequest) -> tuple[str, ...]:
    found: tuple[str, ...] = COMMANDS[request.param]
    return found


def run(*command: str, given: bytes = b"", where: Path = HERE) -> tuple[int, str, str]:
    done = subprocess.run(command, input=given, capture_output=True, cwd=where, check=False)
    return done.returncode, done.stdout.decode("ascii"), done.stderr.decode()


@pytest.fixture
def file(tmp_path: Path, tide: Json) -> Path:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(tide, ensure_ascii=False), encoding="utf-8")
    return file


def test_a_line_for_each_check_and_exit_0(command: tuple[str, ...], file: Path, tide: Json) -> None:
    code, said, complaints = run(*command, str(file))
    assert (code, complaints) == (0, "")
    assert tuple(said.splitlines()) == judged(InPython(), tide).lines


def test_a_game_that_is_not_known_exits_with_3(command: tuple[str, ...], file: Path) -> None:
    """Who looks at the status alone does not take it for a record that was checked as a whole."""
    record = built("goofspiel", {"cards": 5}, 3, "by command")
    file.write_text(json.dumps(record))
    code, said, complaints = run(*command, str(file))
    assert (code, complaints) == (3, "")
    assert "NOT CHECKED: the rules of goofspiel are not known here: " in said
    assert tuple(said.splitlines()) == judged(InPython(), record).lines
    record["turns"][1]["actions"].reverse()
    file.write_text(json.dumps(record))
    assert run(*command, str(file))[0] == 1


def test_a_record_from_standard_input(command: tuple[str, ...], file: Path) -> None:
    assert run(*command, "-", given=file.read_bytes()) == run(*command, str(file))


def test_a_fault_is_one_line_with_its_place_and_exit_1(
    command: tuple[str, ...], file: Path, tide: Json
) -> None:
    tide["turns"][2]["chance"][0]["value"].reverse()
    file.write_text(json.dumps(tide))
    code, said, complaints = run(*command, str(file))
    *passed, fault = said.splitlines()
    assert (code, complaints) == (1, "")
    assert [line.split()[0] for line in passed] == ["form", "chain", "seed"]
    assert fault.startswith("draws    FAULT at /turns/2/chance/0: [")


def test_a_fault_is_one_line_whatever_stands_there(command: tuple[str, ...], file: Path) -> None:
    file.write_text('{"\\n\\u001b[2J ü \\ud800": 1}')
    code, said, _ = run(*command, str(file))
    assert (code, len(said.splitlines())) == (1, 1)
    assert said.isprintable() or said.rstrip("\n").isprintable()


@pytest.mark.parametrize("raw", [b"", b"[1, 2", b"<html></html>", b"\xff\xfe{}", b"{} {}"])
def test_what_is_no_json_cannot_be_checked(
    command: tuple[str, ...], file: Path, raw: bytes
) -> None:
    file.write_bytes(raw)
    code, said, complaints = run(*command, str(file))
    assert (code, said) == (2, "")
    assert complaints.startswith(f"unreadable: {file}: it is no")


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_what_cannot_be_opened_cannot_be_checked(
    command: tuple[str, ...], tmp_path: Path, name: str
) -> None:
    code, said, complaints = run(*command, str(tmp_path / name))
    assert (code, said) == (2, "")
    assert complaints.startswith(f"unreadable: {tmp_path / name}: ")
    assert len(complaints.splitlines()) == 1


def test_help(command: tuple[str, ...]) -> None:
    code, said, _ = run(*command, "--help")
    assert code == 0
    assert said.startswith("usage: verify.")


def test_without_a_file_it_says_how_it_is_called(command: tuple[str, ...]) -> None:
    code, said, complaints = run(*command)
    assert (code, said) == (2, "")
    assert complaints.startswith("usage: verify.")


def test_what_was_kept_has_a_line_for_each_file(
    command: tuple[str, ...], file: Path, tide: Json
) -> None:
    receipts, proof = file.with_name("receipts.json"), file.with_name("proof.json")
    receipts.write_text(json.dumps(receipts_of(tide)))
    proof.write_text(json.dumps(proof_of(tide, 20)))
    code, said, complaints = run(*command, str(file), str(receipts), str(proof))
    assert (code, complaints) == (0, "")
    lines = said.splitlines()
    assert [line for line in lines if line.startswith("kept")] == [
        f"kept     {receipts}: {len(receipts_of(tide))} receipts, 0 proofs and 0 texts agree",
        f"kept     {proof}: 0 receipts, 1 proof and 0 texts agrees",
    ]


@pytest.mark.parametrize(
    ("written", "place"), [('{"a": 1.0}', "/a"), ('[{"b": {}, "b": 1}]', "/0/b"), ("[0]", "/0")]
)
def test_a_fault_in_something_kept_names_its_file(
    command: tuple[str, ...], file: Path, written: str, place: str
) -> None:
    kept = file.with_name("kept.json")
    kept.write_text(written)
    code, said, complaints = run(*command, str(file), str(kept))
    assert (code, complaints) == (1, "")
    assert said.splitlines()[-1].startswith(f"kept     FAULT at {kept}#{place}: ")


def test_the_proof_of_a_game_that_was_called_off(command: tuple[str, ...], file: Path) -> None:
    file.write_text(json.dumps(CANCELLED))
    code, said, complaints = run(*command, str(file))
    assert (code, complaints) == (0, "")
    assert [line.split()[0] for line in said.splitlines()] == ["form", "seed"]


def test_a_record_is_no_proof_whatever_is_put_into_it(
    command: tuple[str, ...], file: Path, tide: Json
) -> None:
    file.write_text(json.dumps(proof_of(tide, 10**6) | tide))
    code, said, complaints = run(*command, str(file))
    assert (code, complaints) == (1, "")
    assert said.startswith("form     FAULT at /algorithm: ")


def test_a_game_that_is_under_way_has_no_proof(
    command: tuple[str, ...], file: Path, tide: Json
) -> None:
    file.write_text(json.dumps(proof_of(tide, 10**6) | {"status": "running"}))
    code, said, complaints = run(*command, str(file))
    assert (code, complaints) == (1, "")
    assert said == "form     FAULT at /status: is not that of a game that is over\n"


def test_the_javascript_file_works_where_there_is_no_node(file: Path, tide: Json) -> None:
    quiet = ("--experimental-vm-modules", "--no-warnings")
    code, said, complaints = run(node(), *quiet, str(HERE / "browser.mjs"), given=file.read_bytes())
    assert (code, complaints) == (0, "")
    assert tuple(said.splitlines()) == judged(InPython(), tide).lines
