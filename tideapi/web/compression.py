"""Compression of answers with Brotli or gzip, where they hold no secret.

`tideapi.middleware.Calls` chooses them: answers for any cache (`Cache-Control: public`: the document, pages,
static files), once for all, and calls and news that say so (`allow_compression`), each time.
"""

import struct
import zlib
from functools import lru_cache
from http import HTTPStatus
from threading import Lock

import brotli
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

MIN_LENGTH = 1400
"""Bytes of the smallest answer that is compressed: one that fits into a packet arrives no sooner."""
MIN_KEPT_LENGTH = 250
"""The same for answers that are compressed once: the many small files of a page share the way."""
GAIN = 0.9
"""Part of its length that a compressed answer may have at most; pictures, for one, stay as they are."""
ENCODINGS = ("br", "gzip")
"""Supported encodings, the best first."""
QUICK, THOROUGH, BEST = 5, 9, 11
"""Levels for an answer to one call, for one compressed once by a process, and for a small one of these."""
SMALL = 100_000
"""Bytes up to which Brotli's best level takes no longer than a tenth of a second."""
KEPT = 2048
"""Compressed bodies that are kept: more than there are, because a large file takes 0.7 s to compress."""
COMPRESSING = Lock()
"""The lock of compressing a body to keep, so that several requests do not do it at once."""

HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""Deflate, no name, no time, no particular system."""
LAST_BLOCK = b"\x03\x00"
"""An empty last block of deflate."""


def compress_answer(request: HttpRequest, response: HttpResponse, *, keep: bool) -> None:
    """Compress an answer without a secret, if that makes it shorter; with `keep` once for all."""
    if response.streaming:
        return
    patch_vary_headers(response, ["Accept-Encoding"])
    tag = response.get("ETag", "")
    if tag.startswith('"'):
        # It stands for the same content in each encoding, and so not for the same bytes.
        response["ETag"] = f"W/{tag}"
    encoding = accepted_encoding(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    is_whole = response.status_code == HTTPStatus.OK and "Content-Encoding" not in response
    least = MIN_KEPT_LENGTH if keep else MIN_LENGTH
    if encoding is None or not is_whole or len(response.content) < least:
        return
    body = response.content
    packed = _compress_kept(body, encoding) if keep else compress_body(body, encoding, QUICK)
    if len(packed) <= GAIN * len(body):
        response.content = packed
        response["Content-Encoding"] = encoding
        response["Content-Length"] = str(len(packed))


def accepted_encoding(header: str, among: tuple[str, ...] = ENCODINGS) -> str | None:
    """Return the encoding that an `Accept-Encoding` prefers (RFC 9110, section 12.5.3), None for none."""
    likes: dict[str, float] = {}
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        likes[name.strip()] = _read_weight(weight)
    best = max(among, key=lambda name: likes.get(name, likes.get("*", 0.0)))
    return best if likes.get(best, likes.get("*", 0.0)) > 0 else None


def _read_weight(text: str) -> float:
    try:
        return float(text.strip().removeprefix("q=") or 1.0)
    except ValueError:
        return 0.0


def _compress_kept(body: bytes, encoding: str) -> bytes:
    with COMPRESSING:
        return _compress_once(body, encoding)


@lru_cache(maxsize=KEPT)
def _compress_once(body: bytes, encoding: str) -> bytes:
    # Who asks again comes with the same object, whose hash is known by then.
    level = BEST if encoding == "br" and len(body) <= SMALL else THOROUGH
    return compress_body(body, encoding, level)


def compress_body(body: bytes, encoding: str, level: int) -> bytes:
    if encoding == "br":
        packed: bytes = brotli.compress(body, mode=brotli.MODE_TEXT, quality=level)
        return packed
    return zlib.compress(body, level, wbits=zlib.MAX_WBITS | 16)  # With the head and foot of gzip.


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
