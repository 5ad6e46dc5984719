"""What becomes of letters on a machine for development."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.app.pages.visitor import Visitor
from tideapi.environment import Environment
from tideapi.local import up
from tideapi.local.state import StateFolder


def given(folder: Path, port: int = 8100) -> dict[str, str]:
    """What `make up` gives its processes."""
    state = StateFolder(folder)
    state.logs.mkdir(parents=True)
    backing: Any = SimpleNamespace(environment={})
    return up.server_environment(state, backing, port)


def test_they_are_files_in_the_states_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MAIL_URL", raising=False)
    url = given(tmp_path / "my state")["MAIL_URL"]
    monkeypatch.setenv("MAIL_URL", url)
    read = Environment().read_mail("MAIL_URL", default="")
    assert read["FILE_PATH"] == str(tmp_path / "my state" / "mail")
    # Another mail server goes before.
    monkeypatch.setenv("MAIL_URL", "smtp://mail.example")
    assert given(tmp_path / "other")["MAIL_URL"] == "smtp://mail.example"


def test_they_lead_to_this_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIDE_URL", raising=False)
    assert given(tmp_path)["TIDE_URL"] == "http://localhost:8100"


def test_the_page_says_where_on_such_a_machine_alone(settings: Any, db: None) -> None:
    settings.TIDE_MAIL_ENABLED, settings.EMAIL_FILE_PATH = True, "/somewhere/mail"
    page = "/account/password/reset/done/"
    assert "/somewhere/mail" not in Visitor().visit(page).html
    settings.DEBUG = True
    assert "/somewhere/mail" in Visitor().visit(page).html
