"""The broker's client: kombu's, but one that outlives the broker. It works round two faults of kombu 5.7.0.

`Channel._connparams`: when a broker dies while a worker has a task in hand, kombu comes back to channels
whose connection it has taken away, to give the task back or to say that it is done. It reads
`connection.client` of None, nobody waits for that `AttributeError`, and the worker dies too. Told in so many
words that the connection is gone, it goes on and connects again.

`QoS.ack` and `QoS.reject` tell the broker first, and forget the task only if it hears them. When a broker is
frozen for longer than its socket's timeout, kombu counts the task as one in hand for ever. A worker of two
processes has no place left after two of them: it lives and takes no further tasks.

`Channel` can go with a kombu with which `tests/system/faults/test_kills.py` passes without it, and `InHand`
with one with which `tests/system/faults/test_hung_valkey.py` does.
"""

from typing import Any

import redis
from kombu.transport import redis as of_kombu
from kombu.transport import virtual


class InHand(of_kombu.QoS):
    """The tasks that a channel has taken: what is done is out of hand, whether the broker hears of it or not.

    A broker that has not heard of it hands the task out again, and each may be done twice.
    """

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        finally:
            virtual.QoS.ack(self, delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:  # noqa: FBT001, FBT002  kombu's.
        try:
            super().reject(delivery_tag, requeue)
        finally:
            virtual.QoS.ack(self, delivery_tag)


class BrokerChannel(of_kombu.Channel):
    """One that knows when its connection is gone."""

    QoS = InHand

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002  kombu's.
        if getattr(self.connection, "client", None) is None:
            raise redis.ConnectionError("This connection to the broker is closed.")
        parameters: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]
        return parameters


class Transport(of_kombu.Transport):
    """kombu's own, with such channels."""

    Channel = BrokerChannel
