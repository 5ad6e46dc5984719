"""Seats: who resigns, whose place a bot takes, to whom a seat is offered, and who hears of it."""

from functools import partial
from typing import Any

import pytest

from games.background import botplay
from games.models import Game, Submission, Turn
from games.repository import signals
from games.rulesets import bots
from tests.app.api.calls import (
    decline_seat,
    hand,
    hand_seat_on,
    offer_seat,
    order_of,
    play,
    put_order,
    resign,
    seal_all,
    seat_of,
    take_seat,
    withdraw_offer,
)
from tests.app.api.events import data, feed, log, types
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import NO_BOT, make_game
from tests.moving_time import Time
from tests.people import People, Person

pytestmark = pytest.mark.usefixtures("time")

NO_GAMES = {"running": 0, "finished": 0, "won": 0, "rulesets": []}


# -- the seat


@pytest.mark.parametrize("sealed", [False, True])
def test_a_bot_has_the_seat_but_a_sealed_card_stays(people: People, sealed: bool) -> None:
    (ann, bob, cat), game = people, make_game(people)
    receipt = bob.seals_anything(game).json if sealed else None
    before = seat_of(game, 1, ann)
    said = resign(bob, game)
    assert (said.status, said.raw) == (204, b"")
    assert seat_of(game, 1, ann) == {**before, "bot": "strong", "away": "resigned"}
    (told,) = data(log(ann, game, "stand_in"))
    assert told == {"seat": 1, "player": "bob", "bot": "strong", "away": "resigned"}
    botplay.move_bots(game)
    seal_all(game, ann, cat)
    played = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert [one["by"] for one in played] == ["player", "player" if sealed else "bot", "player"]
    if receipt is not None:
        assert played[1] == {name: receipt[name] for name in ("seat", "action", "by", "nonce")}


def test_who_has_resigned_is_no_player_of_the_game_any_more(people: People) -> None:
    (_, bob, _), game = people, make_game(people)
    card = bob.sees(game)["mine"]["legal_actions"][0]
    resign(bob, game)
    assert bob.sees(game)["mine"] is None
    assert bob.sees(game) == Person().sees(game)
    assert bob.get("/me/turns").json["results"] == []
    assert bob.get("/games", player="bob").json["results"] == []
    with nothing_changes():
        for said in (
            *(resign(bob, game), bob.post(f"/games/{game}/reclaim"), bob.seals(game, card, 1)),
            *(call(f"/games/{game}/turns/1/submission") for call in (bob.delete, bob.get)),
            bob.delete(f"/games/{game}/standing-order"),
        ):
            refused(said, 403, "not_a_player")
        refused(bob.post(f"/games/{game}/join"), 409, "already_joined")


def test_a_host_who_resigns_passes_the_game_on(people: People, dan: Person) -> None:
    (ann, bob, cat), game = people, make_game(people)
    resign(ann, game)
    assert bob.sees(game)["host"] == "bob"
    assert data(log(bob, game, "host_changed")) == [{"host": "bob"}]
    assert offer_seat(bob, game, 0, "dan").status == 200
    resign(bob, game)
    assert cat.sees(game)["host"] == "cat"


# -- who hears of it, and who is shown a private game


@pytest.mark.parametrize("read", [False, True], ids=["unread", "read"])
def test_who_hears_what_of_a_seat_handed_on(people: People, dan: Person, read: bool) -> None:
    (ann, bob, _), game = people, make_game(people)
    bob.seals_anything(game)
    resign(bob, game)
    ann.seals_anything(game)
    before = feed(bob) if read else []
    offer_seat(ann, game, 1, "dan")
    take_seat(dan, game, 1)
    ann.seals(game, ann.sees(game)["mine"]["legal_actions"][1])
    *heard, lost = feed(bob)
    assert not read or heard == before
    (joined, _), (resigned,) = log(ann, game, "joined")[1:], log(ann, game, "stand_in")
    assert [one["event"] for one in heard] == [*range(joined["number"], resigned["number"] + 1)]
    assert (lost["type"], lost["event"]) == ("seat_lost", None)
    assert data([lost]) == [{"seat": 1, "player": "dan"}]
    assert types(feed(dan)) == ["offered_to_you", "seat_taken", "returned", "sealed"]


