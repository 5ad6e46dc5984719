"""What a browser would send of a page's form when nobody has changed anything in it."""

from html.parser import HTMLParser


class _Form(HTMLParser):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._name = name
        self._inside = False
        self._select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name"), given.get("value") or ""
        if tag == "form":
            self._inside = given.get("id") == self._name
        if not self._inside:
            return
        if tag == "select":
            self._select = name
        if tag == "option" and "selected" in given and self._select:
            self.sent.setdefault(self._select, []).append(value)
        if tag != "input" or not name or given.get("type") in {"submit", "button", "file"}:
            return
        if given.get("type") in {"checkbox", "radio"}:
            if "checked" not in given:
                return
            value = given.get("value") or "on"
        self.sent.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False


def sent(page: bytes, form: str) -> dict[str, list[str]]:
    """The fields of the form with this id, without what textareas hold."""
    read = _Form(form)
    read.feed(page.decode())
    assert read.sent, f"There is no form {form}."
    return read.sent
