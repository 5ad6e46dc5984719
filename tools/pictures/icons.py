"""The icons of the home screen, drawn from `web/icon.svg` by the machine's Chromium.

A maskable one is cut to any shape by the telephone: its picture keeps to the middle, its ground fills
the square. The badge stands in the bar of a telephone, which takes its outline alone.
"""

import re
import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.system.browser.chromium import NAMES

WEB = Path(__file__).parents[2] / "web"
ICONS = WEB / "icons"
GROUND = re.compile(r"<rect [^>]*/>")
SAFE = 0.72
"""Part of a maskable icon's width that the picture takes; what lies outside the inner 80 % may be cut off."""
BADGE = 96


def main() -> None:
    ICONS.mkdir(exist_ok=True)
    drawn = (WEB / "icon.svg").read_text()
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        page = browser.new_page()
        for size in (192, 512):
            _draw(page, drawn, size, f"{size}.png")
            _draw(page, _maskable(drawn), size, f"maskable-{size}.png")
        _draw(page, _badge(drawn), BADGE, "badge.png")
        browser.close()


def _draw(page: Page, svg: str, size: int, name: str) -> None:
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{svg}")
    page.screenshot(path=ICONS / name, omit_background=True)


def _maskable(svg: str) -> str:
    ground = '<rect width="32" height="32" fill="#0b5c73"/>'
    edge = 32 * (1 - SAFE) / 2
    inside = GROUND.sub(f'{ground}<g transform="translate({edge} {edge}) scale({SAFE})">', svg)
    return inside.replace("</svg>", "</g></svg>")


def _badge(svg: str) -> str:
    return re.sub(r"#[0-9a-f]{3,6}", "#fff", GROUND.sub("", svg))


if __name__ == "__main__":
    main()
