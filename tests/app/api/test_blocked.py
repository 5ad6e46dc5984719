"""Nobody can tell by any call of hers that she is blocked.

That it changes no byte of any other call is for tests/thorough/interference, where it is one of the secrets.
"""

from collections.abc import Callable

import pytest

from games.background import botplay
from games.feeds.streams.feeds import GameLog
from games.models import PrivateEvent, Seat
from notifications.models import Delivery
from notifications.webhooks import feed_events
from players.models import Player
from tests.app.api.calls import declines, offers, resigns, takes
from tests.app.api.events import feed
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.statements import statements
from tests.people import Answer, Person
from tests.webhooks import makes

pytestmark = pytest.mark.django_db

ASKED = [
    ("GET", ""),
    ("GET", "/events"),
    ("GET", "/stages"),
    ("GET", "/record"),
    ("GET", "/turns/1"),
    ("GET", "/messages"),
    ("GET", "/invitations"),
    ("POST", "/join"),
    ("POST", "/leave"),
    ("POST", "/start"),
    ("POST", "/cancel"),
    ("POST", "/resign"),
    ("POST", "/return"),
    ("POST", "/rematch"),
    ("POST", "/invitations"),
    ("POST", "/seats/0/time"),
    ("POST", "/seats/0/take"),
    ("DELETE", "/turns/1/submission"),
    ("DELETE", "/seats/0/offer"),
    ("DELETE", "/pause"),
]


def said(answer: Answer) -> tuple[int, bytes]:
    return answer.status, answer.raw_but_id


def key(person: Person) -> int:
    return Player.objects.get(username=person.name).pk


@pytest.mark.parametrize(("method", "rest"), ASKED)
def test_a_private_table_is_to_her_as_one_that_has_started_without_her(
    ann: Person, dan: Person, table: Callable[..., str], method: str, rest: str
) -> None:
    ann.patch("/me/relations/dan", {"blocked": True})
    open_, started = ann.opens(3, private=True), table(private=True)
    answers = [said(dan.call(method, f"/games/{game}{rest}")) for game in (open_, started)]
    assert answers[0] == answers[1]
    assert answers[0][0] == 404


def test_it_is_in_no_list_of_hers_and_not_followed_by_her(
    ann: Person, bob: Person, dan: Person
) -> None:
    game = ann.opens(3, private=True)
    assert [one["id"] for one in dan.get("/games", id=game).json["results"]] == [game]
    ann.patch("/me/relations/dan", {"blocked": True})
    assert dan.get("/games", id=game).json["results"] == []
    assert [one["id"] for one in bob.get("/games", id=game).json["results"]] == [game]
    reading = GameLog(game).read(0, 10)
    assert [reading.is_for(key(one)) for one in (ann, bob, dan)] == [True, True, False]


def test_a_public_table_and_one_of_another_host_take_her(
    ann: Person, bob: Person, dan: Person
) -> None:
    ann.patch("/me/relations/dan", {"blocked": True})
    public, of_bob = ann.opens(3), bob.opens(3, private=True)
    ann.joins(of_bob)
    dan.joins(public)
    dan.joins(of_bob)


def test_who_has_a_seat_already_keeps_it(ann: Person, dan: Person) -> None:
    game = ann.opens(3, private=True)
    dan.joins(game)
    ann.patch("/me/relations/dan", {"blocked": True})
    assert dan.sees(game)["seats"][1]["player"] == "dan"
    assert GameLog(game).read(0, 10).is_for(key(dan))


def test_a_link_of_whoever_has_blocked_her_is_as_one_that_is_over(
    ann: Person, bob: Person, dan: Person
) -> None:
    ann.patch("/me/relations/dan", {"blocked": True})
    codes = []
    for full in (False, True):
        game = ann.opens(3, private=True, bots=["random"], start="host")
        codes.append(ann.post(f"/games/{game}/invitations", {"uses": 9}).json["code"])
        if full:
            bob.joins(game)
    answers = [said(dan.post(f"/invitations/{code}/accept")) for code in codes]
    assert answers[0] == answers[1]
    refused(dan.post(f"/invitations/{codes[0]}/accept"), 409, "invitation_over")
    assert bob.post(f"/invitations/{codes[0]}/accept").status == 200


@pytest.mark.parametrize("blocked", [False, True])
def test_her_invitation_is_answered_and_listed_as_always(
    ann: Person, dan: Person, blocked: bool
) -> None:
    if blocked:
        ann.patch("/me/relations/dan", {"blocked": True})
    game = dan.opens(3, private=True)
    made = dan.post(f"/games/{game}/invitations", {"player": "ann"})
    assert made.status == 201
    assert dan.get(f"/games/{game}/invitations").json["results"] == [made.json]
    assert dan.get(f"/invitations/{made.json['code']}").json == made.json
    heard = [len(feed(ann)), len(ann.get("/me/invitations").json["results"])]
    assert heard == ([0, 0] if blocked else [1, 1])
    looked = ann.get(f"/invitations/{made.json['code']}")
    assert looked.status == (404 if blocked else 200)


