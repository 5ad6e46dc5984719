"""A server that is a sandbox: tests move time, of one game or of all."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.background import botplay, sandbox
from games.models import Game
from games.repository import signals
from notifications.models import Notification, Receiver
from players.models import Player, StoredSession, Token
from tests.app.api.conftest import with_test_token
from tests.app.api.events import data, log, types, without_nonce
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import MONDAY, Time, moment
from tests.people import Answer, Person
from tests.thorough.verify.verifiers import disagreements

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def forward(person: Person, game: str, by: str = "PT24H") -> Answer:
    return person.post(f"/games/{game}/clock/forward", {"by": by})


def test_what_is_due_by_then_is_done_before_the_answer(
    tester: Person, table: Callable[..., str]
) -> None:
    game = table()
    fallback = tester.sees(game)["mine"]["fallback"]
    said = forward(tester, game)
    assert said.status == 200
    assert said.json == tester.sees(game)
    assert said.json["turn"]["number"] == 2
    assert said.json["seats"][0]["missed"] == 1
    turn = tester.get(f"/games/{game}/turns/1").json
    shown = {"seat": 0, "action": fallback, "by": "clock"}
    assert without_nonce(turn["actions"][0]) == shown
    assert moment(turn["closed_at"]) == MONDAY + DAY


def test_the_game_has_a_time_of_its_own_from_then_on(
    tester: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    said = forward(tester, game, "PT10H").json
    assert said["clock"]["ahead"] == "PT10H"
    assert moment(said["mine"]["due_at"]) == MONDAY + DAY, "its deadline has only come nearer"
    (told,) = log(tester, game, "clock_moved")
    assert told["data"] == {"seat": 0, "by": "PT10H", "ahead": "PT10H"}
    said = forward(tester, game, "PT14H").json
    assert (said["turn"]["number"], said["clock"]["ahead"]) == (2, "PT24H")
    assert moment(said["turn"]["opened_at"]) == MONDAY + DAY
    assert moment(said["mine"]["due_at"]) == MONDAY + 2 * DAY
    time.goes_on(hours=1)
    assert moment(tester.seals_anything(game).json["sealed_at"]) == MONDAY + DAY + HOUR


def test_the_sweep_keeps_its_deadlines_by_the_games_own_time(
    tester: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    forward(tester, game, "PT23H")
    time.passes(minutes=59)
    assert tester.sees(game)["turn"]["number"] == 1
    time.passes(minutes=1)
    assert tester.sees(game)["turn"]["number"] == 2


def test_with_each_step_one_deadline_passes_at_most(
    tester: Person, table: Callable[..., str]
) -> None:
    game = table()
    said = forward(tester, game, "P20D").json
    assert said["turn"]["number"] == 2
    assert moment(said["mine"]["due_at"]) == MONDAY + 21 * DAY


def test_no_other_game_moves(tester: Person, table: Callable[..., str], time: Time) -> None:
    game, other = table(), table()
    before = tester.get(f"/games/{other}")
    forward(tester, game)
    assert tester.get(f"/games/{other}").raw == before.raw
    time.passes(hours=23)
    assert tester.sees(other)["turn"]["number"] == 1


def test_a_pause_lasts_by_the_games_own_time(
    tester: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    forward(tester, game, "PT10H")
    for person in (tester, bob, cat):
        person.put(f"/games/{game}/pause", {"length": "P2D"})
    pause = tester.sees(game)["pause"]
    assert moment(pause["until"]) == MONDAY + 10 * HOUR + 2 * DAY
    said = forward(tester, game, "P2D").json
    assert (said["pause"], said["turn"]["number"]) == (None, 1)
    assert forward(tester, game, "PT14H").json["turn"]["number"] == 2


def test_bots_that_have_to_move_by_then_are_told_so(
    tester: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[str] = []
    game = tester.opens(3, bots=["random", "random"], absence={"bot_after": 1})
    botplay.move_bots(game)
    forward(tester, game)
    botplay.move_bots(game)
    monkeypatch.setattr(signals.bots_due, "send", lambda _: rung.append("rung"))
    forward(tester, game, "PT23H59M56S")
    assert rung == []
    forward(tester, game, "PT1S")
    assert rung == ["rung"], "the stand-in has three seconds left of her time"
    botplay.move_bots(game)
    assert tester.sees(game)["turn"]["number"] == 3


def test_time_may_go_on_before_a_game_has_begun(
    tester: Person, bob: Person, cat: Person, time: Time
) -> None:
    game = tester.opens(3)
    assert forward(tester, game, "PT5H").status == 200
    bob.joins(game)
    cat.joins(game)
    seen = tester.sees(game)
    assert moment(seen["started_at"]) == MONDAY + 5 * HOUR
    assert moment(seen["mine"]["due_at"]) == MONDAY + 29 * HOUR
    time.passes(hours=24)
    assert tester.sees(game)["turn"]["number"] == 2


def test_all_who_look_see_that_the_time_was_moved(
    tester: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    forward(tester, game)
    assert stranger.sees(game)["clock"]["ahead"] == "PT24H"
    assert data(log(stranger, game, "clock_moved")) == [
        {"seat": 0, "by": "PT24H", "ahead": "PT24H"}
    ]
    told = types(log(stranger, game))
    assert told.index("clock_moved") < told.index("turn_closed")


# -- all that is a player's


def forward_all(person: Person, by: str = "PT24H") -> Answer:
    return person.post("/me/clock/forward", {"by": by})


def test_all_games_of_the_caller_move_and_no_others(
    tester: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    running, opened, strange = table(), tester.opens(3), bob.opens(3)
    assert forward_all(tester).status == 204
    assert tester.sees(running)["turn"]["number"] == 2
    assert [tester.sees(game)["clock"]["ahead"] for game in (running, opened, strange)] == [
        "PT24H",
        "PT24H",
        None,
    ]


def test_games_that_are_over_stand_still(
    tester: Person, table: Callable[..., str], finished: Callable[..., str]
) -> None:
    over, game = finished(), table()
    assert forward_all(tester).status == 204
    assert [tester.sees(one)["clock"]["ahead"] for one in (over, game)] == [None, "PT24H"]


def test_a_table_that_waits_too_long_is_called_off(tester: Person) -> None:
    first, second = tester.opens(3), tester.opens(3)
    forward_all(tester, "P6D")
    assert tester.sees(first)["status"] == "open"
    assert forward(tester, first, "P1D").json["cancel_reason"] == "time"
    forward_all(tester, "P1D")
    assert tester.sees(second)["cancel_reason"] == "time"


def test_a_link_ends_in_its_time(tester: Person, bob: Person) -> None:
    game = tester.opens(3)
    link = tester.post(f"/games/{game}/invitations", {"uses": 3, "expires_in": "P2D"}).json["code"]
    forward_all(tester, "PT47H")
    shown = tester.get(f"/invitations/{link}").json
    assert moment(shown["expires_at"]) == MONDAY + HOUR
    # The database's own clock, which no test moves, decides.
    forward_all(tester, "P366D")
    refused(bob.get(f"/invitations/{link}"), 404, "invitation_not_found")


def test_a_vacation_begins_and_ends(tester: Person, table: Callable[..., str]) -> None:
    game = table()
    away = {"from": f"{MONDAY + HOUR:%FT%TZ}", "until": f"{MONDAY + 3 * DAY:%FT%TZ}"}
    assert tester.post("/me/vacations", away).status == 201
    assert moment(tester.sees(game)["mine"]["due_at"]) == MONDAY + 4 * DAY - HOUR
    forward_all(tester, "P2D")
    (shown,) = tester.sees(game)["vacations"]
    assert shown["seat"] == 0
    assert tester.sees(game)["turn"]["number"] == 1
    forward_all(tester, "P1D")
    assert tester.sees(game)["vacations"] == []
    forward_all(tester, "PT23H")
    assert tester.sees(game)["turn"]["number"] == 2


def test_other_tokens_expire_and_the_one_that_calls_does_not(tester: Person, ann: Person) -> None:
    for _ in range(2):
        assert forward_all(tester, "P200D").status == 204
    refused(ann.get("/me"), 401, "token_expired")
    assert tester.get("/me").status == 200


def test_a_browser_is_signed_out_after_its_idle_time(tester: Person, client: Client) -> None:
    client.force_login(Player.objects.get(username="ann"))
    assert forward_all(tester, "P89D").status == 204
    assert client.get("/account/tokens/").status_code == 200
    StoredSession.objects.update(expire_date=MONDAY + DAY)
    forward_all(tester, "P1D")
    assert client.get("/account/tokens/").status_code == 302


def test_what_waits_for_an_hour_or_a_retry_comes_nearer(tester: Person, bob: Person) -> None:
    rows = [waiting_notice(person) for person in ("ann", "bob")]
    forward_all(tester, "PT20H")
    mine, others = (Notification.objects.get(pk=row.pk) for row in rows)
    assert (mine.next_at, others.next_at) == (MONDAY, MONDAY + 20 * HOUR)
    assert mine.receiver.next_attempt_at == MONDAY
    assert mine.receiver.retry_at is None
    assert others.receiver.next_attempt_at == MONDAY + 20 * HOUR


def waiting_notice(username: str) -> Notification:
    """A notice in 20 hours, as one that waits for a digest."""
    then = MONDAY + 20 * HOUR
    receiver = Receiver.objects.create(
        player=Player.objects.get(username=username),
        channel="mail",
        address={},
        created_at=MONDAY,
        next_attempt_at=then,
    )
    return Notification.objects.create(
        receiver=receiver, kind="invited", cause="a", next_at=then, put_off=True, created_at=MONDAY
    )


def test_one_game_that_cannot_move_stops_all(
    tester: Person, ann: Person, table: Callable[..., str]
) -> None:
    first, last = table(), table()
    Game.objects.filter(pk=max(first, last)).update(ahead=sandbox.LAST - MONDAY)
    with nothing_changes():
        refused(forward_all(tester, "P1D"), 400, "invalid_step", "/by")


def test_the_same_is_needed_to_move_all(sandbox: None, ann: Person, settings: Any) -> None:
    tester = with_test_token(ann)
    with nothing_changes():
        refused(forward_all(ann), 403, "test_token_needed")
        refused(forward_all(tester, "PT0S"), 400, "invalid_step", "/by")
        settings.TIDE_SANDBOX_ENABLED = False
        refused(forward_all(tester), 403, "sandbox_only")


def test_a_bots_account_moves_its_own_clock(sandbox: None, ann: Person) -> None:
    made = ann.post("/me/bots", {"username": "anns-bot"}).json
    plain = Person(made["token"], "anns-bot")
    said = ann.post("/me/bots/anns-bot/tokens", {"test": True})
    bot = Person(said.json["token"], "anns-bot")
    game = bot.opens(3, bots=["random", "random"])
    refused(forward(plain, game), 403, "test_token_needed")
    assert said.json["test"] is True
    assert forward(bot, game).json["turn"]["number"] == 2
    assert forward_all(bot).status == 204
    assert bot.sees(game)["clock"]["ahead"] == "PT48H"


def test_outside_of_a_sandbox_bots_have_no_test_tokens(ann: Person) -> None:
    ann.post("/me/bots", {"username": "anns-bot"})
    with nothing_changes():
        refused(ann.post("/me/bots/anns-bot/tokens", {"test": True}), 403, "sandbox_only")


# -- refused


def test_outside_of_a_sandbox_nobody_moves_any_time(
    ann: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    with nothing_changes():
        refused(forward(ann, game), 403, "sandbox_only")
        refused(forward(dan, game), 403, "sandbox_only")
        refused(forward(ann, "nosuchgame"), 403, "sandbox_only")


def test_a_test_token_is_of_no_use_once_the_sandbox_is_closed(
    tester: Person, table: Callable[..., str], settings: Any
) -> None:
    game = table()
    settings.TIDE_SANDBOX_ENABLED = False
    with nothing_changes():
        refused(forward(tester, game), 403, "sandbox_only")
    assert tester.seals_anything(game).status == 200, "as a token it is as good as any"


def test_an_ordinary_token_moves_no_time(
    sandbox: None, ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    with nothing_changes():
        refused(forward(ann, game), 403, "test_token_needed")


WORKING = {"zone": "Europe/Berlin", "days": ["mon", "tue"], "from": "09:00", "to": "17:00"}


@pytest.mark.parametrize("clock", [{}, {"bank": "P1D", "hours": WORKING}])
def test_no_game_is_moved_beyond_the_dates_that_there_are(
    tester: Person, table: Callable[..., str], time: Time, clock: dict[str, Any]
) -> None:
    game = table(clock=clock, absence={"bot_after": 100}, start="host")
    row = Game.objects.filter(pk=game)
    row.update(ahead=sandbox.LAST - 2 * DAY - time.now)
    # Only now, so that no hours of thousands of years have to be counted.
    assert tester.post(f"/games/{game}/start").status == 200
    assert forward(tester, game, "PT24H").status == 200
    for nearly in (sandbox.LAST, datetime.max.replace(tzinfo=UTC)):
        row.update(ahead=nearly - DAY - time.now)
        with nothing_changes():
            refused(forward(tester, game, "P366D"), 400, "invalid_step", "/by")


def test_no_row_is_moved_back_before_the_dates_that_there_are(tester: Person, ann: Person) -> None:
    def expire_at(moment: datetime) -> None:
        Token.objects.filter(player__username="ann", test=False).update(expires_at=moment)

    first = datetime(1000, 1, 1, tzinfo=UTC)
    for nearly in (first, first.replace(year=2)):
        expire_at(nearly + DAY)
        game = tester.opens(3)
        with nothing_changes():
            refused(forward_all(tester, "P366D"), 400, "invalid_step", "/by")
        assert tester.get("/me/tokens").status == 200
        assert forward(tester, game).status == 200, "a game's own time has another bound"
    expire_at(first + DAY)
    assert forward_all(tester, "P1D").status == 204
    assert tester.get("/me/tokens").status == 200


def test_the_record_of_a_game_whose_time_was_moved_is_verified(
    tester: Person, table: Callable[..., str]
) -> None:
    game = table(absence={"bot_after": 1000})
    while tester.sees(game)["status"] == "running":
        assert forward(tester, game).status == 200
    record = tester.get(f"/games/{game}/record").json
    moved = [one["data"] for one in record["log"]["events"] if one["type"] == "clock_moved"]
    assert len(moved) == len(record["turns"]) > 1
    assert disagreements(record) == []
