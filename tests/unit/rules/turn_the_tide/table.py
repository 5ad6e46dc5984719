"""Laying out a table in the middle of a stage, and closing one round on it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.rulesets.chance import Drawn, RecordedChance, SeededChance
from games.rulesets.ruleset import Step
from games.rulesets.turn_the_tide.rules.cards import Play, rounds_per_stage
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState


def deal(hands: Sequence[Sequence[int]], edition: str = "amigo") -> TurnTheTideState:
    """A game just set up with these cards in the hands; what is missing is filled up from the top."""
    given = {card for hand in hands for card in hand}
    rest = [card for card in range(60, 0, -1) if card not in given]
    order: list[int] = []
    for hand in hands:
        missing = rounds_per_stage(len(hands)) - len(hand)
        order += [*hand, *rest[:missing]]
        del rest[:missing]
    chance = RecordedChance([Drawn("deal", order + rest)])
    return TURN_THE_TIDE.initial_state({"edition": edition}, len(hands), chance)


def close_round(
    cards: Sequence[int | None],
    *,
    tides: tuple[int, int],
    levels: Sequence[int] | None = None,
    preservers: Sequence[int] | None = None,
    edition: str = "amigo",
    number: int = 2,
    stage: int = 1,
) -> Step[TurnTheTideState]:
    """Close a round in which each seat plays its card; seats with None are already eliminated.

    Without `levels` nobody shows a tide card yet, without `preservers` everybody has 3.
    """
    seats = len(cards)
    state = replace(
        deal([[] if card is None else [card] for card in cards], edition),
        stage=stage,
        round=number,
        tides=tides,
        levels=tuple(levels or [0] * seats),
        preservers=tuple(preservers or [3] * seats),
        eliminated=tuple(card is None for card in cards),
        stage_scores=((0,) * seats,) * (stage - 1),
    )
    actions = {seat: Play(card) for seat, card in enumerate(cards) if card is not None}
    return TURN_THE_TIDE.close_turn(state, actions, SeededChance(b"what comes next"))


def find_event(step: Step[TurnTheTideState], kind: str) -> dict[str, Any]:
    """The data of the only event of this type."""
    (found,) = [event.data for event in step.events if event.type == kind]
    return found
