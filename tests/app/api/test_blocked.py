"""Nobody can tell by any call of theirs that they are blocked.

That it changes no byte of any other call is for tests/thorough/interference, where it is one of the secrets.
"""

import pytest

from games.background import botplay
from games.feeds.streams.feeds import GameLog
from games.models import PrivateEvent, Seat
from notifications.models import Delivery
from notifications.webhooks import feed_events
from players.models import Player
from tests.app.api.calls import decline_seat, offer_seat, resign, seal_all, seat_of, take_seat
from tests.app.api.events import feed
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.statements import statements
from tests.factories import make_game
from tests.people import Answer, People, Person
from tests.webhooks import create_webhook

CALLS = [
    *(("GET", rest) for rest in ("", "/events", "/stages", "/record", "/turns/1", "/messages")),
    *(("POST", rest) for rest in ("/join", "/leave", "/start", "/cancel", "/resign", "/reclaim")),
    *(
        ("POST", rest)
        for rest in ("/rematch", "/invitations", "/seats/0/extension", "/seats/0/accept")
    ),
    *(("DELETE", rest) for rest in ("/turns/1/submission", "/seats/0/offer", "/pause")),
    *(("GET", rest) for rest in ("/invitations", "/seats/0/offer", "/pause", "/viewer")),
    *(("GET", rest) for rest in ("/entropy", "/standing-order")),
]


def block(person: Person, other: str) -> None:
    assert person.patch(f"/me/relations/{other}", {"blocked": True}).status == 200


def key_of(person: Person) -> int:
    return Player.objects.get(username=person.name).pk


def status_and_body(answer: Answer) -> tuple[int, bytes]:
    return answer.status, answer.raw_but_request_id


# -- tables


def test_a_private_table_is_to_the_blocked_as_one_that_started(people: People, dan: Person) -> None:
    ann, bob, _ = people
    open_, started = ann.opens(3, private=True), make_game(people, private=True)
    assert [one["id"] for one in dan.get("/games", id=open_).json["results"]] == [open_]
    block(ann, "dan")
    for method, rest in CALLS:
        one, other = (
            status_and_body(dan.call(method, f"/games/{game}{rest}")) for game in (open_, started)
        )
        assert one == other, (method, rest)
        assert one[0] == 404, (method, rest)
    assert dan.get("/games", id=open_).json["results"] == []
    assert [one["id"] for one in bob.get("/games", id=open_).json["results"]] == [open_]
    reading = GameLog(open_).read(after=0, most=10)
    assert [reading.is_for(key_of(one)) for one in (ann, bob, dan)] == [True, True, False]


def test_public_tables_and_other_hosts_stay_open(people: People, dan: Person) -> None:
    ann, bob, _ = people
    game = ann.opens(3, private=True)
    dan.joins(game)
    block(ann, "dan")
    public, of_bob = ann.opens(3), bob.opens(3, private=True)
    ann.joins(of_bob)
    dan.joins(public)
    dan.joins(of_bob)
    assert seat_of(game, 1, dan)["player"] == "dan"
    assert GameLog(game).read(after=0, most=10).is_for(key_of(dan))


# -- invitations


def test_a_link_is_to_the_blocked_as_if_it_were_over(ann: Person, bob: Person, dan: Person) -> None:
    block(ann, "dan")
    codes = []
    for full in (False, True):
        # Its host starts it, so that with bob it is full and not started.
        game = ann.opens(3, private=True, bots=["random"], start="host")
        codes.append(ann.post(f"/games/{game}/invitations", {"uses": 9}).json["code"])
        if full:
            bob.joins(game)
    answers = [dan.post(f"/invitations/{code}/accept") for code in codes]
    assert status_and_body(answers[0]) == status_and_body(answers[1])
    refused(answers[0], 409, "invitation_over")
    assert bob.post(f"/invitations/{codes[0]}/accept").status == 200


@pytest.mark.parametrize("blocked", [False, True])
def test_their_invitation_is_answered_as_always(ann: Person, dan: Person, blocked: bool) -> None:
    if blocked:
        block(ann, "dan")
    game = dan.opens(3, private=True)
    made = dan.post(f"/games/{game}/invitations", {"player": "ann"})
    assert made.status == 201
    assert dan.get(f"/games/{game}/invitations").json["results"] == [made.json]
    assert dan.get(f"/invitations/{made.json['code']}").json == made.json
    heard = [len(feed(ann)), len(ann.get("/me/invitations").json["results"])]
    assert heard == ([0, 0] if blocked else [1, 1])
    looked = ann.get(f"/invitations/{made.json['code']}")
    assert looked.status == (404 if blocked else 200)