def test_nobody_hears_what_came_before_in_a_seat_handed_on_unread(
    people: People, dan: Person
) -> None:
    (ann, bob, _), game, eve = people, make_game(people), Person.signs_up("eve")
    resign(bob, game)
    for name, person in (("dan", dan), ("eve", eve)):
        offer_seat(ann, game, 1, name)
        take_seat(person, game, 1)
        resign(person, game)
    *heard, lost = [one for one in feed(dan) if one["type"] != "offered_to_you"]
    assert types(heard) == ["seat_taken", "returned", "stand_in"]
    assert data([*heard[:1], lost]) == [{"seat": 1, "player": name} for name in ("dan", "eve")]
    assert types(feed(eve)) == ["offered_to_you", "seat_taken", "returned", "stand_in"]


def test_a_private_game_is_open_to_who_is_offered_a_seat(people: People, dan: Person) -> None:
    (ann, bob, _), game = people, make_game(people, private=True)
    resign(bob, game)
    refused(resign(bob, game), 404, "game_not_found")
    for person in (bob, dan):
        refused(person.get(f"/games/{game}"), 404, "game_not_found")
    offer_seat(ann, game, 1, "dan")
    assert dan.sees(game) == {**ann.sees(game), "mine": None}
    decline_seat(dan, game, 1)
    refused(dan.get(f"/games/{game}"), 404, "game_not_found")
    offer_seat(ann, game, 1, "dan")
    take_seat(dan, game, 1)
    assert dan.sees(game)["mine"]["seat"] == 1


def test_an_offer_opens_a_private_game_to_its_end(people: People, dan: Person, time: Time) -> None:
    ann, bob, _ = people
    game = make_game(people, private=True, absence=NO_BOT)
    resign(bob, game)
    offer_seat(ann, game, 1, "dan")
    assert [one["id"] for one in dan.get("/games", id=game).json["results"]] == [game]
    while dan.get(f"/games/{game}").status == 200:
        assert ann.sees(game)["status"] == "running"
        time.sweep_after(hours=25)
    assert ann.sees(game)["status"] == "finished"
    refused(dan.get(f"/games/{game}/record"), 404, "game_not_found")
    assert dan.get("/games", id=game).json["results"] == []


# -- the game


def test_a_bot_that_still_thinks_brings_no_game_back(ann, time, monkeypatch) -> None:
    game = ann.opens(3, bots=["random", "random"])
    ann.seals_anything(game)
    found = bots.find_bot

    def find_slow_bot(ruleset: str, name: str) -> Any:
        def think(*what: Any) -> Any:
            action = found(ruleset, name)(*what)
            if Game.objects.get(pk=game).status == Game.Status.RUNNING:
                assert resign(ann, game).status == 204
            return action

        return think

    monkeypatch.setattr(bots, "find_bot", find_slow_bot)
    botplay.move_bots(game)
    assert types(log(ann, game))[-1] == "cancelled"
    assert ann.sees(game)["status"] == "cancelled"


def test_a_game_without_players_is_called_off(people: People, dan: Person, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people)
    for person in (ann, bob):
        resign(person, game)
    assert offer_seat(cat, game, 0, "dan").status == 200
    assert ann.sees(game)["status"] == "running"
    resign(cat, game)
    seen = ann.sees(game)
    assert (seen["status"], seen["turn"], seen["result"]) == ("cancelled", None, None)
    assert types(log(ann, game))[-2:] == ["stand_in", "cancelled"]
    assert data(log(ann, game, "cancelled")) == [{"reason": "nobody_left"}]
    assert types(feed(cat))[-1] == "cancelled"
    # Nobody moves there: no bot, not the clock, and nobody who was offered a seat.
    botplay.move_bots(game)
    botplay.move_due(60)
    time.sweep_after(days=30)
    assert types(log(ann, game))[-1] == "cancelled"
    refused(take_seat(dan, game, 0), 409, "game_cancelled")
    assert Person().get("/players/ann").json["games"] == NO_GAMES


