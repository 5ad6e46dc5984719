"""Every page of the table as a picture, on a telephone and on a desk, by day and by night.

    python -m tests.browser.screenshots --url http://127.0.0.1:8000 --into .shots

The server is a sandbox or has generous limits: a few games are opened for it.
"""

import argparse
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import NAMES
from tests.flows.client import Person

SIZES = {"phone": (390, 844), "desk": (1400, 900)}
SCHEMES = ("light", "dark")
EXPANSIONS = ["coins", "shark_alert", "surfer", "baywatch"]
MOVES = 8
SETTLED = 2500
"""Milliseconds after which nothing on a page moves any more."""


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--url", default="http://127.0.0.1:8000")
    given.add_argument("--into", type=Path, default=Path(".shots"))
    wish = given.parse_args()
    wish.into.mkdir(parents=True, exist_ok=True)
    ann = Person.signs_up(wish.url, f"ann-{uuid4().hex[:8]}")
    pages = dict(_pages(ann))
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium)
        for size in SIZES:
            for scheme in SCHEMES:
                for name, path in pages.items():
                    page = _open(started, ann, size, scheme)
                    page.goto(wish.url + path)
                    page.wait_for_selector("h1")
                    page.wait_for_timeout(SETTLED)
                    file = wish.into / f"{name}-{size}-{scheme}.png"
                    _fit(page)
                    page.screenshot(path=file)
                    page.context.close()
                    print(file)
        started.close()


def _open(browser: Browser, ann: Person, size: str, scheme: str) -> Page:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    held = json.dumps({"token": ann.token, "username": ann.name, "refresh": None})
    context.add_init_script(f"sessionStorage.setItem('tide-token', {held!r})")
    return context.new_page()


def _fit(page: Page) -> None:
    """Make the window as high as the page: so what sticks to its edge is where it belongs."""
    size = page.viewport_size
    height: int = page.evaluate("document.documentElement.scrollHeight")
    if size and height > size["height"]:
        page.set_viewport_size({"width": size["width"], "height": height})


def _pages(ann: Person) -> Iterator[tuple[str, str]]:
    """Names and addresses; games in several states are opened and played for them."""
    yield from {"front": "/", "home": "/home", "lobby": "/lobby", "open": "/open"}.items()
    yield from {"signed-in": "/signed-in", "no-game": "/game/nobodys", "lost": "/nowhere"}.items()
    yield from {
        "people": "/people",
        "settings": "/settings",
        "player": f"/player/{ann.name}",
    }.items()
    waiting = ann.opens("turn_the_tide", {}, 4, bots=["random"])["id"]
    yield "waiting-room", f"/game/{waiting}"
    link = ann.call("POST", f"/games/{waiting}/invitations", {"uses": 2}).ok()["code"]
    yield "invitation", f"/invitation/{link}"
    bots = ["careful", "random"]
    for name, ruleset, options, moves in (
        ("turn-the-tide", "turn_the_tide", {}, MOVES),
        ("turn-the-tide-over", "turn_the_tide", {}, None),
        ("high-tide", "high_tide", {"expansions": EXPANSIONS}, MOVES),
        ("high-tide-over", "high_tide", {"expansions": EXPANSIONS}, None),
    ):
        game = ann.opens(ruleset, options, 3, bots=bots)["id"]
        _play(ann, game, moves)
        yield name, f"/game/{game}"


def _play(ann: Person, game: str, moves: int | None) -> None:
    """Seal the middle one of the legal actions so many times, or to the end; be asked afterwards."""
    while moves is None or moves >= 0:
        seen = ann.waits_for(
            game, lambda now: now["status"] == "finished" or bool(now["mine"]["legal_actions"]), 120
        )
        if seen["status"] == "finished" or moves == 0:
            return
        actions = seen["mine"]["legal_actions"]
        ann.seals(game, seen["turn"]["number"], actions[len(actions) // 2])
        moves = None if moves is None else moves - 1


if __name__ == "__main__":
    main()
