"""A game whose rules no verifier knows: what is the same in every game is checked, the rest is named."""

from collections.abc import Callable
from copy import deepcopy
from itertools import count
from random import Random
from typing import Any

import pytest

from games.rulesets import game_package
from tests.thorough.verify.building import built, sealed_up
from tests.thorough.verify.conftest import happenings
from tests.thorough.verify.keeping import proof_of, receipts_of, text_receipts_of, withdrawals_of
from tests.thorough.verify.record_parts import answers, closing, events, opening, play, sealed
from tests.thorough.verify.tamper import WRONG, aim, tamperings
from tests.thorough.verify.test_kept import against
from tests.thorough.verify.test_records import CHECKS
from tests.thorough.verify.verifiers import Verifier, judged

Json = dict[str, Any]
Both = tuple[Verifier, Verifier]

HAPPENS = {
    *("withdrawn", "replaced", "stand_in", "deadlines_moved", "told in private"),
    *("player", "bot", "order", "clock", "a text for the seed"),
}


@pytest.fixture(scope="module")
def _goofspiel() -> Json:
    games = (built("goofspiel", {}, 4, f"game {n}") for n in count())
    return next(game for game in games if set(happenings(game)) >= HAPPENS)


@pytest.fixture
def record(_goofspiel: Json) -> Json:
    """The record of a game of goofspiel in which much happens, for one test to change."""
    return deepcopy(_goofspiel)


def test_both_verifiers_know_exactly_the_games_of_this_project(both: Both) -> None:
    """Whoever adds a game here is told what is missing; packages' games are theirs alone."""
    ours = {game.ruleset.id: game.ruleset.version for game in game_package.our_own_games()}
    for verifier in both:
        assert verifier.step("known") == ours, "verify: KNOWN and RULESETS in registry"


def test_every_check_is_made_and_the_rules_are_said_to_be_open(both: Both, record: Json) -> None:
    one, other = (judged(verifier, record) for verifier in both)
    assert one == other
    assert one.sound, one
    lines = {line.split()[0]: line for line in one.lines}
    assert list(lines) == CHECKS
    assert lines["form"].startswith(
        "form     tideapi-record/1, goofspiel (not known here), 4 seats"
    )
    assert lines["rules"].startswith("rules    NOT CHECKED: the rules of goofspiel are not known")
    deadlines = sum(
        len(event["data"]["deadlines"])
        for event in record["log"]["events"]
        if event["type"] in ("turn_opened", "deadlines_moved")
    )
    assert f"{deadlines} deadlines as promised" in lines["times"]


def test_what_was_kept_agrees_or_contradicts(both: Both, record: Json) -> None:
    receipts = deepcopy(receipts_of(record))
    kept = [*receipts, *withdrawals_of(record), *text_receipts_of(record)]
    proof = proof_of(record, 20)
    assert against(both, record, kept, proof).sound
    card = receipts[0]["action"]["card"]
    receipts[0]["action"]["card"] = card % 13 + 1
    assert against(both, record, receipts).place == "0.json#/0/commitment"
    proof["commitment"] = f"sha256:{'0' * 64}"
    assert against(both, record, proof).place == "0.json#/commitment"


def test_a_change_of_one_value_is_refused(both: Both, record: Json) -> None:
    changes = tamperings(record, Random("of goofspiel"))
    for verifier in both:
        verifier.remember(record)
    for _ in range(300):
        tampering = next(changes)
        one, other = (verifier.judge([tampering.edit]) for verifier in both)
        assert one == other, tampering
        assert aim(one, tampering) not in WRONG, (tampering, one)


# -- forgeries of who can write all of a record, hashes included


def another_prize(record: Json) -> str:
    value = record["setup"]["chance"][0]["value"]
    value[:2] = value[1::-1]
    return "/setup/chance/0"


