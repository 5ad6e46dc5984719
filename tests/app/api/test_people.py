"""Friends, blocks and mutes, and what a profile tells of a player."""

from typing import Any

import pytest
from django.db import OperationalError, models, transaction

from games.models import Seat
from players.models import Friendship, Mute, Player
from players.relations import asked_or_agreed
from tests.app.api.calls import narrow_token, walk_list
from tests.app.api.conftest import Table
from tests.app.api.events import feed, types
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.factories import NO_BOT, expire_turns, make_finished_game
from tests.interruption import interrupt_statement
from tests.moving_time import Time
from tests.people import PASSWORD, Person

MEMBERS = ["friend", "blocked", "muted"]


def list_relations(person: Person, kind: str | None = None) -> list[str]:
    """Return the names in a player's list of relations, or of one kind of them."""
    query = f"?relation={kind}" if kind else ""
    return [one["player"] for one in person.get(f"/me/relations{query}").json["results"]]


def list_friends(person: Person) -> dict[str, str]:
    """Return how a player stands with those whom they have asked, and who have asked them."""
    found = person.get("/me/relations").json["results"]
    stands = {one["player"]: one["relation"]["friend"] for one in found}
    return {name: friend for name, friend in stands.items() if friend != "none"}


def change_relation(person: Person, other: str, **members: bool) -> Any:
    said = person.patch(f"/me/relations/{other}", members)
    assert said.status == 200, said.json
    return said.json


def befriend(person: Person, other: str) -> Any:
    return change_relation(person, other, friend=True)


def test_one_asks_and_the_other_agrees(ann: Person, bob: Person) -> None:
    first = befriend(ann, "Bob")
    assert first["friend"] == "requested"
    assert (list_friends(ann), list_friends(bob)) == ({"bob": "requested"}, {"ann": "incoming"})
    with nothing_changes():
        assert befriend(ann, "bob") == first
    assert ann.get("/me/relations/bob").json == first
    assert befriend(bob, "ann")["friend"] == "yes"
    assert (list_friends(ann), list_friends(bob)) == ({"bob": "yes"}, {"ann": "yes"})
    with nothing_changes():
        befriend(ann, "bob")
        befriend(bob, "ann")
    told = [(one["type"], one["data"]) for person in (bob, ann) for one in feed(person)]
    assert told == [("friend_asked", {"player": "ann"}), ("friend_accepted", {"player": "bob"})]


@pytest.mark.parametrize("answered", [False, True])
def test_either_ends_it_and_nobody_is_told(ann: Person, bob: Person, answered: bool) -> None:
    befriend(ann, "bob")
    if answered:
        befriend(bob, "ann")
    before = (feed(ann), feed(bob))
    for _ in range(2):
        change_relation(bob, "ann", friend=False)
        assert (list_friends(ann), list_friends(bob)) == ({}, {})
    assert (feed(ann), feed(bob)) == before


@pytest.mark.parametrize("member", MEMBERS)
def test_a_relation_takes_another_player_who_is_there(ann: Person, member: str) -> None:
    with nothing_changes():
        for value in (True, False):
            said = ann.patch("/me/relations/nosuchplayer", {member: value})
            refused(said, 404, "player_not_found")
            refused(ann.patch("/me/relations/ANN", {member: value}), 409, "not_yourself")


@pytest.mark.parametrize("member", MEMBERS)
def test_a_list_has_an_end(ann, bob, cat, settings, member: str) -> None:
    settings.TIDE_MAX_RELATIONS_PER_PLAYER = 1
    change_relation(ann, "bob", **{member: True})
    change_relation(ann, "bob", **{member: True})
    refused(ann.patch("/me/relations/cat", {member: True}), 409, "too_many_people")
    change_relation(ann, "bob", **{member: False})
    change_relation(ann, "cat", **{member: True})


