"""All checks, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from packages.verify.python.draws import check_draws, check_seed
from packages.verify.python.faults import Fault, Json, Unreadable, ascii_only
from packages.verify.python.hashes import record_hash
from packages.verify.python.kept import check_kept, in_file
from packages.verify.python.kept_record import Kept
from packages.verify.python.log import check_chain, check_log
from packages.verify.python.names import check_names
from packages.verify.python.private import check_private
from packages.verify.python.proofs import PROOF_CHECKS, as_proof, is_proof
from packages.verify.python.record import check_form
from packages.verify.python.rules import check_rules
from packages.verify.python.seals import check_sealed
from packages.verify.python.times import check_times


def check_whole(record: Json) -> str:
    """The last event has bound the record as it stands.

    It comes last, so that whatever else is wrong is named by its own place.
    """
    place = f"/log/events/{len(record['log']['events']) - 1}/data/record"
    bound, right = record["log"]["events"][-1]["data"]["record"], record_hash(record)
    if bound != right:
        raise Fault(place, f"is not {right}, the hash of the record without /log")
    return f"the last event binds all of it, {right}"


CHECKS: tuple[tuple[str, Callable[[Json], str]], ...] = (
    ("form", check_form),
    ("chain", check_chain),
    ("seed", check_seed),
    ("draws", check_draws),
    ("log", check_log),
    ("sealed", check_sealed),
    ("times", check_times),
    ("private", check_private),
    ("names", check_names),
    ("rules", check_rules),
    ("whole", check_whole),
)


def verify(
    document: Json, kept: Sequence[tuple[str, Json]] = (), all_of: Sequence[int] = ()
) -> Iterator[str]:
    """One line for each check that the record passes. Raises `Fault` at the first that it does not.

    The document is a record, or a game as the API shows it when it is over; `kept` are names and contents
    of files that a player has kept, `all_of` the seats of which she has kept everything. Raises
    `Unreadable` for a seat that is none.
    """
    document = as_proof(document)
    for name, check in PROOF_CHECKS if is_proof(document) else CHECKS:
        try:
            passed = check(document)
        except Fault as fault:
            fault.check = name
            raise
        yield f"{name:<8} {passed}"
    seats = 0 if is_proof(document) else len(document["seats"])
    for seat in all_of:
        if not 0 <= seat < seats:
            raise Unreadable(f"--all-of {seat}: there is no such seat")
    if not kept and not all_of:
        return
    all_kept = None if is_proof(document) else Kept(document)
    for name, content in kept:
        passed = in_file(name, partial(check_kept, document, all_kept, content))
        yield f"kept     {ascii_only(name)}: {passed}"
    if all_kept is not None:
        try:
            yield from all_kept.uncovered(all_of)
        except Fault as fault:
            fault.check = "covered"
            raise
