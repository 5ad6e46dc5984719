"""Games played on the server: what it tells of them verifies, beside all that was kept of them."""

from collections.abc import Callable

import pytest
from django.db import connection

from games.background import botplay
from tests.factories import make_game
from tests.people import Person
from tests.sampling import sample_count
from tests.thorough.eventful_game import EventfulGame, choose_settings, repeatable_games
from tests.thorough.verify.conftest import Both, Json, happenings, judge_alike, seal_up

pytestmark = pytest.mark.django_db

CHECKS = [
    *("form", "chain", "seed", "draws", "log", "sealed", "times", "private", "names", "rules"),
    "whole",
]
JOINS = ("nothing", "hashjoin", "mergejoin", "nestloop")
"""Ways for PostgreSQL to join tables: no order of rows may depend on them."""
told: set[str] = set()


@pytest.mark.parametrize("number", range(sample_count(16)))
def test_the_record_of_a_game_in_which_much_happens(both: Both, number: int) -> None:
    if join := number // 2 % len(JOINS):
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL enable_{JOINS[join]} = off")
    with repeatable_games() as time:
        game = EventfulGame(f"evening {number}", time, choose_settings(number))
    record = game.record
    seats = [seat for seat, holder in enumerate(record["seats"]) if holder]
    verdict = judge_alike(both, record, game.receipts, game.proofs, all_of=seats)
    assert verdict.sound, verdict
    lines = {line.split()[0]: line for line in verdict.lines}
    assert [name for name in lines if name in CHECKS] == CHECKS
    draws = [*record["setup"]["chance"], *record["end"]["chance"]]
    draws += [one for turn in record["turns"] for one in turn["chance"]]
    assert lines["draws"].startswith(f"draws    {len(draws)} draws from the seed")
    told.update(happenings(record))


def test_much_has_happened_in_those_games() -> None:
    if sample_count(16) == 16:
        assert told >= {
            *("joined", "left", "entropy_given", "stand_in", "returned", "seat_offered"),
            *("seat_taken", "paused", "pause_ended", "vacation", "deadlines_moved", "time_given"),
            *("withdrawn", "replaced", "player", "bot", "order", "clock", "eliminated"),
            *("order_followed", "order_failed", "order_taken_back", "surfers_revealed"),
            *("host_changed", "tile_gained", "coin_taken"),
        }


def test_a_game_whose_rules_are_not_known_is_checked_but_for_these(
    both: Both, played: Callable[..., EventfulGame]
) -> None:
    game = played("goofspiel")
    verdict = judge_alike(both, game.record, game.receipts, game.proofs)
    assert verdict.sound, verdict
    lines = {line.split()[0]: line for line in verdict.lines}
    assert list(lines) == [*CHECKS, "kept", "covered"]
    assert "goofspiel (not known here), 4 seats" in lines["form"]
    assert lines["rules"].startswith("rules    NOT CHECKED: the rules of goofspiel are not known")
    deadlines = sum(
        len(event["data"].get("deadlines", ())) for event in game.record["log"]["events"]
    )
    assert f"{deadlines} deadlines as promised" in lines["times"]


def test_an_event_of_a_type_that_is_not_known_does_no_harm(both: Both, tide: Json) -> None:
    events = tide["log"]["events"]
    for name in ("greeting", "__proto__", "constructor", "valueOf", "vacant", "_class__"):
        events.insert(10, {"type": name, "at": events[9]["at"], "data": {"seat": 7}})
    assert judge_alike(both, seal_up(tide)).sound


def test_the_proof_of_a_game_that_was_called_off(both: Both, ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    ann.put(f"/games/{game}/entropy", {"entropy": "three gulls"})
    proofs = [ann.get(f"/games/{game}").json]
    bob.joins(game)
    proofs.append(bob.get(f"/games/{game}").json)
    ann.post(f"/games/{game}/cancel")
    proof = ann.get(f"/games/{game}").json
    verdict = judge_alike(both, proof, proofs)
    assert verdict.sound, verdict
    proofs[1]["fairness"]["commitment"] = f"sha256:{'0' * 64}"
    assert judge_alike(both, proof, proofs).place == "0.json#/1/commitment"


def test_a_game_whose_seats_are_all_left_and_had_again(
    both: Both, ann: Person, bob: Person, cat: Person
) -> None:
    with repeatable_games() as time:
        game = make_game((ann, bob, cat), absence={"bot_after": 1})
        path = f"/games/{game}"
        assert ann.post(f"{path}/resign").status == 204
        assert bob.put(f"{path}/seats/0/offer", {"player": "ann"}).status == 200
        assert ann.post(f"{path}/seats/0/accept").status == 200
        time.sweep_after(hours=30)
        assert {seat["away"] for seat in ann.sees(game)["seats"]} == {"absent"}
        assert cat.post(f"{path}/reclaim").status == 200
        assert ann.sees(game)["host"] == "cat", "nobody else was there"
        while ann.sees(game)["status"] == "running":
            time.sweep_after(hours=30)
            botplay.move_bots(game)
        record = ann.get(f"{path}/record").json
    assert [one["type"] for one in record["log"]["events"]].count("returned") == 2
    verdict = judge_alike(both, record)
    assert verdict.sound, verdict
