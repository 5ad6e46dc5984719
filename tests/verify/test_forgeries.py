"""Forgers who can write all of a record, hashes included: what they are caught by, and by what they are not.

Each forgery changes a record wherever it tells of the same thing, and hashes everything anew. What a
dishonest server can do while a game is played is in `test_forged_times`, `test_forged_orders` and
`test_forged_deeds`.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.verify import spec
from tests.verify.building import built, sealed_up
from tests.verify.forgeries_of_high_tide import OF_HIGH_TIDE, with_options
from tests.verify.forgeries_of_turn_the_tide import OF_THE_TIDE
from tests.verify.forging import (
    Forgery,
    answers,
    by_name,
    caught,
    closing,
    events,
    play,
)
from tests.verify.verifiers import Verifier, judged

Json = dict[str, Any]


@by_name(OF_THE_TIDE)
def test_a_forgery_of_turn_the_tide_is_caught(
    verifier: Verifier, tide: Json, check: str, forgery: Forgery
) -> None:
    caught(verifier, tide, forgery, check)


@by_name(OF_HIGH_TIDE)
def test_a_forgery_of_high_tide_is_caught(
    verifier: Verifier, high: Json, check: str, forgery: Forgery
) -> None:
    caught(verifier, high, forgery, check)


def test_another_edition_is_caught_where_it_makes_a_difference(verifier: Verifier) -> None:
    record = built("turn_the_tide", {"edition": "bga"}, 6, "many are eliminated")
    with_options(record, edition="bga_modified")
    verdict = judged(verifier, sealed_up(record))
    assert verdict.check == "rules"


def something_that_nobody_was_told(record: Json) -> None:
    turn = next(turn for turn in record["turns"] if turn["private"]["told"])
    private = turn["private"]
    private["told"].append({**private["told"][0], "type": "greeting", "data": {}})
    closing(record, turn["number"] - 1)["private"] = spec.private(private["salt"], private["told"])


def an_offer(record: Json) -> None:
    number, _ = next(events(record, "seat_offered"))
    del record["log"]["events"][number]


def the_nonce_of_what_was_forced(record: Json) -> None:
    turn, number, _ = next(answers(record, "forced"))
    play(record, turn, number, nonce="00" * 16)


@pytest.mark.parametrize(
    "forgery", [something_that_nobody_was_told, an_offer, the_nonce_of_what_was_forced]
)
def test_some_forgeries_only_the_head_of_the_chain_can_tell(
    verifier: Verifier, tide: Json, forgery: Callable[[Json], None]
) -> None:
    """Whoever has noted a head that an answer has shown her finds that it is another one now."""
    shown = tide["log"]["head"]
    forgery(tide)
    assert judged(verifier, sealed_up(tide)).sound
    assert tide["log"]["head"] != shown
