"""A client is generated once for each document, and what its generator complains of is told."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clients import client as clients
from tests.clients import making
from tests.clients.client import Client
from tests.clients.commands import Failed
from tests.clients.making import make

Made = Callable[..., Client]


@pytest.fixture
def generator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """A client of a generator that is this program, for a document that can be changed."""
    monkeypatch.setattr(clients, "MADE", tmp_path / "made")
    monkeypatch.setattr(making, "DOCUMENT", tmp_path / "document")
    (tmp_path / "document").write_text("one")

    def with_program(program: str, **other: object) -> Client:
        command = (sys.executable, "-c", program)
        return Client("one", generator="", options="", generate=(command,), **other)  # type: ignore[arg-type]

    return with_program


def test_it_is_generated_anew_only_when_the_document_has_changed(
    generator: Made, tmp_path: Path
) -> None:
    client = generator("import pathlib; pathlib.Path('tide').mkdir()")
    assert make(client).generated_in is not None
    assert make(client).generated_in is None
    (tmp_path / "document").write_text("another")
    assert make(client).generated_in is not None


def test_a_warning_is_told_unless_it_says_nothing_of_the_document(generator: Made) -> None:
    lines = (
        "WARN no name",
        "[main] INFO  writing Errors.kt",
        "OpenAPI 3.1 support is still in beta, I warn",
        "WARN as ever",
    )
    said = "\n".join(lines)
    client = generator(f"print({said!r})", always=("as ever",))
    assert make(client).warnings == ["WARN no name"]


def test_what_cannot_be_generated_or_compiled_is_no_client(generator: Made) -> None:
    with pytest.raises(Failed, match="out of words"):
        make(generator("raise SystemExit('out of words')"))
    wrong = (sys.executable, "-c", "raise SystemExit('does not compile')")
    with pytest.raises(Failed, match="does not compile"):
        make(generator("print('good')", compile=(wrong,)))
