"""GET /games/{id}, its turns, its stages, its fairness and its record."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.fairness.commitments import utc
from games.models import Game, Stage
from tests.app.api.conftest import TimePasses
from tests.app.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_a_running_game_shows_the_table_and_the_open_turn(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table(clock={"per_turn": "PT1H"})
    seen = ann.sees(game)
    assert (seen["stage"], seen["stages"], seen["turn"]["number"]) == (1, 3, 1)
    due_at = utc(datetime.fromisoformat(seen["started_at"]) + timedelta(hours=1))
    assert seen["turn"] == {
        "number": 1,
        "decision": "play_card",
        "opened_at": seen["started_at"],
        "due_at": due_at,
        "asked": [{"seat": seat, "answered": False, "due_at": due_at} for seat in range(3)],
    }
    assert (seen["mine"]["due_at"], seen["mine"]["bank"]) == (due_at, None)
    assert len(seen["table"]["tides"]) == 2
    assert seen["mine"]["legal_actions"] == [
        {"type": "play", "card": card} for card in seen["mine"]["hand"]
    ]
    assert seen["mine"]["fallback"] in seen["mine"]["legal_actions"]
    assert seen["mine"]["fallback_by"] == "clock"


def test_a_finished_game_shows_its_result(ann: Person, finished: Callable[..., str]) -> None:
    seen = ann.sees(finished())
    scores = seen["result"]["scores"]
    assert scores == [seat["score"] for seat in seen["seats"]]
    assert scores == [seat["score"] for seat in seen["table"]["seats"]]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    assert seen["result"]["winners"] == best
    assert [seen["result"]["ranks"][seat] for seat in best] == [1] * len(best)
    assert seen["turn"] is None
    assert seen["mine"]["legal_actions"] == []
    assert seen["mine"]["due_at"] is seen["mine"]["fallback_by"] is None
    assert seen["ended_at"] > seen["started_at"]


def is_of(commitment: str, seed: str) -> bool:
    return commitment == f"sha256:{hashlib.sha256(bytes.fromhex(seed)).hexdigest()}"


def test_the_commitment_is_there_before_anybody_joins(ann: Person, stranger: Person) -> None:
    game = ann.opens()
    said = stranger.sees(game)["fairness"]
    assert said["commitment"].startswith("sha256:")
    assert said["server_seed"] is None
    assert said["entropy"] == [None]


def test_the_hashes_of_what_the_players_added_are_shown(
    bob: Person, cat: Person, ann: Person, stranger: Person
) -> None:
    game = ann.opens(3)
    bob.post(f"/games/{game}/join", {"entropy": "a shell"})
    shell = f"sha256:{hashlib.sha256(b'a shell').hexdigest()}"
    assert stranger.sees(game)["fairness"]["entropy"] == [None, shell]
    cat.joins(game)
    said = stranger.sees(game)["fairness"]
    assert said["entropy"] == [None, shell, None]
    assert said["server_seed"] is None, "cards are still to be drawn from it"


def test_the_seed_of_a_finished_game_is_what_it_was_bound_to(
    stranger: Person, finished: Callable[..., str]
) -> None:
    said = stranger.sees(finished())["fairness"]
    assert is_of(said["commitment"], said["server_seed"])


def test_the_seed_of_a_cancelled_game_is_shown_too(ann: Person, stranger: Person) -> None:
    game = ann.opens()
    ann.post(f"/games/{game}/cancel")
    seen = stranger.sees(game)
    assert (seen["status"], seen["cancel_reason"]) == ("cancelled", "host")
    said = stranger.sees(game)["fairness"]
    assert is_of(said["commitment"], said["server_seed"])


def test_a_finished_game_is_open_to_all_in_whole(
    ann: Person, stranger: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    said = stranger.get(f"/games/{game}/record")
    assert said.raw == ann.get(f"/games/{game}/record").raw
    record = said.json
    assert record["format"] == "tideapi-record/1"
    assert record["game"] == game
    assert [record["players"][one] for one in record["seats"]] == ["ann", "bob", "cat"]
    assert record["bots"] == [None] * 3
    assert record["fairness"]["entropy"] == [None] * 3
    seed = bytes.fromhex(record["fairness"]["server_seed"])
    assert record["fairness"]["commitment"] == f"sha256:{hashlib.sha256(seed).hexdigest()}"
    numbers = [turn["number"] for turn in record["turns"]]
    assert numbers == list(range(1, len(numbers) + 1))
    first = record["turns"][0]["actions"]
    assert [one["by"] for one in first] == ["player", "clock", "clock"]
    assert record["result"].items() < ann.sees(game)["result"].items()
    cards = [card for hand in record["setup"]["hands"] for card in hand]
    assert len(set(cards)) == 36


def test_there_are_none_before_the_first_is_over(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    for game in (ann.opens(3), table()):
        said = stranger.get(f"/games/{game}/stages")
        assert said.json == {"results": [], "next": None, "previous": None}
    # An operator sees it from its first turn on.
    begun = Stage.objects.get(game=game)
    assert (begun.number, begun.ended_at, begun.scores, begun.sealed) == (1, None, None, None)
    assert begun.began_at == Game.objects.get(pk=game).started_at


def test_hands_with_cards_never_shown_stay_sealed_until_the_end(
    stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    row = Game.objects.get(pk=game)
    assert row.state is not None
    dealt = row.state["dealt"]
    # Nobody can pay, so the first round puts somebody out and ends the stage.
    row.state["preservers"] = [0, 0, 0]
    row.save()
    time_passes(game)
    said = stranger.get(f"/games/{game}/stages")
    (stage,) = said.json["results"]
    assert [len(played) for played in stage["played"]] == [1, 1, 1]
    # Somebody else holds these cards now.
    assert stage["hands"] == [None, None, None]
    sealed = Stage.objects.get(number=1)
    Stage.objects.filter(number=1).update(sealed={"hands": [[1], [2], [3]]})
    again = stranger.get(f"/games/{game}/stages")
    assert (again.raw, again.headers["ETag"]) == (said.raw, said.headers["ETag"])
    sealed.save()

    time_passes(game, until=lambda row: False)
    stages = stranger.get(f"/games/{game}/stages").json["results"]
    assert [one["stage"] for one in stages] == [1, 2, 3]
    assert stages[0] == {**stage, "hands": dealt}
    # Hands go round to the left.
    assert [one["hands"] for one in stages[1:]] == [dealt[2:] + dealt[:2], dealt[1:] + dealt[:1]]


def test_a_hand_that_was_played_to_its_end_is_known(
    stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    row = Game.objects.get(pk=game)
    assert row.state is not None
    row.state["preservers"] = [12, 12, 12]  # one for each round
    row.save()
    time_passes(game, 12)
    (stage,) = stranger.get(f"/games/{game}/stages").json["results"]
    assert stage["hands"] == [sorted(played) for played in stage["played"]] == row.state["dealt"]


def test_its_scores_add_up_to_the_result(ann: Person, finished: Callable[..., str]) -> None:
    game = finished()
    stages = ann.get(f"/games/{game}/stages").json["results"]
    sums = [sum(points) for points in zip(*(one["scores"] for one in stages), strict=True)]
    assert sums == ann.sees(game)["result"]["scores"]


def test_an_open_turn_shows_the_question_and_no_answers(
    ann: Person, bob: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    seen = ann.sees(game)
    turn = ann.get(f"/games/{game}/turns/1").json
    assert turn["asked"] == seen["turn"]["asked"]
    assert turn["mine"] == seen["mine"]
    assert turn["tides"] == seen["table"]["tides"]
    assert turn["actions"] is turn["closed_at"] is None
    assert bob.get(f"/games/{game}/turns/1").json == {**turn, "mine": bob.sees(game)["mine"]}
    assert stranger.get(f"/games/{game}/turns/1").json == {**turn, "mine": None}


def test_a_closed_turn_shows_every_answer_to_all(
    ann: Person, dan: Person, stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    sealed = ann.seals_anything(game).json
    time_passes(game)
    said = ann.get(f"/games/{game}/turns/1")
    shown = {name: sealed[name] for name in ("seat", "action", "by", "nonce")}
    assert said.json["actions"][0] == shown
    assert (shown["seat"], shown["by"]) == (0, "player")
    assert [one["answered"] for one in said.json["asked"]] == [True] * 3
    assert said.json["closed_at"] is not None
    assert said.json["mine"] is None
    for person in (dan, stranger):
        assert person.get(f"/games/{game}/turns/1").raw == said.raw


def test_a_turn_that_has_not_come_is_not_found(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game, opened = table(), ann.opens(3)
    for person in (ann, stranger):
        refused(person.get(f"/games/{game}/turns/2"), 404, "turn_not_found")
        refused(person.get(f"/games/{game}/turns/999999999"), 404, "turn_not_found")
        refused(person.get(f"/games/{opened}/turns/1"), 404, "turn_not_found")
