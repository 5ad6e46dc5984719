"""Forgers who can write all of a record, hashes included: what they are caught by, and by what they are not.

Each forgery changes a record wherever it tells of the same thing, and hashes everything anew. What a
dishonest server can do while a game is played is in `test_forged_times`, `test_forged_orders` and
`test_forged_deeds`.
"""

from collections.abc import Callable
from typing import Any

import pytest

from games.rulesets.high_tide.rules.state import HighTideState
from tests.thorough.verify import spec
from tests.thorough.verify.building import built, sealed_up
from tests.thorough.verify.conftest import ALL_EXPANSIONS, happenings
from tests.thorough.verify.forgeries_of_high_tide import (
    OF_HIDDEN_SURFERS,
    OF_HIGH_TIDE,
    with_options,
)
from tests.thorough.verify.forgeries_of_turn_the_tide import OF_THE_TIDE, another_last_card
from tests.thorough.verify.forging import Forgery, answers, by_name, caught, closing, events, play
from tests.thorough.verify.verifiers import Verifier, judged

Json = dict[str, Any]

PEEPING_GAMES = 16
"""Among so many there is one in which it makes a difference."""


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


@by_name(OF_HIDDEN_SURFERS)
def test_a_forgery_of_hidden_surfers_is_caught(
    verifier: Verifier, hidden: Json, check: str, forgery: Forgery
) -> None:
    caught(verifier, hidden, forgery, check)


def test_a_clock_that_looks_at_hidden_surfers_is_caught(
    verifier: Verifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock and orders may go by no surfer tile but that of their seat."""
    options = {**ALL_EXPANSIONS, "surfers": "hidden"}

    def play_game(number: int) -> Json:
        return built("high_tide", options, 3 + number % 4, f"peeping {number}")

    honest = [play_game(number) for number in range(PEEPING_GAMES)]
    monkeypatch.setattr(
        HighTideState, "known_surfers", lambda state, _seat=None: state.setup.surfers
    )
    peeped = [play_game(number) for number in range(PEEPING_GAMES)]
    differing = [two for one, two in zip(honest, peeped, strict=True) if one != two]
    assert differing
    for record in differing:
        assert judged(verifier, record).check == "rules"


def test_another_edition_is_caught_where_it_makes_a_difference(verifier: Verifier) -> None:
    record = built("turn_the_tide", {"edition": "bga"}, 6, "many are eliminated")
    with_options(record, edition="bga_modified")
    verdict = judged(verifier, sealed_up(record))
    assert verdict.check == "rules"


def test_a_last_card_is_the_one_that_was_left(verifier: Verifier) -> None:
    games = (built("turn_the_tide", {"edition": "gamewright"}, 4, f"game {n}") for n in range(9))
    caught(verifier, next(one for one in games if had_a_last_card(one)), another_last_card, "rules")


def had_a_last_card(record: Json) -> bool:
    return "a last card" in happenings(record)


def something_that_nobody_was_told(record: Json) -> None:
    turn = next(turn for turn in record["turns"] if turn["private"]["told"])
    private = turn["private"]
    private["told"].append({**private["told"][-1], "type": "greeting", "data": {}})
    closing(record, turn["number"] - 1)["private"] = spec.private(private["salt"], private["told"])


def an_event_of_an_unknown_type(record: Json) -> None:
    number, event = next(events(record, "sealed"))
    record["log"]["events"].insert(number, {**event, "type": "greeting", "data": {}})


def the_nonce_of_what_was_never_sealed(record: Json) -> None:
    sealed = {
        (event["data"]["turn"], event["data"]["seat"]) for _, event in events(record, "sealed")
    }
    turn, number = next(
        (turn, number)
        for turn, number, played in answers(record, "clock")
        if (turn + 1, played["seat"]) not in sealed
    )
    play(record, turn, number, nonce="00" * 16)


@pytest.mark.parametrize(
    "forgery",
    [
        something_that_nobody_was_told,
        an_event_of_an_unknown_type,
        the_nonce_of_what_was_never_sealed,
    ],
)
def test_some_forgeries_only_the_head_of_the_chain_can_tell(
    verifier: Verifier, tide: Json, forgery: Callable[[Json], None]
) -> None:
    """Whoever has noted a head that an answer has shown her finds that it is another one now."""
    shown = tide["log"]["head"]
    forgery(tide)
    assert judged(verifier, sealed_up(tide)).sound
    assert tide["log"]["head"] != shown
