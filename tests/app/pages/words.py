"""What a page says: its texts, one by one, as they stand between its tags and in attributes that are read."""

import re
from html.parser import HTMLParser

READ = ("alt", "aria-label", "placeholder", "title", "data-said")
"""Attributes that somebody reads or hears."""
UNSEEN = ("script", "style")
LETTERS = re.compile(r"[^\W\d_]")


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.unseen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen = tag in UNSEEN
        self.found += [value for name, value in attrs if name in READ and value]

    def handle_endtag(self, tag: str) -> None:
        self.unseen = False

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.found.append(data)


def texts(html: str) -> list[str]:
    """Every text in which there is a letter."""
    parser = _Texts()
    parser.feed(html)
    parser.close()
    return [" ".join(one.split()) for one in parser.found if LETTERS.search(one)]
