"""The check `kept`: receipts, proofs and texts beside a record."""

from __future__ import annotations

from collections.abc import Callable

from packages.verify.python.faults import Fault, Json, at, count
from packages.verify.python.forms import any_object
from packages.verify.python.json_reader import check_plain
from packages.verify.python.kept_record import Kept
from packages.verify.python.proofs import PROOF, as_proof, check_kept_proof, is_proof


def check_kept(document: Json, kept: Kept | None, content: Json) -> str:
    """What a player has kept of the game is what the document tells now; without a record, only proofs."""
    check_plain(content)
    several = isinstance(content, list)
    counts = {"receipt": 0, "proof": 0, "text": 0}
    for number, one in enumerate(map(as_proof, content if several else [content])):
        place = at("", number) if several else ""
        if kept is not None:
            kept.check(one, place)
        else:
            any_object(one, place)
            if not is_proof(one):
                raise Fault(place, "is no proof, and only the record can tell of anything else")
            PROOF(one, place)
            check_kept_proof(document, one, place)
        counts["proof" if is_proof(one) else "text" if "text" in one else "receipt"] += 1
    receipts, proofs, texts = (count(number, what) for what, number in counts.items())
    agree = "agrees" if sum(counts.values()) == 1 else "agree"
    return f"{receipts}, {proofs} and {texts} {agree}"


def in_file(name: str, work: Callable[[], Json]) -> Json:
    """What the work gives; a fault in it is one in something kept, and says in which file."""
    try:
        return work()
    except Fault as fault:
        fault.check = "kept"
        fault.place = f"{name}#{fault.place}"
        raise
