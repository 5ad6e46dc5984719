"""Which pages of docs/ the server serves: those for players and for who writes a client.

Why so: docs/why.md#guides-served.
"""

from dataclasses import dataclass
from pathlib import Path

from tideapi.project import find_folder

FOLDER = find_folder("docs")
ADDRESS = "/docs/"


@dataclass(frozen=True, slots=True)
class Guide:
    """One page. `name` is its address below `ADDRESS`, and its file in docs/ without the ending."""

    name: str
    title: str
    whom: str

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.md"

    @property
    def address(self) -> str:
        return f"{ADDRESS}{self.name}"


GUIDES = (
    Guide("players", "For players", "How a game goes: turns, clocks, absence, fairness."),
    Guide("mail", "Playing by mail", "Whole games without a page: by links, and by replies."),
    Guide("clients", "For those who write clients", "The short way in, beside the API's document."),
    Guide("scopes", "Scopes", "What a token may do, call by call."),
    Guide("events", "Events", "Every type of event, with an example from a real game."),
    Guide("versioning", "What stays the same", "What a client can rely on within version 1."),
    Guide("security", "Security", "What the server promises, and what it does not."),
    Guide("fairness", "Fairness", "What can be proved of a game, and how."),
    Guide("rules/turn-the-tide", "Turn the Tide", "The rules as they are played here."),
    Guide("rules/high-tide", "High Tide", "The rules as they are played here."),
    Guide("glossary", "Glossary", "Each word once."),
)
BY_NAME = {guide.name: guide for guide in GUIDES}


def served_at(link: str, page: Path) -> str | None:
    """Where a link of a page of docs/ leads on this server; None for what is not served here."""
    if "://" in link or link.startswith("#"):
        return link
    path, hash_, anchor = link.partition("#")
    target = (page.parent / path).resolve()
    found = next((guide for guide in GUIDES if guide.file == target), None)
    return None if found is None else f"{found.address}{hash_}{anchor}"
