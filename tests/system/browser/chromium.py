"""The Chromium of this machine, and who is signed in in it. Nothing here needs Django."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright

from tests.system.flows.client import PASSWORD, Person

TIMEOUT = 300_000
"""Milliseconds. A busy machine may take its time."""
WHOLE = ("chromium", "chromium-browser", "google-chrome")
NAMES = ("chromium-headless-shell", *WHOLE)
"""What may be installed, the best first: the shell is a quarter quicker, but shows no notifications."""


@contextmanager
def launch(playwright: Playwright, names: Sequence[str]) -> Iterator[Browser]:
    """Start the first of these. Without any of them CI fails, and on other machines the test is skipped."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        said = f"There is no Chromium here: apt-get install {names[0]}"
        if os.environ.get("CI"):
            pytest.fail(said, pytrace=False)
        pytest.skip(said)
    with closing(playwright.chromium.launch(executable_path=found, timeout=TIMEOUT)) as started:
        yield started


def sign_in(context: BrowserContext, url: str, person: Person) -> None:
    """Sign this person in in a browser, without a page, instead of the player before."""
    player = _cookies(context).get("tide_player", "").partition(".")[2]
    if player == person.name:
        return
    if player:
        _send_form(context, url, "/session/end")
    context.request.get(f"{url}/account/login/")
    _send_form(context, url, "/account/login/", login=str(person.name), password=PASSWORD)


def end_sessions(browser: Browser | None, url: str, person: Person) -> None:
    """End what this person has open in all browsers, from another one."""
    assert browser is not None
    context = browser.new_context()
    sign_in(context, url, person)
    _send_form(context, url, "/account/sessions/")
    context.close()


def _send_form(context: BrowserContext, url: str, path: str, **form: str) -> None:
    headers = {"X-CSRFToken": _cookies(context)["csrftoken"], "Referer": url}
    assert context.request.post(url + path, form=dict(form), headers=headers).ok


def _cookies(context: BrowserContext) -> dict[str, str]:
    return {one["name"]: one["value"] for one in context.cookies()}