def test_a_player_who_is_asked_by_many_has_room_for_others(ann, bob, cat, settings) -> None:
    settings.TIDE_MAX_RELATIONS_PER_PLAYER = 1
    befriend(ann, "bob")
    befriend(cat, "bob")
    assert befriend(bob, "ann")["friend"] == "yes"
    refused(bob.patch("/me/relations/cat", {"friend": True}), 409, "too_many_people")


def test_relations_are_listed_by_their_last_change(ann, bob, cat, dan) -> None:
    moments = ("requested_at", "friends_since", "blocked_at", "muted_at")
    nothing = {"friend": "none", "blocked": False, "muted": False, **dict.fromkeys(moments)}
    assert change_relation(ann, "bob") == nothing
    assert list_relations(ann) == []
    befriend(ann, "bob")
    blocked = change_relation(ann, "cat", blocked=True)
    assert blocked == {**nothing, "blocked": True, "blocked_at": blocked["blocked_at"]}
    befriend(dan, "ann")
    assert list_relations(ann) == ["dan", "cat", "bob"]
    friends_now = befriend(bob, "ann")
    muted = change_relation(ann, "cat", muted=True)
    assert muted == {**blocked, "muted": True, "muted_at": muted["muted_at"]}
    assert list_relations(ann) == ["cat", "bob", "dan"]
    found = {one["player"]: one["relation"] for one in ann.get("/me/relations").json["results"]}
    assert (found["cat"], found["bob"]) == (muted, friends_now)
    assert found["bob"]["friends_since"] > found["bob"]["requested_at"]
    assert list_relations(cat) == []
    Player.objects.filter(username="cat").update(is_active=False)
    assert list_relations(ann) == ["bob", "dan"], "a player who is shut out is in no list"


def test_relations_of_one_kind_are_listed_page_by_page(ann, bob, cat, dan) -> None:
    befriend(ann, "bob")
    befriend(bob, "ann")
    befriend(dan, "ann")
    for name in ("cat", "dan", "bob"):
        change_relation(ann, name, muted=True)
    change_relation(ann, "cat", friend=True)
    kinds = {"friend": ["bob"], "requested": ["cat"], "incoming": ["dan"], "blocked": []}
    assert {kind: list_relations(ann, kind) for kind in kinds} == kinds
    muted = walk_list(ann, "/me/relations?relation=muted&page_size=2")
    assert [one["player"] for one in muted] == ["cat", "bob", "dan"]


def test_a_profile_has_the_callers_relation_to_its_player(ann: Person, bob: Person) -> None:
    befriend(ann, "bob")
    muted = change_relation(ann, "bob", muted=True)
    assert ann.get("/players/bob").json["relation"] == muted
    theirs = bob.get("/players/ann").json["relation"]
    assert (theirs["friend"], theirs["muted"], theirs["muted_at"]) == ("incoming", False, None)
    for other in (Person(), bob, narrow_token(ann, "game:read")):
        assert other.get("/players/bob").json["relation"] is None


def test_all_of_a_change_is_made_or_none_of_it(ann: Person, bob: Person) -> None:
    narrow = [narrow_token(ann, scope) for scope in ("message:read", "message:write")]
    with nothing_changes():
        said = ann.patch("/me/relations/bob", {"friend": True, "blocked": True, "muted": True})
        refused(said, 409, "player_blocked")
        for one in narrow:  # It takes both scopes.
            refused(one.patch("/me/relations/bob", {"muted": True}), 403, "insufficient_scope")
    change_relation(ann, "bob", blocked=True)
    found = change_relation(ann, "bob", blocked=False, friend=True, muted=True)
    assert (found["friend"], found["blocked"], found["muted"]) == ("requested", False, True)


def test_a_block_with_which_the_request_is_declined_leaves_nothing_of_it(ann, bob) -> None:
    befriend(bob, "ann")
    change_relation(ann, "bob", blocked=True, friend=False)
    change_relation(ann, "bob", blocked=False)
    assert (list_friends(ann), list_friends(bob)) == ({}, {})


