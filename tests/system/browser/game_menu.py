"""The game menu of a table: entries that a player opens, and players who play from elsewhere."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator

from tests.system.browser.visiting import Visitor
from tests.system.flows.client import PASSWORD, Json, Person

Come = Callable[..., Visitor]


def person(url: str, name: str) -> Person:
    return Person.signs_up(url, f"{name}-{uuid4().hex[:8]}")


def with_test_token(who: Person) -> Person:
    """The same player, who may move the time of her games forward."""
    wish = {"username": who.name, "password": PASSWORD, "test": True}
    return Person(who.url, who.call("POST", "/me/tokens", wish).ok()["token"], who.name)


def sits(come: Come, who: Person, game: str, **more: Any) -> Visitor:
    """A player's browser at this table, once its menu is there."""
    visitor = come(**more)
    visitor.plays_as(who)
    visitor.opens(f"/game/{game}")
    visitor.page.locator(".game-menu button").first.wait_for()
    return visitor


def opens(visitor: Visitor, name: str) -> Locator:
    """An entry of the menu, opened: its dialog."""
    visitor.page.locator(".game-menu").get_by_role("button", name=name).click()
    dialog = visitor.page.get_by_role("dialog", name=name)
    dialog.wait_for()
    return dialog


def closes(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("dialog").wait_for(state="detached")


def play_on(game: str, *players: Person) -> None:
    """All of them seal their first legal action each time, to the end."""
    while True:
        for who in players:
            seen = who.waits_for(game, _asked_or_over, 240)
            if seen["status"] == "finished":
                return
            if seen["mine"]["submission"] is None and seen["mine"]["legal_actions"]:
                who.seals(game, seen["turn"]["number"], seen["mine"]["legal_actions"][0])


def _asked_or_over(game: Json) -> bool:
    """Somebody else may be asked alone, if this player is eliminated."""
    return game["status"] == "finished" or game["turn"] is not None
