"""Streams compressed: each piece can be read when it has come, and all together are gzip."""

import gzip
import zlib
from random import Random

import pytest

from tideapi.web.compression import MIN_LENGTH, Gzip

EVENTS = b"".join(
    b'id: %d\ndata: {"number": %d, "type": "sealed"}\n\n' % (n, n) for n in range(100)
)
NOISE = Random(5).randbytes(70_000)
"""More than one block of deflate has room for, and no shorter when compressed."""


@pytest.mark.parametrize(
    "pieces", [[b": hello\n\n"], [b":\n\n", EVENTS, b"x", NOISE, EVENTS[:MIN_LENGTH]]]
)
def test_each_piece_can_be_read_at_once_and_the_whole_is_gzip(pieces: list[bytes]) -> None:
    packs, reads = Gzip(), zlib.decompressobj(zlib.MAX_WBITS | 16)
    sent = b""
    for piece in pieces:
        packed = packs.pack_bytes(piece)
        assert reads.decompress(packed) == piece
        sent += packed
    assert reads.decompress(packs.end_stream()) == b""
    assert reads.eof
    assert gzip.decompress(sent + packs.end_stream()) == b"".join(pieces)


def test_what_comes_at_once_gets_short_and_a_single_event_is_left_as_it_is() -> None:
    packs = Gzip()
    assert len(packs.pack_bytes(EVENTS)) < len(EVENTS) / 5
    assert packs.pack_bytes(EVENTS[:100])[5:] == EVENTS[:100]
