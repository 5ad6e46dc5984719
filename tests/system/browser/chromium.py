"""The Chromium of this machine."""

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")


def path() -> str:
    """Where it is. Without one CI fails, and on other machines these tests are skipped."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        said = "There is no Chromium here: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(said, pytrace=False)
        pytest.skip(said)
    return found
