"""The two pictures of the README: each game on a desk, without what stands around the table.

    python -m tools.pictures.screenshots --url http://127.0.0.1:8000

The server is a sandbox or has generous limits: two games are opened and played for it.
"""

import argparse
import shutil
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Browser, sync_playwright

from tests.system.browser.chromium import NAMES
from tests.system.browser.login import sign_in
from tests.system.flows.client import Json, Person

FOLDER = Path("docs/pictures")
SIZE = (1200, 800)
GAMES: dict[str, Json] = {
    "turn_the_tide": {},
    "high_tide": {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]},
}
MOVES = 8
NO_NOTES = "localStorage.setItem('tide-notes', '[\"no more\"]')"
SETTLED = 2500
"""Milliseconds after which nothing on a page moves any more."""


def main() -> None:
    given = argparse.ArgumentParser(
        prog="python -m tools.pictures.screenshots", description=__doc__
    )
    given.add_argument("--url", default="http://127.0.0.1:8000")
    given.add_argument("--into", type=Path, default=FOLDER)
    wish = given.parse_args()
    ann = Person.signs_up(wish.url, f"ann-{uuid4().hex[:8]}")
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        for ruleset, options in GAMES.items():
            game = ann.opens(ruleset, options, 3, bots=["careful", "random"])["id"]
            _play(ann, game)
            _take(browser, ann, game, wish.into / f"{ruleset.replace('_', '-')}.png")
        browser.close()


def _play(ann: Person, game: str) -> None:
    """Seal the middle one of the legal actions some times, and be asked afterwards."""
    for move in range(MOVES + 1):
        seen = ann.waits_for(game, lambda now: bool(now["mine"]["legal_actions"]), 120)
        actions = seen["mine"]["legal_actions"]
        if move < MOVES:
            ann.seals(game, seen["turn"]["number"], actions[len(actions) // 2])


def _take(browser: Browser, ann: Person, game: str, picture: Path) -> None:
    width, height = SIZE
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB"
    )
    sign_in(context, ann.url, ann)
    context.add_init_script(NO_NOTES)
    page = context.new_page()
    page.goto(f"{ann.url}/game/{game}")
    page.wait_for_selector(".history")
    page.wait_for_timeout(SETTLED)
    page.locator("form.table input[name=action]").first.check()
    page.wait_for_timeout(SETTLED)
    # As high as the page, so that what sticks to its edge is where it belongs.
    whole: int = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": width, "height": max(whole, height)})
    box = page.locator("main").bounding_box()
    assert box is not None
    page.screenshot(path=picture, clip={"x": 0, "y": box["y"], "width": width, "height": height})
    context.close()
    print(picture)


if __name__ == "__main__":
    main()
