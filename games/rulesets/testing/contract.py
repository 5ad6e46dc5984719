"""The checks that every ruleset passes: of one variant, without a server."""

import json
import re
from collections.abc import Callable
from itertools import chain
from typing import Any

from games.rulesets.chance import Drawn, RecordedChance
from games.rulesets.kit.values import field_names
from games.rulesets.refusal import Illegal
from games.rulesets.testing.whole_games import (
    ContractBroken,
    Variant,
    expect,
    fallback_game,
    ordered_game,
    random_game,
    start,
    through_text,
)

REFUSED_STATES = 40
"""The number of states of a game in which illegal actions are tried."""


def random_play_comes_to_an_end_and_the_most_points_win(variant: Variant) -> None:
    """Check the result of a game."""
    result = random_game(variant).result
    best = max(result.scores)
    expect(len(result.scores) == variant.seats, "`result` has a score for each seat.")
    winners = tuple(seat for seat, score in enumerate(result.scores) if score == best)
    expect(result.winners == winners, "`result` names the seats with the most points, ascending.")


def a_seat_is_asked_as_long_as_the_game_is_not_over(variant: Variant) -> None:
    """Check `seats_asked` against `game_result`, and `turn_heading` and `decision_of` of what is asked."""
    ruleset = variant.ruleset
    for step in random_game(variant).steps:
        asked, heading = ruleset.seats_asked(step.state), ruleset.turn_heading(step.state)
        over = ruleset.game_result(step.state) is not None
        expect(bool(asked) != over, "`seats_asked` is empty when the game is over, and only then.")
        known = [seat for seat in range(variant.seats) if seat in asked]
        expect([*asked] == known, "`seats_asked` has seats of the table, ascending.")
        expect(
            heading["stage"] == ruleset.current_stage(step.state), "`turn_heading` has the `stage`."
        )
        expect(heading["round"] >= 1, "`turn_heading` has a `round` from 1.")
        decision = ruleset.decision_of(through_text(heading))
        expect(over or decision in ruleset.decisions, "`decision` is one of `decisions`.")
        expect(heading.get("decision", decision) == decision, "A turn has one `decision`.")


def events_and_headings_are_declared(variant: Variant) -> None:
    """Check the types of events, and the names in events and headings."""
    schemas = variant.ruleset.schemas
    for step in random_game(variant).steps:
        for kind, data in step.events:
            expect(kind in schemas.events, f"The event {kind!r} is not declared.")
            wrong = {*data} ^ schemas.events[kind].data["properties"].keys()
            expect(not wrong, f"The event {kind!r} lacks, or does not declare: {sorted(wrong)}.")
        wrong = {*variant.ruleset.turn_heading(step.state)} ^ schemas.heading["properties"].keys()
        expect(not wrong, f"`turn_heading` lacks, or does not declare: {sorted(wrong)}.")


def stages_end_in_order_and_their_points_add_up_to_the_result(variant: Variant) -> None:
    """Check `current_stage`, `max_stages` and the ends of stages."""
    game, ruleset = random_game(variant), variant.ruleset
    ends = [end for step in game.steps for end in step.stages]
    numbers = [*range(1, len(ends) + 1)]
    expect(ends, "No stage ends: the last step has a `StageEnd`.")
    expect([end.number for end in ends] == numbers, "Stages end once each, in order, from 1.")
    sums = tuple(map(sum, zip(*(end.scores for end in ends), strict=True)))
    expect(game.result.scores == sums, "The points of all `StageEnd` add up to the result.")
    last = game.steps[-1].state
    expect(ruleset.current_scores(last) == game.result.scores, "`scores` end as the result says.")
    stages = [ruleset.current_stage(step.state) for step in game.steps]
    expect(stages[0] == 1 and stages == sorted(stages), "`stage` counts up from 1.")
    expect(stages[-1] <= ruleset.max_stages(last), "`current_stage` is at most `max_stages`.")


def the_turns_of_one_sitting_follow_one_another(variant: Variant) -> None:
    """Check that no sitting comes back."""
    left: set[str | None] = set()
    current = None
    for step in random_game(variant).steps[:-1]:
        sitting = variant.ruleset.sitting_name(step.state)
        if sitting != current:
            expect(
                sitting not in left, f"The `sitting_name` {sitting!r} comes back after another one."
            )
            left.add(current)
            current = sitting


