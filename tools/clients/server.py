"""Where it is played: a server with all of `make up`, and the proxy before it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import yaml

from tests.running import SETTINGS, mortal_server
from tests.servers import FOR_TESTS
from tools.clients.catalogue import DOCUMENT
from tools.clients.later import later_version

KNOWN = ("turn_the_tide", "high_tide")
"""The rulesets of the document."""
UNKNOWN = "goofspiel"
"""A ruleset that the server has and the document has not."""


@dataclass(frozen=True)
class Tables:
    """Two addresses: of the server, and of one that answers as a later version of it might."""

    server: str
    later: str

    @cached_property
    def known_types(self) -> frozenset[str]:
        """The types of events that the document knows."""
        return frozenset(
            yaml.safe_load(DOCUMENT.read_text())["components"]["schemas"]["EventType"]["enum"]
        )


@contextmanager
def running() -> Iterator[Tables]:
    """A server that is ready, and the proxy; nothing of them is left at the end."""
    with mortal_server({**os.environ, **FOR_TESTS, **SETTINGS}) as server:
        server.start()
        with later_version(server.url) as later:
            yield Tables(server.url, later)
        faults = server.tracebacks()
        assert not faults, "\n".join(faults)