def test_what_a_bot_wins_is_no_win_of_who_has_resigned(people: People) -> None:
    (ann, bob, cat), game = people, make_game(people, absence=NO_BOT)
    resign(bob, game)
    resign(cat, game)
    while Game.objects.get(pk=game).status == "running":
        ann.seals_anything(game)
        botplay.move_bots(game)
    record = ann.get(f"/games/{game}/record").json
    assert [record["players"][one] for one in record["seats"]] == ["ann", "bob", "cat"]
    assert Person().get("/players/bob").json["games"] == NO_GAMES


# -- offers


def test_a_vacant_seat_is_offered_to_one_player(people: People, dan: Person) -> None:
    (ann, bob, _), game, eve = people, make_game(people), Person.signs_up("eve")
    resign(bob, game)
    said = offer_seat(ann, game, 1, "DAN")
    assert (said.status, said.json) == (200, ann.sees(game))
    assert said.json["seats"][1]["offered_to"] == "dan"
    offer = f"/games/{game}/seats/1/offer"
    assert eve.get(offer).json == {"game": game, "seat": 1, "player": "dan"}
    assert data(log(ann, game, "seat_offered")) == [{"seat": 1, "player": "dan"}]
    (told,) = feed(dan)
    assert (told["type"], told["game"], told["event"]) == ("offered_to_you", game, None)
    assert data([told]) == [{"seat": 1, "host": "ann"}]
    for number, end in enumerate((partial(withdraw_offer, ann), partial(decline_seat, dan)), 1):
        said = end(game, 1)
        assert (said.status, said.raw) == (204, b"")
        assert seat_of(game, 1, ann)["offered_to"] is None
        refused(ann.get(offer), 404, "no_offer")
        assert data(log(ann, game, "offer_ended")) == [{"seat": 1, "player": "dan"}] * number
        with nothing_changes():
            refused(take_seat(dan, game, 1), 403, "not_offered")
            refused(decline_seat(dan, game, 1), 403, "not_offered")
            refused(withdraw_offer(ann, game, 1), 404, "no_offer")
        offer_seat(ann, game, 1, "dan")
    offer_seat(ann, game, 1, "eve")
    refused(take_seat(dan, game, 1), 403, "not_offered")
    assert take_seat(eve, game, 1).status == 200, "a new offer takes the place of the old one"


def test_which_seats_are_offered_by_whom_and_to_whom(people: People, dan: Person) -> None:
    (ann, bob, cat), game, eve = people, make_game(people, bots=["random"]), Person.signs_up("eve")
    refused(ann.get(f"/games/{game}/seats/4/offer"), 404, "seat_not_found")
    with nothing_changes():
        refused(offer_seat(ann, game, 1, "dan"), 409, "seat_not_vacant")
        refused(withdraw_offer(ann, game, 1), 409, "seat_not_vacant")
    resign(bob, game)
    with nothing_changes():
        for person, seat, status, code in (
            (cat, 1, 403, "not_host"),
            (bob, 1, 403, "not_a_player"),
            (dan, 1, 403, "not_a_player"),
            (ann, 2, 409, "seat_not_vacant"),
            (ann, 3, 409, "seat_not_vacant"),  # A bot has sat there from the start.
            (ann, 4, 404, "seat_not_found"),
        ):
            refused(offer_seat(person, game, seat, "dan"), status, code)
            refused(withdraw_offer(person, game, seat), status, code)
        refused(offer_seat(ann, game, 100, "dan"), 404, "not_found")
        refused(offer_seat(ann, game, 1, "nobody"), 400, "unknown_player", "/player")
        for name in ("ann", "cat"):
            refused(offer_seat(ann, game, 1, name), 409, "already_joined")
    offer_seat(ann, game, 1, "eve")
    with nothing_changes():
        for person, seat in [(dan, 1), (cat, 1), (bob, 1), (ann, 1), (eve, 0), (eve, 2), (eve, 99)]:
            refused(take_seat(person, game, seat), 403, "not_offered")
            refused(decline_seat(person, game, seat), 403, "not_offered")


