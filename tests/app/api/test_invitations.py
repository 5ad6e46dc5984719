"""Inviting to a table, by name and by link, and to a rematch of a game that is over."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.lobby import invitations
from games.models import Game, Invitation
from tests.app.api.calls import resign
from tests.app.api.events import feed, types
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import NO_BOT, expire_turns, make_finished_game, make_game, play_turn
from tests.people import Answer, People, Person
from tests.proving import proves


def invite(host: Person, game: str, **wish: Any) -> Any:
    said = host.post(f"/games/{game}/invitations", wish)
    assert said.status == 201, said.json
    return said.json


def accept(person: Person, code: str) -> Answer:
    return person.post(f"/invitations/{code}/accept")


def list_waiting(person: Person) -> list[str]:
    return [one["code"] for one in person.get("/me/invitations").json["results"]]


def let_end(code: str) -> None:
    Invitation.objects.filter(pk=code).update(expires_at=timezone.now() - timedelta(seconds=1))


# -- by name


@pytest.mark.parametrize("private", [False, True])
def test_a_player_is_invited_by_name_and_accepts(ann: Person, bob: Person, private: bool) -> None:
    game = ann.opens(3, private=private)
    made = invite(ann, game, player="BOB")
    with nothing_changes():
        assert invite(ann, game, player="bob") == made
    assert (made["invited_by"], made["player"], made["uses_left"]) == ("ann", "bob", None)
    (told,) = feed(bob)
    assert (told["type"], told["game"], told["hash"]) == ("invited", None, None)
    known = {"game": game, "invitation": made["code"]}
    assert told["data"] == {"player": "ann", "rematch_of": None, **known}
    assert list_waiting(bob) == [made["code"]]
    assert bob.get(f"/invitations/{made['code']}").json["table"]["game"] == game
    said = accept(bob, made["code"])
    assert said.status == 200
    assert [seat["player"] for seat in said.json["seats"]] == ["ann", "bob"]
    assert list_waiting(bob) == []
    assert types(feed(ann))[-2:] == ["joined", "one_seat_left"]
    with nothing_changes():
        refused(bob.delete(f"/invitations/{made['code']}"), 409, "invitation_over")


def test_it_is_for_the_invited_player_alone(ann: Person, bob: Person, cat: Person) -> None:
    path = f"/invitations/{(code := invite(ann, ann.opens(3), player='bob')['code'])}"
    for said in (cat.get(path), Person().get(path), cat.delete(path)):
        refused(said, 404, "invitation_not_found")
    for other in (cat, ann):
        refused(accept(other, code), 404, "invitation_not_found")


def test_declining_is_told_once_and_can_be_thought_over(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    code = invite(ann, game, player="bob")["code"]
    for _ in range(2):
        assert bob.delete(f"/invitations/{code}").status == 204
    told = feed(ann, "invitation_declined")
    assert [one["data"] for one in told] == [{"player": "bob", "game": game, "invitation": code}]
    assert list_waiting(bob) == []
    assert accept(bob, code).status == 200


def test_who_joins_without_it_has_answered_it_until_they_leave(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    code = invite(ann, game, player="bob")["code"]
    bob.joins(game)
    assert list_waiting(bob) == []
    with nothing_changes():
        refused(bob.delete(f"/invitations/{code}"), 409, "invitation_over")
    assert bob.post(f"/games/{game}/leave").status == 204
    assert list_waiting(bob) == [code]


@pytest.mark.parametrize("end", ["start", "cancel"])
def test_nor_is_one_declined_too_late(ann: Person, bob: Person, end: str) -> None:
    game = ann.opens(4, bots=["random", "random"], start="host")
    code = invite(ann, game, player="bob")["code"]
    assert ann.post(f"/games/{game}/{end}").status == 200
    with nothing_changes():
        refused(bob.delete(f"/invitations/{code}"), 409, "invitation_over")


def test_the_host_alone_invites_and_only_so_many(people: People, settings: Any) -> None:
    settings.TIDE_MAX_INVITATIONS_PER_GAME = 1
    ann, bob, cat = people
    game, hidden = ann.opens(4), ann.opens(3, private=True)
    address = f"/games/{game}/invitations"
    refused(bob.post(address, {}), 403, "not_a_player")
    refused(bob.post(f"/games/{hidden}/invitations", {}), 404, "game_not_found")
    bob.joins(game)
    refused(bob.post(address, {"player": "cat"}), 403, "not_host")
    refused(bob.get(address), 403, "not_host")
    for name in ("ann", "bob"):
        refused(ann.post(address, {"player": name}), 409, "already_joined")
    code = invite(ann, game)["code"]
    for wish in ({}, {"player": "cat"}):
        refused(ann.post(address, wish), 409, "too_many_invitations")
    assert accept(cat, code).status == 200
    Person.signs_up("dan")
    assert invite(ann, game, player="dan")["player"] == "dan"


# -- by link


def test_a_stranger_looks_at_a_link_and_sees_the_table(ann: Person, stranger: Person) -> None:
    made = invite(ann, ann.opens(3, private=True, chat="none"), uses=2, expires_in="P1D")
    assert made["url"].endswith(f"/api/v1/invitations/{made['code']}")
    assert made["uses_left"] == 2
    shown = stranger.get(f"/invitations/{made['code']}").json
    assert shown == {**made, "uses_left": None}
    table = shown["table"]
    assert (table["host"], table["private"], table["chat"]) == ("ann", True, "none")


def test_a_link_seats_as_many_as_it_is_for(people: People, dan: Person, settings: Any) -> None:
    ann, bob, cat = people
    game = ann.opens(5, private=True)
    code = invite(ann, game, uses=2)["code"]
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 1
    elsewhere = bob.opens(3)
    refused(accept(bob, code), 409, "too_many_games")
    assert bob.post(f"/games/{elsewhere}/leave").status == 204
    assert accept(bob, code).status == 200
    refused(accept(bob, code), 409, "already_joined")
    assert accept(cat, code).status == 200
    with nothing_changes():
        refused(accept(dan, code), 409, "invitation_over")
    (listed,) = ann.get(f"/games/{game}/invitations").json["results"]
    assert listed["uses_left"] == 0
    assert len(ann.sees(game)["seats"]) == 3


def test_a_link_ends_by_time_or_by_its_host(ann: Person, bob: Person, stranger: Person) -> None:
    by_time, by_host = (invite(ann, ann.opens(3))["code"] for _ in range(2))
    let_end(by_time)
    refused(bob.delete(f"/invitations/{by_host}"), 404, "invitation_not_found")
    assert ann.delete(f"/invitations/{by_host}").status == 204
    refused(ann.delete(f"/invitations/{by_host}"), 404, "invitation_not_found")
    for code in (by_time, by_host):
        refused(stranger.get(f"/invitations/{code}"), 404, "invitation_not_found")
        refused(accept(bob, code), 404, "invitation_not_found")


@pytest.mark.parametrize("end", ["full", "start", "cancel"])
def test_a_link_does_not_tell_why_it_is_over(people: People, dan: Person, end: str) -> None:
    ann, bob, cat = people
    game = ann.opens(4 if end == "start" else 3, private=True, start="host")
    code = invite(ann, game, uses=9)["code"]
    bob.joins(game)
    cat.joins(game)
    if end != "full":
        ann.post(f"/games/{game}/{end}")
    refused(accept(dan, code), 409, "invitation_over")
    assert dan.get(f"/invitations/{code}").status == 200


@pytest.mark.parametrize("private", [False, True])
def test_a_link_names_no_new_host(ann, bob, stranger, private) -> None:
    game = ann.opens(3, private=private, bots=["random"])
    code = invite(ann, game, uses=9)["code"]
    assert accept(bob, code).json["status"] == "running", "the last seat starts the game"
    assert resign(ann, game).status == 204
    assert bob.sees(game)["host"] == "bob"
    shown = stranger.get(f"/invitations/{code}").json
    assert (shown["invited_by"], shown["table"]["host"]) == ("ann", "ann" if private else "bob")


def test_old_ones_are_removed(ann: Person, bob: Person) -> None:
    wishes: list[dict[str, str]] = [{}, {}, {"player": "bob"}]
    kept, link, named = (invite(ann, ann.opens(3), **wish)["code"] for wish in wishes)
    long_ago = timezone.now() - timedelta(days=31)
    let_end(link)
    Game.objects.filter(invitations=named).update(status="cancelled")
    assert invitations.prune_invitations() == 0
    Invitation.objects.update(made_at=long_ago)
    assert invitations.prune_invitations() == 2
    assert [row.pk for row in Invitation.objects.all()] == [kept]


# -- a table that fills


def test_a_table_tells_when_it_is_nearly_full(people: People) -> None:
    ann, bob, cat = people
    game = ann.opens(3, start="host")
    bob.joins(game)
    cat.joins(game)
    told = [feed(one, "one_seat_left", "table_full") for one in people]
    kinds = ["one_seat_left", "table_full"]
    assert [types(events) for events in told] == [kinds, kinds[1:], []]
    assert [one["data"] for one in told[0]] == [{"game": game, "seats": 3}] * 2
    # A game that starts by itself says so, and no more.
    make_game(people)
    assert len(feed(ann, "table_full")) == len(feed(bob, "table_full")) == 1
    assert len(feed(bob, "started")) == 1


# -- rematches


def ask_for_rematch(person: Person, game: str, status: int = 201) -> str:
    said = person.post(f"/games/{game}/rematch")
    assert said.status == status, said.json
    again = str(said.json["id"])
    assert said.headers.get("Location") == (f"/api/v1/games/{again}" if status == 201 else None)
    assert said.json["rematch_of"] == game
    return again


def seat_names(person: Person, game: str) -> dict[int, str]:
    return {one["seat"]: one["player"] or one["bot"] for one in person.sees(game)["seats"]}


def test_all_are_invited_and_move_up_a_seat(people: People) -> None:
    (ann, bob, cat), game = people, make_finished_game(people)
    again = ask_for_rematch(bob, game)
    assert (seat_names(bob, again), bob.sees(again)["host"]) == ({0: "bob"}, "bob")
    for other in (ann, cat):
        (told,) = feed(other, "invited")
        assert (told["data"]["game"], told["data"]["rematch_of"]) == (again, game)
        code = told["data"]["invitation"]
        assert other.post(f"/invitations/{code}/accept").status == 200
    assert seat_names(ann, again) == {0: "bob", 1: "cat", 2: "ann"}


def test_there_is_one_for_all_who_ask(people: People) -> None:
    (ann, bob, cat), game = people, make_finished_game(people)
    again = ask_for_rematch(ann, game)
    assert ask_for_rematch(ann, game, 200) == ask_for_rematch(cat, game, 200) == again
    assert seat_names(ann, again) == {1: "cat", 2: "ann"}
    with nothing_changes():
        assert ask_for_rematch(cat, game, 200) == again
    assert bob.get("/me/invitations").json["results"][0]["table"]["game"] == again
    assert ask_for_rematch(bob, game, 200) == again
    while ann.sees(again)["status"] == "running":
        play_turn(again)
    proves(ann.get(f"/games/{again}/record").json)


def test_bots_come_along_in_a_rematch(ann: Person, bob: Person) -> None:
    game = ann.opens(4, bots=["careful", "random"], absence=NO_BOT, private=True)
    bob.joins(game)
    assert resign(bob, game).status == 204
    expire_turns(game, until=lambda row: False)
    again = ask_for_rematch(ann, game)
    assert seat_names(ann, again) == {1: "ann", 2: "careful", 3: "random"}
    assert ann.sees(again)["private"]
    assert feed(bob, "invited") == []
    refused(bob.post(f"/games/{game}/rematch"), 404, "game_not_found")


def test_its_settings_are_those_of_the_first(ann: Person, people: People) -> None:
    settled: dict[str, Any] = {
        "clock": {"per_turn": "PT7H", "bank": "PT10H"},
        "absence": {"bot_after": 100, "vacations": False},
        "private": True,
        "chat": "none",
        "bot_accounts": False,
    }
    game = make_finished_game(people, **settled)
    before, again = ann.sees(game), ann.sees(ask_for_rematch(ann, game))
    for name in (*settled, "ruleset", "options", "seat_count"):
        assert again[name] == before[name], name


def test_a_blocked_player_is_not_invited(people: People) -> None:
    (ann, bob, cat), game = people, make_finished_game(people)
    ann.patch("/me/relations/cat", {"blocked": True})
    again = ask_for_rematch(ann, game)
    assert (len(feed(bob, "invited")), feed(cat, "invited")) == (1, [])
    bob.joins(again)


def test_a_cancelled_one_stays(ann: Person, bob: Person, people: People) -> None:
    game = make_finished_game(people)
    ann.post(f"/games/{ask_for_rematch(ann, game)}/cancel")
    refused(bob.post(f"/games/{game}/rematch"), 409, "game_cancelled")