def test_an_invitation_that_i_have_made_is_taken_back_by_my_block(ann: Person, dan: Person) -> None:
    game = ann.opens(3)
    code = ann.post(f"/games/{game}/invitations", {"player": "dan"}).json["code"]
    block(ann, "dan")
    refused(dan.post(f"/invitations/{code}/accept"), 404, "invitation_not_found")
    refused(ann.post(f"/games/{game}/invitations", {"player": "dan"}), 409, "player_blocked")


# -- offers of seats


@pytest.mark.parametrize("blocked", [False, True])
def test_an_offer_does_not_reach_a_blocker(people: People, dan: Person, blocked: bool) -> None:
    (ann, bob, cat), game = people, make_game(people)
    if blocked:
        block(dan, "ann")
    hook = create_webhook(dan, "https://hooks.example/dan")["id"]
    resign(bob, game)
    said = offer_seat(ann, game, 1, "dan")
    assert (said.status, said.json["seats"][1]["offered_to"]) == (200, "dan")
    feed_events.enqueue_events(key_of(dan))
    heard = [one["type"] for one in feed(dan)]
    assert heard == ([] if blocked else ["offered_to_you"])
    assert Delivery.objects.filter(webhook=hook).count() == len(heard)
    # The closed turn commits to it all the same: without it the game's record would tell of the block.
    seal_all(game, ann, cat)
    botplay.move_bots(game)
    assert ann.sees(game)["turn"]["number"] == 2
    bound = PrivateEvent.objects.get(game=game, player=key_of(dan), turn__number=1)
    assert bound.type == "offered_to_you"
    assert feed(dan)[1:] == [], "nothing but the offer"
    # dan may take it all the same, having seen it at the table.
    assert take_seat(dan, game, 1).status == 200


def test_no_host_offers_a_seat_to_a_player_they_have_blocked(people: People, dan: Person) -> None:
    (ann, bob, _), game = people, make_game(people)
    resign(bob, game)
    block(ann, "dan")
    with nothing_changes():
        refused(offer_seat(ann, game, 1, "dan"), 409, "player_blocked")


@pytest.mark.parametrize("host", ["ann", "cat"])
def test_the_blocked_see_no_private_seat(people: People, dan: Person, host: str) -> None:
    """Whether the host blocks after the offer, or the next host had blocked before."""
    (ann, bob, cat), game = people, make_game(people, private=True)
    resign(bob, game)
    assert offer_seat(ann, game, 1, "dan").status == 200
    assert [one["id"] for one in dan.get("/games", id=game).json["results"]] == [game]
    block(ann if host == "ann" else cat, "dan")
    if host == "cat":
        resign(ann, game)
    assert cat.sees(game)["host"] == host
    with nothing_changes():
        refused(take_seat(dan, game, 1), 404, "game_not_found")
        refused(decline_seat(dan, game, 1), 404, "game_not_found")
        refused(dan.get(f"/games/{game}"), 404, "game_not_found")
        assert dan.get("/games", id=game).json["results"] == []
    reading = GameLog(game).read(after=0, most=10)
    assert [reading.is_for(key_of(one)) for one in (cat, dan)] == [True, False]


def test_who_is_away_from_their_own_seat_is_not_shut_out(people: People) -> None:
    (ann, bob, _), game = people, make_game(people, private=True)
    Seat.objects.filter(game=game, number=1).update(away=Seat.Away.ABSENT, bot="random")
    assert offer_seat(ann, game, 1, "bob").status == 200
    block(ann, "bob")
    assert seat_of(game, 1, bob)["player"] == "bob"
    assert GameLog(game).read(after=0, most=10).is_for(key_of(bob))
    assert take_seat(bob, game, 1).status == 200


def test_a_request_of_the_blocked_asks_the_database_the_same(ann: Person, dan: Person) -> None:
    costs = []
    for blocked in (False, True):
        ann.patch("/me/relations/dan", {"blocked": blocked})
        dan.patch("/me/relations/ann", {"friend": False})
        with statements() as asked:
            dan.patch("/me/relations/ann", {"friend": True})
        costs.append(asked)
    assert costs[0] == costs[1]
