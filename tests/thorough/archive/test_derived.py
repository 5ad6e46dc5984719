"""What follows from the rest of an archived game is not kept, and is there when the game is read."""

from random import Random
from typing import Any

import pytest

from games import archiving
from games.archive import codec
from games.archive.history import History
from games.fairness.commitments import ChainEvent
from games.models import ArchivedGame, Game
from games.repository import compression, loader
from games.repository.unit_of_work import save
from players.models import Player
from tests import played
from tests.happened import happened
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(ann: Person, bob: Person, cat: Person) -> list[Player]:
    return list(Player.objects.order_by("pk"))


@pytest.fixture
def game(people: list[Player]) -> str:
    """A game of Turn the Tide in which nobody has changed her mind."""
    game = played.opened("turn_the_tide", people)
    played.play(game, Random(8))
    return game


def kept(game: str) -> dict[str, Any]:
    """All that is kept of a game once it is archived."""
    assert archiving.archive_game(game) == archiving.ARCHIVED
    return dict(compression.read(bytes(ArchivedGame.objects.get(pk=game).content)))


def nonces_of(game: str) -> list[str]:
    whole = codec.unpack_history(bytes(ArchivedGame.objects.get(pk=game).content), game)
    return [bytes(one.nonce).hex() for turn in whole.turns for one in turn.answers.values()]


def test_nonces_receipts_salts_and_hashes_are_not_kept(game: str) -> None:
    key = Game.objects.get(pk=game).nonce_key
    found = kept(game)
    assert {*found["answers"]["nonce"]} == {*found["answers"]["receipt"]} == {None}
    assert {*found["turns"]["salt"]} == {*found["answers"]["sealed_at"]} == {None}
    assert bytes.fromhex(found["nonce_key"]) == key
    nonces = nonces_of(game)
    assert len({*nonces}) == len(nonces) > 50
    assert not [one for one in nonces if one in str(found)]


def test_the_key_is_in_the_archive_alone_then(game: str) -> None:
    kept(game)
    assert Game.objects.get(pk=game).nonce_key is None


def test_nothing_is_left_that_opens_what_was_replaced_or_taken_back(
    people: list[Player], ann: Person, bob: Person
) -> None:
    game = played.opened("turn_the_tide", people)
    cards = [one["card"] for one in ann.sees(game)["mine"]["legal_actions"]]
    bound = [
        ann.seals(game, {"type": "play", "card": card}).json["commitment"]
        for card in (cards[0], cards[1], cards[0])
    ]
    bound.append(bob.seals_anything(game).json["commitment"])
    assert bob.delete(f"/games/{game}/turns/1/submission").status == 200
    played.play(game, Random(8))
    before = ann.get(f"/games/{game}/record").raw
    found = kept(game)
    assert found["nonce_key"] is Game.objects.get(pk=game).nonce_key is None
    assert len({*bound}) == 4
    assert [one for one in bound if one in str(found)] == [bound[0], bound[1], bound[3]]
    assert None not in found["answers"]["nonce"]
    assert {*found["answers"]["receipt"]} == {*found["answers"]["sealed_at"]} == {None}
    assert ann.get(f"/games/{game}/record").raw == before


@pytest.mark.parametrize("turns_with_a_key", [0, 2])
def test_what_an_older_server_has_drawn_for_a_game_is_kept(
    people: list[Player], ann: Person, turns_with_a_key: int
) -> None:
    game = played.opened("goofspiel", people)
    rows = Game.objects.filter(pk=game)
    key = rows.get().nonce_key
    for _ in range(turns_with_a_key):
        one_turn(game)
    rows.update(nonce_key=None)
    one_turn(game)
    if turns_with_a_key:
        rows.update(nonce_key=key)
    played.play(game, Random(8))
    before = ann.get(f"/games/{game}/record").raw
    found = kept(game)
    drawn = [one is not None for one in found["answers"]["nonce"]]
    of = [sum(found["answers_of"][: place + 1]) for place in range(len(drawn))]
    expected = [turns_with_a_key == 0 or turn == turns_with_a_key + 1 for turn in of]
    assert drawn == expected
    assert ann.get(f"/games/{game}/record").raw == before


def one_turn(game: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "MOST_TURNS", 1)
        played.play(game, Random(8))


def test_a_game_in_the_first_form_is_read_as_before(
    game: str, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/games/{game}/turns/1/submission"
    before = [ann.get(f"/games/{game}/record").raw, ann.get(path).raw_but_id]
    monkeypatch.setattr(codec, "pack_history", in_the_first_form)
    found = kept(game)
    assert found["format"] == 1
    assert found["events"]["at"][0].endswith("+00:00")
    assert [ann.get(f"/games/{game}/record").raw, ann.get(path).raw_but_id] == before


def in_the_first_form(history: History) -> bytes:
    """With texts as moments, and with what nonces and receipts are."""
    columns = codec.history_to_json(history)
    for part, name in [
        *(("turns", one) for one in ("opened_at", "due_at", "closed_at")),
        *(("answers", "sealed_at"), ("private_events", "at")),
        *(("stages", "ended_at"), ("events", "at")),
    ]:
        columns[part][name] = [*map(_text, columns[part][name])]
    columns["turns"]["dues"] = [[*map(_text, dues)] for dues in columns["turns"]["dues"]]
    return compression.compress_json({"format": 1, **columns})


def _text(microseconds: int) -> str:
    return (codec.EPOCH + microseconds * codec.MICROSECOND).isoformat()


def test_rules_may_tell_what_they_like_of_turns_and_seats(people: list[Player]) -> None:
    game = played.opened("goofspiel", people)
    for turn, seat in (([1], {"of": 2}), ("1", None), (True, 1.5)):
        table = loader.load(game)
        table.publish_event("turn_closed", {"turn": turn, "seat": seat, "deadlines": None})
        save(table)
    played.play(game, Random(8))
    before = [(one.type, one.data, bytes(one.hash)) for one in log(game)]
    kept(game)
    whole = codec.unpack_history(bytes(ArchivedGame.objects.get(pk=game).content), game)
    assert [(one.type, one.data, bytes(one.hash)) for one in whole.events] == before


def log(game: str) -> list[ChainEvent]:
    return happened(game)


def test_a_form_that_only_a_newer_server_knows_is_refused_in_a_sentence(
    game: str, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(game)
    monkeypatch.setattr(codec, "FORMAT", 3)
    said = ann.get(f"/games/{game}/record")
    assert (said.status, said.json["code"]) == (503, "unavailable")


def test_a_key_never_changes(game: str) -> None:
    table = loader.load(game)
    table.row.nonce_key = bytes(32)
    with pytest.raises(TypeError, match="nonce_key"):
        save(table)
