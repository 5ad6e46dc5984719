"""axe's faults of a page, and what of it is wider than its screen."""

import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page

FILE = Path(sys.prefix) / "page/node_modules/axe-core/axe.min.js"
SCREENS = [(320, "dark"), (1400, "light"), (320, "light"), (1400, "dark")]
"""Widths and colour schemes in which pages are looked at."""
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  (one) => one.id + ": " + one.nodes.map((node) => node.target.join(" ")).join(", "))"""
WIDER = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => `${one.tagName} ${one.getAttribute("class") ?? ""}`)"""


def require() -> None:
    """Skip where axe is not installed; in CI that is a failure."""
    if not FILE.exists():
        assert not os.environ.get("CI"), "make web-check installs axe"
        pytest.skip("make web-check installs axe")


def faults(page: Page) -> list[str]:
    """Return what is wrong with the page as it is now. Its context needs `bypass_csp`."""
    page.evaluate(FILE.read_text())
    found: list[str] = page.evaluate(RUN)
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append(f"wider than the screen: {page.evaluate(WIDER)}")
    return found
