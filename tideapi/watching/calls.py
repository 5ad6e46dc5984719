"""Numbers, outcomes and durations of calls, counted by all web processes together.

prometheus_client adds up the processes of one machine through files in the folder of its own variable
`PROMETHEUS_MULTIPROC_DIR`; without it nothing is shown, because one process knows its own calls only.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import Metric
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds in seconds."""
CALLS = Counter(
    "tide_calls",
    "Calls, by method, route and status.",
    ["method", "route", "status"],
    registry=None,
)
SECONDS = Histogram(
    "tide_call_seconds",
    "How long a call takes in its thread, by method and route.",
    ["method", "route"],
    registry=None,
    buckets=BUCKETS,
)


def make_folder() -> None:
    """Create the folder in which calls are counted, if the variable names one."""
    if folder := os.environ.get(FOLDER):
        Path(folder).mkdir(parents=True, exist_ok=True)


def collect_metrics() -> Iterator[Metric]:
    """Yield the sums of this machine's processes, if they count together."""
    if os.environ.get(FOLDER):
        yield from MultiProcessCollector(CollectorRegistry()).collect()  # type: ignore[no-untyped-call]