def the_same_seed_and_actions_give_the_same_game(variant: Variant) -> None:
    """Check that nothing but chance and actions decides."""
    again = random_game.__wrapped__(variant)
    expect(again == random_game(variant), "Played once more with the same seed, it goes otherwise.")


def a_state_survives_json_at_every_step(variant: Variant) -> None:
    """Check `dump` and `load`."""
    ruleset = variant.ruleset
    for step in random_game(variant).steps:
        dumped = through_text(ruleset.dump(step.state))
        loaded = ruleset.load(dumped)
        expect(loaded == step.state, "`load` gives another state than the one of the `dump`.")
        expect(ruleset.dump(loaded) == dumped, "A loaded state has another `dump`.")


def a_loaded_state_plays_on_and_the_one_before_stays_as_it_was(variant: Variant) -> None:
    """Check that `close_turn` is pure."""
    game, ruleset = random_game(variant), variant.ruleset
    chance = RecordedChance(game.drawn)
    start(variant, chance)
    for before, actions, after in game.iterate_turns():
        dumped = json.dumps(ruleset.dump(before.state))
        given, loaded = dict(actions), ruleset.load(json.loads(dumped))
        expect(
            ruleset.close_turn(loaded, given, chance) == after, "A loaded state plays otherwise."
        )
        expect(given == actions, "`close_turn` changes the actions that it is given.")
        expect(json.dumps(ruleset.dump(loaded)) == dumped, "`close_turn` changes its state.")


def a_state_is_frozen_all_the_way_down(variant: Variant) -> None:
    """Check that a state can be hashed, and that no field of it can be set."""
    for step in random_game(variant).steps:
        try:
            hash(step.state)
        except TypeError as why:
            raise ContractBroken(f"A state has parts that can be changed: {why}.") from why
        kind: Any = type(step.state)
        for name in field_names(kind) or ():
            try:
                setattr(step.state, name, getattr(step.state, name))
            except AttributeError:
                continue
            raise ContractBroken(f"The field {name} of a state can be set: freeze the dataclass.")


def every_draw_has_a_purpose_of_its_own(variant: Variant) -> None:
    """Check the purposes of all draws."""
    purposes = [drawn.purpose for drawn in random_game(variant).drawn]
    twice = sorted({one for one in purposes if purposes.count(one) > 1})
    expect(not twice, f"Several draws have the same purpose: {', '.join(twice)}.")


def a_game_replays_from_its_recorded_chance_and_actions(variant: Variant) -> None:
    """Check a replay from JSON."""
    game, ruleset = random_game(variant), variant.ruleset
    recorded = through_text([drawn.to_json() for drawn in game.drawn])
    chance = RecordedChance([Drawn.from_json(drawn) for drawn in recorded])
    step = start(variant, chance)
    replayed = [step]
    for actions in game.actions:
        written = through_text({s: ruleset.write_action(a) for s, a in actions.items()})
        again = {int(seat): ruleset.read_action(raw) for seat, raw in written.items()}
        step = ruleset.close_turn(step.state, again, chance)
        replayed.append(step)
    expect(tuple(replayed) == game.steps, "Replayed from its record, the game goes otherwise.")


def every_legal_action_is_judged_legal_and_survives_json(variant: Variant) -> None:
    """Check `legal_actions` of the seats that are asked, and of the others."""
    ruleset = variant.ruleset
    for step in random_game(variant).steps:
        asked = ruleset.seats_asked(step.state)
        for seat in range(variant.seats):
            legal = ruleset.legal_actions(step.state, seat)
            mine = ruleset.seat_view(step.state, seat)
            expect(bool(legal) == (seat in asked), "Seats that are asked have legal actions alone.")
            expect(len({*legal}) == len(legal), "An action stands twice in `legal_actions`.")
            same = legal == ruleset.legal_actions(step.state, seat)
            expect(same, "`legal_actions` are in another order when asked again.")
            own = {**ruleset.private_view(step.state, seat), "seat": seat}
            expect(
                own.items() <= mine.items(),
                "`seat_view` has what `private_view` says, and the seat.",
            )
            for action in legal:
                ruleset.check_action(step.state, seat, action)
                read = ruleset.read_action(through_text(ruleset.write_action(action)))
                expect(read == action, f"{action} is read from its own JSON as {read}.")


