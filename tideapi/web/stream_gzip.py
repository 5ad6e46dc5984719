"""Compression of a stream with gzip (RFC 1952), with only two numbers kept while it waits.

Each message is compressed by itself and ends at a whole byte, so the client can read all of it at once. A
compressor that stayed open would keep 163 kB for each stream.

Why so: docs/decisions/web-server.md.
"""

import struct
import zlib

from tideapi.web.compression import MIN_LENGTH, QUICK

HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""Deflate, no name, no time, no particular system."""
LAST_BLOCK = b"\x03\x00"
"""An empty last block of deflate."""


class Gzip:
    """The compressed form of one stream, in its order."""

    __slots__ = ("_checksum", "_length")

    def __init__(self) -> None:
        self._checksum = self._length = 0

    def pack_bytes(self, some: bytes) -> bytes:
        """Return the compressed form of these bytes, at least one."""
        head = b"" if self._length else HEAD
        self._checksum = zlib.crc32(some, self._checksum)
        self._length += len(some)
        return head + _deflate_blocks(some)

    def end_stream(self) -> bytes:
        """Return the end of the compressed stream."""
        return LAST_BLOCK + struct.pack("<II", self._checksum, self._length & 0xFFFFFFFF)


def _deflate_blocks(some: bytes) -> bytes:
    """Return blocks of deflate (RFC 1951) that others can follow. Short messages are stored."""
    if len(some) < MIN_LENGTH:
        return struct.pack("<BHH", 0, len(some), len(some) ^ 0xFFFF) + some
    made = zlib.compressobj(QUICK, wbits=-zlib.MAX_WBITS)
    return made.compress(some) + made.flush(zlib.Z_SYNC_FLUSH)
