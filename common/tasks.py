"""Tasks that a call sends once its transaction is committed, to a broker that may be away.

Any of these messages may be lost. Nobody relies on one: the sweep finds bots that have to move, and tasks of
their own find what webhooks and receivers have missed.
"""

import logging
from functools import lru_cache

import redis
from celery import current_app
from celery.contrib.django.task import DjangoTask
from django.conf import settings
from kombu.exceptions import OperationalError
from kombu.pools import ProducerPool, producers

from common.rest.outages import CircuitBreaker

log = logging.getLogger(__name__)

BROKER = CircuitBreaker("The broker", OperationalError)


class Task(DjangoTask):  # type: ignore[type-arg]  # At run time it takes none.
    """The base of tasks that a call or a sweep sends: it does not wait for a broker that is away.

    Tasks that only beat sends need no base.
    """

    def delay(self, *args: object) -> None:  # type: ignore[override]
        """Send the task now, if the broker takes it soon."""
        if not BROKER.is_allowed():
            return
        try:
            try:
                self._publish(args)
            except OperationalError as error:
                # A broker that was restarted has closed what is held here; that is no reason to let it alone.
                if isinstance(error.__cause__, redis.TimeoutError):
                    raise
                self._publish(args)
        except OperationalError as error:
            log.warning("%s%s is left for later: %s", self.name, args, error)
            BROKER.note_failure(error)
        else:
            BROKER.note_answer()

    def _publish(self, args: tuple[object, ...]) -> None:
        with _producers().acquire(block=True) as producer:
            self.apply_async(args, producer=producer)


@lru_cache(maxsize=1)
def _producers() -> ProducerPool:
    """Connections to the broker for those who must not wait for it; a worker's own are more patient."""
    within = settings.TIDE_BROKER_TIMEOUT_SECONDS
    impatient = {
        "socket_timeout": within,
        "socket_connect_timeout": within,
        "connect_retries_timeout": within,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
    }
    found: ProducerPool = producers[current_app.connection_for_write(transport_options=impatient)]
    return found
