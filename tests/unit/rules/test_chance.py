"""Chance is the published stream of a seed, and replayed only as it was recorded."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rulesets.chance import Drawn, RecordedChance, ReplayMismatch, SeededChance

SEED = bytes(32)


@given(st.binary(), st.text(), st.lists(st.integers(), max_size=70))
def test_a_shuffle_keeps_all_items(seed: bytes, purpose: str, items: list[int]) -> None:
    before = [*items]
    assert Counter(SeededChance(seed).shuffle(purpose, items)) == Counter(items)
    assert items == before


@given(st.binary(), st.text(), st.integers(1, 2**32))
def test_a_roll_is_within_the_sides(seed: bytes, purpose: str, sides: int) -> None:
    assert 1 <= SeededChance(seed).roll(purpose, sides) <= sides


@pytest.mark.parametrize("size", [0, 32, 64, 65, 200])
def test_the_stream_is_hmac_for_a_seed_of_any_length(size: int) -> None:
    block = hmac.digest(bytes(range(size)), b"die" + bytes(9), hashlib.sha256)
    word = int.from_bytes(block[:4], "big")
    assert SeededChance(bytes(range(size))).roll("die", 2**32) == word + 1


def test_the_stream_goes_on_with_the_next_counter() -> None:
    words = [
        int.from_bytes(block[at : at + 4], "big")
        for counter in range(2)
        for block in [hmac.digest(b"seed", b"deck\0" + counter.to_bytes(8, "big"), hashlib.sha256)]
        for at in range(0, 32, 4)
    ]
    deck = list(range(16))
    for place, word in enumerate(words):  # No word here comes near a limit of rejection.
        pick = place + word % (16 - place)
        deck[place], deck[pick] = deck[pick], deck[place]
    assert SeededChance(b"seed").shuffle("deck", range(16)) == tuple(deck)


def test_a_word_that_would_favour_low_numbers_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 2^32 = 1 mod 3, so for three sides the last of all words has to go.
    blocks = {b"die" + bytes(9): (2**32 - 1,), b"die" + bytes(8) + b"\1": (2**32 - 2,)}
    monkeypatch.setattr(SeededChance, "_hash_block", lambda self, text: blocks[text])
    assert SeededChance(SEED).roll("die", 3) == (2**32 - 2) % 3 + 1


def test_a_sample_goes_on_with_the_next_word_where_one_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    last = 2**32 - 1  # Too high for three items, and the last that is taken for two.
    block = (last, 1, last, 0, 0, 0, 0, 0)
    monkeypatch.setattr(SeededChance, "_hash_block", lambda self, text: block)
    # 1 of 3 items picks "b"; then the pool is b, a, c, and 1 of the two left picks "c".
    assert SeededChance(SEED).sample("deck", ("a", "b", "c"), 2) == ("b", "c")


def test_a_high_word_that_favours_nothing_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    block = (2**32 - 2, 0, 0, 0, 0, 0, 0, 0)
    monkeypatch.setattr(SeededChance, "_hash_block", lambda self, text: block)
    assert SeededChance(SEED).roll("die", 3) == (2**32 - 2) % 3 + 1
    assert SeededChance(SEED).sample("deck", ("a", "b", "c"), 1) == (
        ("a", "b", "c")[(2**32 - 2) % 3],
    )


def test_a_draw_depends_on_seed_and_purpose_and_on_nothing_drawn_before() -> None:
    chance = SeededChance(SEED)
    chance.roll("something else", 6)
    deck = chance.shuffle("deck", range(60))
    assert SeededChance(SEED).shuffle("deck", range(60)) == deck
    assert SeededChance(SEED).shuffle("other deck", range(60)) != deck
    assert SeededChance(b"other seed").shuffle("deck", range(60)) != deck


def test_what_was_drawn_says_what_it_was_drawn_from_and_is_read_back() -> None:
    chance = SeededChance(SEED)
    die = chance.roll("die", 6)
    pair = chance.sample("pair", [5, 6, 7], 2)
    written = [one.to_json() for one in chance.drawn]
    assert written == [
        {"purpose": "die", "sides": 6, "value": die},
        {"purpose": "pair", "from": [5, 6, 7], "value": list(pair)},
    ]
    drawn = chance.take_draws()
    assert tuple(Drawn.from_json(one) for one in written) == drawn
    assert drawn == (Drawn("die", die, 6), Drawn("pair", list(pair), (5, 6, 7)))
    assert chance.take_draws() == ()


def test_a_record_gives_once_more_what_was_drawn() -> None:
    chance = SeededChance(SEED)
    given = (
        chance.roll("die", 6),
        chance.sample("pair", [5, 6, 7], 2),
        chance.shuffle("all", [1, 2]),
    )
    again = RecordedChance(chance.take_draws())
    assert given == (
        again.roll("die", 6),
        again.sample("pair", [5, 6, 7], 2),
        again.shuffle("all", [1, 2]),
    )


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        ([], "ends before 'die'"),
        ([Drawn("coin", 1)], "'coin' where the rules ask for 'die'"),
        ([Drawn("die", 0)], "a die of 6"),
        ([Drawn("die", 7)], "a die of 6"),
    ],
)
def test_a_record_is_refused_when_it_has_no_such_roll(drawn: list[Drawn], why: str) -> None:
    with pytest.raises(ReplayMismatch, match=why):
        RecordedChance(drawn).roll("die", 6)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        *[(value, "not there") for value in ([9, 1], [1, 1], [1, 2, 2])],
        *[(value, "not 2") for value in ([], [1], [1, 2, 3])],
    ],
    ids=str,
)
def test_a_record_is_refused_when_it_draws_what_is_not_there(value: list[int], why: str) -> None:
    with pytest.raises(ReplayMismatch, match=why):
        RecordedChance([Drawn("pair", value)]).sample("pair", [1, 2, 3], 2)
