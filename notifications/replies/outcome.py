"""Outcomes of incoming mail."""

from enum import StrEnum


class ReplyOutcome(StrEnum):
    SEALED = "sealed"
    TAKEN_BACK = "taken_back"
    ORDERED = "ordered"
    TOLD = "told"
    """The player has asked for something, and gets it by mail."""
    STOPPED = "stopped"
    """Mails are stopped, as the player wished."""
    REFUSED = "refused"
    """A command that cannot be carried out now, such as a late answer; the player is told why."""
    UNREAD = "unread"
    """No command was found; the player is told what was read, and which commands there are."""
    SEEN = "seen"
    """The mail had come before, and was handled."""
    AUTOMATIC = "automatic"
    """An automatic mail or only a reaction; nothing is done, and nothing is written back."""
    RETURNED = "returned"
    """A report that a mail of this server has not arrived."""
    UNKNOWN = "unknown"
    """No such question."""
    STRANGER = "stranger"
    """The sender is no verified address of the player."""
    UNPROVED = "unproved"
    """There is no proof of the sender."""
    UNBOUND = "unbound"
    """The sender is proved, but not that the mail was written to this address."""
    MALFORMED = "malformed"
    """The mail can be read in several ways, or not at all."""
    TOO_LARGE = "too_large"


class Later(Exception):
    """Something is away for the moment: the mail is neither accepted nor refused, and leaves no mark."""


NOT_HERS = frozenset({ReplyOutcome.STRANGER, ReplyOutcome.UNPROVED, ReplyOutcome.UNBOUND})
"""Outcomes of mail that may not be the player's."""
