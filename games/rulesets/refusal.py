"""The two errors of rules: one stable code and one sentence."""

from typing import Self


class Refusal(Exception):
    """The base of both: the request is refused, and nothing has changed.

    `code` is stable and read by programs; `sentence` is for people and never names anything
    that its reader may not know. It is English, with room for `values`; the server translates
    it. `detail` is the whole of it in English. `pointer` is the JSON pointer (RFC 6901) of the
    offending value in the request, if there is one.
    """

    def __init__(
        self, code: str, sentence: str, pointer: str | None = None, **values: object
    ) -> None:
        super().__init__(code, sentence, pointer)
        self.code = code
        self.sentence = sentence
        self.pointer = pointer
        self.values = values
        self.detail = sentence.format(**values) if values else sentence

    def with_prefix(self, prefix: str) -> Self:
        """Return the same refusal with a prefix before its pointer."""
        return type(self)(self.code, self.sentence, prefix + (self.pointer or ""), **self.values)

    @property
    def detail_with_place(self) -> str:
        """The sentence after the pointer, where there is one."""
        return f"{self.pointer}: {self.detail}" if self.pointer else self.detail

    def __str__(self) -> str:
        return f"{self.code}: {self.detail_with_place}"


class Unreadable(Refusal):
    """The refusal of JSON that is no action, option or order of this game, for any seat at any time."""


class Illegal(Refusal):
    """The refusal of an action of this game that this seat may not take now."""
