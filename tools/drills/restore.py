"""Loses a server with all of its data, and brings it back in a fresh place as it was at a moment in the past.

Games are played while WAL is archived; a base backup is taken in the midst of them. Then somebody deletes
what must not be deleted, and the machine burns down. From the backup, the archive and the keys, which were
kept apart, a new server is made as it was before the mistake: every receipt and every record until then is
there, both verifiers accept all records, and the games that were under way are played to their end.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tests import rows
from tests.migrated import adopt
from tests.retrying_person import Ledger, RetryingPerson
from tests.running import SETTINGS, MortalServer, Server
from tests.system.flows.client import Json, Person
from tests.system.flows.table import high_tide, play, play_out, seated, turn_the_tide
from tests.thorough.verify.verifiers import InJavaScript, InPython, judged
from tideapi.local.postgres import Postgres
from tideapi.local.reaper import Reaper
from tideapi.local.valkey import Valkey
from tools.chaos.chaos import reads_what_is_sealed, say
from tools.drills import backup

GAMES = (turn_the_tide("amigo"), high_tide("coins"))
BOTS = ["careful", "random"]
ROUNDS = 3
"""Turns of each game under way that are played before the moment, and after it."""
KEYS = ("SECRET_KEY", "TIDE_KEYS")
MISTAKE = "TRUNCATE games_game CASCADE"


@dataclass
class Kept:
    """What people and places outside of the server still have after it is gone."""

    base: Path
    archive: Path
    keys: Path
    moment: datetime | None = None
    ledger: Ledger = field(default_factory=Ledger)
    records: dict[str, Json] = field(default_factory=dict)
    tokens: list[tuple[str, str]] = field(default_factory=list)
    games: list[str] = field(default_factory=list)


class Archived(MortalServer):
    """Its PostgreSQL copies its WAL to a folder elsewhere."""

    def __init__(self, folder: Path, reaper: Reaper, kept: Kept) -> None:
        self._settings = backup.archiving(kept.archive)
        keys = json.loads(kept.keys.read_text())
        own = {name: value for name, value in os.environ.items() if name not in KEYS}
        super().__init__(folder, reaper, {**own, **SETTINGS, **keys})

    def _stores(self, folder: Path, reaper: Reaper) -> tuple[Postgres, Valkey]:
        self.database = Postgres(folder, reaper, settings=self._settings)
        return self.database, Valkey(folder, reaper, durable=False)


def plays_on(server: MortalServer, kept: Kept, rounds: int) -> int:
    """Everybody answers in the games under way, so many times; how many receipts there were."""
    before = kept.ledger.written
    for name, token in kept.tokens * rounds:
        person = RetryingPerson(Person(server.url, token, name), kept.ledger)
        for question in person.get("/me/turns", open="true")["results"]:
            if question["game"] in kept.games:
                action = question["legal_actions"][0]
                person.seals_in_time(question["game"], question["turn"], action)
    return kept.ledger.written - before


def whole_games(server: Server, kept: Kept, many: int) -> None:
    """Play games to their end, and keep their records."""
    for number in range(many):
        person = Person.signs_up(server.url, f"reader{len(kept.records)}")
        record = play([person], GAMES[number % 2], BOTS, seed=number).record
        kept.records[record["game"]] = record


def games_under_way(server: Server, kept: Kept, many: int) -> None:
    """Open games of three people that go on."""
    people = [Person.signs_up(server.url, f"keeper{number}") for number in range(3)]
    kept.tokens = [(str(one.name), str(one.token)) for one in people]
    wish = {"clock": {"per_turn": "P1D"}}
    kept.games = [seated(people, GAMES[one % 2], [], **wish)["id"] for one in range(many)]


def loses(server: Archived, kept: Kept, games: int, say: Callable[[str], None]) -> int:
    """Play, back up, note the moment, make the mistake; how many receipts came after the moment."""
    server.start()
    whole_games(server, kept, games)
    games_under_way(server, kept, games)
    plays_on(server, kept, 1)
    backup.take_base(server.database, kept.base)
    say("a base backup is taken, games go on")
    whole_games(server, kept, games)
    plays_on(server, kept, ROUNDS)
    ((kept.moment,),) = server.asks("SELECT clock_timestamp()")
    later = Kept(kept.base, kept.archive, kept.keys, tokens=kept.tokens, games=kept.games)
    gone = plays_on(server, later, ROUNDS)
    server.asks(MISTAKE)
    backup.everything_is_archived(server.database)
    return gone


@dataclass(frozen=True)
class Restored:
    """What was found afterwards; `faults` are what must not have been."""

    receipts: int
    records: int
    played_out: int
    faults: list[str]


def finds(server: Archived, kept: Kept) -> Restored:
    """Look for everything, verify it, and play what was under way to its end."""
    server.start()
    reader = Person(server.url)
    changed = [
        game for game in kept.records if reader.get(f"/games/{game}/record") != kept.records[game]
    ]
    lost = rows.lost(server, kept.ledger)
    people = [Person(server.url, token, name) for name, token in kept.tokens]
    records = [
        play_out(people, {"id": game}, seed=number).record for number, game in enumerate(kept.games)
    ]
    faults = [
        *(f"a receipt is lost: {place}" for place in lost),
        *(f"a record is changed: {game}" for game in changed),
        *(f"a record is refused: {one}" for one in refusals([*kept.records.values(), *records])),
    ]
    return Restored(len(kept.ledger.receipts), len(kept.records), len(records), faults)


def refusals(records: list[Json]) -> list[str]:
    """What the verifiers say against these, nothing if all is well."""
    with InJavaScript() as in_javascript:
        return [
            f"{record['game']}: {verifier.name}: {said}"
            for record in records
            for verifier in (InPython(), in_javascript)
            if not (said := judged(verifier, record)).sound
        ]


def drill(games: int, say: Callable[[str], None] = lambda line: None) -> Restored:
    """All of it, with so many games of each kind: finished before the backup, after it, and under way."""
    reads_what_is_sealed()
    place = Path(tempfile.mkdtemp(prefix="tide-restore-")).resolve()
    place.chmod(0o755)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, place, ignore_errors=True)
        kept = Kept(place / "base", place / "archive", place / "keys")
        kept.keys.write_text(
            json.dumps({name: os.environ[name] for name in KEYS if name in os.environ})
        )
        reaper = Reaper()
        stack.callback(reaper.close)
        first = Archived(place / "first", reaper, kept)
        stack.callback(first.stop)
        adopt(first.database, kept.archive)
        gone = loses(first, kept, games, say)
        first.stop()
        shutil.rmtree(place / "first")
        say(f"the server is gone; {gone} receipts came after {kept.moment} and are given up")
        began = time.monotonic()
        second = Archived(place / "second", reaper, kept)
        stack.callback(second.stop)
        assert kept.moment is not None
        backup.restore(second.database, kept.base, kept.archive, kept.moment)
        seconds = time.monotonic() - began
        second.database.stop()  # It is started again with all that belongs to it.
        say(f"restored in {seconds:.1f} s")
        return finds(second, kept)


def main() -> int:
    """Run it, print what was found; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.drills.restore",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    about = "finished before the backup, finished after it, and under way: so many of each (10)"
    parser.add_argument("--games", type=int, default=10, help=about)
    found = drill(parser.parse_args().games, say)
    say(f"{found.receipts} receipts and {found.records} records until then")
    say(f"{found.played_out} games under way played to their end")
    for fault in found.faults:
        say(f"WRONG: {fault}")
    if not found.faults:
        say("everything until that moment is there, and games go on")
    return int(bool(found.faults))


if __name__ == "__main__":
    sys.exit(main())
