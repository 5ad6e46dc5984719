"""What hides a sealed answer is of one answer alone, and of nothing that anybody is shown."""

import re
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.fairness import nonces

KEY = bytes(range(32))
CARDS = [{"game": "g", "turn": 1, "seat": 0, "action": {"card": card}} for card in range(1, 61)]


def test_no_two_answers_have_the_same_nonce_or_receipt() -> None:
    drawn = [
        nonces.of_answer(key, after, bound)
        for key, after, bound in product((KEY, KEY[::-1]), range(9), CARDS)
    ]
    assert len({one.nonce for one in drawn}) == len(drawn)
    assert len({one.receipt for one in drawn}) == len(drawn)


def test_the_same_card_again_later_cannot_be_told_from_another() -> None:
    assert nonces.of_answer(KEY, 10, CARDS[0]) != nonces.of_answer(KEY, 12, CARDS[0])


def test_a_server_that_was_put_back_hides_another_card_with_another_nonce() -> None:
    lost, again = nonces.of_answer(KEY, 10, CARDS[0]), nonces.of_answer(KEY, 10, CARDS[1])
    assert lost.nonce != again.nonce


def test_the_same_answer_has_the_same_nonce_so_it_can_be_made_again() -> None:
    assert nonces.of_answer(KEY, 10, CARDS[0]) == nonces.of_answer(memoryview(KEY), 10, CARDS[0])


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**31))
def test_a_nonce_has_16_bytes_and_a_receipt_16_characters_of_an_address(
    key: bytes, after: int
) -> None:
    drawn = nonces.of_answer(key, after, CARDS[0])
    assert len(drawn.nonce) == 16
    assert re.fullmatch(r"[\w-]{16}", drawn.receipt, re.ASCII)
    assert drawn.nonce.hex() not in drawn.receipt.encode().hex()


def test_without_a_key_they_are_drawn_at_random() -> None:
    drawn = {nonces.of_answer(None, 10, CARDS[0]) for _ in range(9)}
    assert len(drawn) == 9


@pytest.mark.parametrize("key", [KEY, None])
def test_each_turn_has_a_salt_of_its_own(key: bytes | None) -> None:
    moment = datetime(2026, 11, 25, tzinfo=UTC)
    later = moment + timedelta(microseconds=1)
    salts = {nonces.salt(key, turn, at) for turn, at in product(range(9), (moment, later))}
    assert len(salts) == 18
    assert {len(one) for one in salts} == {16}
