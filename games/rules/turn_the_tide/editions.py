"""The editions, as data, and the options that choose between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.refusal import Unreadable

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Edition:
    """What differs from edition to edition.

    `cascade`: after an elimination the player who is now highest pays too.
    """

    name: str
    seats: range
    cascade: bool


EDITIONS: Mapping[str, Edition] = {
    edition.name: edition
    for edition in (
        Edition("amigo", seats=range(3, 6), cascade=True),
        Edition("gamewright", seats=range(3, 6), cascade=False),
        Edition("bga", seats=range(3, 7), cascade=True),
        Edition("bga_modified", seats=range(3, 7), cascade=False),
    )
}
DEFAULT = "amigo"


def read_options(raw: object) -> Json:
    """`{"edition": …}` with the default filled in; raises `Unreadable` ("invalid_options")."""
    if not isinstance(raw, dict):
        raise Unreadable("invalid_options", "The options must be an object.", "")
    for name in raw:
        if name != "edition":
            pointer = "/" + name.replace("~", "~0").replace("/", "~1")
            raise Unreadable("invalid_options", f"There is no option {name!r}.", pointer)
    edition = raw.get("edition", DEFAULT)
    if not isinstance(edition, str) or edition not in EDITIONS:
        known = ", ".join(EDITIONS)
        raise Unreadable("invalid_options", f"The edition must be one of: {known}.", "/edition")
    return {"edition": edition}
