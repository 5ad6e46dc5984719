"""The pictures of the README, by the machine's Chromium and a server of its own.

Each game on a desk, without what stands around the table; and the film: a sealed round, and a late player
for whom the server plays.
"""

import argparse
import io
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.running import SETTINGS, mortal_server
from tests.servers import FOR_TESTS
from tests.system.browser.chromium import NAMES, sign_in
from tests.system.flows.client import PASSWORD, Json, Person

DESK = (1200, 800)
GAMES: dict[str, Json] = {
    "turn_the_tide": {},
    "high_tide": {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]},
}
MOVES = 8
FILM = (660, 880)
SHOWN = (495, 660)
NO_NOTES = "localStorage.setItem('tide-notes', '[\"no more\"]')"
CAPTION = """(words) => {
  const line = document.getElementById("film") ?? document.body.appendChild(document.createElement("div"));
  line.id = "film";
  line.textContent = words;
  for (const [name, value] of Object.entries({position: "fixed", inset: "0 0 auto 0", padding: "0.7rem 1rem",
    background: "#123", color: "#fff", font: "600 19px system-ui", textAlign: "center", zIndex: 99})) {
    line.style[name] = value;
  }
}"""
SETTLED = 2000
"""Milliseconds after which nothing on a page moves any more."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("--into", type=Path, default=Path("docs/pictures"))
    folder = parser.parse_args().into
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    with mortal_server({**os.environ, **FOR_TESTS, **SETTINGS}) as server, sync_playwright() as p:
        server.start()
        browser = p.chromium.launch(executable_path=chromium)
        ann, bob, cat, dan = (
            Person.signs_up(server.url, one) for one in ("ann", "bob", "cat", "dan")
        )
        for ruleset, options in GAMES.items():
            game = dan.opens(ruleset, options, 3, bots=["careful", "random"])["id"]
            _play(dan, game)
            _take(browser, dan, game, folder / f"{ruleset.replace('_', '-')}.png")
        game = ann.opens("turn_the_tide", {}, 3)["id"]
        bob.joins(game)
        cat.joins(game)
        page = _open(browser, ann, game, FILM)
        _save(list(_play_round(page, ann, bob, game)), folder / "film.webp")
        browser.close()


def _open(browser: Browser, person: Person, game: str, size: tuple[int, int]) -> Page:
    """Return the page of a game on which the player is asked."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB"
    )
    sign_in(context, person.url, person)
    context.add_init_script(NO_NOTES)
    page = context.new_page()
    page.goto(f"{person.url}/game/{game}")
    page.locator("form.table [name=action]").first.wait_for()
    page.wait_for_timeout(SETTLED)
    return page


def _play(dan: Person, game: str) -> None:
    """Seal the middle one of the legal actions some times, and be asked afterwards."""
    for move in range(MOVES + 1):
        seen = dan.waits_for(game, lambda now: bool(now["mine"]["legal_actions"]), 120)
        actions = seen["mine"]["legal_actions"]
        if move < MOVES:
            dan.seals(game, seen["turn"]["number"], actions[len(actions) // 2])


def _take(browser: Browser, dan: Person, game: str, picture: Path) -> None:
    page = _open(browser, dan, game, DESK)
    # A card is chosen; an answer of High Tide is looked at, as one press would play it.
    page.locator("form.table [name=action]").last.focus()
    if page.locator("form.table input[name=action]").count():
        page.keyboard.press("Space")
    page.wait_for_timeout(SETTLED)
    # As high as the page, so that what sticks to its edge is where it belongs.
    width, height = DESK
    whole: int = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": width, "height": max(whole, height)})
    box = page.locator("main").bounding_box()
    assert box is not None
    page.screenshot(path=picture, clip={"x": 0, "y": box["y"], "width": width, "height": height})
    page.context.close()
    print(picture)


def _play_round(page: Page, ann: Person, bob: Person, game: str) -> Iterator[tuple[bytes, int]]:
    """Yield each picture, and the milliseconds that it is shown for."""
    yield _shoot(page, "Turn 1. Each player picks a card."), 1700
    _choose(page, 8)
    yield _shoot(page, "Ann picks hers …"), 1200
    page.locator(".seal-bar button.main").click()
    yield _shoot(page, "… and seals it. Nobody else can see it."), 1800
    bob.seals(game, 1, bob.sees(game)["mine"]["legal_actions"][4])
    yield _shoot(page, "Bob seals his. Cat is away."), 1800
    asked = {"username": bob.name, "password": PASSWORD, "test": True}
    tester = Person(bob.url, bob.call("POST", "/me/tokens", asked).ok()["token"], bob.name)
    tester.call("POST", f"/games/{game}/clock/forward", {"by": "PT24H"}).ok()
    ann.waits_for(game, lambda now: now["turn"]["number"] > 1, 60)
    yield _shoot(page, "A day later: the server plays for Cat, and all cards open."), 2600
    _choose(page, 3)
    yield _shoot(page, "The next turn begins. No game stalls."), 1700


def _choose(page: Page, card: int) -> None:
    page.locator("form.table input[name=action]").nth(card).focus()
    page.keyboard.press("Space")


def _shoot(page: Page, words: str) -> bytes:
    """Return a picture of the table below a caption."""
    page.wait_for_timeout(SETTLED)
    page.evaluate(CAPTION, words)
    page.locator("form.table").evaluate(
        "(element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 46)"
    )
    return page.screenshot()


def _save(frames: list[tuple[bytes, int]], film: Path) -> None:
    first, *rest = (Image.open(io.BytesIO(shot)).resize(SHOWN) for shot, _ in frames)
    durations = [milliseconds for _, milliseconds in frames]
    first.save(
        film, save_all=True, append_images=rest, duration=durations, loop=0, quality=70, method=6
    )
    print(f"{film}: {film.stat().st_size} bytes, {len(frames)} pictures")


if __name__ == "__main__":
    main()
