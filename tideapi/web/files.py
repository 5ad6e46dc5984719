"""Static files for sending: one copy in memory, however many slow clients read it."""

import os
from collections.abc import Iterator
from io import UnsupportedOperation
from typing import Any

KEPT = 1024
"""Files that are kept in memory: more than there are, or reading them in turn would keep none."""
_kept: dict[tuple[int, ...], bytes] = {}


class Shared:
    """WSGI's `file_wrapper`: the part of a file that is sent. `body` is one object for the same file."""

    def __init__(self, file: Any, block_size: int = 0) -> None:
        self.close = file.close
        try:
            found = os.fstat(file.fileno())
        except (AttributeError, UnsupportedOperation):
            self.body: bytes = file.read()  # A part of a file, asked for by the header Range.
            return
        known_by = (found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size)
        self.body = _kept.get(known_by) or _keep_file(known_by, file.read())

    def __iter__(self) -> Iterator[bytes]:
        yield self.body


def _keep_file(known_by: tuple[int, ...], content: bytes) -> bytes:
    if len(_kept) >= KEPT:
        _kept.clear()
    return _kept.setdefault(known_by, content)
