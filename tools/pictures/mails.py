"""Every mail of a folder as pictures: on a telephone by day and by night, and on a desk.

    python -m tools.pictures.mails --folder .tide/mail --into .shots

`make up` writes its mails into such a folder.
"""

import argparse
import shutil
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.system.browser.chromium import NAMES

LOOKS = {"phone-light": (390, "light"), "phone-dark": (390, "dark"), "desk": (1000, "light")}


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--folder", type=Path, default=Path(".tide/mail"))
    given.add_argument("--into", type=Path, default=Path(".shots"))
    wish = given.parse_args()
    wish.into.mkdir(parents=True, exist_ok=True)
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for file in sorted(wish.folder.glob("*.eml")):
            _pictures(browser, file, wish.into)
        browser.close()


def _pictures(browser: Browser, file: Path, into: Path) -> None:
    message = message_from_bytes(file.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("html",))
    if body is None:
        return
    for look, (width, scheme) in LOOKS.items():
        dark = scheme == "dark"
        page = browser.new_page(
            viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light"
        )
        page.set_content(body.get_content())
        wide: int = page.evaluate("document.documentElement.scrollWidth")
        picture = into / f"{file.stem}-{look}.png"
        page.screenshot(path=picture, full_page=True)
        page.close()
        print(picture, f"wider than {width}: {wide}" if wide > width else "")


if __name__ == "__main__":
    main()
