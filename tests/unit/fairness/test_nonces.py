"""What hides a sealed answer is of one answer alone, and of nothing that anybody is shown."""

import re
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.fairness import commitments

KEY = bytes(range(32))
NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)
LATER = NOW + timedelta(microseconds=1)
CARDS = [(seat, {"card": card}) for seat in range(3) for card in range(1, 61)]


def test_no_two_answers_have_the_same_nonce_or_receipt() -> None:
    made = [
        commitments.answer_nonce(key, after, at, *card)
        for key, after, at, card in product((KEY, KEY[::-1]), range(5), (NOW, LATER), CARDS)
    ]
    assert len({*made}) == len({*map(commitments.receipt_id, made)}) == len(made)


def test_the_same_card_again_looks_like_another_but_can_be_made_again_with_the_key() -> None:
    """Also to those who know what it was bound to before, and what opened that."""

    def make(key: bytes | memoryview | None, after: int, at: datetime) -> bytes:
        return commitments.answer_nonce(key, after, at, *CARDS[0])

    before = make(KEY, 10, NOW)
    assert make(KEY, 12, NOW) != before, "it was replaced twice at once"
    assert make(KEY, 10, LATER) != before, "the server was put back"
    assert make(memoryview(KEY), 10, NOW) == before
    assert len({make(None, 10, NOW) for _ in range(9)}) == 9, (
        "without a key they are drawn at random"
    )


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**31))
def test_a_nonce_has_16_bytes_and_a_receipt_16_characters_that_do_not_tell_it(
    key: bytes, after: int
) -> None:
    nonce = commitments.answer_nonce(key, after, NOW, *CARDS[0])
    assert len(nonce) == 16
    assert re.fullmatch(r"[\w-]{16}", commitments.receipt_id(nonce), re.ASCII)
    assert commitments.receipt_id(bytes([nonce[0] ^ 1]) + nonce[1:]) != commitments.receipt_id(
        nonce
    )


@pytest.mark.parametrize("key", [KEY, None])
def test_each_turn_has_a_salt_of_its_own(key: bytes | None) -> None:
    salts = {commitments.turn_salt(key, turn, at) for turn, at in product(range(9), (NOW, LATER))}
    assert len(salts) == 18
    assert {len(one) for one in salts} == {16}
