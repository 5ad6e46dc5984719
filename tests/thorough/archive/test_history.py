"""What is kept of an archived game, what is not, and how far a player has read."""

from random import Random
from typing import Any

import pytest

from games.archive import compression, history
from games.background import archiving
from games.models import ArchivedGame, Game, Log
from games.play import events
from games.repository.games import load, save_games
from players.models import Player
from tests import played
from tests.determinism import rolled_back
from tests.event_log import logged_events
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(ann: Person, bob: Person, cat: Person) -> list[Player]:
    return list(Player.objects.order_by("pk"))


def play_game(people: list[Player], ruleset: str = "turn_the_tide") -> str:
    game = played.opened(ruleset, people)
    played.play(game, Random(8))
    return game


def archive(game: str) -> dict[str, Any]:
    """Archive a game, and return all that is kept of it."""
    assert archiving.archive_game(game) == archiving.ARCHIVED
    return dict(compression.read(bytes(ArchivedGame.objects.get(pk=game).content)))


def test_the_record_is_kept_without_names_and_without_what_follows_from_it(
    people: list[Player], ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play_game(people)
    shown = ann.get(f"/games/{game}/record").json
    found = archive(game)
    log = shown.pop("log")["events"]
    assert set(shown.pop("players").values()) == {"ann", "bob", "cat"}
    assert found["record"] == shown
    assert [one["number"] for one in found["log"]] == [one["number"] for one in log]
    bound = [one["data"]["commitment"] for one in log if one["type"] == "sealed"]
    bound += [one["data"]["private"] for one in log if one["type"] == "turn_closed"]
    bound += [one["hash"] for one in log]
    text = str(found)
    assert not [name for name in ("ann", "bob", "cat") if f'"{name}"' in text]
    assert len(bound) > 50
    assert not [one for one in bound if one in text]
    monkeypatch.setattr(history, "FORMAT", history.FORMAT + 1)
    said = ann.get(f"/games/{game}/record")
    assert (said.status, said.json["code"]) == (503, "unavailable"), "of a format of another server"


def test_nothing_is_left_that_opens_what_was_replaced_or_taken_back(
    people: list[Player], ann: Person, bob: Person
) -> None:
    game = played.opened("turn_the_tide", people)
    one, other = [one["card"] for one in ann.sees(game)["mine"]["legal_actions"]][:2]
    sealed = [ann.seals(game, {"type": "play", "card": card}).json for card in (one, other, one)]
    sealed.append(bob.seals_anything(game).json)
    assert bob.delete(f"/games/{game}/turns/1/submission").status == 200
    played.play(game, Random(8))
    key = bytes(Game.objects.get(pk=game).nonce_key or b"").hex()
    before = ann.get(f"/games/{game}/record").raw
    text = str(archive(game))
    assert key
    assert key not in text
    assert Game.objects.get(pk=game).nonce_key is None
    assert [one["nonce"] in text for one in sealed] == [False, False, True, False]
    assert ann.get(f"/games/{game}/record").raw == before


def test_rules_may_tell_what_they_like_of_turns_and_seats(people: list[Player]) -> None:
    game = played.opened("goofspiel", people)
    for turn, seat in (([1], {"of": 2}), ("1", None), (True, 1.5)):
        table = load(game)
        its = {"turn": turn, "seat": seat, "private": None, "commitment": "none"}
        events.publish_event(table, "turn_closed", its)
        events.publish_event(table, "sealed", its)
        save_games([table])
    played.play(game, Random(8))
    before = [(one.type, one.data, bytes(one.hash)) for one in logged_events(game)]
    archive(game)
    whole = history.unpack_history(bytes(ArchivedGame.objects.get(pk=game).content), game)
    assert [(one.type, one.data, bytes(one.hash)) for one in whole.events] == before


def test_a_mark_goes_as_far_in_the_midst_of_archived_games(
    people: list[Player], bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games, turn by turn in turns; bob gives orders, of which he alone is told."""
    games = [played.opened("turn_the_tide", people) for _ in range(2)]
    with monkeypatch.context() as patch:
        patch.setattr(played, "MOST_TURNS", 1)
        for turn in range(6):
            for game in games:
                card = bob.sees(game)["mine"]["hand"][turn % 3]
                order = {"order": {"plays": [{"card": card}]}}
                assert bob.put(f"/games/{game}/standing-order", order).status == 200
                played.play(game, Random(turn), followed=True)
    for game in games:
        played.play(game, Random(7), followed=True)
    # Else what bob has done last in the games would stand for most marks.
    Log.objects.update(acted=None)
    last = bob.get("/me/events", after="latest").json["last"]

    def unread_after_each() -> list[dict[str, int]]:
        found = []
        for number in (1, 2, *range(3, last, last // 9), last):
            for more in ({}, {"game": games[0]}):
                with rolled_back():
                    assert bob.put("/me/read", {"number": number, **more}).status == 204
                    shown = bob.get("/me/games").json["results"]
                    found.append({one["id"]: one["mine"]["unread"] for one in shown})
        return found

    before = unread_after_each()
    assert len({str(one) for one in before}) > 9
    for game in games:
        archive(game)
        assert unread_after_each() == before
