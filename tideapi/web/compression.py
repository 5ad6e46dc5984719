"""Answers compressed with Brotli or gzip, where there is no secret in them.

`tideapi.middleware.Calls` knows which these are: whatever any cache may keep (`Cache-Control: public`: the
document, pages, static files), once for all, and calls and news that say so (`Call.compressed`), each time.

Why so: docs/why.md#compression, docs/why.md#weak-tags.
"""

import zlib
from functools import lru_cache
from http import HTTPStatus
from threading import Lock

import brotli
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

LEAST = 1400
"""Bytes of the smallest answer that is compressed: what fits into one packet arrives no sooner."""
LEAST_KEPT = 250
"""The same for what is compressed once for all: a page has many small files, and they share the way."""
GAIN = 0.9
"""Part of its length that a compressed answer may have at most; pictures, for one, are left as they are."""
ENCODINGS = ("br", "gzip")
"""What is spoken, the best first."""
QUICK, THOROUGH, BEST = 5, 9, 11
"""Levels, for what is made for one call, for what a process compresses once, and for what of it is small."""
SMALL = 100_000
"""Bytes up to which Brotli's best level takes no longer than a tenth of a second."""
KEPT = 2048
"""Compressed bodies that are kept: more than there are, because a large file takes 0.7 s to compress."""
COMPRESSING = Lock()
"""Held by whoever compresses something to be kept, so that those who ask meanwhile do not do it too."""


def compress(request: HttpRequest, response: HttpResponse, *, keep: bool) -> None:
    """Compress an answer without a secret, if that makes it shorter; with `keep` once for all who get it.

    Its tag becomes a weak one, also where it is too short or a 304.
    """
    if response.streaming:
        return
    patch_vary_headers(response, ["Accept-Encoding"])
    tag = response.get("ETag", "")
    if tag.startswith('"'):
        # It stands for the same content in each encoding, and so not for the same bytes.
        response["ETag"] = f"W/{tag}"
    encoding = accepted(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    is_whole = response.status_code == HTTPStatus.OK and "Content-Encoding" not in response
    least = LEAST_KEPT if keep else LEAST
    if encoding is None or not is_whole or len(response.content) < least:
        return
    body = response.content
    packed = _kept(body, encoding) if keep else compressed(body, encoding, QUICK)
    if len(packed) <= GAIN * len(body):
        response.content = packed
        response["Content-Encoding"] = encoding
        response["Content-Length"] = str(len(packed))


def accepted(header: str, among: tuple[str, ...] = ENCODINGS) -> str | None:
    """Which of these an `Accept-Encoding` likes best (RFC 9110, section 12.5.3), None for none."""
    likes: dict[str, float] = {}
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        likes[name.strip()] = _weight(weight)
    best = max(among, key=lambda name: likes.get(name, likes.get("*", 0.0)))
    return best if likes.get(best, likes.get("*", 0.0)) > 0 else None


def _weight(text: str) -> float:
    try:
        return float(text.strip().removeprefix("q=") or 1.0)
    except ValueError:
        return 0.0


def _kept(body: bytes, encoding: str) -> bytes:
    with COMPRESSING:
        return _once(body, encoding)


@lru_cache(maxsize=KEPT)
def _once(body: bytes, encoding: str) -> bytes:
    # Who asks again comes with the same object, whose hash is known by then.
    level = BEST if encoding == "br" and len(body) <= SMALL else THOROUGH
    return compressed(body, encoding, level)


def compressed(body: bytes, encoding: str, level: int) -> bytes:
    if encoding == "br":
        packed: bytes = brotli.compress(body, mode=brotli.MODE_TEXT, quality=level)
        return packed
    return zlib.compress(body, level, wbits=zlib.MAX_WBITS | 16)  # With the head and foot of gzip.
