"""A bot stands in for a player who misses too many turns in a row, until the player is back."""

from typing import Any

import pytest

from games.background import botplay
from games.models import Submission, Turn
from games.repository import signals
from tests.app.api.calls import (
    hand,
    offer_seat,
    order_of,
    play,
    put_order,
    seal_all,
    seat_of,
    take_seat,
)
from tests.app.api.events import data, feed, log
from tests.app.api.refusals import refused
from tests.factories import NO_BOT, make_game
from tests.moving_time import Time
from tests.people import People, Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


def miss_turn(game: str, time: Time, *there: Person) -> None:
    """Let a turn pass in which only these answer."""
    seal_all(game, *there)
    time.sweep_after(hours=24)


@pytest.fixture
def without_ann(people: People, time: Time) -> str:
    """A game in which a bot has just taken the seat of ann, who has missed three turns."""
    game = make_game(people)
    for _ in range(3):
        miss_turn(game, time, *people[1:])
    return game


# -- the bot comes


def test_after_three_turns_missed_in_a_row_a_bot_takes_the_seat(people: People, time: Time) -> None:
    (_, bob, cat), game = people, make_game(people)
    for missed in (1, 2):
        miss_turn(game, time, bob, cat)
        assert (seat_of(game, 0, bob)["missed"], seat_of(game, 0, bob)["away"]) == (missed, None)
    seal_all(game, *people)
    assert seat_of(game, 0, bob)["missed"] == 0, "an answer begins the count again"
    for _ in range(3):
        assert seat_of(game, 0, bob)["away"] is None
        miss_turn(game, time, bob, cat)
    taken = seat_of(game, 0, bob)
    assert (taken["player"], taken["bot"], taken["away"]) == ("ann", "strong", "absent")
    (told,) = data(log(bob, game, "stand_in"))
    assert told == {"seat": 0, "player": "ann", "bot": "strong", "away": "absent"}
    botplay.move_bots(game)
    seal_all(game, bob, cat)
    by = [one["by"] for one in bob.get(f"/games/{game}/turns/7").json["actions"]]
    assert by == ["bot", "player", "player"], "nobody waits for ann any more"
    relied = Person().get("/players/ann").json["reliability"]
    assert (relied["required"], relied["answered"]) == (7, 1), "what a bot plays is not answered"


def test_missed_turns_are_counted_by_sittings(people: People, time: Time) -> None:
    options, absence = {"expansions": ["coins"]}, {"bot_after": 100}
    game = make_game(people, ruleset="high_tide", options=options, absence=absence)
    for _ in range(8):
        time.sweep_after(hours=24)
    clocks = Submission.objects.filter(game=game, by="clock")
    of_turn = dict(Turn.objects.filter(game=game).values_list("number", "sitting"))
    decisions = [
        clocks.filter(question__seat__number=number).values_list(
            "question__turn__number", flat=True
        )
        for number in range(3)
    ]
    sittings = [len({of_turn[turn] for turn in turns}) for turns in decisions]
    assert sum(sittings) == 8, "one deadline for each"
    assert sum(map(len, decisions)) > 8
    assert [one["missed"] for one in people[0].sees(game)["seats"]] == sittings


def test_a_card_without_choice_is_neither_missed_nor_answered(people: People, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people, absence=NO_BOT)
    while ann.sees(game)["stage"] == 1:
        miss_turn(game, time, bob, cat)
    answers = Submission.objects.filter(
        game=game, question__turn__stage__number=1, question__seat__number=0
    )
    required = Person().get("/players/ann").json["reliability"]["required"]
    assert required == seat_of(game, 0, bob)["missed"] == answers.count()


# -- the player comes back