def another_bid(record: Json) -> str:
    turn, number, played = next(answers(record, "player"))
    bid = {**played["action"], "card": played["action"]["card"] % 13 + 1}
    return play(record, turn, number, action=bid)


def by_the_clock_in_time(record: Json) -> str:
    turn, number, _ = next(answers(record, "player"))
    return play(record, turn, number, by="clock") + "/by"


def another_heading(record: Json) -> str:
    record["turns"][2]["prize"] = 99
    return "/turns/2/prize"


def a_heading_too_many(record: Json) -> str:
    record["turns"][2]["wind"] = "west"
    return "/turns/2/wind"


def a_heading_told_alone(record: Json) -> str:
    opening(record, 2)["wind"] = "west"
    return "/turns/2/wind"


def more_time(record: Json) -> str:
    deadlines = opening(record, 2)["deadlines"]
    deadlines[0]["due_at"] = deadlines[0]["due_at"].replace("2026", "2027")
    number = next(
        number for number, one in events(record, "turn_opened") if one["data"]["turn"] == 3
    )
    return f"/log/events/{number}/data/deadlines/0/due_at"


def another_winner(record: Json) -> str:
    for told in (record["result"], record["log"]["events"][-1]["data"]):
        told["winners"] = [(told["winners"][0] + 1) % 4]
    return "/result/winners/0"


def more_points(record: Json) -> str:
    for told in (record["result"], record["log"]["events"][-1]["data"]):
        told["scores"][0] += 1
    return "/result/scores/0"


def answers_of_one_only(record: Json) -> str:
    for actions in (record["turns"][0]["actions"], closing(record, 0)["actions"]):
        del actions[1:]
    return "/turns/0/actions"


def an_order_that_nobody_gave(record: Json) -> str:
    log = record["log"]["events"]
    turn, number = next(
        (turn, number)
        for turn, number, played in answers(record, "player")
        if log[sealed(record, turn, played["seat"])]["data"]["replaces"] is None
    )
    return play(record, turn, number, by="order") + "/by"


@pytest.mark.parametrize(
    ("forge", "check"),
    [
        (another_prize, "draws"),
        (another_bid, "sealed"),
        (by_the_clock_in_time, "sealed"),
        (another_heading, "log"),
        (a_heading_too_many, "log"),
        (a_heading_told_alone, "log"),
        (more_time, "times"),
        (another_winner, "rules"),
        (more_points, "rules"),
        (answers_of_one_only, "rules"),
        (an_order_that_nobody_gave, "rules"),
    ],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_a_forgery_is_found(
    both: Both, record: Json, forge: Callable[[Json], str], check: str
) -> None:
    place = forge(record)
    sealed_up(record)
    one, other = (judged(verifier, record) for verifier in both)
    assert one == other
    assert (one.check, one.place) == (check, place), one


def test_a_game_that_is_known_cannot_be_passed_off_as_another(both: Both, tide: Json) -> None:
    """Its rules would not be checked: that is said, and the status is not that of a good record."""
    tide["ruleset"] = tide["log"]["events"][0]["data"]["ruleset"] = "turn_the_tides"
    verdict = against(both, sealed_up(tide))
    assert verdict.sound
    assert any(" NOT CHECKED: the rules of turn_the_tides" in line for line in verdict.lines)


@pytest.mark.parametrize("name", ["", "Goofspiel", "g" * 41, "a b", "constructor\n", 7, None])
def test_the_id_of_a_ruleset_has_a_form(both: Both, record: Json, name: object) -> None:
    record["ruleset"] = record["log"]["events"][0]["data"]["ruleset"] = name
    one, other = (judged(verifier, sealed_up(record)) for verifier in both)
    assert one == other
    assert (one.check, one.place) == ("form", "/ruleset")


def test_names_that_javascript_has_for_itself_are_names_of_games(both: Both, record: Json) -> None:
    record["ruleset"] = record["log"]["events"][0]["data"]["ruleset"] = "constructor"
    assert against(both, sealed_up(record)).sound