def test_a_player_who_is_blocked_is_heard_of_no_more(ann: Person, bob: Person) -> None:
    change_relation(bob, "ann", blocked=True)
    assert befriend(ann, "bob")["friend"] == "requested"
    assert list_friends(ann) == {"bob": "requested"}
    assert (list_friends(bob), feed(bob)) == ({}, [])
    refused(bob.patch("/me/relations/ann", {"friend": True}), 409, "player_blocked")
    # What was asked in the meantime was not thrown away.
    bob.patch("/me/relations/ann", {"blocked": False})
    assert list_friends(bob) == {"ann": "incoming"}


def test_a_block_looks_like_the_end_of_a_friendship(ann, bob) -> None:
    befriend(bob, "ann")
    befriend(ann, "bob")
    before = feed(ann)
    bob.patch("/me/relations/ann", {"blocked": True})
    assert (list_friends(ann), list_friends(bob), feed(ann)) == ({}, {}, before)
    assert befriend(ann, "bob")["friend"] == "requested"


def test_a_mute_leaves_friendships_and_requests_alone(ann: Person, bob: Person) -> None:
    bob.patch("/me/relations/ann", {"muted": True})
    befriend(ann, "bob")
    assert types(feed(bob)) == ["friend_asked"]
    assert befriend(bob, "ann")["friend"] == "yes"
    # Mutes and blocks are silent, and so is their end.
    before = feed(ann)
    for then in (True, False):
        change_relation(bob, "ann", blocked=then, muted=then)
        assert feed(ann) == before


def remove_elsewhere(rows: "models.QuerySet[Any]") -> None:
    """Remove rows by another connection, unless they are held: then it would wait, and goes without."""

    def remove() -> None:
        try:
            with transaction.atomic():
                list(rows.select_for_update(no_key=rows.model is Player, nowait=True))
                (Mute.objects.all() if rows.model is Player else rows).delete()
        except OperationalError:
            return

    with threads() as several:
        several.start(remove).result()


@pytest.mark.django_db(transaction=True)
def test_agreeing_is_answered_although_the_other_ends_it_at_that_moment(ann, bob) -> None:
    befriend(bob, "ann")

    def end_friendship(**_: Any) -> None:
        transaction.on_commit(lambda: Friendship.objects.all().delete())

    asked_or_agreed.connect(end_friendship)
    try:
        assert befriend(ann, "bob")["friend"] == "yes"
    finally:
        asked_or_agreed.disconnect(end_friendship)
    assert not Friendship.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_asking_again_is_answered_although_the_other_declines_at_that_moment(ann, bob) -> None:
    befriend(ann, "bob")

    def decline() -> None:
        remove_elsewhere(Friendship.objects.order_by("pk"))

    with interrupt_statement("players_friendship", "LIMIT 1", after=decline):
        assert befriend(ann, "bob")["friend"] == "requested"


@pytest.mark.django_db(transaction=True)
def test_a_request_that_comes_and_goes_at_that_moment_is_asked_anew(ann, bob) -> None:
    asked, asker = (Player.objects.get(username=one.name) for one in (ann, bob))
    rows = Friendship.objects.filter(asker=asker)

    def ask() -> None:
        Friendship.objects.create(asker=asker, asked=asked, at=asked.date_joined)

    with interrupt_statement("INSERT", "players_friendship", before=ask, after=rows.delete):
        assert befriend(ann, "bob")["friend"] == "requested"
    assert Friendship.objects.get().asker == asked


@pytest.mark.django_db(transaction=True)
def test_muting_again_is_answered_although_it_ends_at_that_moment(ann: Person, bob: Person) -> None:
    change_relation(ann, "bob", muted=True)

    def unmute() -> None:
        """Another call takes the lock of the player's row before it unmutes."""
        remove_elsewhere(Player.objects.filter(username="ann"))

    with interrupt_statement("INSERT", "players_mute", after=unmute):
        assert change_relation(ann, "bob", muted=True)["muted"] is True


# -- profiles, and how far a player can be relied on


