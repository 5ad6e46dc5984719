"""What follows from the rest of an archived game is not kept, and is there when the game is read."""

from random import Random
from typing import Any

import pytest

from games import archiving
from games.archive import compression, packing
from games.archive.history import History
from games.models import ArchivedGame, Game
from games.store import loading
from games.store.unit_of_work import commit
from players.models import Player
from tests.people import Person
from tests.weight import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ann: Person, bob: Person, cat: Person) -> str:
    """A game of Turn the Tide in which somebody changes her mind twice, and another takes her card back."""
    game = played.opened("turn_the_tide", list(Player.objects.order_by("pk")))
    cards = [one["card"] for one in ann.sees(game)["mine"]["legal_actions"]]
    for card in (cards[0], cards[1], cards[0]):
        assert ann.seals(game, {"type": "play", "card": card}).status == 200
    assert bob.seals_anything(game).status == 200
    assert bob.delete(f"/games/{game}/turns/1/submission").status == 200
    played.play(game, Random(8))
    return game


def kept(game: str) -> dict[str, Any]:
    """All that is kept of a game once it is archived."""
    assert archiving.archive(game) == archiving.ARCHIVED
    return dict(compression.read(bytes(ArchivedGame.objects.get(pk=game).content)))


def test_nonces_receipts_salts_and_hashes_are_not_kept(game: str) -> None:
    row = Game.objects.get(pk=game)
    found = kept(game)
    assert {*found["answers"]["nonce"]} == {*found["answers"]["receipt"]} == {None}
    assert {*found["turns"]["salt"]} == {*found["answers"]["sealed_at"]} == {None}
    assert bytes.fromhex(found["nonce_key"]) == row.nonce_key
    whole = packing.unpack(bytes(ArchivedGame.objects.get(pk=game).content), game)
    nonces = [bytes(one.nonce).hex() for turn in whole.turns for one in turn.answers.values()]
    assert len({*nonces}) == len(nonces) > 50
    assert not [one for one in nonces if one in str(found)]


def test_the_commitment_of_an_answer_that_was_replaced_is_kept_because_nothing_opens_it(
    game: str, ann: Person
) -> None:
    events = ann.get(f"/games/{game}/events", page_size=100).json["results"]
    replaced = [one["data"]["replaces"] for one in events if one["type"] == "sealed"]
    (first, second) = [one for one in replaced if one is not None]
    found = str(kept(game))
    assert first != second
    assert first in found
    assert second in found


def test_the_key_is_in_the_archive_alone_then(game: str) -> None:
    kept(game)
    assert Game.objects.get(pk=game).nonce_key is None


def test_a_game_that_an_older_server_has_opened_keeps_what_was_drawn_for_it(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = played.opened("goofspiel", list(Player.objects.order_by("pk")))
    Game.objects.filter(pk=game).update(nonce_key=None)
    played.play(game, Random(8))
    before = ann.get(f"/games/{game}/record").raw
    found = kept(game)
    assert None not in found["answers"]["nonce"] + found["answers"]["receipt"]
    assert found["nonce_key"] is None
    assert ann.get(f"/games/{game}/record").raw == before


def test_a_game_in_the_first_form_is_read_as_before(
    game: str, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/games/{game}/turns/1/submission"
    before = [ann.get(f"/games/{game}/record").raw, ann.get(path).raw_but_id]
    monkeypatch.setattr(packing, "pack", in_the_first_form)
    found = kept(game)
    assert found["format"] == 1
    assert found["events"]["at"][0].endswith("+00:00")
    assert [ann.get(f"/games/{game}/record").raw, ann.get(path).raw_but_id] == before


def in_the_first_form(history: History) -> bytes:
    """With texts as moments, and with what nonces and receipts are."""
    columns = packing.plain(history)
    for part, name in [
        *(("turns", one) for one in ("opened_at", "due_at", "closed_at")),
        *(("answers", "sealed_at"), ("private_events", "at")),
        *(("stages", "ended_at"), ("events", "at")),
    ]:
        columns[part][name] = [*map(_text, columns[part][name])]
    columns["turns"]["dues"] = [[*map(_text, dues)] for dues in columns["turns"]["dues"]]
    return compression.compressed({"format": 1, **columns})


def _text(microseconds: int) -> str:
    return (packing.EPOCH + microseconds * packing.MICROSECOND).isoformat()


def test_a_key_never_changes(game: str) -> None:
    table = loading.read(game)
    table.game.nonce_key = bytes(32)
    with pytest.raises(TypeError, match="nonce_key"):
        commit(table)
