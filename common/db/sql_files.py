"""SQL that lies in files of its own: statements by their names, and parts that several of them share.

    -- part is_open(turn)
    {turn}.closed_at IS NULL

    -- statement OPEN_TURN
    -- Index Scan using turn_one_open.
    SELECT {row(turn, Turn)} FROM games_turn turn
    WHERE turn.game_id = %(game)s::text AND {is_open(turn)}

In braces stands a parameter of the part, a part of this file, a part of another file by that file's name
(`log.events(…)`), or a function that the file is given (`row(…)`). A statement names the tables that it may
read from end to end: `-- statement BEAT scans games_heartbeat`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from common.db.statements import Statement

_HEAD = re.compile(
    r"^-- (part|statement) (\w+)(?:\(([\w, ]+)\))?(?: scans ([\w, ]+))?$", re.MULTILINE
)
_OPENING = re.compile(r"\{(?=[a-z_A-Z])")
_INCLUDED = re.compile(r"([\w.]+)(?:\((.*)\))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Part:
    params: Sequence[str]
    comment: str
    text: str
    scans: frozenset[str]


class SqlFile:
    """The statements of one file, each an attribute, assembled when first used."""

    def __init__(
        self,
        path: Path,
        functions: Mapping[str, Callable[..., str]] | None = None,
        files: Mapping[str, "SqlFile"] | None = None,
    ) -> None:
        """Read the file. `files` are others whose parts it may use, by their names."""
        self._functions = functions or {}
        self._files = {} if files is None else files
        self._parts: dict[str, _Part] = {}
        self._statements: list[str] = []
        heads = [*_HEAD.finditer(text := path.read_text())]
        for head, end in zip(heads, [*(one.start() for one in heads[1:]), len(text)], strict=True):
            kind, name, params, scans = head.groups()
            comment, body = _split_comment(text[head.end() : end].strip())
            self._parts[name] = _Part(
                _split_list(params or ""), comment, body, frozenset(_split_list(scans or ""))
            )
            if kind == "statement":
                self._statements.append(name)

    def __getattr__(self, name: str) -> Statement:
        """Return a statement of this file by its name."""
        if name not in self.__dict__.get("_statements", ()):
            raise AttributeError(name)
        part = self._parts[name]
        made = Statement(self.find_part(name), part.scans, part.comment)
        setattr(self, name, made)
        return made

    def __iter__(self) -> Iterator[tuple[str, Statement]]:
        """Return all statements with their names."""
        return ((name, getattr(self, name)) for name in self._statements)

    def find_part(self, name: str, *given: str) -> str:
        """Return the SQL of a part with these parameters."""
        part = self._parts[name]
        return self._expand_text(part.text, dict(zip(part.params, given, strict=True)))

    def find_comment(self, name: str) -> str:
        """Return the comment above a part or a statement."""
        return self._parts[name].comment

    def _expand_text(self, text: str, params: Mapping[str, str]) -> str:
        found, after = "", 0
        while opening := _OPENING.search(text, after):
            end = _find_closing(text, opening.start())
            found += text[after : opening.start()]
            found += self._include_part(text[opening.end() : end], params)
            after = end + 1
        return found + text[after:]

    def _include_part(self, inside: str, params: Mapping[str, str]) -> str:
        named = _INCLUDED.fullmatch(inside)
        assert named is not None, inside  # noqa: S101  A file with a fault is found by the first test.
        name, given = named.groups()
        values = [self._expand_text(one, params) for one in _split_list(given or "")]
        if name in params:
            return params[name]
        if name in self._functions:
            return self._functions[name](*values)
        file, _, part = name.rpartition(".")
        return (self._files[file] if file else self).find_part(part, *values)


def _split_comment(text: str) -> tuple[str, str]:
    """Return the comment at the start of a text as one line, and the rest of the text."""
    lines = text.splitlines()
    above = next((at for at, line in enumerate(lines) if not line.startswith("--")), len(lines))
    return " ".join(line.removeprefix("--").strip() for line in lines[:above]), "\n".join(
        lines[above:]
    )


def _split_list(given: str) -> list[str]:
    """Return the parts between commas, except commas within parentheses or braces."""
    if not given:
        return []
    parts, depth = [""], 0
    for letter in given:
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _find_closing(text: str, start: int) -> int:
    """Return the place of the brace that closes the one at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError(text[start:])