NEVER_ASKED = {"required": 0, "answered": 0, "percent": None}
PARTS = ["about", "created_at", "games", "reliability"]
BOTS = ["random", "random"]


def profile(person: Person, name: str) -> Any:
    said = person.get(f"/players/{name}")
    assert said.status == 200, said.json
    return said.json


def test_a_profile_is_open_to_strangers_in_any_capitals(stranger: Person, ann: Person) -> None:
    wish = {"about": "slow but sure", "email": "ann@tide.example", "current_password": PASSWORD}
    assert ann.patch("/me", wish).status == 200
    assert profile(stranger, "ANN") == {
        "username": "ann",
        "account": "person",
        "avatar": ann.get("/me").json["avatar"],
        "bot_of": None,
        "relation": None,
        "head_to_head": None,
        "about": "slow but sure",
        "created_at": ann.get("/me").json["created_at"],
        "games": {"running": 0, "finished": 0, "won": 0, "rulesets": []},
        "reliability": NEVER_ASKED,
    }
    for name in ("nobody", "a", "x" * 40):
        refused(stranger.get(f"/players/{name}"), 404, "player_not_found")
    Player.objects.update(is_active=False)
    refused(stranger.get("/players/ann"), 404, "player_not_found")


def test_it_counts_public_games_alone(stranger, ann, table, people) -> None:
    table()
    game = make_finished_game(people)
    before = stranger.get("/players/ann")
    expire_turns(table(private=True), 2)
    make_finished_game(people, private=True)
    assert stranger.get("/players/ann").raw == before.raw
    result = stranger.get(f"/games/{game}").json["result"]
    for seat, name in enumerate(("ann", "bob", "cat")):
        counts = {"running": 1, "finished": 1, "won": int(seat in result["winners"])}
        rulesets = [{"ruleset": "turn_the_tide", **counts}]
        assert profile(stranger, name)["games"] == {**counts, "rulesets": rulesets}
    ann.opens(3, ruleset="high_tide", bots=BOTS)
    games = profile(stranger, "ann")["games"]
    assert [(one["ruleset"], one["running"], one["finished"]) for one in games["rulesets"]] == [
        ("high_tide", 1, 0),
        ("turn_the_tide", 1, 1),
    ]
    assert (games["running"], games["finished"]) == (2, 1)


@pytest.mark.parametrize("hidden", PARTS)
def test_others_see_of_it_what_its_player_shows(ann: Person, bob: Person, hidden: str) -> None:
    ann.patch("/me", {"about": "slow but sure"})
    whole = profile(Person(), "ann")
    shows = [part for part in PARTS if part != hidden]
    assert ann.patch("/me", {"shows": shows}).json["shows"] == shows
    for other in (Person(), bob):
        found = profile(other, "ann")
        assert {**found, "relation": None, "head_to_head": None} == {**whole, hidden: None}
    assert profile(ann, "ann") == whole, "its player sees all of it"
    # What is not shown is not found out by a prefix either.
    (found,) = bob.get("/players", prefix="ann").json["results"]
    assert found["about"] == (None if hidden == "about" else "slow but sure")
    ann.patch("/me", {"shows": PARTS})
    assert profile(Person(), "ann") == whole


def test_with_games_one_call_has_the_whole_screen(ann, bob, dan, table) -> None:
    games = [table() for _ in range(2)]
    private = table(private=True)
    for who, wanted in ((Person(), games), (dan, games), (bob, games), (ann, [*games, private])):
        whole = profile(who, "ann?include=games")
        assert [one["id"] for one in whole["running_games"]] == wanted[::-1]
        newest = who.get("/games?player=ann&status=running&page_size=6").json["results"]
        assert whole.pop("running_games") == newest
        assert whole == profile(who, "ann")


