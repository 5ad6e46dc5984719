"""Seats outlive people: a bot stands in for whoever misses too many turns in a row, until she is back."""

from collections.abc import Callable
from typing import Any

import pytest

from games.background import botplay
from games.models import Submission, Turn
from games.repository import signals
from tests.app.api.events import data, feed, log
from tests.app.api.refusals import refused
from tests.moving_time import Time
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time that bots were rung for."""
    games: list[str] = []
    monkeypatch.setattr(signals.bots_due, "send", lambda _: games.append("rung"))
    return games


@pytest.fixture
def without_ann(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> Callable[..., str]:
    """A game in which a bot has just taken the seat of ann, who has missed so many turns."""

    def play(turns: int = 3, **wish: Any) -> str:
        game = table(**wish)
        for _ in range(turns):
            miss(game, time, bob, cat)
        assert seat(bob, game, 0)["away"] == "absent"
        return game

    return play


def miss(game: str, time: Time, *there: Person) -> None:
    """A turn in which only these answer."""
    for person in there:
        assert person.seals_anything(game).status == 200
    time.passes(hours=24)


def seat(person: Person, game: str, number: int) -> Any:
    return person.sees(game)["seats"][number]


# -- the bot comes


def test_after_three_turns_missed_in_a_row_a_bot_takes_the_seat(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    for missed in (1, 2):
        miss(game, time, bob, cat)
        assert (seat(bob, game, 0)["missed"], seat(bob, game, 0)["away"]) == (missed, None)
    miss(game, time, bob, cat)
    taken = seat(bob, game, 0)
    assert (taken["player"], taken["bot"], taken["away"]) == ("ann", "strong", "absent")
    assert data(log(bob, game, "stand_in")) == [
        {"seat": 0, "player": "ann", "bot": "strong", "away": "absent"}
    ]
    botplay.move_bots(game)
    bob.seals_anything(game)
    cat.seals_anything(game)
    by = [one["by"] for one in bob.get(f"/games/{game}/turns/4").json["actions"]]
    assert by == ["bot", "player", "player"], "nobody waits for her any more"


def test_an_answer_in_between_begins_the_count_anew(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    for _ in range(2):
        miss(game, time, bob, cat)
    for person in (ann, bob, cat):
        person.seals_anything(game)
    assert seat(bob, game, 0)["missed"] == 0
    for _ in range(2):
        miss(game, time, bob, cat)
    assert (seat(bob, game, 0)["missed"], seat(bob, game, 0)["away"]) == (2, None)


def test_what_was_missed_is_counted_by_sittings_and_not_by_decisions(
    ann: Person, bob: Person, cat: Person, time: Time
) -> None:
    wish = {
        "ruleset": "high_tide",
        "seat_count": 3,
        "options": {"expansions": ["coins"]},
        "absence": {"bot_after": 100},
    }
    game = ann.post("/games", wish).json["id"]
    bob.joins(game)
    cat.joins(game)
    for _ in range(8):
        time.passes(hours=24)
    clocks = Submission.objects.filter(game=game, by="clock")
    decisions = [clocks.filter(seat=number).count() for number in range(3)]
    of_turn = dict(Turn.objects.filter(game=game).values_list("number", "sitting"))
    sittings = [
        len({of_turn[turn] for turn in clocks.filter(seat=number).values_list("turn", flat=True)})
        for number in range(3)
    ]
    assert sum(sittings) == 8, "one deadline for each"
    assert sum(decisions) > 8
    assert [one["missed"] for one in ann.sees(game)["seats"]] == sittings


def test_what_nobody_could_choose_is_neither_missed_nor_answered(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(absence={"bot_after": 100})
    while ann.sees(game)["stage"] == 1:
        miss(game, time, bob, cat)
    of_stage = Turn.objects.filter(game=game, stage=1).values("number")
    answers = Submission.objects.filter(game=game, turn__in=of_stage, seat=0)
    required = Person().get("/players/ann").json["reliability"]["required"]
    assert required == seat(bob, game, 0)["missed"] == answers.count()


def test_while_a_bot_plays_she_is_not_asked_but_may_look_and_hears_of_all(
    ann: Person, bob: Person, without_ann: Callable[..., str]
) -> None:
    game = without_ann(private=True)
    assert ann.get("/me/turns").json["results"] == []
    assert ann.sees(game)["mine"]["hand"]
    bob.seals_anything(game)
    assert feed(ann)[-1]["event"] == log(ann, game)[-1]["number"]


def test_what_a_bot_plays_for_her_counts_against_her_reliability(
    ann: Person, bob: Person, cat: Person, without_ann: Callable[..., str]
) -> None:
    game = without_ann()
    botplay.move_bots(game)
    bob.seals_anything(game)
    cat.seals_anything(game)
    relied = Person().get("/players/ann").json["reliability"]
    assert relied == {"required": 4, "answered": 0, "percent": 0}


# -- she comes back


def test_she_comes_back_by_answering(
    ann: Person, bob: Person, cat: Person, without_ann: Callable[..., str]
) -> None:
    game = without_ann()
    botplay.move_bots(game)
    assert ann.sees(game)["mine"]["submission"]["by"] == "bot"
    said = ann.seals(game, ann.sees(game)["mine"]["legal_actions"][-1])
    assert (said.status, said.json["by"]) == (200, "player")
    back = seat(bob, game, 0)
    assert (back["player"], back["bot"], back["away"], back["missed"]) == ("ann", None, None, 0)
    assert data(log(bob, game, "returned")) == [{"seat": 0, "player": "ann"}]
    bob.seals_anything(game)
    cat.seals_anything(game)
    played = bob.get(f"/games/{game}/turns/4").json["actions"][0]
    nonce = said.json["nonce"]
    assert played == {"seat": 0, "action": said.json["action"], "by": "player", "nonce": nonce}


def test_an_answer_that_is_refused_brings_nobody_back(
    ann: Person, bob: Person, without_ann: Callable[..., str]
) -> None:
    game = without_ann()
    of_bob = bob.sees(game)["mine"]["hand"][0]
    refused(ann.seals(game, {"type": "play", "card": of_bob}), 422, "not_your_card")
    assert seat(bob, game, 0)["away"] == "absent"


def test_she_comes_back_by_saying_so(
    ann: Person, bob: Person, cat: Person, without_ann: Callable[..., str], time: Time
) -> None:
    game = without_ann()
    said = ann.post(f"/games/{game}/return")
    assert said.status == 200
    assert said.json == ann.sees(game)
    back = said.json["seats"][0]
    assert (back["player"], back["bot"], back["away"], back["missed"]) == ("ann", None, None, 0)
    botplay.move_bots(game)
    assert ann.sees(game)["mine"]["submission"] is None
    assert [one["game"] for one in ann.get("/me/turns").json["results"]] == [game]
    refused(ann.post(f"/games/{game}/return"), 409, "not_away")
    miss(game, time, bob, cat)
    assert (seat(bob, game, 0)["missed"], seat(bob, game, 0)["away"]) == (1, None)


def test_what_the_bot_has_sealed_counts_unless_she_replaces_it(
    ann: Person, bob: Person, cat: Person, without_ann: Callable[..., str]
) -> None:
    game = without_ann()
    botplay.move_bots(game)
    ann.post(f"/games/{game}/return")
    mine = ann.sees(game)["mine"]["submission"]
    refused(ann.delete(f"/games/{game}/turns/4/submission"), 404, "no_submission")
    bob.seals_anything(game)
    cat.seals_anything(game)
    played = bob.get(f"/games/{game}/turns/4").json["actions"][0]
    assert played == {name: mine[name] for name in ("seat", "action", "by", "nonce")}
    assert (played["seat"], played["by"]) == (0, "bot")


# -- the seat of somebody who is absent, offered to another


def test_until_her_seat_is_taken_its_owner_may_come_back(
    ann: Person, bob: Person, dan: Person, without_ann: Callable[..., str]
) -> None:
    game = without_ann()
    bob.put(f"/games/{game}/seats/0/offer", {"player": "dan"})
    assert ann.seals_anything(game).status == 200
    assert seat(bob, game, 0)["offered_to"] is None
    refused(dan.post(f"/games/{game}/seats/0/take"), 403, "not_offered")


def test_once_it_is_taken_she_is_told_so_and_cannot(
    ann: Person, bob: Person, dan: Person, without_ann: Callable[..., str]
) -> None:
    game = without_ann()
    ann.put(
        f"/games/{game}/standing-order",
        {"order": {"plays": [{"card": ann.sees(game)["mine"]["hand"][0]}]}},
    )
    bob.put(f"/games/{game}/seats/0/offer", {"player": "dan"})
    dan.post(f"/games/{game}/seats/0/take")
    assert data(feed(ann, "seat_lost")) == [{"seat": 0, "player": "dan"}]
    refused(ann.post(f"/games/{game}/return"), 403, "not_a_player")
    refused(ann.seals(game, {"type": "play", "card": 1}), 403, "not_a_player")
    assert dan.sees(game)["mine"]["standing_order"] is None
    assert Person().get("/players/ann").json["reliability"]["required"] == 3


# -- the host


def test_a_host_who_is_absent_passes_the_game_on_to_who_is_there(
    ann: Person, bob: Person, without_ann: Callable[..., str]
) -> None:
    game = without_ann()
    assert bob.sees(game)["host"] == "bob"
    ann.post(f"/games/{game}/return")
    assert bob.sees(game)["host"] == "bob", "she does not get it back"


def test_where_all_were_absent_the_first_to_come_back_is_the_host(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(absence={"bot_after": 1})
    miss(game, time)
    assert [one["away"] for one in ann.sees(game)["seats"]] == ["absent"] * 3
    bob.seals_anything(game)
    assert ann.sees(game)["host"] == "bob"
    ann.post(f"/games/{game}/return")
    assert ann.sees(game)["host"] == "bob"
    said = bob.put(f"/games/{game}/seats/2/offer", {"player": "dan"})
    refused(said, 400, "unknown_player", "/player")


# -- nobody is there to wait


def test_once_one_is_back_the_bots_of_the_others_do_not_keep_her_waiting(
    ann: Person, table: Callable[..., str], rung: list[str], time: Time
) -> None:
    game = table(absence={"bot_after": 1})
    miss(game, time)
    assert rung == [], "all are absent, and the bots wait with them"
    time.goes_on(hours=1)
    ann.seals_anything(game)
    assert rung == ["rung"]
    botplay.move_bots(game)
    assert ann.sees(game)["turn"]["number"] == 3
