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


def test_the_same_card_again_looks_like_another() -> None:
    """Also to those who know what it was bound to before, and what opened that."""
    before = commitments.answer_nonce(KEY, 10, NOW, *CARDS[0])
    assert commitments.answer_nonce(KEY, 12, NOW, *CARDS[0]) != before, (
        "it was replaced twice at once"
    )
    assert commitments.answer_nonce(KEY, 10, LATER, *CARDS[0]) != before, "the server was put back"


def test_a_nonce_can_be_made_again_by_whoever_has_the_key() -> None:
    assert commitments.answer_nonce(
        memoryview(KEY), 10, NOW, *CARDS[0]
    ) == commitments.answer_nonce(KEY, 10, NOW, *CARDS[0])


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


def test_without_a_key_they_are_drawn_at_random() -> None:
    assert len({commitments.answer_nonce(None, 10, NOW, *CARDS[0]) for _ in range(9)}) == 9


@pytest.mark.parametrize("key", [KEY, None])
def test_each_turn_has_a_salt_of_its_own(key: bytes | None) -> None:
    salts = {commitments.turn_salt(key, turn, at) for turn, at in product(range(9), (NOW, LATER))}
    assert len(salts) == 18
    assert {len(one) for one in salts} == {16}
