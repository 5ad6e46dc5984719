"""The training of the bot that learns."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from packages.playouts.training import __main__ as training
from packages.playouts.training import imitation


def test_the_same_training_gives_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("cc") is None and "CI" not in os.environ:
        pytest.skip("There is no C compiler here.")
    monkeypatch.setattr(imitation, "TRIED", 20)
    steps = ["--steps", "2", "--examples", "200", "--imitation-steps", "2"]

    def train(name: str, *more: str) -> list[dict[str, Any]]:
        files = [tmp_path / f"{name}-{bot}" for bot in ("strong", "careful")]
        into = ["--file", str(files[0]), "--imitation", str(files[1])]
        monkeypatch.setattr("sys.argv", ["", *steps, *into, *more])
        training.main()
        return [json.loads(file.read_text()) for file in files]

    one = train("one")
    assert train("two") == one
    for other, same in zip(train("three", "--seed", "2"), one, strict=True):
        assert other["weights"] != same["weights"]
