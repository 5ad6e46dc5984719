"""GET /games/{id}, its turns, its stages, its fairness, its record, and what the bot strong thinks of it."""

import hashlib
from datetime import timedelta
from io import StringIO
from math import exp
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.clock.now import now
from games.models import Analysis, Game, Stage
from games.rulesets import bots
from games.tasks import analyse
from tests.app.api.refusals import refused
from tests.factories import expire_turns, make_finished_game, make_game
from tests.people import People, Person


def test_a_finished_game_shows_its_result(ann: Person, people: People) -> None:
    game = make_finished_game(people)
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


def test_the_seed_of_a_cancelled_game_is_shown_too(ann: Person, stranger: Person) -> None:
    game = ann.opens()
    ann.post(f"/games/{game}/cancel")
    seen = stranger.sees(game)
    assert (seen["status"], seen["cancel_reason"]) == ("cancelled", "host")
    said = seen["fairness"]
    assert said["commitment"] == hash_of(bytes.fromhex(said["server_seed"]))


def test_a_record_is_for_all(ann: Person, stranger: Person, people: People) -> None:
    game = make_finished_game(people)
    said = stranger.get(f"/games/{game}/record")
    assert said.raw == ann.get(f"/games/{game}/record").raw
    record = said.json
    assert (record["format"], record["game"]) == ("tideapi-record/1", game)
    assert [record["players"][one] for one in record["seats"]] == ["ann", "bob", "cat"]
    assert record["bots"] == record["fairness"]["entropy"] == [None] * 3
    assert record["fairness"]["server_seed"] == ann.sees(game)["fairness"]["server_seed"]
    first = record["turns"][0]["actions"]
    assert [one["by"] for one in first] == ["player", "clock", "clock"]
    assert record["result"].items() < ann.sees(game)["result"].items()


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


def test_other_hands_stay_sealed(people: People, stranger: Person) -> None:
    game = make_game_with_preservers(people, 0)
    assert game.state is not None
    dealt, address = game.state["dealt"], f"/games/{game.pk}/stages"
    expire_turns(game.pk)
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

    expire_turns(game.pk, until=lambda row: False)
    stages = stranger.get(address).json["results"]
    assert [one["stage"] for one in stages] == [1, 2, 3]
    assert stages[0] == {**stage, "hands": dealt}
    # Hands go round to the left.
    assert [one["hands"] for one in stages[1:]] == [dealt[2:] + dealt[:2], dealt[1:] + dealt[:1]]


def test_a_hand_played_to_its_end_is_known(people: People, stranger: Person) -> None:
    game = make_game_with_preservers(people, 12)
    assert game.state is not None
    expire_turns(game.pk, 12)
    (stage,) = stranger.get(f"/games/{game.pk}/stages").json["results"]
    assert stage["hands"] == [sorted(played) for played in stage["played"]] == game.state["dealt"]


# -- turns


def test_an_open_turn_shows_the_question_and_no_answers(people: People, stranger: Person) -> None:
    (ann, bob, _), game = people, make_game(people)
    ann.seals_anything(game)
    seen, turn = ann.sees(game), ann.get(f"/games/{game}/turns/1").json
    assert turn["tides"] == seen["table"]["tides"]
    assert turn["actions"] is turn["closed_at"] is None
    (listed,) = ann.get("/games").json["results"]
    assert turn == seen["turn"] == listed["turn"]
    for other in (bob, stranger):
        assert other.get(f"/games/{game}/turns/1").json == turn


def test_a_closed_turn_shows_every_answer(people: People) -> None:
    ann, game, opened = people[0], make_game(people), people[0].opens(3)
    sealed = ann.seals_anything(game).json
    expire_turns(game)
    turn = ann.get(f"/games/{game}/turns/1").json
    shown = {name: sealed[name] for name in ("seat", "action", "by", "nonce")}
    assert turn["actions"][0] == shown
    assert (shown["seat"], shown["by"]) == (0, "player")
    assert [one["answered"] for one in turn["asked"]] == [True] * 3
    assert turn["closed_at"] is not None
    for rest in (f"{game}/turns/3", f"{game}/turns/999999999", f"{opened}/turns/1"):
        for person in (ann, Person()):
            refused(person.get(f"/games/{rest}"), 404, "turn_not_found")


