"""Small games of people who need not be there."""

import re
from collections import Counter

from tests import rows
from tests.retrying_person import RetryingPerson
from tests.running import MortalServer
from tests.system.flows.client import Person
from tests.system.flows.table import seated, turn_the_tide
from tests.waiting import eventually

TASK = re.compile(r"Task \S+?\[([0-9a-f-]{36})\]")
SOON = 45.0
"""Seconds within which the clock is back at work after a restart, on a machine that is busy."""


def a_game(people: list[RetryingPerson], per_turn: str, bots: tuple[str, ...] = ()) -> str:
    """Open a game in which the clock plays for absent players, however often; return its id."""
    everybody: list[Person] = [*people]
    clock, absence = {"per_turn": per_turn}, {"bot_after": 100}
    opened = seated(everybody, turn_the_tide("amigo"), list(bots), clock=clock, absence=absence)
    return str(opened["id"])


def await_closing(server: MortalServer, game: str, turn: int) -> None:
    """Wait until a turn is closed."""
    try:
        eventually(lambda: rows.open_turn(server, game) > turn, f"turn {turn} of {game}", SOON)
    except AssertionError as late:
        said = [str(late), *rows.who_waits(server), *unfinished(server, "worker"), str(server)]
        raise AssertionError("\n".join(said)) from late


def unfinished(server: MortalServer, name: str) -> list[str]:
    """The lines with which a worker took the tasks that it has said nothing more of."""
    lines = server.processes[name].log.read_text(errors="replace").splitlines()
    said = Counter(task for line in lines for task in TASK.findall(line))
    return [line for line in lines if any(said[task] == 1 for task in TASK.findall(line))]


def goes_on(server: MortalServer, game: str, turns: int = 1) -> None:
    """Wait until so many turns more are closed."""
    await_closing(server, game, rows.open_turn(server, game) + turns - 1)
