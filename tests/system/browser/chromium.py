"""The Chromium of this machine."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import Browser, Playwright

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