def test_a_player_comes_back_by_answering(people: People, without_ann: str) -> None:
    (ann, bob, cat), game = people, without_ann
    botplay.move_bots(game)
    assert ann.get("/me/turns").json["results"] == [], "an absent player is not asked, but may look"
    assert feed(ann)[-1]["event"] == log(ann, game)[-1]["number"]
    assert ann.sees(game)["mine"]["submission"]["by"] == "bot"
    refused(ann.seals(game, play(hand(bob, game)[0])), 422, "not_your_card")
    assert seat_of(game, 0, bob)["away"] == "absent", "not by an answer that is refused"
    said = ann.seals(game, ann.sees(game)["mine"]["legal_actions"][-1])
    assert (said.status, said.json["by"]) == (200, "player")
    back = seat_of(game, 0, bob)
    assert (back["player"], back["bot"], back["away"], back["missed"]) == ("ann", None, None, 0)
    assert data(log(bob, game, "returned")) == [{"seat": 0, "player": "ann"}]
    seal_all(game, bob, cat)
    played = bob.get(f"/games/{game}/turns/4").json["actions"][0]
    assert played == {name: said.json[name] for name in ("seat", "action", "by", "nonce")}


def test_a_player_comes_back_by_saying_so(people: People, without_ann: str, time: Time) -> None:
    (ann, bob, cat), game = people, without_ann
    assert seat_of(game, 0, bob)["away"] == "absent"
    assert bob.sees(game)["host"] == "bob", "the host was absent"
    said = ann.post(f"/games/{game}/return")
    assert (said.status, said.json) == (200, ann.sees(game))
    back = said.json["seats"][0]
    assert (back["player"], back["bot"], back["away"], back["missed"]) == ("ann", None, None, 0)
    assert bob.sees(game)["host"] == "bob", "ann does not get it back"
    botplay.move_bots(game)
    assert ann.sees(game)["mine"]["submission"] is None
    assert [one["game"] for one in ann.get("/me/turns").json["results"]] == [game]
    refused(ann.post(f"/games/{game}/return"), 409, "not_away")
    miss_turn(game, time, bob, cat)
    assert (seat_of(game, 0, bob)["missed"], seat_of(game, 0, bob)["away"]) == (1, None)


def test_a_card_of_the_bot_counts_unless_it_is_replaced(people: People, without_ann: str) -> None:
    (ann, bob, cat), game = people, without_ann
    botplay.move_bots(game)
    ann.post(f"/games/{game}/return")
    mine = ann.sees(game)["mine"]["submission"]
    refused(ann.delete(f"/games/{game}/turns/4/submission"), 404, "no_submission")
    seal_all(game, bob, cat)
    played = bob.get(f"/games/{game}/turns/4").json["actions"][0]
    assert played == {name: mine[name] for name in ("seat", "action", "by", "nonce")}
    assert (played["seat"], played["by"]) == (0, "bot")


def test_a_taken_seat_is_gone(people: People, dan: Person, without_ann: str, time: Time) -> None:
    (ann, bob, cat), game = people, without_ann
    offer_seat(bob, game, 0, "dan")
    assert ann.seals_anything(game).status == 200
    assert seat_of(game, 0, bob)["offered_to"] is None
    refused(take_seat(dan, game, 0), 403, "not_offered")
    seal_all(game, bob, cat)
    for _ in range(3):
        miss_turn(game, time, bob, cat)
    put_order(ann, game, order_of(hand(ann, game)[0]))
    offer_seat(bob, game, 0, "dan")
    take_seat(dan, game, 0)
    assert data(feed(ann, "seat_lost")) == [{"seat": 0, "player": "dan"}]
    refused(ann.post(f"/games/{game}/return"), 403, "not_a_player")
    refused(ann.seals(game, play(1)), 403, "not_a_player")
    assert dan.sees(game)["mine"]["standing_order"] is None
    assert Person().get("/players/ann").json["reliability"]["required"] == 7


def test_the_first_to_come_back_is_the_host(
    people: People, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann, bob, _), game = people, make_game(people, absence={"bot_after": 1})
    rung: list[Any] = []
    monkeypatch.setattr(signals.bots_due, "send", rung.append)
    miss_turn(game, time)
    assert [one["away"] for one in ann.sees(game)["seats"]] == ["absent"] * 3
    assert rung == [], "all are absent, and the bots wait with them"
    time.advance(hours=1)
    bob.seals_anything(game)
    assert (bob.sees(game)["host"], len(rung)) == ("bob", 1)
    ann.post(f"/games/{game}/return")
    assert ann.sees(game)["host"] == "bob"
    refused(offer_seat(bob, game, 2, "dan"), 400, "unknown_player", "/player")
    ann.seals_anything(game)
    botplay.move_bots(game)
    assert ann.sees(game)["turn"]["number"] == 3
