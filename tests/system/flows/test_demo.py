"""`manage.py demo`: a game against the running server, shown so that it can be followed."""

import io
import re
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

from tests.running import Server
from tests.system.flows.client import Json, Person
from tests.thorough.verify.verifiers import disagreements
from tideapi.local.valkey import free_port


def shown(url: str, **options: object) -> list[str]:
    out = io.StringIO()
    call_command("demo", url=url, stdout=out, **options)
    return out.getvalue().splitlines()


def numbers(lines: list[str], title: str) -> list[list[int]]:
    found = [line.removeprefix(title) for line in lines if line.startswith(title)]
    return [[int(number) for number in line.split()] for line in found]


def revealed(record: Json) -> list[tuple[int, list[int], list[Json]]]:
    """Number, tides and cards of each round: of the last one of a stage, too, which has no turn."""
    said = [(event["type"], event["data"]) for event in record["log"]["events"]]
    tides = [data["tides"] for kind, data in said if kind == "tides_revealed"]
    cards = [(data["round"], data["cards"]) for kind, data in said if kind == "cards_revealed"]
    return [(number, drawn, shown) for drawn, (number, shown) in zip(tides, cards, strict=True)]


@pytest.mark.parametrize(
    ("seats", "edition", "more"), [(3, "gamewright", {}), (6, "bga", {"seed": 6})]
)
def test_the_table_is_shown_as_the_record_tells_it(
    server: Server, newcomers: Callable[[int], list[Person]], seats: int, edition: str, more: Json
) -> None:
    lines = shown(server.url, seats=seats, options={"edition": edition}, **more)
    game = lines[0].rpartition("/")[2]
    record = newcomers(1)[0].get(f"/games/{game}/record")
    assert disagreements(record) == []
    assert record["options"]["edition"] == edition

    assert numbers(lines, "points") == [stage["scores"] for stage in record["stages"]]
    rounds = [line for line in lines if re.match(r" +\d+  [ \d]\d [ \d]\d ", line)]
    played = revealed(record)
    assert len(rounds) == len(played)
    for line, (number, tides, cards) in zip(rounds, played, strict=True):
        said, *drawn = line[:16].split()
        assert (int(said), list(map(int, drawn))) == (number, tides)
        for card in cards:
            assert line[16 + 14 * card["seat"] :].split()[0] == str(card["card"])

    best = sorted(record["result"]["scores"], reverse=True)
    last = [line for line in lines if "points" in line][-seats:]
    assert [int(line.split("points")[0].split()[-1]) for line in last] == best
    assert [line.endswith("wins") for line in last].count(True) == len(record["result"]["winners"])


def test_it_fits_into_a_terminal_and_leaves_colours_to_terminals(server: Server) -> None:
    lines = shown(server.url, seats=3)
    assert max(map(len, lines)) <= 100
    assert all(line.isprintable() and line.isascii() for line in lines)


def test_without_a_server_it_says_so() -> None:
    with pytest.raises(CommandError, match=r"No server answers at .*make up"):
        shown(f"http://127.0.0.1:{free_port()}")


def test_what_the_server_refuses_is_said_in_its_words(server: Server) -> None:
    with pytest.raises(CommandError, match="for 3 to 5 players"):
        shown(server.url, options={"edition": "amigo"}, seats=6)


@pytest.mark.parametrize("expansions", [[], ["coins", "shark_alert", "surfer", "baywatch"]])
def test_high_tide_is_shown_with_the_beaches_as_they_are_in_the_end(
    server: Server, newcomers: Callable[[int], list[Person]], expansions: list[str]
) -> None:
    lines = shown(server.url, game="high_tide", options={"expansions": expansions})
    assert max(map(len, lines)) <= 100
    assert all(line.isprintable() and line.isascii() for line in lines)
    game = newcomers(1)[0].get(f"/games/{lines[0].rpartition('/')[2]}")
    for beach in game["table"]["beaches"]:
        shown_last = [line for line in lines if line.startswith(f"  {beach['beach']:<8}")][-1]
        bar, _, sand = shown_last[10:].partition(" | ")
        spaces = [bar.strip(), *sand.split()]
        wet = next(space for space, cell in enumerate(spaces) if "~" in cell)
        assert wet == beach["water"]
        for row in beach["chairs"]:
            who = "".join("ABCDEF"[seat] for seat in row["seats"])
            assert spaces[row["space"]].startswith(who)
    best = sorted(game["result"]["scores"], reverse=True)
    last = [line for line in lines if "points" in line][-4:]
    assert [int(line.split("points")[0].split()[-1]) for line in last] == best
