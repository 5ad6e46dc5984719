"""What can become of a mail that has come in."""

from enum import StrEnum


class Outcome(StrEnum):
    SEALED = "sealed"
    TAKEN_BACK = "taken_back"
    ORDERED = "ordered"
    TOLD = "told"
    """She has asked for something, and it is written to her."""
    STOPPED = "stopped"
    """No more mail, as she wished."""
    REFUSED = "refused"
    """Read, but not to be done: too late, say. It is written to her why."""
    UNREAD = "unread"
    """No wish was found. It is written to her what was read, and what would be right."""
    SEEN = "seen"
    """It had come before, and everything is done."""
    AUTOMATIC = "automatic"
    """No person has written it, or it is a reaction alone; nothing is done, and nobody is answered."""
    RETURNED = "returned"
    """A report that a mail of ours has not arrived."""
    UNKNOWN = "unknown"
    """It is for no question that there is."""
    STRANGER = "stranger"
    """It is not from an address that its player has verified."""
    UNPROVED = "unproved"
    """Nobody vouches for its being from where it says."""
    UNBOUND = "unbound"
    """It is from where it says, but nothing that was proved says that it is for this address."""
    MALFORMED = "malformed"
    """It can be read in several ways, or not at all."""
    TOO_LARGE = "too_large"


class Later(Exception):
    """Something is away for the moment: the mail is neither taken nor refused, and nothing is noted of it."""


NOT_HERS = frozenset({Outcome.STRANGER, Outcome.UNPROVED, Outcome.UNBOUND})
"""Whoever wrote these may be anybody."""
REFUSED = frozenset({Outcome.UNKNOWN, Outcome.MALFORMED, Outcome.TOO_LARGE, *NOT_HERS})
"""What is refused in the dialogue with another mail server, where there is one."""
