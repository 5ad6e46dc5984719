"""Mails as they arrive."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html.parser import HTMLParser

from notifications.mail.composer import write
from notifications.notice import Notice

TO = "ann@tide.example"


class Mail:
    """A mail as it arrives: its headers, both of its parts, and what is seen of the HTML."""

    def __init__(self, *notices: Notice) -> None:
        written = write(notices, TO)
        assert written is not None
        parsed = message_from_bytes(written.message().as_bytes(), policy=default)
        assert isinstance(parsed, EmailMessage)
        self.headers = parsed
        self.subject = str(parsed["Subject"])
        self.text, self.html = (self._part(kind) for kind in ("plain", "html"))
        self.seen = HtmlReader(self.html)

    def _part(self, kind: str) -> str:
        part = self.headers.get_body((kind,))
        assert part is not None
        return str(part.get_content())


class HtmlReader(HTMLParser):
    """What somebody sees of the HTML: its words and its links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self._hidden = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in {"style", "title"}
        self.links += [value for name, value in attrs if name == "href" and value]

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in {"style", "title"}

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words += data.split()
