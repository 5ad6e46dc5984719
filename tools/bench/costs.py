"""What answers took, as rows of the table: time, and everybody's CPU."""

from collections.abc import Iterator, Sequence

from tools.bench.clients import Result
from tools.bench.table import Row


def rates(results: Sequence[Result]) -> list[float]:
    return [one.rate for one in results]


def costs(
    part: str, name: str, results: Sequence[Result], steady: float | None = None
) -> Iterator[Row]:
    """Latencies, and CPU for each answer; `steady` is how many times the median p99 may take."""
    p50 = [one.p50 for one in results]
    yield Row(part, f"{name}, p50", "ms", p50)
    yield Row(part, f"{name}, p95", "ms", [one.p95 for one in results])
    p99 = [one.p99 for one in results]
    yield Row(part, f"{name}, p99", "ms", p99, "its median", p50, at_most=steady)
    for who in results[0].cpu:
        yield Row(part, f"{name}, CPU of {who}", "ms each", [one.cpu[who] for one in results])
