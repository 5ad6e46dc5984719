"""Every page of the table as a picture, on a telephone and on a desk, by day and by night.

    python -m tools.pictures.screenshots --url http://127.0.0.1:8000 --into .shots
    python -m tools.pictures.screenshots --url http://127.0.0.1:8000 --readme

The server is a sandbox or has generous limits: a few games are opened for it. `--readme` makes the two
pictures of docs/pictures/ anew, and no others.
"""

import argparse
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Browser, Page, sync_playwright

from tests.system.browser.chromium import NAMES
from tests.system.browser.login import sign_in
from tests.system.flows.client import Person

SIZES = {"phone": (390, 844), "desk": (1400, 900)}
SCHEMES = ("light", "dark")
EXPANSIONS = ["coins", "shark_alert", "surfer", "baywatch"]
MOVES = 8
README = Path("docs/pictures")
README_SIZE = (1200, 800)
NO_NOTES = "localStorage.setItem('tide-notes', '[\"no more\"]')"
SETTLED = 2500
"""Milliseconds after which nothing on a page moves any more."""


@dataclass(frozen=True)
class Shot:
    """A page, and how it is looked at."""

    name: str
    path: str
    presses: tuple[str, ...] = ()
    language: str = "en"
    notes: bool = False
    reading: str = "h1"
    """What has to be there before it is looked at."""


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--url", default="http://127.0.0.1:8000")
    given.add_argument("--into", type=Path, default=Path(".shots"))
    given.add_argument("--only", default="", help="names that begin so")
    given.add_argument("--readme", action="store_true")
    wish = given.parse_args()
    ann = Person.signs_up(wish.url, f"ann-{uuid4().hex[:8]}")
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium)
        if wish.readme:
            _for_the_readme(started, ann)
        else:
            wish.into.mkdir(parents=True, exist_ok=True)
            shots = [one for one in _pages(ann) if one.name.startswith(wish.only)]
            for size in SIZES:
                for scheme in SCHEMES:
                    for shot in shots:
                        _take(started, ann, shot, size, scheme, wish.into)
        started.close()


def _take(browser: Browser, ann: Person, shot: Shot, size: str, scheme: str, into: Path) -> None:
    page = _open(browser, ann, SIZES[size], scheme, shot)
    _look(page, ann.url, shot)
    if not page.locator("dialog[open]").count():
        _fit(page)
    file = into / f"{shot.name}-{size}-{scheme}.png"
    page.screenshot(path=file)
    page.context.close()
    print(file)


def _for_the_readme(browser: Browser, ann: Person) -> None:
    """Both games on a desk by day, without what stands around the table."""
    README.mkdir(parents=True, exist_ok=True)
    for shot in _played(ann):
        if shot.name in {"turn-the-tide", "high-tide"}:
            page = _open(browser, ann, README_SIZE, "light", shot)
            _look(page, ann.url, shot)
            page.locator("form.table input[name=action]").first.check()
            page.wait_for_timeout(SETTLED)
            _fit(page)
            picture = README / f"{shot.name}.png"
            box = page.locator("main").bounding_box()
            assert box is not None
            width, height = README_SIZE
            page.screenshot(
                path=picture, clip={"x": 0, "y": box["y"], "width": width, "height": height}
            )
            page.context.close()
            print(picture)


def _look(page: Page, url: str, shot: Shot) -> None:
    page.goto(url + shot.path)
    page.wait_for_selector("h1")
    for name in shot.presses:
        page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_selector(shot.reading)
    page.wait_for_timeout(SETTLED)


def _open(browser: Browser, ann: Person, size: tuple[int, int], scheme: str, shot: Shot) -> Page:
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale={"en": "en-GB", "de": "de-DE"}[shot.language],
    )
    sign_in(context, ann.url, ann)
    if not shot.notes:
        context.add_init_script(NO_NOTES)
    return context.new_page()


def _fit(page: Page) -> None:
    """Make the window as high as the page: so what sticks to its edge is where it belongs."""
    size = page.viewport_size
    height: int = page.evaluate("document.documentElement.scrollHeight")
    if size and height > size["height"]:
        page.set_viewport_size({"width": size["width"], "height": height})


def _pages(ann: Person) -> Iterator[Shot]:
    """All pages; games in several states are opened and played for them."""
    for name, path in {"front": "/", "home": "/home", "lobby": "/lobby", "open": "/open"}.items():
        yield Shot(name, path)
        yield Shot(f"{name}-de", path, language="de")
    others = {"no-game": "/game/nobodys", "lost": "/nowhere"}
    others |= {
        "people": "/people",
        "settings": "/settings",
        "notices": "/notices",
        "player": f"/player/{ann.name}",
    }
    for name, path in others.items():
        yield Shot(name, path)
    for ruleset in ("turn_the_tide", "high_tide"):
        for language in ("en", "de"):
            name = f"rules-{ruleset.replace('_', '-')}-{language}"
            yield Shot(name, f"/rules/{ruleset}", language=language, reading=".rules")
    waiting = ann.opens("turn_the_tide", {}, 4, bots=["random"])["id"]
    yield Shot("waiting-room", f"/game/{waiting}")
    link = ann.call("POST", f"/games/{waiting}/invitations", {"uses": 2}).ok()["code"]
    yield Shot("invitation", f"/invitation/{link}")
    yield from _played(ann)


def _played(ann: Person) -> Iterator[Shot]:
    """The pages of games that have gone on for some moves, or are over."""
    bots = ["careful", "random"]
    for name, ruleset, options, moves in (
        ("turn-the-tide", "turn_the_tide", {}, MOVES),
        ("turn-the-tide-over", "turn_the_tide", {}, None),
        ("high-tide", "high_tide", {"expansions": EXPANSIONS}, MOVES),
        ("high-tide-over", "high_tide", {"expansions": EXPANSIONS}, None),
    ):
        game = ann.opens(ruleset, options, 3, bots=bots)["id"]
        _play(ann, game, moves)
        path = f"/game/{game}"
        yield Shot(name, path, reading=".history")
        if moves is not None:
            yield Shot(f"{name}-de", path, language="de", reading=".history")
            yield Shot(f"{name}-explained", path, notes=True, reading=".note")
            yield Shot(f"{name}-rules", path, presses=("Rules",), reading=".sheet .rules")


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
