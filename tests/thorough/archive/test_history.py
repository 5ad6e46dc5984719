"""What is kept of an archived game, and what is not."""

from random import Random
from typing import Any

import pytest

from games.archive import history
from games.background import archiving
from games.models import ArchivedGame, Game
from games.play import events
from games.repository import compression, loader
from games.repository.unit_of_work import save
from players.models import Player
from tests import played
from tests.event_log import logged_events
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(ann: Person, bob: Person, cat: Person) -> list[Player]:
    return list(Player.objects.order_by("pk"))


@pytest.fixture
def game(people: list[Player]) -> str:
    game = played.opened("turn_the_tide", people)
    played.play(game, Random(8))
    return game


def kept(game: str) -> dict[str, Any]:
    """All that is kept of a game once it is archived."""
    assert archiving.archive_game(game) == archiving.ARCHIVED
    return dict(compression.read(bytes(ArchivedGame.objects.get(pk=game).content)))


def test_the_record_is_kept_as_it_is_shown_but_for_names(game: str, ann: Person) -> None:
    shown = ann.get(f"/games/{game}/record").json
    found = kept(game)
    log = shown.pop("log")
    assert set(shown.pop("players").values()) == {"ann", "bob", "cat"}
    assert found["record"] == shown
    assert [one["number"] for one in found["log"]] == [one["number"] for one in log["events"]]
    assert not [name for name in ("ann", "bob", "cat") if f'"{name}"' in str(found)]


def test_what_follows_from_the_rest_is_not_kept(game: str, ann: Person) -> None:
    log = ann.get(f"/games/{game}/record").json["log"]["events"]
    bound = [one["data"]["commitment"] for one in log if one["type"] == "sealed"]
    bound += [one["data"]["private"] for one in log if one["type"] == "turn_closed"]
    text = str(kept(game))
    assert len(bound) > 50
    assert not [one for one in (*bound, *(event["hash"] for event in log)) if one in text]


def test_nothing_is_left_that_opens_what_was_replaced_or_taken_back(
    people: list[Player], ann: Person, bob: Person
) -> None:
    game = played.opened("turn_the_tide", people)
    cards = [one["card"] for one in ann.sees(game)["mine"]["legal_actions"]]
    sealed = [
        ann.seals(game, {"type": "play", "card": card}).json
        for card in (cards[0], cards[1], cards[0])
    ]
    sealed.append(bob.seals_anything(game).json)
    assert bob.delete(f"/games/{game}/turns/1/submission").status == 200
    played.play(game, Random(8))
    key = bytes(Game.objects.get(pk=game).nonce_key or b"").hex()
    before = ann.get(f"/games/{game}/record").raw
    text = str(kept(game))
    assert key
    assert key not in text
    assert Game.objects.get(pk=game).nonce_key is None
    assert [one["nonce"] in text for one in sealed] == [False, False, True, False]
    assert ann.get(f"/games/{game}/record").raw == before


def test_rules_may_tell_what_they_like_of_turns_and_seats(people: list[Player]) -> None:
    game = played.opened("goofspiel", people)
    for turn, seat in (([1], {"of": 2}), ("1", None), (True, 1.5)):
        table = loader.load(game)
        its = {"turn": turn, "seat": seat, "private": None, "commitment": "none"}
        events.publish_event(table, "turn_closed", its)
        events.publish_event(table, "sealed", its)
        save(table)
    played.play(game, Random(8))
    before = [(one.type, one.data, bytes(one.hash)) for one in logged_events(game)]
    kept(game)
    whole = history.unpack_history(bytes(ArchivedGame.objects.get(pk=game).content), game)
    assert [(one.type, one.data, bytes(one.hash)) for one in whole.events] == before


def test_another_form_is_refused_in_a_sentence(
    game: str, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(game)
    monkeypatch.setattr(history, "FORMAT", history.FORMAT + 1)
    said = ann.get(f"/games/{game}/record")
    assert (said.status, said.json["code"]) == (503, "unavailable")


def test_a_key_never_changes(game: str) -> None:
    table = loader.load(game)
    table.row.nonce_key = bytes(32)
    with pytest.raises(TypeError, match="nonce_key"):
        save(table)
