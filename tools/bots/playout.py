"""A whole game in this process, played by bots."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from games.rulesets.bots import Bot, bot_views, play_aimlessly
from games.rulesets.chance import SeededChance
from games.rulesets.ruleset import Result, Ruleset

S = TypeVar("S")
A = TypeVar("A")

Json = dict[str, Any]


def play_out(ruleset: Ruleset[S, A], options: Json, bots: Sequence[Bot], seed: int) -> Result:
    """Play a game with one bot for each seat.

    `options` are those of `read_options`. The same seed gives the same game, if the bots use only
    the randomness that they are given. Raises `Refusal` for an invalid answer of a bot.
    """
    randoms = [Random(f"{seed} seat {seat}") for seat in range(len(bots))]
    chance = SeededChance(Random(f"{seed} chance").randbytes(32))
    step = ruleset.open_first_turn(ruleset.initial_state(options, len(bots), chance), chance)
    while (result := ruleset.game_result(step.state)) is None:
        answers, asked = ruleset.split_choices(step.state)
        for seat in asked:
            legal = ruleset.legal_actions(step.state, seat)
            answers[seat] = _ask_bot(ruleset, step.state, seat, legal, bots[seat], randoms[seat])
        step = ruleset.close_turn(step.state, answers, chance)
    return result


def _ask_bot(
    ruleset: Ruleset[S, A], state: S, seat: int, legal: tuple[A, ...], bot: Bot, random: Random
) -> A:
    if bot is play_aimlessly:  # It does not look at the view, which takes long to build.
        return random.choice(legal)
    answer = bot(*bot_views(ruleset, state, seat), random)
    action = ruleset.read_action(answer)
    ruleset.check_action(state, seat, action)
    return action
