"""`manage.py clock` and `manage.py retry`: what operators are told, and that nothing sealed is in it."""

import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.background import botplay, explain
from games.models import Game, Turn
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from tests.moving_time import Time
from tests.people import PASSWORD, Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


def run_command(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def clock(game: str) -> list[str]:
    """The sentences about one game's clock."""
    return run_command("clock", game).splitlines()


def break_game(table: Callable[..., str], time: Time, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game that was set aside just now, and whose rules are mended since."""
    game = table()
    with monkeypatch.context() as patch:
        patch.setattr(TurnTheTide, "close_turn", lambda *_: 1 / 0)
        time.sweep_after(hours=24)
    return game


# -- clock


def test_it_says_who_is_waited_for_and_until_when(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    ann.seals_anything(game)
    time.sweep_after(hours=1)
    said = clock(game)
    until = "2027-03-02T12:00:00Z (in 23 h)"
    then = "then its standing order is played, or else the fallback."
    assert said[:-1] == [
        f"Game {game} (turn_the_tide) is running.",
        "Each sitting has 1 d.",
        "Turn 1 was opened at 2027-03-01T12:00:00Z, 1 h ago.",
        "Seat 0, ann, has answered (by player).",
        f"Seat 1, bob, is waited for until {until}; {then}",
        f"Seat 2, cat, is waited for until {until}; {then}",
        "The sweep looks at this turn next at 2027-03-02T12:00:00Z.",
    ]
    assert re.fullmatch(r"The last sweep finished 0 s ago and took \d\.\d\d s\.", said[-1])


def test_it_describes_the_whole_clock(ann: Person) -> None:
    hours = {"zone": "Europe/Berlin", "days": ["mon", "fri"], "from": "08:00", "to": "22:30"}
    lengths = {"per_turn": "PT26H", "bank": "P2D", "increment": "PT90M", "grace": "PT1H"}
    said = clock(ann.opens(3, bots=["random", "careful"], clock={**lengths, "hours": hours}))
    assert said[1] == (
        "Each sitting has 1 d 2 h, each player a bank of 2 d that grows by 1 h 30 min a sitting, the first "
        "turn 1 h more; the clock runs mon, fri from 08:00 to 22:30 in Europe/Berlin."
    )
    assert "with 2 d of it from its bank" in said[3]
    assert said[4].startswith("Seat 1, the bot random, is waited for until ")


def test_it_says_what_stands_still(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    paused, away = table(), table()
    for person in (ann, bob, cat):
        person.put(f"/games/{paused}/pause", {"length": "P2D"})
    bob.post("/me/vacations", {"until": "2027-03-11T12:00:00Z"})
    time.sweep_after(hours=1)
    pause = "All have agreed on a pause until 2027-03-03T12:00:00Z (in 1 d 23 h)."
    assert pause in clock(paused)
    (of_bob,) = [line for line in clock(away) if "bob" in line]
    assert "until 2027-03-12T12:00:00Z" in of_bob
    assert "its clock stands still until 2027-03-11T12:00:00Z" in of_bob
    assert "stands still" not in "".join(line for line in clock(away) if "ann" in line)
    time.sweep_after(days=3)
    assert "pause" not in run_command("clock", paused)


def test_it_says_for_whom_a_bot_plays(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(absence={"bot_after": 1})
    cat.seals_anything(game)
    bob.seals_anything(game)
    time.sweep_after(hours=24)
    bob.post(f"/games/{game}/resign")
    botplay.move_bots(game)
    said = clock(game)
    assert "Seat 0, ann (absent, the bot strong stands in), has answered (by bot)." in said
    assert "Seat 1, bob (resigned, the bot strong stands in), has answered (by bot)." in said


def test_it_says_that_a_test_has_moved_the_time(
    ann: Person, table: Callable[..., str], settings: Any, time: Time
) -> None:
    settings.TIDE_SANDBOX_ENABLED = True
    wish = {"username": "ann", "password": PASSWORD, "test": True}
    tester = Person(ann.post("/me/tokens", wish).json["token"], "ann")
    game = table()
    tester.post(f"/games/{game}/clock/forward", {"by": "PT5H"})
    said = clock(game)
    assert "Its own time has been moved forward by 5 h, in a sandbox." in said
    assert "The sweep looks at this turn next at 2027-03-02T07:00:00Z." in said


def test_it_says_that_nobody_keeps_the_clock(table: Callable[..., str], time: Time) -> None:
    game = table()
    time.advance(hours=25)
    said = clock(game)
    assert "That should have happened 1 h ago." in said
    assert "No sweep has finished yet: are a worker and beat running?" in said
    assert any("until 2027-03-02T12:00:00Z (1 h ago)" in line for line in said)
    time.sweep_after(seconds=0)
    time.advance(minutes=5)
    assert clock(game)[-1].startswith("The last sweep finished 5 min ago and took ")


def test_it_says_why_a_game_was_set_aside_and_that_its_rules_are_missing(
    table: Callable[..., str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = break_game(table, time, monkeypatch)
    said = run_command("clock", game)
    assert "The game is set aside: its rules have raised once." in said
    assert "The next try is at 2027-03-02T12:00:05Z" in said
    assert f"`manage.py retry {game}`" in said
    assert "\nZeroDivisionError\n" in said
    Game.objects.filter(pk=game).update(rules_version=99)
    out = StringIO()
    with pytest.raises(CommandError, match=r"This server has no version 99 of turn_the_tide\."):
        call_command("clock", game, stdout=out)
    assert out.getvalue().startswith(f"Game {game} (turn_the_tide) is running.\nThe game is set")
    assert "\nZeroDivisionError\n" in out.getvalue()


def test_of_a_game_that_is_not_running_it_says_that_nothing_is_waited_for(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    opened, cancelled, finished = ann.opens(3), ann.opens(3), table()
    ann.post(f"/games/{cancelled}/cancel")
    Turn.objects.filter(game=finished).update(closed_at=time.now)
    result: dict[str, list[int]] = {"scores": [], "winners": []}
    Game.objects.filter(pk=finished).update(status="finished", result=result)
    for game, status in ((opened, "open"), (cancelled, "cancelled"), (finished, "finished")):
        said = clock(game)
        assert said[0] == f"Game {game} (turn_the_tide) is {status}."
        assert said[-1] == "No turn is open, so nothing is waited for."
    with pytest.raises(CommandError, match="There is no game nosuchgame"):
        clock("nosuchgame")


def test_nothing_sealed_is_in_it(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    said = clock(game)
    card = bob.sees(game)["mine"]["hand"][-1]
    bob.put(f"/games/{game}/standing-order", {"order": {"plays": [{"card": card}]}})
    assert clock(game) == said, "not even that she has left an order behind"
    ann.seals(game, ann.sees(game)["mine"]["legal_actions"][0])
    before = clock(game)
    ann.seals(game, ann.sees(game)["mine"]["legal_actions"][7])
    assert clock(game) == before


def test_lengths_are_told_in_their_two_largest_units() -> None:
    lengths = {-5: "0 s", 59: "59 s", 60: "1 min", 3599: "59 min 59 s", 3600: "1 h"}
    lengths |= {3601: "1 h 1 s", 90061: "1 d 1 h", 14 * 86400: "14 d"}
    for seconds, words in lengths.items():
        assert explain.length_in_words(timedelta(seconds=seconds)) == words


# -- retry


def test_a_game_that_is_set_aside_is_listed_and_tried_again_with_the_next_sweep(
    ann: Person, table: Callable[..., str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_command("retry") == "No game is set aside.\n"
    game = break_game(table, time, monkeypatch)
    time.sweep_after(seconds=0)
    assert run_command("retry") == (
        f"{game} turn 1: ZeroDivisionError, 1 times, next try 2027-03-02 12:00:05 UTC\n"
    )
    assert ann.sees(game)["turn"]["number"] == 1
    assert run_command("retry", game) == f"{game} is tried again with the next sweep.\n"
    time.sweep_after(seconds=0)
    assert ann.sees(game)["turn"]["number"] == 2
    for one in (game, "nosuchgame"):
        with pytest.raises(CommandError, match=f"{one} is not set aside"):
            run_command("retry", one)


def test_all_of_them_can_be_tried_again(
    ann: Person, table: Callable[..., str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = table()
    second = break_game(table, time, monkeypatch)
    said = run_command("retry", "all").splitlines()
    assert sorted(said) == sorted(
        f"{game} is tried again with the next sweep." for game in (first, second)
    )
    time.sweep_after(seconds=0)
    assert [ann.sees(game)["turn"]["number"] for game in (first, second)] == [2, 2]
    assert run_command("retry", "all") == ""
