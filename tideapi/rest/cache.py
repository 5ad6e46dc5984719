"""Django's cache, in the server that counts: what django-allauth remembers of guesses at codes.

That server may be away. Then nothing is remembered, and nobody is refused, as in `tideapi.rest.counting`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import orjson
from django.core.cache.backends.redis import RedisCache

from tideapi.rest.counting import SERVER

T = TypeVar("T")


class Json:
    """What is kept is JSON. Django would keep pickles, with which a stranger in that server could do harm."""

    def dumps(self, value: Any) -> bytes:
        return orjson.dumps(value)

    def loads(self, kept: bytes) -> Any:
        return orjson.loads(kept)


class Forgetful(RedisCache):
    """One that goes on without its server."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(
            server, params | {"OPTIONS": {**params.get("OPTIONS", {}), "serializer": Json}}
        )

    def add(self, *args: Any, **more: Any) -> bool:
        return self._or(True, lambda: super(Forgetful, self).add(*args, **more))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._or(default, lambda: super(Forgetful, self).get(key, default, version))

    def set(self, *args: Any, **more: Any) -> None:
        SERVER.ask(lambda: super(Forgetful, self).set(*args, **more))

    def delete(self, *args: Any, **more: Any) -> bool:
        return self._or(False, lambda: super(Forgetful, self).delete(*args, **more))

    def _or(self, otherwise: T, question: Callable[[], T]) -> T:
        answer = SERVER.ask(question)
        return otherwise if answer is None else answer