@pytest.mark.parametrize("blocked", [False, True])
def test_her_offer_of_a_seat_is_answered_as_always_and_reaches_nobody_who_has_blocked_her(
    ann: Person, bob: Person, cat: Person, dan: Person, table: Callable[..., str], blocked: bool
) -> None:
    if blocked:
        dan.patch("/me/relations/ann", {"blocked": True})
    hook = makes(dan, "https://hooks.example/dan")["id"]
    game = table()
    resigns(bob, game)
    said = offers(ann, game, 1, "dan")
    assert (said.status, said.json["seats"][1]["offered_to"]) == (200, "dan")
    feed_events.enqueue_events(key(dan))
    heard = [one["type"] for one in feed(dan)]
    assert heard == ([] if blocked else ["offered_to_you"])
    assert Delivery.objects.filter(webhook=hook).count() == len(heard)
    # It is bound into the log all the same, so that nobody is told more by what is bound.
    for person in (ann, cat):
        person.seals_anything(game)
    botplay.move_bots(game)
    assert ann.sees(game)["turn"]["number"] == 2
    bound = PrivateEvent.objects.get(game=game, player=key(dan), turn=1)
    assert bound.type == "offered_to_you"
    assert feed(dan)[1:] == []
    # She may take it all the same, where she has seen it at the table.
    assert takes(dan, game, 1).status == 200


def test_nobody_offers_a_seat_to_whom_she_has_blocked(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    resigns(bob, game)
    ann.patch("/me/relations/dan", {"blocked": True})
    with nothing_changes():
        refused(offers(ann, game, 1, "dan"), 409, "player_blocked")


def blocks_after_her_offer(ann: Person, cat: Person, game: str) -> None:
    ann.patch("/me/relations/dan", {"blocked": True})


def resigns_for_one_who_has_blocked(ann: Person, cat: Person, game: str) -> None:
    cat.patch("/me/relations/dan", {"blocked": True})
    resigns(ann, game)
    assert cat.sees(game)["host"] == "cat"


@pytest.mark.parametrize("then", [blocks_after_her_offer, resigns_for_one_who_has_blocked])
def test_a_seat_of_a_private_table_is_not_there_for_whom_its_host_has_blocked(
    ann: Person,
    bob: Person,
    cat: Person,
    dan: Person,
    table: Callable[..., str],
    then: Callable[[Person, Person, str], None],
) -> None:
    game = table(private=True)
    resigns(bob, game)
    assert offers(ann, game, 1, "dan").status == 200
    assert [one["id"] for one in dan.get("/games", id=game).json["results"]] == [game]
    then(ann, cat, game)
    with nothing_changes():
        refused(takes(dan, game, 1), 404, "game_not_found")
        refused(declines(dan, game, 1), 404, "game_not_found")
        refused(dan.get(f"/games/{game}"), 404, "game_not_found")
        assert dan.get("/games", id=game).json["results"] == []
    reading = GameLog(game).read(0, 10)
    assert [reading.is_for(key(one)) for one in (cat, dan)] == [True, False]


def test_who_is_away_from_her_own_seat_is_not_shut_out(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table(private=True)
    Seat.objects.filter(game=game, number=1).update(away=Seat.Away.ABSENT, bot="random")
    assert offers(ann, game, 1, "bob").status == 200
    ann.patch("/me/relations/bob", {"blocked": True})
    assert bob.sees(game)["seats"][1]["player"] == "bob"
    assert GameLog(game).read(0, 10).is_for(key(bob))
    assert takes(bob, game, 1).status == 200


def test_an_invitation_that_i_have_made_is_taken_back_by_my_block(ann: Person, dan: Person) -> None:
    game = ann.opens(3)
    code = ann.post(f"/games/{game}/invitations", {"player": "dan"}).json["code"]
    ann.patch("/me/relations/dan", {"blocked": True})
    refused(dan.post(f"/invitations/{code}/accept"), 404, "invitation_not_found")
    refused(ann.post(f"/games/{game}/invitations", {"player": "dan"}), 409, "player_blocked")


def test_her_request_asks_the_database_the_same(ann: Person, dan: Person) -> None:
    costs = []
    for blocked in (False, True):
        ann.patch("/me/relations/dan", {"blocked": blocked})
        dan.patch("/me/relations/ann", {"friend": False})
        with statements() as asked:
            dan.patch("/me/relations/ann", {"friend": True})
        costs.append(asked)
    assert costs[0] == costs[1]
