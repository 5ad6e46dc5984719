"""`python docker/pin.py`, with a Docker that knows some digests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.docker.files import COMPOSE, DOCKERFILE
from tideapi.local.up import ROOT

DIGEST = "sha256:" + "0123456789abcdef" * 4
FAKE = """#!/bin/sh
[ "$1 $2 $3" = "buildx imagetools inspect" ] || exit 9
for name; do :; done
case "$name" in
  *@*) echo "has a digest already: $name" >&2; exit 1 ;;
  "$UNKNOWN") echo "no such image" >&2; exit 1 ;;
esac
echo "$DIGEST"
"""


@pytest.fixture
def files(folder: Path) -> Path:
    for file in (DOCKERFILE, COMPOSE):
        shutil.copy(file, folder)
    fake = folder / "docker"
    fake.write_text(FAKE)
    fake.chmod(0o755)
    return folder


def pin(files: Path, **more: str) -> "subprocess.CompletedProcess[str]":
    env = {"PATH": f"{files}:{os.environ['PATH']}", "DIGEST": DIGEST, "UNKNOWN": "", **more}
    command = [sys.executable, str(ROOT / "docker/pin.py"), str(files)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)


def texts(files: Path) -> list[str]:
    return [(files / file.name).read_text() for file in (DOCKERFILE, COMPOSE)]


def test_every_base_image_gets_its_digest_and_nothing_else_changes(files: Path) -> None:
    before = texts(files)
    said = pin(files)
    assert said.returncode == 0, said.stderr
    pinned = texts(files)
    for text in pinned:
        named = [
            line for line in text.splitlines() if "PYTHON_IMAGE=" in line or " image: " in line
        ]
        assert all(line.endswith(f"@{DIGEST}") or line == "  image: tideapi" for line in named)
    assert [text.replace(f"@{DIGEST}", "") for text in pinned] == before
    assert "".join(pinned).count(DIGEST) == 3


def test_another_time_it_writes_the_digest_of_that_time(files: Path) -> None:
    pin(files)
    other = DIGEST.replace("0", "f")
    assert pin(files, DIGEST=other).returncode == 0
    assert DIGEST not in "".join(texts(files))
    assert "".join(texts(files)).count(other) == 3


@pytest.mark.parametrize("fault", [{"UNKNOWN": "postgres:18"}, {"DIGEST": "nothing"}])
def test_if_one_cannot_be_found_none_is_written(files: Path, fault: dict[str, str]) -> None:
    before = texts(files)
    said = pin(files, **fault)
    assert said.returncode != 0
    assert ":" in said.stderr
    assert texts(files) == before
