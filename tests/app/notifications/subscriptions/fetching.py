"""A calendar, or a reader of news, that fetches what somebody has given it the address of."""

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from django.test import Client
from icalendar import Calendar

from tests.people import Person

ATOM = "{http://www.w3.org/2005/Atom}"


def address(person: Person, kind: str) -> str:
    """The path of a new address of hers."""
    said = person.post("/me/subscriptions", {"kind": kind})
    assert said.status == 201, said.json
    return str(urlsplit(said.json["url"]).path)


def fetch(path: str, **headers: str) -> Any:
    return Client().get(path, headers=headers)


def events(path: str) -> dict[str, Any]:
    """The entries of a calendar, by their ids."""
    said = fetch(path)
    assert said.status_code == 200, said.content
    assert said["Content-Type"] == "text/calendar; charset=utf-8"
    found = Calendar.from_ical(said.content).walk("VEVENT")
    return {str(one["UID"]): one for one in found}


def entries(path: str) -> list[tuple[str, str]]:
    """Title and link of each entry; the document has all that Atom (RFC 4287) demands."""
    said = fetch(path)
    assert said.status_code == 200, said.content
    assert said["Content-Type"].startswith("application/atom+xml")
    root = ET.fromstring(said.content)
    assert root.tag == f"{ATOM}feed"
    for part in (root, *root.iter(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(part.findall(f"{ATOM}{name}")) == 1, name
        assert datetime.fromisoformat(str(part.findtext(f"{ATOM}updated"))).tzinfo is not None
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    found = list(root.iter(f"{ATOM}entry"))
    ids = [one.findtext(f"{ATOM}id") for one in found]
    assert len(ids) == len(set(ids))
    return [(_title(one), one.find(f"{ATOM}link").attrib["href"]) for one in found]  # type: ignore[union-attr]


def _title(entry: Any) -> str:
    return str(entry.findtext(f"{ATOM}title"))


def titles(path: str) -> list[str]:
    return [title for title, _ in entries(path)]