def test_who_takes_a_seat_plays_on_with_its_hand(people: People, dan: Person, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people)
    held, due = hand(bob, game), bob.sees(game)["mine"]["due_at"]
    put_order(bob, game, order_of(held[-1]))
    time.advance(hours=1)
    resign(bob, game)
    offer_seat(ann, game, 1, "dan")
    said = take_seat(dan, game, 1)
    assert (said.status, said.json) == (200, dan.sees(game))
    mine = said.json["mine"]
    assert (mine["seat"], mine["hand"]) == (1, held)
    assert mine["due_at"] == due, "the others' time does not begin again"
    assert (mine["standing_order"], mine["fallback_by"]) == (None, "clock")
    seat = said.json["seats"][1]
    assert (seat["player"], seat["bot"], seat["away"]) == ("dan", None, None)
    assert (seat["missed"], seat["offered_to"]) == (0, None)
    assert [one["game"] for one in dan.get("/me/turns").json["results"]] == [game]
    seal_all(game, ann, cat, dan)
    assert ann.sees(game)["turn"]["number"] == 2
    refused(bob.seals(game, play(held[0]), 1), 403, "not_a_player")


def relied_on(*names: str) -> list[tuple[int, int]]:
    """Return how many answers were required of each player, and how many came."""
    found = [Person().get(f"/players/{name}").json["reliability"] for name in names]
    return [(one["required"], one["answered"]) for one in found]


def test_what_each_has_done_in_a_seat_is_theirs(people: People, dan: Person, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people)
    bob.seals_anything(game)
    time.sweep_after(hours=24)
    time.sweep_after(hours=24)
    hand_seat_on(game, bob, ann, dan, 1)
    seal_all(game, ann, cat, dan)
    assert relied_on("bob", "cat", "dan") == [(2, 1), (3, 1), (1, 1)]
    # What dan has sealed counts for dan, though eve has the seat when the turn closes.
    eve = Person.signs_up("eve")
    dan.seals_anything(game)
    time.sweep_after(minutes=1)
    hand_seat_on(game, dan, ann, eve, 1)
    seal_all(game, ann, cat)
    assert ann.sees(game)["turn"]["number"] == 5
    assert relied_on("dan", "eve") == [(2, 2), (0, 0)]


def test_a_seat_may_be_for_reliable_players_alone(people: People, dan: Person, time: Time) -> None:
    ann, bob, _ = people
    dan.opens(3, bots=["random", "random"])
    time.sweep_after(hours=24)
    assert Person().get("/players/dan").json["reliability"]["percent"] == 0
    game = make_game(people, absence={"least_reliability": 50})
    resign(bob, game)
    offer_seat(ann, game, 1, "dan")
    with nothing_changes():
        refused(take_seat(dan, game, 1), 403, "too_unreliable")
    assert seat_of(game, 1, ann)["offered_to"] == "dan"


# -- a bot stands in for a player who misses too many turns in a row


def miss_turn(game: str, time: Time, *there: Person) -> None:
    """Let a turn pass in which only these answer."""
    seal_all(game, *there)
    time.sweep_after(hours=24)


@pytest.fixture
def game_without_ann(people: People, time: Time) -> str:
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
    answered = clocks.values_list("question__turn__number", flat=True)
    decisions = [answered.filter(question__seat__number=number) for number in range(3)]
    sittings = [len({of_turn[turn] for turn in turns}) for turns in decisions]
    assert sum(sittings) == 8, "one deadline for each"
    assert sum(map(len, decisions)) > 8
    assert [one["missed"] for one in people[0].sees(game)["seats"]] == sittings


