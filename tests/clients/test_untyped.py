"""Members that have lost their type are found, those that never had one are not."""

from pathlib import Path

import pytest

from tests.clients import client as clients
from tests.clients.catalogue import BY_NAME
from tests.clients.untyped import open_members, untyped

KOTLIN = BY_NAME["kotlin"]


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that the generator for Kotlin might have written."""
    monkeypatch.setattr(clients, "MADE", tmp_path)
    path = KOTLIN.folder / "tide" / "src" / "models" / "Question.kt"
    path.parent.mkdir(parents=True)
    return path


def test_a_member_without_a_type_is_named(model: Path) -> None:
    model.write_text("    val seat: kotlin.Any,\n    val turn: kotlin.Int,\n")
    assert list(untyped(KOTLIN)) == ["Question.kt: val seat: kotlin.Any,"]


def test_a_list_of_anything_is_no_type_either(model: Path) -> None:
    model.write_text("    val hand: kotlin.collections.List<kotlin.Any>? = null,\n")
    assert len(list(untyped(KOTLIN))) == 1


def test_what_is_open_in_the_document_may_be_anything(model: Path) -> None:
    assert "data" in open_members()
    model.write_text("    val `data`: kotlin.collections.Map<kotlin.String, kotlin.Any>,\n")
    assert list(untyped(KOTLIN)) == []


def test_little_is_open_in_the_document() -> None:
    assert open_members() <= {
        "action", "actions", "address", "data", "from", "options", "order", "setup", "table", "value",
    }  # fmt: skip
