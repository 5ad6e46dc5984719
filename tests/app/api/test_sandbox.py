"""A server that is a sandbox: tests move time, of one game or of all."""

from datetime import UTC, datetime, timedelta

import pytest

from games.background import botplay, sandbox
from games.models import Game
from games.repository import signals
from notifications.models import Notification, Receiver
from players.models import Player, StoredSession, Token
from tests.app.api.calls import DAY, HOUR, vote_pause, with_test_token
from tests.app.api.conftest import Table
from tests.app.api.events import data, log, types, without_nonce
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import NO_BOT, make_finished_game
from tests.moving_time import MONDAY, moment
from tests.people import Answer, Person
from tests.thorough.verify.verifiers import disagreements

pytestmark = pytest.mark.usefixtures("time")

BOTS = ["random", "random"]


def forward(person: Person, game: str, by: str = "PT24H") -> Answer:
    return person.post(f"/games/{game}/clock/forward", {"by": by})


def turn_number(person: Person, game: str) -> int:
    number: int = person.sees(game)["turn"]["number"]
    return number


def test_what_is_due_by_then_is_done_before_the_answer(tester: Person, table: Table) -> None:
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
    # All who look see that the time was moved.
    stranger = Person()
    assert stranger.sees(game)["clock"]["ahead"] == "PT24H"
    moved = {"seat": 0, "by": "PT24H", "ahead": "PT24H"}
    assert data(log(stranger, game, "clock_moved")) == [moved]
    told = types(log(stranger, game))
    assert told.index("clock_moved") < told.index("turn_closed")


def test_the_game_has_a_time_of_its_own_from_then_on(tester, table, time) -> None:
    game, other = table(), table()
    before = tester.get(f"/games/{other}")
    said = forward(tester, game, "PT10H").json
    assert said["clock"]["ahead"] == "PT10H"
    assert moment(said["mine"]["due_at"]) == MONDAY + DAY, "its deadline has only come nearer"
    said = forward(tester, game, "PT14H").json
    assert (said["turn"]["number"], said["clock"]["ahead"]) == (2, "PT24H")
    assert moment(said["turn"]["opened_at"]) == MONDAY + DAY
    assert moment(said["mine"]["due_at"]) == MONDAY + 2 * DAY
    assert tester.get(f"/games/{other}").raw == before.raw, "no other game moves"
    time.advance(hours=1)
    assert moment(tester.seals_anything(game).json["sealed_at"]) == MONDAY + DAY + HOUR
    # The sweep keeps to the game's own time.
    forward(tester, game, "PT22H")
    time.sweep_after(minutes=59)
    assert turn_number(tester, game) == 2
    time.sweep_after(minutes=1)
    assert (turn_number(tester, game), turn_number(tester, other)) == (3, 1)
    assert forward(tester, game, "P20D").json["turn"]["number"] == 4, "one deadline at most"


def test_a_pause_lasts_by_the_games_own_time(tester, bob, cat, table) -> None:
    game = table()
    forward(tester, game, "PT10H")
    for person in (tester, bob, cat):
        vote_pause(person, game, "P2D")
    pause = tester.sees(game)["pause"]
    assert moment(pause["until"]) == MONDAY + 10 * HOUR + 2 * DAY
    said = forward(tester, game, "P2D").json
    assert (said["pause"], said["turn"]["number"]) == (None, 1)
    assert forward(tester, game, "PT14H").json["turn"]["number"] == 2


def test_bots_that_have_to_move_by_then_are_told_so(tester, monkeypatch) -> None:
    rung: list[str] = []
    game = tester.opens(3, bots=BOTS, absence={"bot_after": 1})
    botplay.move_bots(game)
    forward(tester, game)
    botplay.move_bots(game)
    monkeypatch.setattr(signals.bots_due, "send", lambda _: rung.append("rung"))
    forward(tester, game, "PT23H59M56S")
    assert rung == []
    forward(tester, game, "PT1S")
    assert rung == ["rung"], "the stand-in has three seconds left of its time"
    botplay.move_bots(game)
    assert turn_number(tester, game) == 3


def test_time_may_go_on_before_a_game_has_begun(tester, bob, cat, time) -> None:
    game = tester.opens(3)
    assert forward(tester, game, "PT5H").status == 200
    bob.joins(game)
    cat.joins(game)
    seen = tester.sees(game)
    assert moment(seen["started_at"]) == MONDAY + 5 * HOUR
    assert moment(seen["mine"]["due_at"]) == MONDAY + 29 * HOUR
    time.sweep_after(hours=24)
    assert turn_number(tester, game) == 2


def forward_all(person: Person, by: str = "PT24H") -> Answer:
    return person.post("/me/clock/forward", {"by": by})


def test_all_games_of_the_caller_move_that_are_not_over(tester, bob, table, people) -> None:
    games = [table(), tester.opens(3), make_finished_game(people), bob.opens(3)]
    assert forward_all(tester).status == 204
    assert turn_number(tester, games[0]) == 2
    ahead = [tester.sees(game)["clock"]["ahead"] for game in games]
    assert ahead == ["PT24H", "PT24H", None, None]


