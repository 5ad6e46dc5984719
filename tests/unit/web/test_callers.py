"""Whose turn a call takes."""

from typing import Any

import pytest
from rest_framework.exceptions import AuthenticationFailed

from players.models import Player
from tideapi.web import callers
from tideapi.web.callers import Callers


def sent(address: str, token: str | None = None, **more: Any) -> dict[str, Any]:
    header = {} if token is None else {"HTTP_AUTHORIZATION": f"Bearer {token}"}
    return {"REMOTE_ADDR": address, **header, **more}


def known(token: str, player: int) -> dict[str, Any]:
    """What is left of a call by somebody whose token is good."""
    return sent("192.0.2.1", token, **{"tide.caller": (Player(pk=player), object())})


def test_strangers_are_told_apart_by_their_address_and_not_by_tokens_that_are_none() -> None:
    some = Callers()
    assert some.caller_name(sent("192.0.2.1")) == some.caller_name(sent("192.0.2.1"))
    assert some.caller_name(sent("192.0.2.1")) != some.caller_name(sent("192.0.2.2"))
    for number in range(3):
        failed = AuthenticationFailed()
        some.learn_player(sent("192.0.2.1", f"none {number}", **{"tide.caller": failed}))
    names = {some.caller_name(sent("192.0.2.1", f"none {number}")) for number in range(10)}
    assert len(names) == 1
    assert names != {some.caller_name(sent("192.0.2.1"))}, (
        "who sends none does not wait behind them"
    )


def test_a_player_has_a_turn_of_her_own_wherever_she_is_and_whatever_token_she_sends() -> None:
    some = Callers()
    some.learn_player(known("one", 1))
    some.learn_player(known("other", 1))
    some.learn_player(known("bob's", 2))
    ann = some.caller_name(sent("192.0.2.1", "one"))
    assert ann == some.caller_name(sent("192.0.2.9", "other"))
    assert ann != some.caller_name(sent("192.0.2.1", "bob's"))
    assert ann != some.caller_name(sent("192.0.2.1", "anything else"))


def test_a_token_that_is_good_no_more_gives_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    some = Callers()
    some.learn_player(known("one", 1))
    some.learn_player(sent("192.0.2.1", "one", **{"tide.caller": AuthenticationFailed()}))
    assert some.caller_name(sent("192.0.2.1", "one")) == some.caller_name(sent("192.0.2.1", "none"))
    monkeypatch.setattr(callers, "FOR", -1.0)
    some.learn_player(known("two", 2))
    assert some.caller_name(sent("192.0.2.1", "two")) == some.caller_name(sent("192.0.2.1", "none"))


def test_only_so_many_tokens_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callers, "KNOWN", 2)
    some = Callers()
    for number in range(3):
        some.learn_player(known(str(number), number))
    names = [some.caller_name(sent("192.0.2.1", str(number))) for number in range(3)]
    assert names == ["token from 192.0.2.1", "player 1", "player 2"]
