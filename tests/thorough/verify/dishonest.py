"""Servers that cheat while a game is played: everything that follows is consistent, and so are all hashes.

Each game is first played honestly, with the same seed: up to the deed it is the same.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.thorough.verify.building import CALM, Playing
from tests.thorough.verify.building_turn import CHANGES_TAKE, Turn
from tests.thorough.verify.verifiers import Verdict, Verifier, judged

Json = dict[str, Any]

VICTIM = 0
"""The host's seat, which is always a player's."""
FROM_TURN = 3


class Game(Playing):
    """A game of three in which seat 0 is nobody else's and nothing but answers happens."""

    said_clock: Json = CALM

    def __init__(self, seed: str, turn: type[Turn] = Turn, ruleset: str = "turn_the_tide") -> None:
        options = {"expansions": ["coins"]} if ruleset == "high_tide" else {}
        super().__init__(ruleset, options, 3, Random(seed), eventful=True)
        self.turn = turn
        self.clock = type(self.clock).from_json(self.said_clock)
        self.said = self.said_clock
        self.banks = [self.clock.bank] * 3
        self.vacations = False
        self.bot_after = 1000
        self.forged_in = 0
        """In which turn the server has cheated, 0 if in none."""
        self.play()

    def change_hands(self) -> None:
        pass

    @property
    def victim(self) -> list[Json]:
        """All that the player of seat 0 has been given."""
        return self.kept.get(self.players[VICTIM] or "", [])


class Cheating(Turn):
    """A turn in which the server may cheat, once in a game and not in its first turns."""

    playing: Game

    def answer(self) -> dict[int, str]:
        chosen = super().answer()
        now = self.number >= FROM_TURN and VICTIM in self.asked and not self.playing.forged_in
        if now and self.can_cheat(chosen):
            self.playing.forged_in = self.number
            self.cheat(chosen)
        return chosen

    def can_cheat(self, chosen: dict[int, str]) -> bool:
        """Whether this turn is one for it."""
        return chosen[VICTIM] == "player" and self.is_in_time

    @property
    def is_in_time(self) -> bool:
        """Whether what stands sealed for her may still be changed."""
        return self.playing.now + CHANGES_TAKE < self.dues[VICTIM]

    def cheat(self, chosen: dict[int, str]) -> None:
        raise NotImplementedError

    # -- what a server can do

    def another_answer(self) -> Any:
        return next(one for one in self.legal[VICTIM] if one != self.answers[VICTIM])

    def seal_for_her(self, action: Any) -> None:
        """Under her seat, without a receipt."""
        self.nonces[VICTIM] = "5e" * 16
        self.answers[VICTIM] = action
        self.playing.pass_time(most=20.0)
        self.seal(VICTIM, action)

    def wait_for_the_deadline(self) -> None:
        self.playing.now = max(self.playing.now, *self.dues.values())


def both_games(cheating: type[Cheating], ruleset: str = "turn_the_tide") -> tuple[Game, Game]:
    """A game as it is played honestly, and as this server plays it."""
    for number in range(200):
        forged = Game(f"victim {number}", cheating, ruleset)
        if forged.forged_in:
            return Game(f"victim {number}", ruleset=ruleset), forged
    raise AssertionError("No game had a turn to cheat in.")


def judge(verifier: Verifier, game: Playing, *kept: Any, all_of: Sequence[int] = ()) -> Verdict:
    named = [(f"{number}.json", one) for number, one in enumerate(kept)]
    return judged(verifier, game.record, named, all_of)


def event_of(game: Playing, kind: str, **data: Any) -> int:
    """The place in the log of the last event of this type that has these data."""
    return [
        number
        for number, event in enumerate(game.record["log"]["events"])
        if event["type"] == kind and data.items() <= event["data"].items()
    ][-1]
