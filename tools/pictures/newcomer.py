"""From nothing to the first sealed card: how long it takes a newcomer, and how many clicks.

    python -m tools.pictures.newcomer

It clones what is committed here into a new folder, calls `make up` there, opens the address in Chromium and
plays a card. The second start, with everything installed, is measured too.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.system.browser.chromium import NAMES
from tideapi.local.valkey import free_port

HERE = Path(__file__).resolve().parents[2]
PATIENCE = 1800
LOOK_EVERY = 0.2


class Clicks:
    """A page on which clicks are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.count += 1


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="tide-newcomer-") as folder:
        clone = Path(folder) / "tideapi"
        begun = time.monotonic()
        subprocess.run(["git", "clone", "--quiet", str(HERE), str(clone)], check=True)
        say("git clone", begun)
        for name in ("make up, the first time", "make up, the second time"):
            begun = time.monotonic()
            with up(clone) as url:
                say(f"{name}, until the page answers", begun)
                begun = time.monotonic()
                clicks = plays(url)
                say(f"from the address to the first sealed card, {clicks} clicks", begun)


@contextmanager
def up(clone: Path) -> Iterator[str]:
    """`make up` in that folder, with nothing of this process's environment; its address once it answers."""
    port = free_port()
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    command = ["make", "up", f"PORT={port}", f"PYTHON={sys.executable}"]
    running = subprocess.Popen(
        command, cwd=clone, env=kept, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        url = f"http://localhost:{port}"
        deadline = time.monotonic() + PATIENCE
        while not answers(url):
            assert running.poll() is None, "make up has ended"
            assert time.monotonic() < deadline, "nothing answers"
            time.sleep(LOOK_EVERY)
        yield url
    finally:
        os.killpg(running.pid, signal.SIGINT)
        running.wait()


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=5) as said:
            return bool(said.status == 200)
    except OSError:
        return False


def plays(url: str) -> int:
    """Open the address and play the first card against bots; how many clicks that took."""
    with sync_playwright() as playwright:
        chromium = next(filter(None, map(shutil.which, NAMES)), None)
        browser = playwright.chromium.launch(executable_path=chromium)
        page = browser.new_page(locale="en-GB")
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(url)
        hand = Clicks(page)
        hand.click("button:has-text('Play now')")
        hand.click(".hand .card")
        hand.click(".seal-bar button.main")
        # The bots have answered already, so the card closes the turn and is revealed.
        page.wait_for_selector(".history .reveal")
        browser.close()
        return hand.count


def say(what: str, since: float) -> None:
    print(f"{what}: {time.monotonic() - since:.1f} s", flush=True)


if __name__ == "__main__":
    main()
