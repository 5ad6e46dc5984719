"""Check the record of a finished game, offline and without the server that it was played on.

    python verify.py record.json        or: python verify.py - < record.json
    python verify.py record.json receipts.json game-1.json       with what a player has kept of it
    python verify.py --all-of 2 record.json receipts.json        where she has kept everything of seat 2

docs/fairness.md says what is checked and what that proves. This file needs Python 3.11 or later and
nothing else, but for games with hours of play the machine's data of time zones. It replays the game by the
rules that the server plays by. verify.mjs prints the same lines, and has the rules in JavaScript once more.

It exits with 0 if everything fits together, with 1 at the first fault, which it names with its place in
the record as a JSON pointer (behind the file's name and a # if it is in something kept), with 2 if
there is nothing to check: no such file, or no JSON in it, and with 3 if everything fits together but the
rules of the game are not known here, so that nothing was checked by them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from packages.verify.python.faults import Fault, Json, Unreadable
from packages.verify.python.json_reader import read_json
from packages.verify.python.kept import in_file
from packages.verify.python.registry import is_known
from packages.verify.python.verification import verify

USAGE = """usage: verify.py [--all-of SEAT ...] FILE [KEPT ...]

Check the record of a finished game (GET /api/v1/games/{id}/record), offline; or a game that was
called off (GET /api/v1/games/{id}), which proves its deal.

  FILE  the record or the game as JSON; - reads it from standard input
  KEPT  what a player has kept while it was played, and what it has to agree with: receipts of her
        sealed answers, of those that she took back and of her texts, the game as it was shown
        then, and her own text as {"game", "seat", "text"}; in each file one, or a list of them

  --all-of SEAT  everything of this seat has been kept, as its player: what the log tells of her
        beyond that is a fault; otherwise it is listed

exit status: 0 everything fits together, 1 it does not, 2 nothing to check, 3 what could be checked fits
together, but the rules of this game are not known here"""


def read_file(name: str) -> Json:
    """The JSON in a file, or with - on standard input. Raises `Unreadable`, `Fault`."""
    try:
        return read_json(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror or 'it cannot be opened'}") from None
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from None


def read_arguments(arguments: Sequence[str]) -> tuple[list[str], list[int]]:
    """The files, and the seats of which all has been kept; no file where it makes no sense."""
    files: list[str] = []
    all_of: list[int] = []
    given = iter(arguments)
    for one in given:
        if one != "--all-of":
            files.append(one)
            continue
        seat = next(given, "")
        if not re.fullmatch(r"[0-9]{1,3}", seat):
            return [], []
        all_of.append(int(seat))
    return files, all_of


def main(arguments: Sequence[str]) -> int:
    """The command; returns its exit status."""
    if "--help" in arguments or "-h" in arguments:
        print(USAGE)
        return 0
    files, all_of = read_arguments(arguments)
    if not files:
        print(USAGE, file=sys.stderr)
        return 2
    first, *others = files
    try:
        document = read_file(first)
        kept = [(name, in_file(name, partial(read_file, name))) for name in others]
        for line in verify(document, kept, all_of):
            print(line)
    except Unreadable as error:
        print(f"unreadable: {error}", file=sys.stderr)
        return 2
    except Fault as fault:
        print(fault)
        return 1
    return 0 if is_known(document) else 3  # Why not 0 or 1: docs/decisions/log-and-proof.md.


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
