"""Replay of a finished game from its record, and comparison with its rows."""

from collections.abc import Iterator, Mapping
from typing import Any

from common.rest.errors import ApiError
from common.rest.json_codec import Json
from games.archive.history import load_history
from games.fairness.commitments import digest_to_text
from games.models import Game, Submission, Turn
from games.play.record import game_record as record_of
from games.refusals import find_rules
from games.rulesets.chance import Drawn, RecordedChance, ReplayMismatch
from games.rulesets.refusal import Refusal
from games.rulesets.ruleset import Ruleset, Step


class CannotReplay(Exception):
    """The error of an invalid record, or of one whose rules this server does not have."""


def replay_record(record: Mapping[str, Any]) -> Iterator[str]:
    """Play a record's game again by the rules. Yield a sentence for each difference."""
    rules = _find_rules(record)
    chance = RecordedChance(_read_draws(record))
    try:
        yield from _compare_turns(rules, record, chance)
    except ReplayMismatch as mismatch:
        yield str(mismatch)
    except Refusal as refusal:
        yield f"The rules refuse what was played: {refusal.detail_with_place}"


def compare_record(record: Mapping[str, Any], game: Game) -> Iterator[str]:
    """Compare a record with every row of the game. Yield a sentence for each difference.

    Usernames are not compared, because they may have changed.
    """
    history = load_history(game.pk)
    answers = Submission.objects.filter(game=game).count()
    answers += sum(len(one.answers) for one in history.turns)
    recorded = sum(len(turn["actions"]) for turn in record["turns"])
    if answers != recorded:
        yield f"There are {answers} rows of answers, and the record has {recorded}."
    if answers < recorded:
        return  # Without them the game's own record cannot be written.
    kept = record_of(game, list(game.seats.select_related("player")))
    yield from _list_differences("", _without_names(kept), _without_names(record))
    if Turn.objects.open().filter(game=game).exists():
        yield "A turn of a finished game is open."
    if digest_to_text(game.log.head) != record["log"]["head"]:
        yield "The row of its log has another head."
    scores = [seat.score for seat in game.seats.order_by("number")]
    if scores != record["result"]["scores"]:
        yield f"The seats' rows have the scores {scores}."


def _without_names(record: Mapping[str, Any]) -> Json:
    return {name: value for name, value in record.items() if name != "players"}


def _find_rules(record: Mapping[str, Any]) -> Ruleset[Any, Any]:
    try:
        return find_rules(record["ruleset"], record["rules_version"])
    except ApiError as missing:
        raise CannotReplay(missing.detail) from missing


def _read_draws(record: Mapping[str, Any]) -> list[Drawn]:
    parts = [record["setup"], *record["turns"], record["end"]]
    return [Drawn.from_json(raw) for part in parts for raw in part["chance"]]


def iterate_questions(record: Mapping[str, Any]) -> Iterator[tuple[Ruleset[Any, Any], Any, Json]]:
    """Yield the rules, the state and the turn for each turn of a record, which is trusted.

    Raises `CannotReplay` if this server does not have its rules.
    """
    rules = _find_rules(record)
    chance = RecordedChance(_read_draws(record))
    state = rules.initial_state(record["options"], len(record["seats"]), chance)
    step: Step[Any] = rules.open_first_turn(state, chance)
    for turn in record["turns"]:
        step, only, _ = _to_the_next_choice(rules, step, [], chance)
        yield rules, step.state, turn
        actions = {one["seat"]: rules.read_action(one["action"]) for one in turn["actions"]}
        step = rules.close_turn(step.state, {**only, **actions}, chance)


def _compare_turns(
    rules: Ruleset[Any, Any], record: Mapping[str, Any], chance: RecordedChance
) -> Iterator[str]:
    state = rules.initial_state(record["options"], len(record["seats"]), chance)
    setup = {key: value for key, value in record["setup"].items() if key != "chance"}
    yield from _list_differences("setup", rules.setup_record(state), setup)
    stages: list[Json] = []
    step: Step[Any] = rules.open_first_turn(state, chance)
    for turn in record["turns"]:
        place = f"turns/{turn['number']}"
        step, only, asked = _to_the_next_choice(rules, step, stages, chance)
        yield from _list_differences(f"{place}/asked", asked, turn["asked"])
        for name, value in rules.turn_heading(step.state).items():
            yield from _list_differences(f"{place}/{name}", value, turn.get(name))
        actions = {one["seat"]: rules.read_action(one["action"]) for one in turn["actions"]}
        if sorted(actions) != asked:
            yield f"{place}: seats {asked} were asked, {sorted(actions)} have answered."
            return
        for seat, action in actions.items():
            rules.check_action(step.state, seat, action)
        step = rules.close_turn(step.state, {**only, **actions}, chance)
    step, _, _ = _to_the_next_choice(rules, step, stages, chance)
    yield from _list_differences("stages", stages, record["stages"])
    result = rules.game_result(step.state)
    if result is None:
        yield "By the rules the game is not over."
        return
    found = {"scores": list(result.scores), "winners": list(result.winners)}
    yield from _list_differences("result", found, record["result"])
    if chance.draws_left:
        yield f"Draws of the record that the rules did not ask for: {chance.draws_left}."


def _to_the_next_choice(
    rules: Ruleset[Any, Any], step: Step[Any], stages: list[Json], chance: RecordedChance
) -> tuple[Step[Any], dict[int, Any], list[int]]:
    """Go on while no seat has a choice, and add each stage that ends to `stages`.

    Return the step at which a seat has a choice or the game is over, the actions of the seats without a
    choice, and the seats with one.
    """
    while True:
        stages += [{"stage": one.number, "scores": list(one.scores)} for one in step.stages]
        only, asked = rules.split_choices(step.state)
        if asked or not only:
            return step, only, asked
        step = rules.close_turn(step.state, only, chance)


def _list_differences(place: str, here: Any, there: Any) -> Iterator[str]:
    """Yield a sentence for each member in which two JSON values differ."""
    if isinstance(here, dict) and isinstance(there, dict):
        for name in sorted({*here, *there}):
            yield from _list_differences(f"{place}/{name}", here.get(name), there.get(name))
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for index, pair in enumerate(zip(here, there, strict=True)):
            yield from _list_differences(f"{place}/{index}", *pair)
    elif here != there:
        yield f"{place}: {here!r} here, {there!r} in the record."