# -- analysis


def make_analysis(person: Person, game: str) -> Any:
    """Return the analysis, once a worker has made it."""
    analyse(game)
    return person.get(f"/games/{game}/analysis").json


def test_it_is_pending_until_a_worker_has_made_it(
    ann, stranger, people, sent_tasks, django_capture_on_commit_callbacks
) -> None:
    game = make_finished_game(people)
    sent_tasks.clear()
    pending: Any = {"game": game, "status": "pending", "created_at": None, "stages": []}
    with django_capture_on_commit_callbacks(execute=True):
        for person in (ann, stranger):
            assert person.get(f"/games/{game}/analysis").json == pending
    assert sent_tasks == [("analyse", game, "thinkers")]
    # A message that was lost is sent again.
    Analysis.objects.update(asked_at=now() - timedelta(minutes=1))
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(2):
            ann.get(f"/games/{game}/analysis")
        said = make_analysis(stranger, game)
        assert ann.get(f"/games/{game}/analysis").json == said
    assert said["status"] == "made"
    assert said["created_at"] is not None
    assert len(sent_tasks) == 2


def test_it_judges_every_answer_of_the_game(ann: Person, people: People) -> None:
    game = make_finished_game(people)
    record = ann.get(f"/games/{game}/record").json
    stages = make_analysis(ann, game)["stages"]
    assert [stage["stage"] for stage in stages] == [1, 2, 3]
    answers = [
        (turn["stage"], one["seat"], turn["number"], one["by"], sorted(one["action"].items()))
        for turn in record["turns"]
        for one in turn["actions"]
    ]
    dear, judged = 0, []
    for stage in stages:
        for seat in stage["seats"]:
            costs = [move["cost"] for move in seat["moves"]]
            assert seat["cost"] == pytest.approx(sum(costs), abs=0.01)
            for move in seat["moves"]:
                place = (stage["stage"], seat["seat"], move["turn"], move["by"])
                judged.append((*place, sorted(move["played"].items())))
                # What strong would have played costs nothing, and all else something.
                if move["played"] == move["strong"]:
                    assert move["cost"] == 0
                assert move["chance"] <= exp(-move["cost"]) + 0.01
                dear += move["cost"] > 1
    assert sorted(judged, key=str) == sorted(answers, key=str)
    # The clock, which has played nearly all of it, is no strong player.
    assert dear > 10


def test_a_game_that_no_bot_can_judge_has_none(ann, people, monkeypatch) -> None:
    game = make_finished_game(people)
    monkeypatch.setitem(bots.FOR_ONE, "turn_the_tide", {"strong": bots.find_bot("", "random")})
    refused(ann.get(f"/games/{game}/analysis"), 409, "no_analysis")


def run_command(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("analyse", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_an_operator_reads_it_at_the_terminal(ann: Person, people: People) -> None:
    game = make_finished_game(people)
    lines = run_command(game)
    stages = make_analysis(ann, game)["stages"]
    seat = stages[0]["seats"][0]
    assert lines[0] == f"stage 1 seat 0: {seat['cost']:.2f} in {len(seat['moves'])} answers"
    played = seat["moves"][0]["played"]["card"]
    assert lines[1].startswith(f"  turn 1 by player: play {played} (")
    assert len(run_command(game, "--short")) == sum(len(stage["seats"]) for stage in stages)
    running = ann.opens(3)
    for wrong in (running, "none"):
        with pytest.raises(CommandError):
            run_command(wrong)
    assert Game.objects.get(pk=running).status == "open"
