"""Compression of JSON with zstd."""

import sys
from typing import Any

import orjson

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LEVEL = 19
"""The level of zstd that makes an archive smallest."""


def compress_json(value: Any) -> bytes:
    """Return a JSON value as bytes of zstd."""
    return zstd.compress(orjson.dumps(value), LEVEL)


def read(packed: bytes) -> Any:
    """Return the JSON value of bytes that `compressed` made."""
    return orjson.loads(zstd.decompress(packed))
