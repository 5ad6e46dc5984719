"""The broker's client: kombu's, but one that outlives the broker.

When a broker dies while a worker has a task in hand, kombu (5.7) comes back to channels whose connection
it has taken away, to give the task back or to say that it is done. It stumbles there over what is no longer
set, with an `AttributeError` that nobody waits for, and the worker dies too. Told in so many words
that the connection is gone, it goes on and connects again.

Why so: docs/why.md#transport.
"""

from typing import Any

import redis
from kombu.transport import redis as of_kombu


class Channel(of_kombu.Channel):
    """One that knows when its connection is gone."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002  kombu's.
        if getattr(self.connection, "client", None) is None:
            raise redis.ConnectionError("This connection to the broker is closed.")
        parameters: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]
        return parameters


class Transport(of_kombu.Transport):
    """kombu's own, with such channels."""

    Channel = Channel
