"""The film of the README: a sealed round, and a late player for whom the server plays.

    TIDE_SANDBOX_ENABLED=1 make up
    python -m tools.pictures.film --url http://127.0.0.1:8000

It needs a sandbox, because the deadline of a day has to pass, and Pillow.
"""

import argparse
import io
import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.system.browser.chromium import NAMES
from tests.system.browser.login import sign_in
from tests.system.flows.client import PASSWORD, Person

FILM = Path("docs/pictures/film.webp")
SIZE = (660, 880)
SHOWN = (495, 660)
NO_NOTES = "localStorage.setItem('tide-notes', '[\"no more\"]')"
CAPTION = """(words) => {
  const line = document.getElementById("film") ?? document.body.appendChild(document.createElement("div"));
  line.id = "film";
  line.textContent = words;
  for (const [name, value] of Object.entries({position: "fixed", inset: "auto 0 0 0", padding: "0.7rem 1rem",
    background: "#123", color: "#fff", font: "600 19px system-ui", textAlign: "center", zIndex: 99})) {
    line.style[name] = value;
  }
}"""
SETTLED = 1500
"""Milliseconds after which nothing on a page moves any more."""


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--url", default="http://127.0.0.1:8000")
    given.add_argument("--into", type=Path, default=FILM)
    wish = given.parse_args()
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        ann, bob, cat = (
            Person.signs_up(wish.url, f"{name}-{uuid4().hex[:4]}") for name in ("ann", "bob", "cat")
        )
        game = ann.opens("turn_the_tide", {}, 3)["id"]
        bob.joins(game)
        cat.joins(game)
        context = browser.new_context(
            viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce"
        )
        sign_in(context, ann.url, ann)
        context.add_init_script(NO_NOTES)
        page = context.new_page()
        page.goto(f"{wish.url}/game/{game}")
        page.locator("form.table input[name=action]").first.wait_for()
        frames = list(_play_round(page, ann, bob, game))
        browser.close()
    pictures = [Image.open(io.BytesIO(shot)).resize(SHOWN) for shot, _ in frames]
    pictures[0].save(
        wish.into,
        save_all=True,
        append_images=pictures[1:],
        duration=[milliseconds for _, milliseconds in frames],
        loop=0,
        quality=70,
        method=6,
    )
    print(f"{wish.into}: {wish.into.stat().st_size} bytes, {len(frames)} pictures")


def _play_round(page: Page, ann: Person, bob: Person, game: str) -> Iterator[tuple[bytes, int]]:
    """Yield each picture, and the milliseconds that it is shown for."""
    yield _shoot(page, "Turn 1. Each player picks a card."), 1700
    page.locator("form.table input[name=action]").nth(8).check()
    yield _shoot(page, "Ann picks hers …"), 1200
    page.get_by_role("button", name="Seal").click()
    yield _shoot(page, "… and seals it. Nobody else can see it."), 1800
    bob.seals(game, 1, bob.sees(game)["mine"]["legal_actions"][4])
    yield _shoot(page, "Bob seals his. Cat is away."), 1800
    asked = {"username": bob.name, "password": PASSWORD, "test": True}
    tester = Person(bob.url, bob.call("POST", "/me/tokens", asked).ok()["token"], bob.name)
    tester.call("POST", f"/games/{game}/clock/forward", {"by": "PT24H"}).ok()
    ann.waits_for(game, lambda now: now["turn"]["number"] > 1, 60)
    opened = "A day later: the server plays for Cat, and all cards open."
    yield _shoot(page, opened, "form.table .dock"), 2600
    yield _shoot(page, "The next turn begins. No game stalls."), 1700


def _shoot(page: Page, words: str, top: str = "form.table") -> bytes:
    """Return a picture of the page from this element on, with a caption."""
    page.wait_for_timeout(SETTLED)
    page.evaluate(CAPTION, words)
    page.locator(top).first.evaluate(
        "(element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 8)"
    )
    return page.screenshot()


if __name__ == "__main__":
    main()
