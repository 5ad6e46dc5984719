"""All that is asked of one client: it is made, plays its games, and has the types that it should have."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tools.clients.client import Client
from tools.clients.commands import Failed
from tools.clients.making import Made, make
from tools.clients.playing import Played, play
from tools.clients.server import KNOWN, UNKNOWN, Tables
from tools.clients.untyped import untyped


@dataclass
class Proof:
    """What became of a client; `faults` is empty when all is well."""

    client: Client
    made: Made | None = None
    games: list[Played] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def prove(client: Client, tables: Tables, say: Callable[[str], None]) -> Proof:
    """Make it, search it, and play: what fails is a fault of its proof. Each step is told by `say`."""
    proof = Proof(client)
    try:
        proof.made = make(client)
        say(proof.made.line())
        proof.faults += [f"the generator says: {line}" for line in proof.made.warnings]
        proof.faults += [f"no type: {line}" for line in untyped(client)]
        if client.play is not None:
            for ruleset, later in (*((one, False) for one in (*KNOWN, UNKNOWN)), (KNOWN[0], True)):
                proof.games.append(play(client, tables, ruleset, later=later))
                say(proof.games[-1].line())
    except Failed as error:
        proof.faults.append(str(error))
    for fault in proof.faults:
        say(f"FAULT {fault}")
    return proof
