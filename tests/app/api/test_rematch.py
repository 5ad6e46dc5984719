"""The same people once more: one rematch of each game, with the seats moved up by one."""

from collections.abc import Callable

import pytest

from games.models import Game
from tests.app.api.calls import resigns
from tests.app.api.conftest import TimePasses
from tests.app.api.events import feed
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person
from tests.thorough.verify.verifiers import InPython, judged

pytestmark = pytest.mark.django_db


def offers(person: Person, game: str) -> str:
    said = person.post(f"/games/{game}/rematch")
    assert said.status == 200, said.json
    assert said.json["rematch_of"] == game
    return str(said.json["id"])


def seated(person: Person, game: str) -> dict[int, str]:
    return {one["seat"]: one["player"] for one in person.sees(game)["seats"]}


def test_all_are_invited_and_move_up_by_one_seat(
    ann: Person, bob: Person, cat: Person, finished: Callable[..., str]
) -> None:
    game = finished(clock={"per_turn": "PT7H"})
    again = offers(bob, game)
    assert seated(bob, again) == {0: "bob"}
    shown = bob.sees(again)
    assert (shown["host"], shown["clock"]["per_turn"], shown["status"]) == ("bob", "PT7H", "open")
    for other in (ann, cat):
        (told,) = feed(other, "invited")
        assert (told["data"]["game"], told["data"]["rematch_of"]) == (again, game)
        code = told["data"]["invitation"]
        assert other.post(f"/invitations/{code}/accept").status == 200
    assert seated(ann, again) == {0: "bob", 1: "cat", 2: "ann"}
    assert ann.sees(again)["status"] == "running"


def test_there_is_one_and_the_second_who_asks_is_seated_there(
    ann: Person, bob: Person, cat: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    again = offers(ann, game)
    assert offers(ann, game) == again
    assert offers(cat, game) == again
    assert seated(ann, again) == {1: "cat", 2: "ann"}
    with nothing_changes():
        assert offers(cat, game) == again
    assert Game.objects.filter(rematch_of=game).count() == 1
    assert bob.get("/me/invitations").json["results"][0]["table"]["game"] == again


def test_bots_come_along_and_who_has_resigned_does_not(
    ann: Person, bob: Person, time_passes: TimePasses
) -> None:
    game = ann.opens(4, bots=["careful", "random"], absence={"bot_after": 100}, private=True)
    bob.joins(game)
    assert resigns(bob, game).status == 204
    time_passes(game, until=lambda row: False)
    again = offers(ann, game)
    assert [(one["seat"], one["bot"]) for one in ann.sees(again)["seats"]] == [
        (1, None),
        (2, "careful"),
        (3, "random"),
    ]
    assert ann.sees(again)["private"]
    assert feed(bob, "invited") == []
    refused(bob.post(f"/games/{game}/rematch"), 404, "game_not_found")


def test_all_that_its_host_had_settled_is_settled_again(
    ann: Person, finished: Callable[..., str]
) -> None:
    game = finished(
        clock={"per_turn": "PT7H", "bank": "PT10H"},
        absence={"bot_after": 100, "vacations": False},
        private=True,
        messages=False,
        bot_accounts=False,
    )
    settled = (
        "ruleset",
        "options",
        "seat_count",
        "clock",
        "absence",
        "private",
        "messages",
        "bot_accounts",
    )
    before, again = ann.sees(game), ann.sees(offers(ann, game))
    assert {one: again[one] for one in settled} == {one: before[one] for one in settled}


def test_whom_the_host_has_blocked_is_not_invited(
    ann: Person, bob: Person, cat: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    ann.patch("/me/relations/cat", {"blocked": True})
    again = offers(ann, game)
    assert (len(feed(bob, "invited")), feed(cat, "invited")) == (1, [])
    bob.joins(again)


def test_a_rematch_that_was_called_off_stays_the_only_one(
    ann: Person, bob: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    again = offers(ann, game)
    ann.post(f"/games/{again}/cancel")
    refused(bob.post(f"/games/{game}/rematch"), 409, "game_cancelled")


def test_the_record_of_a_rematch_can_be_verified(
    ann: Person,
    bob: Person,
    cat: Person,
    finished: Callable[..., str],
) -> None:
    game = finished()
    again = offers(bob, game)
    for other in (ann, cat):
        assert offers(other, game) == again
    while (seen := ann.sees(again))["status"] == "running":
        asked = {one["seat"] for one in seen["turn"]["asked"]}
        for one in (ann, bob, cat):
            if one.sees(again)["mine"]["seat"] in asked:
                assert one.seals_anything(again).status == 200
    assert judged(InPython(), ann.get(f"/games/{again}/record").json).sound
