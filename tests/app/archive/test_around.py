"""What else can be done with a game that is archived: all of it as before."""

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from games.background import archiving
from games.models import FeedRange, Log
from games.privacy import export_pages
from players.models import AccountDeletion, Player
from players.privacy import erasure
from players.privacy.closure import ask_for_ending, skip_grace
from tests import played
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ann: Person, bob: Person, cat: Person) -> str:
    """Played by three, with their feeds read, and archived."""
    people = list(Player.objects.filter(username__in=["ann", "bob", "cat"]).order_by("pk"))
    game = played.opened("turn_the_tide", people)
    played.play(game, Random(8), followed=True)
    return game


def archived(game: str) -> str:
    assert archiving.archive_game(game) == archiving.ARCHIVED
    return game


def test_a_mark_goes_as_far_as_it_says(game: str, bob: Person) -> None:
    events = bob.get("/me/events", page_size=100).json["results"]
    half, last = events[len(events) // 2], bob.get("/me/events", after="latest").json["last"]
    newest = Log.objects.get(pk=game).event_number
    # Else what bob has done last in the game would stand for the marks.
    Log.objects.update(acted=None)
    archived(game)
    for one in (events[3], half, events[3]):
        assert bob.put("/me/read", {"number": one["number"]}).status == 204
    assert _unread(bob) == newest - half["event"]
    assert bob.put("/me/read", {"number": last}).status == 204
    assert _unread(bob) == 0


def _unread(person: Person) -> int:
    (shown,) = person.get("/me/games").json["results"]
    return int(shown["mine"]["unread"])


def test_the_same_answer_again_has_the_same_receipt_and_another_is_too_late(
    game: str, ann: Person
) -> None:
    path = f"/games/{game}/turns/1/submission"
    receipt = ann.get(path).json
    other = {**receipt["action"], "card": receipt["action"]["card"] % 60 + 1}
    too_late = ann.put(path, {"action": other})
    archived(game)
    again = ann.put(path, {"action": receipt["action"]})
    assert (again.status, again.json) == (200, receipt)
    assert ann.put(path, {"action": other}).json["code"] == too_late.json["code"]
    assert ann.put(path.replace("/1/", "/999/"), {"action": other}).json["code"] == "game_finished"


def test_a_rematch_and_notes_and_messages_go_on(game: str, ann: Person, bob: Person) -> None:
    archived(game)
    assert ann.post(f"/games/{game}/rematch").status == 201
    assert bob.post(f"/games/{game}/rematch").status == 200
    assert ann.patch(f"/games/{game}/viewer", {"note": "She bluffs."}).status == 200
    assert ann.post(f"/games/{game}/messages", {"text": "Well played."}).status == 201
    assert "Well played." in bob.get(f"/games/{game}/messages").raw.decode()


def test_it_is_replayed_and_analysed_from_its_archive(
    game: str, ann: Person, tmp_path: Path
) -> None:
    archived(game)
    file = tmp_path / "record.json"
    file.write_bytes(ann.get(f"/games/{game}/record").raw)
    out = io.StringIO()
    call_command("replay", str(file), stdout=out)
    assert "every row is the same" in out.getvalue()
    call_command("analyse", game, "--short", stdout=out)
    assert "stage 1 seat 0" in out.getvalue()


def test_a_name_that_is_given_up_is_in_no_archive(game: str, ann: Person, bob: Person) -> None:
    archived(game)
    assert "ann" in bob.get(f"/games/{game}/record").json["players"].values()
    player = Player.objects.get(username="ann")
    _erased(player)
    names = bob.get(f"/games/{game}/record").json["players"].values()
    assert "ann" not in names
    assert any(name.startswith("deleted-") for name in names)
    for one in bob.get("/me/events", page_size=100).json["results"]:
        assert "ann" not in one["players"].values()
    assert not FeedRange.objects.filter(player=player).exists()


def test_a_game_is_archived_whose_player_has_left_and_nothing_comes_into_their_feed(
    game: str, bob: Person
) -> None:
    left, stays = (Player.objects.get(username=name) for name in ("ann", "bob"))
    _erased(left)
    archived(game)
    assert FeedRange.objects.filter(player=stays).exists()
    assert not FeedRange.objects.filter(player=left).exists()
    assert bob.get(f"/games/{game}/events").status == 200


def _erased(player: Player) -> None:
    ending = ask_for_ending(player, AccountDeletion.RequestedBy.OPERATOR)
    skip_grace(ending)
    for _ in range(2):
        erasure.go_over(ending.pk, float("inf"))


def test_her_games_are_in_her_export_with_their_records(game: str) -> None:
    player: Any = Player.objects.get(username="ann")
    before = [
        export_pages.games_page(player, None).files,
        export_pages.feed_page(player, None).files,
    ]
    archived(game)
    after = [
        export_pages.games_page(player, None).files,
        export_pages.feed_page(player, None).files,
    ]
    assert json.dumps(after, default=str) == json.dumps(before, default=str)
    assert f"games/{game}/record.json" in after[0]
