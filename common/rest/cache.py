"""Django's cache, in the server that counts: what django-allauth remembers of guesses at codes.

That server may be away. Then nothing is remembered and no call refused, as in `common.rest.rate_limits`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import orjson
from django.core.cache.backends.redis import RedisCache

from common.rest.rate_limits import SERVER

T = TypeVar("T")


class JsonSerializer:
    """Serializer of cached values as JSON: pickles from a captured cache server could run code."""

    def dumps(self, value: Any) -> bytes:
        return orjson.dumps(value)

    def loads(self, kept: bytes) -> Any:
        return orjson.loads(kept)


class Forgetful(RedisCache):
    """One that goes on without its server."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(
            server,
            params | {"OPTIONS": {**params.get("OPTIONS", {}), "serializer": JsonSerializer}},
        )

    def add(self, *args: Any, **more: Any) -> bool:
        return self._ask_or(True, lambda: super(Forgetful, self).add(*args, **more))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask_or(default, lambda: super(Forgetful, self).get(key, default, version))

    def set(self, *args: Any, **more: Any) -> None:
        SERVER.call_server(lambda: super(Forgetful, self).set(*args, **more))

    def delete(self, *args: Any, **more: Any) -> bool:
        return self._ask_or(False, lambda: super(Forgetful, self).delete(*args, **more))

    def _ask_or(self, otherwise: T, question: Callable[[], T]) -> T:
        answer = SERVER.call_server(question)
        return otherwise if answer is None else answer
