"""What rows are called."""

import secrets

import pytest

from games.models import new_id


def test_no_id_begins_as_an_option_of_a_command_does(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-abc", "--de", "f-gh"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(drawn))
    assert new_id() == "f-gh"
