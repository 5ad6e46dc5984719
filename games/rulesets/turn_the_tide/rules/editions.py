"""The editions, as data, and the options that choose between them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edition:
    """The differences of an edition.

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
