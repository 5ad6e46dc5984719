"""What is said of a code."""

from typing import NamedTuple


class Text(NamedTuple):
    """A sentence or two each, for a client's author."""

    means: str
    do: str
