"""Inviting to a table: by name and by link, accepted by whoever comes first."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.lobby import invitations
from games.models import Game, Invitation
from tests.app.api.events import feed, types
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Answer, Person

pytestmark = pytest.mark.django_db


def invites(host: Person, game: str, **wish: Any) -> Any:
    said = host.post(f"/games/{game}/invitations", wish)
    assert said.status == 201, said.json
    return said.json


def accepts(person: Person, code: str) -> Answer:
    return person.post(f"/invitations/{code}/accept")


def waiting(person: Person) -> list[str]:
    return [one["code"] for one in person.get("/me/invitations").json["results"]]


def ended(code: str) -> None:
    Invitation.objects.filter(pk=code).update(expires_at=timezone.now() - timedelta(seconds=1))


# -- by name


@pytest.mark.parametrize("private", [False, True])
def test_an_invitation_by_name_is_told_and_seats_her(
    ann: Person, bob: Person, private: bool
) -> None:
    game = ann.opens(3, private=private)
    made = invites(ann, game, player="BOB")
    assert (made["invited_by"], made["player"], made["uses_left"]) == ("ann", "bob", None)
    (told,) = feed(bob)
    assert (told["type"], told["game"], told["hash"]) == ("invited", None, None)
    assert told["data"] == {
        "player": "ann",
        "game": game,
        "invitation": made["code"],
        "rematch_of": None,
    }
    assert waiting(bob) == [made["code"]]
    assert bob.get(f"/invitations/{made['code']}").json["table"]["game"] == game
    said = accepts(bob, made["code"])
    assert said.status == 200
    assert [seat["player"] for seat in said.json["seats"]] == ["ann", "bob"]
    assert waiting(bob) == []
    assert types(feed(ann))[-2:] == ["joined", "one_seat_left"]


def test_it_is_for_her_alone(ann: Person, bob: Person, cat: Person, stranger: Person) -> None:
    code = invites(ann, ann.opens(3), player="bob")["code"]
    for other in (cat, stranger):
        refused(other.get(f"/invitations/{code}"), 404, "invitation_not_found")
    refused(accepts(cat, code), 404, "invitation_not_found")
    refused(accepts(ann, code), 404, "invitation_not_found")
    refused(cat.delete(f"/invitations/{code}"), 404, "invitation_not_found")
    refused(accepts(stranger, code), 401, "not_authenticated")


def test_inviting_her_again_gives_the_same_and_tells_her_once(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    first = invites(ann, game, player="bob")
    with nothing_changes():
        assert invites(ann, game, player="bob") == first
    assert types(feed(bob)) == ["invited"]


def test_declining_is_told_once_and_can_be_thought_over(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    code = invites(ann, game, player="bob")["code"]
    for _ in range(2):
        assert bob.delete(f"/invitations/{code}").status == 204
    told = feed(ann, "invitation_declined")
    assert [one["data"] for one in told] == [{"player": "bob", "game": game, "invitation": code}]
    assert waiting(bob) == []
    assert accepts(bob, code).status == 200


def test_an_invitation_that_was_accepted_is_not_declined(ann: Person, bob: Person) -> None:
    code = invites(ann, ann.opens(3), player="bob")["code"]
    assert accepts(bob, code).status == 200
    with nothing_changes():
        refused(bob.delete(f"/invitations/{code}"), 409, "invitation_over")


def test_who_sits_down_without_it_has_answered_it_until_she_gets_up(
    ann: Person, bob: Person
) -> None:
    game = ann.opens(3)
    code = invites(ann, game, player="bob")["code"]
    bob.joins(game)
    assert waiting(bob) == []
    with nothing_changes():
        refused(bob.delete(f"/invitations/{code}"), 409, "invitation_over")
    assert bob.post(f"/games/{game}/leave").status == 204
    assert waiting(bob) == [code]


def starts_without_her(ann: Person, game: str) -> None:
    assert ann.post(f"/games/{game}/start").status == 200


def calls_it_off(ann: Person, game: str) -> None:
    assert ann.post(f"/games/{game}/cancel").status == 200


@pytest.mark.parametrize("then", [starts_without_her, calls_it_off])
@pytest.mark.parametrize("declined", [False, True])
def test_nor_is_one_whose_game_is_open_no_more(
    ann: Person, bob: Person, then: Callable[[Person, str], None], declined: bool
) -> None:
    game = ann.opens(4, bots=["random", "random"], start="host")
    code = invites(ann, game, player="bob")["code"]
    if declined:
        assert bob.delete(f"/invitations/{code}").status == 204
    then(ann, game)
    with nothing_changes():
        refused(bob.delete(f"/invitations/{code}"), 409, "invitation_over")


def test_who_is_no_host_invites_nobody(ann: Person, bob: Person, cat: Person) -> None:
    game = ann.opens(3)
    refused(bob.post(f"/games/{game}/invitations", {}), 403, "not_a_player")
    bob.joins(game)
    refused(bob.post(f"/games/{game}/invitations", {"player": "cat"}), 403, "not_host")
    refused(bob.get(f"/games/{game}/invitations"), 403, "not_host")
    for name in ("ann", "bob"):
        said = ann.post(f"/games/{game}/invitations", {"player": name})
        refused(said, 409, "already_joined")
    hidden = ann.opens(3, private=True)
    refused(bob.post(f"/games/{hidden}/invitations", {}), 404, "game_not_found")


def test_a_game_has_so_many_that_can_be_used(
    ann: Person, bob: Person, cat: Person, settings: Any
) -> None:
    settings.TIDE_MAX_INVITATIONS_PER_GAME = 1
    game = ann.opens(3)
    code = invites(ann, game)["code"]
    refused(ann.post(f"/games/{game}/invitations", {}), 409, "too_many_invitations")
    refused(ann.post(f"/games/{game}/invitations", {"player": "bob"}), 409, "too_many_invitations")
    assert accepts(cat, code).status == 200
    assert invites(ann, game, player="bob")["player"] == "bob"


# -- by link


def test_a_stranger_looks_at_a_link_and_sees_what_she_is_invited_to(
    ann: Person, stranger: Person
) -> None:
    game = ann.opens(3, private=True, messages=False)
    made = invites(ann, game, uses=2, expires_in="P1D")
    shown = stranger.get(f"/invitations/{made['code']}").json
    assert made["url"].endswith(f"/api/v1/invitations/{made['code']}")
    assert made["uses_left"] == 2
    assert shown == {**made, "uses_left": None}
    assert shown["table"]["host"] == "ann"
    assert (shown["table"]["private"], shown["table"]["messages"]) == (True, False)


def test_a_link_seats_as_many_as_it_is_for(
    ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    game = ann.opens(5, private=True)
    code = invites(ann, game, uses=2)["code"]
    assert accepts(bob, code).status == 200
    refused(accepts(bob, code), 409, "already_joined")
    assert accepts(cat, code).status == 200
    with nothing_changes():
        refused(accepts(dan, code), 409, "invitation_over")
    (listed,) = ann.get(f"/games/{game}/invitations").json["results"]
    assert listed["uses_left"] == 0
    assert len(ann.sees(game)["seats"]) == 3


def test_a_link_ends(ann: Person, bob: Person, stranger: Person) -> None:
    code = invites(ann, ann.opens(3))["code"]
    ended(code)
    refused(stranger.get(f"/invitations/{code}"), 404, "invitation_not_found")
    refused(accepts(bob, code), 404, "invitation_not_found")


def test_what_is_taken_back_can_be_used_no_more(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    code = invites(ann, game)["code"]
    refused(bob.delete(f"/invitations/{code}"), 404, "invitation_not_found")
    assert ann.delete(f"/invitations/{code}").status == 204
    refused(ann.delete(f"/invitations/{code}"), 404, "invitation_not_found")
    refused(accepts(bob, code), 404, "invitation_not_found")


@pytest.mark.parametrize("end", ["full", "started", "cancelled"])
def test_a_link_does_not_tell_why_a_table_takes_nobody(
    ann: Person, bob: Person, cat: Person, dan: Person, end: str
) -> None:
    game = ann.opens(4 if end == "started" else 3, private=True, start="host")
    code = invites(ann, game, uses=9)["code"]
    bob.joins(game)
    cat.joins(game)
    if end != "full":
        ann.post(f"/games/{game}/{'start' if end == 'started' else 'cancel'}")
    refused(accepts(dan, code), 409, "invitation_over")
    assert dan.get(f"/invitations/{code}").status == 200


@pytest.mark.parametrize("private", [False, True])
def test_a_link_names_no_other_player_of_a_private_game_under_way(
    ann: Person, bob: Person, stranger: Person, private: bool
) -> None:
    game = ann.opens(3, private=private, bots=["random"])
    code = invites(ann, game, uses=9)["code"]
    bob.joins(game)
    assert ann.post(f"/games/{game}/resign").status == 204
    assert bob.sees(game)["host"] == "bob"
    shown = stranger.get(f"/invitations/{code}").json
    assert (shown["invited_by"], shown["table"]["host"]) == ("ann", "ann" if private else "bob")


def test_a_link_opens_no_other_door(ann: Person, bob: Person, settings: Any) -> None:
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 1
    bob.opens(3)
    code = invites(ann, ann.opens(3))["code"]
    refused(accepts(bob, code), 409, "too_many_games")


def test_the_last_seat_by_a_link_starts_the_game(ann: Person, bob: Person) -> None:
    game = ann.opens(3, bots=["careful"])
    code = invites(ann, game)["code"]
    assert accepts(bob, code).json["status"] == "running"


def test_old_ones_are_removed(ann: Person, bob: Person) -> None:
    kept, link, named = (
        invites(ann, ann.opens(3), **wish)["code"] for wish in ({}, {}, {"player": "bob"})
    )
    long_ago = timezone.now() - timedelta(days=31)
    ended(link)
    Game.objects.filter(invitations=named).update(status="cancelled")
    assert invitations.prune_invitations() == 0
    Invitation.objects.update(made_at=long_ago)
    assert invitations.prune_invitations() == 2
    assert [row.pk for row in Invitation.objects.all()] == [kept]


# -- a table that fills


def test_a_table_tells_its_people_when_one_seat_is_left_and_when_it_is_full(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = ann.opens(3, start="host")
    bob.joins(game)
    cat.joins(game)
    kinds = ("one_seat_left", "table_full")
    told = {one.name: feed(one, *kinds) for one in (ann, bob, cat)}
    assert {name: types(events) for name, events in told.items()} == {
        "ann": ["one_seat_left", "table_full"],
        "bob": ["table_full"],
        "cat": [],
    }
    assert [one["data"] for one in told["ann"]] == [{"game": game, "seats": 3}] * 2


def test_a_game_that_starts_by_itself_says_so_and_no_more(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    table()
    assert feed(ann, "table_full") == feed(bob, "table_full") == []
    assert types(feed(bob)).count("started") == 1