def test_a_table_that_waits_too_long_is_called_off_and_a_link_ends(tester, bob) -> None:
    first, second = tester.opens(3), tester.opens(3)
    wish = {"uses": 3, "expires_in": "P8D"}
    link = tester.post(f"/games/{tester.opens(3)}/invitations", wish).json["code"]
    forward_all(tester, "P6D")
    assert tester.sees(first)["status"] == "open"
    assert forward(tester, first, "P1D").json["cancel_reason"] == "time"
    assert moment(tester.get(f"/invitations/{link}").json["expires_at"]) == MONDAY + 2 * DAY
    forward_all(tester, "P1D")
    assert tester.sees(second)["cancel_reason"] == "time"
    # The database's own clock, which no test moves, decides.
    forward_all(tester, "P366D")
    refused(bob.get(f"/invitations/{link}"), 404, "invitation_not_found")


def test_a_vacation_begins_and_ends(tester: Person, table: Table) -> None:
    game = table()
    away = {"from": f"{MONDAY + HOUR:%FT%TZ}", "until": f"{MONDAY + 3 * DAY:%FT%TZ}"}
    assert tester.post("/me/vacations", away).status == 201
    assert moment(tester.sees(game)["mine"]["due_at"]) == MONDAY + 4 * DAY - HOUR
    forward_all(tester, "P2D")
    (shown,) = tester.sees(game)["vacations"]
    assert (shown["seat"], turn_number(tester, game)) == (0, 1)
    forward_all(tester, "P1D")
    assert tester.sees(game)["vacations"] == []
    forward_all(tester, "PT23H")
    assert turn_number(tester, game) == 2


def test_other_tokens_and_sessions_expire(tester, ann, client) -> None:
    client.force_login(Player.objects.get(username="ann"))
    assert forward_all(tester, "P89D").status == 204
    assert client.get("/account/tokens/").status_code == 200
    StoredSession.objects.update(expire_date=MONDAY + DAY)
    forward_all(tester, "P1D")
    assert client.get("/account/tokens/").status_code == 302
    forward_all(tester, "P310D")
    refused(ann.get("/me"), 401, "token_expired")
    assert tester.get("/me").status == 200


def put_off_notice(username: str) -> Notification:
    """Make a notice that waits for 20 hours, as for a digest."""
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


def test_what_waits_for_an_hour_or_a_retry_comes_nearer(tester: Person, bob: Person) -> None:
    rows = [put_off_notice(name) for name in ("ann", "bob")]
    forward_all(tester, "PT20H")
    mine, others = (Notification.objects.get(pk=row.pk) for row in rows)
    assert (mine.next_at, others.next_at) == (MONDAY, MONDAY + 20 * HOUR)
    assert mine.receiver.next_attempt_at == MONDAY
    assert mine.receiver.retry_at is None
    assert others.receiver.next_attempt_at == MONDAY + 20 * HOUR


def test_a_bots_account_moves_its_own_clock(sandbox: None, ann: Person) -> None:
    ann.post("/me/bots", {"username": "anns-bot"})
    said = ann.post("/me/bots/anns-bot/tokens", {"test": True})
    bot = Person(said.json["token"], "anns-bot")
    assert said.json["test"] is True
    assert forward_all(bot).status == 204


def test_only_a_test_token_moves_time_and_only_in_a_sandbox(ann, dan, table, settings) -> None:
    game = table()
    ann.post("/me/bots", {"username": "anns-bot"})
    settings.TIDE_SANDBOX_ENABLED = True
    tester = with_test_token(ann)
    with nothing_changes():
        refused(forward(ann, game), 403, "test_token_needed")
        refused(forward_all(ann), 403, "test_token_needed")
        refused(forward_all(tester, "PT0S"), 400, "invalid_step", "/by")
        settings.TIDE_SANDBOX_ENABLED = False
        for person in (ann, dan, tester):
            refused(forward(person, game), 403, "sandbox_only")
            refused(forward(person, "nosuchgame"), 403, "sandbox_only")
            refused(forward_all(person), 403, "sandbox_only")
        refused(ann.post("/me/bots/anns-bot/tokens", {"test": True}), 403, "sandbox_only")
    assert tester.seals_anything(game).status == 200, "as a token it is as good as any"


def test_one_game_that_cannot_move_stops_all(tester: Person, table: Table) -> None:
    first, last = table(), table()
    Game.objects.filter(pk=max(first, last)).update(ahead=sandbox.LAST - MONDAY)
    with nothing_changes():
        refused(forward_all(tester, "P1D"), 400, "invalid_step", "/by")


WORKING = {"zone": "Europe/Berlin", "days": ["mon", "tue"], "from": "09:00", "to": "17:00"}


@pytest.mark.parametrize("clock", [{}, {"bank": "P1D", "hours": WORKING}])
def test_no_game_is_moved_beyond_the_dates_that_there_are(tester, table, time, clock) -> None:
    game = table(clock=clock, absence=NO_BOT, start="host")
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
        expire_at(nearly + timedelta(days=1))
        game = tester.opens(3)
        with nothing_changes():
            refused(forward_all(tester, "P366D"), 400, "invalid_step", "/by")
        assert tester.get("/me/tokens").status == 200
        assert forward(tester, game).status == 200, "a game's own time has another bound"
    expire_at(first + DAY)
    assert forward_all(tester, "P1D").status == 204
    assert tester.get("/me/tokens").status == 200


def test_the_record_of_a_game_whose_time_was_moved_is_verified(tester, table) -> None:
    game = table(absence={"bot_after": 1000})
    while tester.sees(game)["status"] == "running":
        assert forward(tester, game).status == 200
    record = tester.get(f"/games/{game}/record").json
    moved = [one["data"] for one in record["log"]["events"] if one["type"] == "clock_moved"]
    assert len(moved) == len(record["turns"]) > 1
    assert disagreements(record) == []
