"""A stream compressed with gzip (RFC 1952), of which nothing but two numbers is kept while it waits.

What is sent at once is compressed by itself and ends at a whole byte, so whoever reads the stream has all of
it. A compressor that stayed open would keep 163 kB for each stream.

Why so: docs/why.md#stream-gzip.
"""

import struct
import zlib

from tideapi.web.compression import LEAST, QUICK

HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""Deflate, no name, no time, no particular system."""
LAST_BLOCK = b"\x03\x00"
"""An empty block of deflate that is the last one."""


class Gzip:
    """What is to be sent of one stream, in its order."""

    __slots__ = ("_checksum", "_length")

    def __init__(self) -> None:
        self._checksum = self._length = 0

    def packed(self, some: bytes) -> bytes:
        """What is sent for these bytes, of which there is one at least."""
        head = b"" if self._length else HEAD
        self._checksum = zlib.crc32(some, self._checksum)
        self._length += len(some)
        return head + _blocks(some)

    def end(self) -> bytes:
        """What is sent after all of them."""
        return LAST_BLOCK + struct.pack("<II", self._checksum, self._length & 0xFFFFFFFF)


def _blocks(some: bytes) -> bytes:
    """Blocks of deflate (RFC 1951) after which others can follow. What is short is left as it is."""
    if len(some) < LEAST:
        return struct.pack("<BHH", 0, len(some), len(some) ^ 0xFFFF) + some
    made = zlib.compressobj(QUICK, wbits=-zlib.MAX_WBITS)
    return made.compress(some) + made.flush(zlib.Z_SYNC_FLUSH)