def test_two_players_see_how_their_games_ended(ann, bob, dan, people, table) -> None:
    table()
    none = {"played": 0, "won_by_me": 0, "won_by_player": 0, "rulesets": []}
    assert profile(ann, "bob")["head_to_head"] == none, "games under way do not count"
    games = [make_finished_game(people), make_finished_game(people, private=True)]
    winners = [ann.get(f"/games/{game}").json["result"]["winners"] for game in games]
    anns, bobs = (sum(seat in one for one in winners) for seat in (0, 1))
    counts = {"played": 2, "won_by_me": anns, "won_by_player": bobs}
    rulesets = [{"ruleset": "turn_the_tide", **counts}]
    assert profile(ann, "bob")["head_to_head"] == {**counts, "rulesets": rulesets}
    turned = profile(bob, "ann")["head_to_head"]
    assert (turned["won_by_me"], turned["won_by_player"]) == (bobs, anns)
    for person in (Person(), ann):
        assert profile(person, "ann")["head_to_head"] is None
    bob.patch("/me", {"shows": ["about"]})
    assert profile(ann, "bob")["head_to_head"] is None
    assert profile(bob, "ann")["head_to_head"]["played"] == 2
    # Nor do games count in which one of both has no part any more.
    assert profile(dan, "ann")["head_to_head"] == none
    bob.patch("/me", {"shows": PARTS})
    Seat.objects.filter(game__in=games, number=1).update(away="resigned", bot="random")
    assert profile(ann, "bob")["head_to_head"] == profile(bob, "ann")["head_to_head"] == none


# -- reliability


def reliability(name: str) -> Any:
    return profile(Person(), name)["reliability"]


def answer_turns(person: Person, time: Time, answered: int, of: int) -> None:
    """Play so many turns of a game with bots, and leave the rest to the clock."""
    game = person.opens(3, bots=BOTS, absence=NO_BOT)
    for turn in range(of):
        if turn < answered:
            assert person.seals_anything(game).status == 200
        time.sweep_after(hours=24)


def test_it_is_the_share_of_questions_that_a_player_answered(ann, bob, table, time) -> None:
    assert reliability("ann") == NEVER_ASKED
    game = table()
    for person in (ann, bob):
        person.seals_anything(game)
    assert reliability("ann") == NEVER_ASKED, "the question is still open"
    time.sweep_after(hours=24)
    assert reliability("ann") == {"required": 1, "answered": 1, "percent": 100}
    assert reliability("cat") == {"required": 1, "answered": 0, "percent": 0}
    ann.seals_anything(game)
    ann.delete(f"/games/{game}/turns/2/submission")
    time.sweep_after(hours=24)
    assert reliability("ann") == {"required": 2, "answered": 1, "percent": 50}


def test_all_public_games_of_a_player_count_together(ann: Person, table: Table, time: Time) -> None:
    game = table(private=True)
    ann.seals_anything(game)
    time.sweep_after(hours=24)
    assert reliability("ann") == NEVER_ASKED, "nobody can watch private games by it"
    answer_turns(ann, time, 2, of=2)
    first = ann.opens(3, bots=BOTS)
    ann.opens(3, bots=BOTS)
    ann.seals_anything(first)
    time.sweep_after(hours=24)
    assert reliability("ann")["percent"] == 60, "two of three, one of one, none of one"


def test_a_host_can_ask_for_players_who_answer(ann, bob, cat, time) -> None:
    answer_turns(ann, time, 0, of=1)  # The host is not asked.
    answer_turns(bob, time, 3, of=4)
    strict = ann.opens(4, absence={"least_reliability": 76})
    assert ann.sees(strict)["absence"]["least_reliability"] == 76
    with nothing_changes():
        said = bob.post(f"/games/{strict}/join")
        refused(said, 403, "too_unreliable")
    assert "76" in said.json["detail"]
    assert "75" in said.json["detail"]
    just_so = ann.opens(4, absence={"least_reliability": 75})
    assert bob.post(f"/games/{just_so}/join").status == 200
    # Whoever was never asked may join.
    assert cat.post(f"/games/{ann.opens(4, absence={'least_reliability': 100})}/join").status == 200
