"""Several people at one table, each in a browser of her own; and what they do at its desk."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator

from tests.browser.visiting import Visitor
from tests.flows.client import Person

Come = Callable[..., Visitor]


def person(url: str, name: str) -> Person:
    return Person.signs_up(url, f"{name}-{uuid4().hex[:8]}")


def sits(come: Come, who: Person, game: str, **more: Any) -> Visitor:
    """Somebody's browser at this table, once the desk is there."""
    visitor = come(**more)
    visitor.plays_as(who)
    visitor.opens(f"/game/{game}")
    visitor.page.locator(".desk button").first.wait_for()
    return visitor


def opens(visitor: Visitor, name: str) -> Locator:
    """Something of the desk, opened: its dialog."""
    visitor.page.locator(".desk").get_by_role("button", name=name).click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.wait_for()
    return dialog


def closes(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("dialog").wait_for(state="detached")


def plays_on(who: Person, game: str) -> None:
    """Seal the first legal action each time, to the end."""
    while True:
        seen = who.waits_for(
            game, lambda now: now["status"] == "finished" or bool(now["mine"]["legal_actions"]), 240
        )
        if seen["status"] == "finished":
            return
        who.seals(game, seen["turn"]["number"], seen["mine"]["legal_actions"][0])