def test_a_card_without_choice_is_neither_missed_nor_answered(people: People, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people, absence=NO_BOT)
    while ann.sees(game)["stage"] == 1:
        miss_turn(game, time, bob, cat)
    of_stage = Submission.objects.filter(game=game, question__turn__stage__number=1)
    answers = of_stage.filter(question__seat__number=0)
    assert relied_on("ann")[0][0] == seat_of(game, 0, bob)["missed"] == answers.count()


# -- the player comes back


def test_a_player_comes_back_by_answering(people: People, game_without_ann: str) -> None:
    (ann, bob, _), game = people, game_without_ann
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


def test_a_player_comes_back_by_saying_so(
    people: People, game_without_ann: str, time: Time
) -> None:
    (ann, bob, cat), game = people, game_without_ann
    assert seat_of(game, 0, bob)["away"] == "absent"
    assert bob.sees(game)["host"] == "bob", "the host was absent"
    said = ann.post(f"/games/{game}/reclaim")
    assert (said.status, said.json) == (200, ann.sees(game))
    back = said.json["seats"][0]
    assert (back["player"], back["bot"], back["away"], back["missed"]) == ("ann", None, None, 0)
    assert bob.sees(game)["host"] == "bob", "ann does not get it back"
    botplay.move_bots(game)
    assert ann.sees(game)["mine"]["submission"] is None
    assert [one["game"] for one in ann.get("/me/turns").json["results"]] == [game]
    refused(ann.post(f"/games/{game}/reclaim"), 409, "not_away")
    miss_turn(game, time, bob, cat)
    assert (seat_of(game, 0, bob)["missed"], seat_of(game, 0, bob)["away"]) == (1, None)


def test_a_card_of_the_bot_counts_unless_it_is_replaced(
    people: People, game_without_ann: str
) -> None:
    (ann, bob, cat), game = people, game_without_ann
    botplay.move_bots(game)
    ann.post(f"/games/{game}/reclaim")
    mine = ann.sees(game)["mine"]["submission"]
    refused(ann.delete(f"/games/{game}/turns/4/submission"), 404, "no_submission")
    seal_all(game, bob, cat)
    played = bob.get(f"/games/{game}/turns/4").json["actions"][0]
    assert played == {name: mine[name] for name in ("seat", "action", "by", "nonce")}
    assert (played["seat"], played["by"]) == (0, "bot")


def test_a_taken_seat_is_gone(
    people: People, dan: Person, game_without_ann: str, time: Time
) -> None:
    (ann, bob, cat), game = people, game_without_ann
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
    refused(ann.post(f"/games/{game}/reclaim"), 403, "not_a_player")
    refused(ann.seals(game, play(1)), 403, "not_a_player")
    assert dan.sees(game)["mine"]["standing_order"] is None
    assert Person().get("/players/ann").json["reliability"]["required"] == 7


def test_the_first_to_come_back_is_the_host(people, time, monkeypatch) -> None:
    (ann, bob, _), game = people, make_game(people, absence={"bot_after": 1})
    rung: list[Any] = []
    monkeypatch.setattr(signals.bots_due, "send", rung.append)
    miss_turn(game, time)
    assert [one["away"] for one in ann.sees(game)["seats"]] == ["absent"] * 3
    assert rung == [], "all are absent, and the bots wait with them"
    time.advance(hours=1)
    bob.seals_anything(game)
    assert (bob.sees(game)["host"], len(rung)) == ("bob", 1)
    ann.post(f"/games/{game}/reclaim")
    assert ann.sees(game)["host"] == "bob"
    refused(offer_seat(bob, game, 2, "dan"), 400, "unknown_player", "/player")
    ann.seals_anything(game)
    botplay.move_bots(game)
    assert ann.sees(game)["turn"]["number"] == 3
