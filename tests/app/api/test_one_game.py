"""GET /games/{id}, its turns, its stages, its fairness and its record."""

import hashlib
from collections.abc import Callable

import pytest

from games.models import Game, Stage
from tests.app.api.conftest import TimePasses
from tests.app.api.refusals import refused
from tests.factories import make_game
from tests.people import People, Person

pytestmark = pytest.mark.django_db


def test_a_finished_game_shows_its_result(ann: Person, finished: Callable[..., str]) -> None:
    game = finished()
    seen = ann.sees(game)
    scores = seen["result"]["scores"]
    assert scores == [seat["score"] for seat in seen["seats"]]
    assert scores == [seat["score"] for seat in seen["table"]["seats"]]
    stages = ann.get(f"/games/{game}/stages").json["results"]
    assert scores == [
        sum(points) for points in zip(*(one["scores"] for one in stages), strict=True)
    ]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    assert seen["result"]["winners"] == best
    assert [seen["result"]["ranks"][seat] for seat in best] == [1] * len(best)
    assert (seen["turn"], seen["mine"]["legal_actions"]) == (None, [])
    assert seen["mine"]["due_at"] is seen["mine"]["fallback_by"] is None
    assert seen["ended_at"] > seen["started_at"]


# -- fairness


def hash_of(text: bytes) -> str:
    return f"sha256:{hashlib.sha256(text).hexdigest()}"


def test_the_seed_is_bound_and_players_add_to_it(people: People, stranger: Person) -> None:
    ann, bob, cat = people
    game = ann.opens(3)
    bound = stranger.sees(game)["fairness"]
    assert (bound["server_seed"], bound["entropy"]) == (None, [None])
    bob.post(f"/games/{game}/join", {"entropy": "a shell"})
    assert stranger.sees(game)["fairness"]["entropy"] == [None, hash_of(b"a shell")]
    cat.joins(game)
    said = stranger.sees(game)["fairness"]
    assert said == {**bound, "entropy": [None, hash_of(b"a shell"), None]}, "and no seed yet"


def test_the_seed_of_a_cancelled_game_is_shown_too(ann: Person, stranger: Person) -> None:
    game = ann.opens()
    ann.post(f"/games/{game}/cancel")
    seen = stranger.sees(game)
    assert (seen["status"], seen["cancel_reason"]) == ("cancelled", "host")
    said = seen["fairness"]
    assert said["commitment"] == hash_of(bytes.fromhex(said["server_seed"]))


def test_a_record_is_for_all(ann: Person, stranger: Person, finished: Callable[..., str]) -> None:
    game = finished()
    said = stranger.get(f"/games/{game}/record")
    assert said.raw == ann.get(f"/games/{game}/record").raw
    record = said.json
    assert (record["format"], record["game"]) == ("tideapi-record/1", game)
    assert [record["players"][one] for one in record["seats"]] == ["ann", "bob", "cat"]
    assert record["bots"] == record["fairness"]["entropy"] == [None] * 3
    seed = bytes.fromhex(record["fairness"]["server_seed"])
    assert record["fairness"]["commitment"] == hash_of(seed)
    assert ann.sees(game)["fairness"]["server_seed"] == seed.hex()
    numbers = [turn["number"] for turn in record["turns"]]
    assert numbers == list(range(1, len(numbers) + 1))
    first = record["turns"][0]["actions"]
    assert [one["by"] for one in first] == ["player", "clock", "clock"]
    assert record["result"].items() < ann.sees(game)["result"].items()
    assert len({card for hand in record["setup"]["hands"] for card in hand}) == 36


# -- stages


def test_there_are_no_stages_before_the_first_is_over(people: People, stranger: Person) -> None:
    game = make_game(people)
    for one in (people[0].opens(3), game):
        said = stranger.get(f"/games/{one}/stages")
        assert said.json == {"results": [], "next": None, "previous": None}
    # An operator sees it from its first turn on.
    begun = Stage.objects.get(game=game)
    assert (begun.number, begun.ended_at, begun.scores, begun.sealed) == (1, None, None, None)
    assert begun.began_at == Game.objects.get(pk=game).started_at


def make_game_with_preservers(people: People, number: int) -> Game:
    """Return a game in which each seat can pay for so many rounds, and then ends the stage."""
    game = Game.objects.get(pk=make_game(people))
    assert game.state is not None
    game.state["preservers"] = [number] * 3
    game.save()
    return game


def test_other_hands_stay_sealed(people: People, stranger: Person, time_passes: TimePasses) -> None:
    game = make_game_with_preservers(people, 0)
    assert game.state is not None
    dealt, address = game.state["dealt"], f"/games/{game.pk}/stages"
    time_passes(game.pk)
    said = stranger.get(address)
    (stage,) = said.json["results"]
    assert [len(played) for played in stage["played"]] == [1, 1, 1]
    # Somebody else holds these cards now.
    assert stage["hands"] == [None, None, None]
    sealed = Stage.objects.get(number=1)
    Stage.objects.filter(number=1).update(sealed={"hands": [[1], [2], [3]]})
    again = stranger.get(address)
    assert (again.raw, again.headers["ETag"]) == (said.raw, said.headers["ETag"])
    sealed.save()

    time_passes(game.pk, until=lambda row: False)
    stages = stranger.get(address).json["results"]
    assert [one["stage"] for one in stages] == [1, 2, 3]
    assert stages[0] == {**stage, "hands": dealt}
    # Hands go round to the left.
    assert [one["hands"] for one in stages[1:]] == [dealt[2:] + dealt[:2], dealt[1:] + dealt[:1]]


def test_a_hand_played_to_its_end_is_known(
    people: People, stranger: Person, time_passes: TimePasses
) -> None:
    game = make_game_with_preservers(people, 12)
    assert game.state is not None
    time_passes(game.pk, 12)
    (stage,) = stranger.get(f"/games/{game.pk}/stages").json["results"]
    assert stage["hands"] == [sorted(played) for played in stage["played"]] == game.state["dealt"]


# -- turns


def test_an_open_turn_shows_the_question_and_no_answers(people: People, stranger: Person) -> None:
    (ann, bob, _), game = people, make_game(people)
    ann.seals_anything(game)
    seen, turn = ann.sees(game), ann.get(f"/games/{game}/turns/1").json
    assert (turn["asked"], turn["mine"]) == (seen["turn"]["asked"], seen["mine"])
    assert turn["tides"] == seen["table"]["tides"]
    assert turn["actions"] is turn["closed_at"] is None
    assert bob.get(f"/games/{game}/turns/1").json == {**turn, "mine": bob.sees(game)["mine"]}
    assert stranger.get(f"/games/{game}/turns/1").json == {**turn, "mine": None}


def test_a_closed_turn_shows_every_answer(people: People, time_passes: TimePasses) -> None:
    ann, game, opened = people[0], make_game(people), people[0].opens(3)
    sealed = ann.seals_anything(game).json
    time_passes(game)
    turn = ann.get(f"/games/{game}/turns/1").json
    shown = {name: sealed[name] for name in ("seat", "action", "by", "nonce")}
    assert turn["actions"][0] == shown
    assert (shown["seat"], shown["by"]) == (0, "player")
    assert [one["answered"] for one in turn["asked"]] == [True] * 3
    assert turn["closed_at"] is not None
    assert turn["mine"] is None
    for rest in (f"{game}/turns/3", f"{game}/turns/999999999", f"{opened}/turns/1"):
        for person in (ann, Person()):
            refused(person.get(f"/games/{rest}"), 404, "turn_not_found")
