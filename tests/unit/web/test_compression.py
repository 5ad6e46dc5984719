"""Compression by itself. What is compressed and what is not is for tests/app/api/test_compressed.py."""

import gzip
import zlib
from random import Random
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from tideapi.web.compression import MIN_LENGTH, Gzip, accepted_encoding, compress_answer


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("BR", "br"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0,gzip;q=0.0", None),
        ("*", "br"),
        ("*;q=0", None),
        ("br;q=0, *", "gzip"),
        ("identity, deflate", None),
        ("gzip;q=lots", None),
        ("br ; q=0.1", "br"),
    ],
)
def test_the_encoding_is_the_one_that_is_liked_best(header: str, encoding: str | None) -> None:
    assert accepted_encoding(header) == encoding


def compressed(response: Any, accepts: str = "gzip") -> Any:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = accepts
    compress_answer(request, response, keep=False)
    return response


def test_what_gets_no_shorter_or_is_encoded_already_is_left_alone() -> None:
    noise = bytes((i * i * 7919 + (i >> 3) * 104729) * 2654435761 >> 13 & 255 for i in range(9999))
    packed = gzip.compress(b"x" * 99999, mtime=0) + noise
    assert "Content-Encoding" not in compressed(HttpResponse(gzip.compress(noise))).headers
    said = compressed(HttpResponse(packed, headers={"Content-Encoding": "br"}))
    assert (said.content, said.headers["Content-Encoding"]) == (packed, "br")


def test_a_stream_is_left_alone() -> None:
    said = StreamingHttpResponse([b"x" * 9999])
    assert b"".join(compressed(said)) == b"x" * 9999
    assert "Content-Encoding" not in said.headers


# -- streams: each piece can be read when it has come, and all together are gzip

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
