"""What became of all clients, as one table."""

from collections.abc import Iterable, Iterator, Sequence

from tools.clients.proving import Proof

HEADS = (
    "client",
    "files",
    "warnings",
    "generated",
    "compiled",
    "games",
    "moves",
    "unknown",
    "faults",
)


def table(proofs: Iterable[Proof]) -> str:
    """A row a client; seconds where something took some, and nothing where it was not to be done."""
    rows = [HEADS, *(tuple(_row(proof)) for proof in proofs)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADS))]
    return "\n".join(_line(row, widths) for row in rows)


def _row(proof: Proof) -> Iterator[str]:
    yield proof.client.name
    made = proof.made
    yield str(made.files) if made else ""
    yield str(len(made.warnings)) if made else ""
    yield _seconds(made.generated_in, "kept") if made else ""
    yield _seconds(made.compiled_in, "") if made else ""
    yield str(len(proof.games) or "")
    yield str(sum(game.moves for game in proof.games) or "")
    yield str(sum(game.unknown for game in proof.games) or "")
    yield str(len(proof.faults))


def _seconds(seconds: float | None, otherwise: str) -> str:
    return otherwise if seconds is None else f"{seconds:.0f} s"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = [f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)]
    return "  ".join([first.strip().ljust(widths[0]), *others])
