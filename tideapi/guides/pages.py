"""The pages of docs/ that the server serves: those for players, for authors of clients and for operators."""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tideapi.project import find_folder

FOLDER = find_folder("docs")
ADDRESS = "/docs/"
PYTHON = find_folder("packages") / "client-python/README.md"
TYPESCRIPT = find_folder("packages") / "client-typescript/README.md"
CHANGELOG, CHANGES = "changelog", FOLDER.parent / "CHANGELOG.md"


@dataclass(frozen=True, slots=True)
class Guide:
    """One page. `name` is its address below `ADDRESS`, and its file or folder in docs/."""

    name: str
    title: str
    whom: str
    place: Path | None = None
    """Where the file is, if it is not in docs/."""

    @property
    def file(self) -> Path:
        if self.place is not None:
            return self.place
        folder = FOLDER / self.name
        return folder / "README.md" if folder.is_dir() else folder.with_suffix(".md")

    @property
    def address(self) -> str:
        return f"{ADDRESS}{self.name}"


LISTS = {
    "For players": (
        Guide("players", "For players", "How a game goes: turns, clocks, absence, fairness."),
        Guide("mail", "Playing by mail", "Whole games without a page: by links, and by replies."),
        Guide("rules/turn-the-tide", "Turn the Tide", "The rules as they are played here."),
        Guide("rules/high-tide", "High Tide", "The rules as they are played here."),
        Guide("fairness", "Fairness", "What can be proved of a game, and how."),
        Guide("glossary", "Glossary", "Words of the games and of this house."),
    ),
    "For authors of clients": (
        Guide(
            "clients", "For those who write clients", "The short way in, beside the API's document."
        ),
        Guide("write-a-bot", "Write a bot in half an hour", "A tutorial, with nothing but Python."),
        Guide("write-a-client", "Write a client in an hour", "A tutorial: a client for people."),
        Guide(
            "client-libraries",
            "Client libraries",
            "For Python and TypeScript; generators for others.",
        ),
        Guide("client-libraries/python", "tideapi-client", "The library for Python.", PYTHON),
        Guide("client-libraries/typescript", "@tideapi/client", "That for TypeScript.", TYPESCRIPT),
        Guide("apps", "Tokens for an app", "OAuth 2: how a player lends a token; scopes."),
        Guide("screens", "Screens", "Home, material, people and accounts, for clients with pages."),
        Guide("events", "Events", "Every type of event, with an example from a real game."),
        Guide("webhooks", "Webhooks", "Events sent to an address of one's own, and signed."),
        Guide("push", "Push for a phone", "A relay for FCM and APNs; UnifiedPush without one."),
        Guide("sandbox", "Test against a sandbox", "Move time, and have calls refused."),
        Guide("versioning", "What stays the same", "What a client can rely on within version 1."),
        Guide(CHANGELOG, "Changelog", "What changes, and the version of this server.", CHANGES),
    ),
    "For operators": (
        Guide("operators", "For operators", "How to run a server of your own."),
        Guide("operators/install", "Install", "Processes, containers, systemd, packages."),
        Guide("operators/proxy", "Proxy", "TLS, nginx, the addresses of callers."),
        Guide("operators/settings", "Settings", "Every variable with its default, every check."),
        Guide("operators/mail", "Mail, notices and webhooks", "What a server sends and takes."),
        Guide("operators/people", "People", "Accounts, moderation, apps, privacy."),
        Guide("operators/backup-and-update", "Backup and update", "Keys, backups, new versions."),
        Guide("operators/monitoring", "Monitoring", "Health, metrics, traces, the log."),
        Guide("operators/runbook", "Runbook", "What to do when something is wrong."),
        Guide("operators/big-servers", "Big servers", "More processes, machines and standbys."),
        Guide("capacity", "Capacity", "What one machine carries, and what to scale first."),
        Guide("security", "Security", "What the server promises, and what it does not."),
    ),
}
"""The guides for each kind of reader, in the order in which they are read."""
GUIDES = tuple(guide for of_list in LISTS.values() for guide in of_list)
BY_NAME = {guide.name: guide for guide in GUIDES}


def served_at(link: str, page: Path) -> str | None:
    """Return the address of a link of docs/ on this server; None if its page is not served."""
    if "://" in link or link.startswith("#"):
        return link
    path, hash_, anchor = link.partition("#")
    target = (page.parent / path).resolve()
    if target.parent.name == "verify":  # packages/verify/, or build/verify/
        return f"{settings.STATIC_URL}verify/{target.name}"
    found = next((guide for guide in GUIDES if guide.file == target), None)
    return None if found is None else f"{found.address}{hash_}{anchor}"