def every_other_action_is_refused(variant: Variant) -> None:
    """Check `check_action` with actions of other moments, and its codes."""
    ruleset, game = variant.ruleset, random_game(variant)
    ever = {action for actions in game.actions for action in actions.values()}
    codes = {"not_asked", *ruleset.refusals}
    refused = 0
    for step in game.steps[:: max(1, len(game.steps) // REFUSED_STATES)] + game.steps[-1:]:
        for seat in range(variant.seats):
            for action in ever - set(ruleset.legal_actions(step.state, seat)):
                try:
                    ruleset.check_action(step.state, seat, action)
                except Illegal as refusal:
                    expect(refusal.code in codes, f"{refusal.code} is not one of `refusals`.")
                    refused += 1
                else:
                    raise ContractBroken(f"`check_action` lets {action} pass, which is not legal.")
    expect(refused, "No action was ever refused.")


def the_fallback_is_always_legal_and_brings_a_game_to_its_end(variant: Variant) -> None:
    """Check that `fallback` is total."""
    ruleset = variant.ruleset
    # The second game is played when the fallbacks of the first one are known to be legal.
    for step in chain.from_iterable(play(variant).steps for play in (random_game, fallback_game)):
        for seat in ruleset.seats_asked(step.state):
            fallback = ruleset.choose_fallback(step.state, seat)
            legal = ruleset.legal_actions(step.state, seat)
            expect(fallback in legal, f"The fallback {fallback} is not legal.")
            expect(
                ruleset.choose_fallback(step.state, seat) == fallback, "The fallback is not random."
            )


def orders_answer_with_legal_actions_or_not_at_all(variant: Variant) -> None:
    """Check `follow` in a game that is played by orders alone; true of a game without orders."""
    ruleset = variant.ruleset
    for before, actions, _ in ordered_game(variant).iterate_turns():
        for seat, action in actions.items():
            legal = ruleset.legal_actions(before.state, seat)
            expect(action in legal, f"An order answers with {action}, which is not legal.")


def words_are_as_clients_expect(variant: Variant) -> None:
    """Check `decisions` and the names that a heading may not take."""
    ruleset = variant.ruleset
    for word, meaning in ruleset.decisions.items():
        expect(re.fullmatch(r"[a-z][a-z_]*", word), f"The decision {word!r} is not in snake_case.")
        expect(re.fullmatch(r"\S.*[^.\s]", meaning), f"The decision {word!r} has no meaning.")
    taken = {"actions", "asked", "chance", "closed_at", "continues", "due_at", "game", "mine"}
    taken |= {"number", "opened_at", "turn"}
    twice = taken & {*ruleset.schemas.heading["properties"]}
    expect(not twice, f"`turn_heading` takes names that a turn has: {', '.join(sorted(twice))}.")
    shown = ruleset.schemas.shown["properties"].keys() | ruleset.schemas.sealed["properties"].keys()
    twice = {"ended_at", "scores", "stage"} & shown
    expect(not twice, f"A `StageEnd` takes names that a stage has: {', '.join(sorted(twice))}.")


CHECKS: tuple[Callable[[Variant], None], ...] = (
    words_are_as_clients_expect,
    random_play_comes_to_an_end_and_the_most_points_win,
    a_seat_is_asked_as_long_as_the_game_is_not_over,
    events_and_headings_are_declared,
    stages_end_in_order_and_their_points_add_up_to_the_result,
    the_turns_of_one_sitting_follow_one_another,
    the_same_seed_and_actions_give_the_same_game,
    a_state_survives_json_at_every_step,
    a_loaded_state_plays_on_and_the_one_before_stays_as_it_was,
    a_state_is_frozen_all_the_way_down,
    every_draw_has_a_purpose_of_its_own,
    a_game_replays_from_its_recorded_chance_and_actions,
    every_legal_action_is_judged_legal_and_survives_json,
    every_other_action_is_refused,
    the_fallback_is_always_legal_and_brings_a_game_to_its_end,
    orders_answer_with_legal_actions_or_not_at_all,
)
