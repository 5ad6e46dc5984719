"""Compression of JSON with zstd."""

import sys
from typing import Any

import orjson

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["AT_ONCE", "FOR_GOOD", "compress_json", "read", "zstd"]

FOR_GOOD, AT_ONCE = 19, 3
"""Levels of zstd: the first makes an archive smaller by a twelfth, the second takes 0.03 ms for a turn."""


def compress_json(value: Any) -> bytes:
    """Return a JSON value as bytes of zstd."""
    return zstd.compress(orjson.dumps(value), FOR_GOOD)


def read(packed: bytes) -> Any:
    """Return the JSON value of bytes that `compressed` made."""
    return orjson.loads(zstd.decompress(packed))
