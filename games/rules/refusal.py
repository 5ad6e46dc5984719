"""The two errors of rules: one stable code and one sentence.

Why so: docs/why.md#rules-codes.
"""

from typing import Self


class Refusal(Exception):
    """Base of both: what was asked for is not done, and nothing has changed.

    `code` is stable and read by programs; `detail` is one sentence for people and never
    names anything that its reader may not know. `pointer` is the JSON pointer (RFC 6901)
    of the offending value inside what was sent, where there is one.
    """

    def __init__(self, code: str, detail: str, pointer: str | None = None) -> None:
        super().__init__(code, detail, pointer)
        self.code = code
        self.detail = detail
        self.pointer = pointer

    def at(self, prefix: str) -> Self:
        """The same refusal, its pointer seen from further outside."""
        return type(self)(self.code, self.detail, prefix + (self.pointer or ""))

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


class Unreadable(Refusal):
    """What was sent is not an action or an option of this game, whoever sends it and whenever."""


class Illegal(Refusal):
    """The action is one of this game's, but not for this seat at this moment."""
