"""GET /metrics: is the clock keeping up, who plays, and what is set aside."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from games.background import botplay
from games.repository import counters
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from games.visibility.game_view import GameView
from notifications import tasks
from notifications.models import Webhook
from notifications.webhooks import feed_events
from notifications.webhooks import sender as webhook_sender
from players.models import Letter, Player, ResetRequest
from tests.counting_server import counting_server
from tests.moving_time import MONDAY, Time
from tests.people import Person
from tests.receiver import receiving
from tests.webhooks import make_all_due, makes, number_of
from tideapi.watching import backlogs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


@pytest.fixture(autouse=True)
def counts_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests count beside the same broker."""
    names = [(counters, name) for name in ("ANSWERS", "SWEEPS", "ERRORS")]
    for module, name in [*names, (webhook_sender, "WEBHOOKS")]:
        monkeypatch.setattr(module, name, f"tide:tests:{uuid.uuid4()}")


@pytest.fixture(autouse=True)
def token(settings: Any) -> None:
    settings.TIDE_METRICS_TOKEN = "low-water"


def asks(token: str | None = "low-water") -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return Client().get("/metrics", headers=headers)


def figures() -> dict[str, float]:
    """Every figure by its name, with the label that it has: `tide_answers_total player`."""
    said = asks()
    assert said.status_code == 200
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(said.content.decode())
        for sample in family.samples
    }


# -- who may ask


def test_it_is_text_for_prometheus() -> None:
    assert asks().headers["Content-Type"].startswith("text/plain; version=")
    assert figures()["tide_games_set_aside"] == 0


@pytest.mark.parametrize("sent", [None, "", "low-water"])
def test_without_a_token_set_it_is_for_nobody(settings: Any, sent: str | None) -> None:
    settings.TIDE_METRICS_TOKEN = ""
    said = asks(sent)
    assert (said.status_code, said.json()["code"]) == (403, "permission_denied")
    assert "tide_" not in said.content.decode()
    settings.DEBUG = True
    assert asks(None).status_code == 200


def test_with_a_token_set_it_is_for_who_sends_it(settings: Any, ann: Person) -> None:
    assert asks("low-water").status_code == 200
    for token in (None, "", "low-wateR", "low-water ", "ebb-\xe9", ann.token):
        said = asks(token)
        assert (said.status_code, said.json()["code"]) == (401, "not_authenticated")
        assert said.headers["Content-Type"] == "application/problem+json"
        assert said.headers["WWW-Authenticate"] == "Bearer"
        assert "tide_" not in said.content.decode()


# -- is the clock keeping up


def test_the_oldest_overdue_turn_is_told_by_its_age_until_a_sweep_has_closed_it(
    table: Callable[..., str], time: Time
) -> None:
    table()
    time.goes_on(minutes=1)
    table()
    time.goes_on(hours=24, seconds=30)
    told = figures()
    assert (told["tide_oldest_overdue_seconds"], told["tide_overdue_turns"]) == (90, 2)
    time.passes(seconds=1)
    told = figures()
    assert (told["tide_oldest_overdue_seconds"], told["tide_overdue_turns"]) == (0, 0)


def test_a_game_that_is_paused_is_not_overdue(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    for person in (ann, bob, cat):
        person.put(f"/games/{game}/pause", {"length": "P2D"})
    time.goes_on(hours=47)
    assert figures()["tide_overdue_turns"] == 0


def test_the_last_sweep_is_told_and_all_are_counted(time: Time) -> None:
    assert "tide_last_sweep_timestamp_seconds" not in figures(), "there was none"
    time.passes(seconds=1)
    time.passes(seconds=1)
    told = figures()
    last = MONDAY + timedelta(seconds=2)
    assert told["tide_last_sweep_timestamp_seconds"] == last.timestamp()
    assert told["tide_sweeps_total"] == 2
    assert told["tide_sweep_seconds_total"] >= told["tide_last_sweep_seconds"] >= 0


# -- set aside


def test_a_game_that_is_set_aside_is_told_of_until_it_goes_on(
    table: Callable[..., str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    table()
    broken = table()
    with monkeypatch.context() as patch:
        patch.setattr(TurnTheTide, "close_turn", lambda *_: 1 / 0)
        time.passes(hours=24)
    told = figures()
    assert told["tide_games_set_aside"] == 2
    time.goes_on(seconds=3)
    told = figures()
    assert told["tide_overdue_turns"] == 0, "it is to be tried again later"
    assert told["tide_oldest_overdue_seconds"] == 3, "but its players have waited since"
    time.passes(seconds=2)
    told = figures()
    assert (told["tide_games_set_aside"], told["tide_oldest_overdue_seconds"]) == (0, 0)
    assert Person().sees(broken)["turn"]["number"] == 2


# -- who plays


def test_answers_are_counted_by_who_chose_them(
    ann: Person,
    bob: Person,
    table: Callable[..., str],
    time: Time,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = table()
        ann.seals_anything(game)
        card = bob.sees(game)["mine"]["hand"][0]
        bob.put(f"/games/{game}/standing-order", {"order": {"plays": [{"card": card}]}})
        with_bots = ann.opens(3, bots=["random", "random"])
        botplay.move_bots(with_bots)
        assert {by: figures()[f"tide_answers_total {by}"] for by in ("player", "bot")} == {
            "player": 0,
            "bot": 0,
        }, "nothing is closed yet"
        time.passes(hours=24)
    told = figures()
    counted = {by: told[f"tide_answers_total {by}"] for by in ("player", "order", "bot", "clock")}
    assert counted == {"player": 1, "order": 1, "bot": 2, "clock": 2}


def test_games_go_on_while_nobody_can_count(
    ann: Person,
    table: Callable[..., str],
    time: Time,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    with counting_server(), django_capture_on_commit_callbacks(execute=True):
        game = table()
        time.passes(hours=24)
        assert ann.sees(game)["turn"]["number"] == 2
        assert figures()["tide_answers_total clock"] == 0
        assert figures()["tide_overdue_turns"] == 0


# -- webhooks


def test_a_webhook_that_nobody_sends_to_is_told_by_how_long_it_waits(
    ann: Person, time: Time, settings: Any
) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True
    makes(ann, "http://127.0.0.1:9/")
    ann.opens(3)
    assert figures()["tide_oldest_webhook_due_seconds"] == 0
    feed_events.enqueue_events(number_of(ann))
    Webhook.objects.update(next_attempt_at=MONDAY)
    time.goes_on(seconds=90)
    assert figures()["tide_oldest_webhook_due_seconds"] == 0, "it has yet to answer"
    Webhook.objects.update(slow=False)
    assert figures()["tide_oldest_webhook_due_seconds"] == 90
    Player.objects.filter(username="ann").update(is_active=False)
    assert figures()["tide_oldest_webhook_due_seconds"] == 0


def test_attempts_are_counted_by_what_became_of_the_message(ann: Person, settings: Any) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True
    settings.TIDE_DELIVERY_RETRY_DELAYS = [timedelta(hours=1)]
    with receiving() as receiver:
        makes(ann, receiver.url)
        ann.opens(3)
        feed_events.enqueue_events(number_of(ann))
        make_all_due()
        tasks.send_webhooks()
        receiver.answer = lambda _: 500
        ann.opens(3)
        feed_events.enqueue_events(number_of(ann))
        make_all_due()
        tasks.send_webhooks()
        told = figures()
        assert told["tide_webhooks_failing"] == 1
        assert told["tide_webhook_attempts_total delivered"] == 1
        assert told["tide_webhook_attempts_total retried"] == 1
        make_all_due()
        tasks.send_webhooks()
    told = figures()
    assert told["tide_webhook_attempts_total failed"] == 1
    assert told["tide_webhooks_failing"] == 0, "it is disabled"


# -- what carries the games


def test_a_fault_of_ours_is_counted_by_its_code(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.opens(3)
    assert figures()["tide_server_errors_total internal_error"] == 0
    monkeypatch.setattr(GameView, "load", None)
    ann.call("GET", f"/games/{game}", fault=True)
    ann.call("GET", "/nowhere")
    told = figures()
    assert told["tide_server_errors_total internal_error"] == 1
    assert told["tide_server_errors_total unavailable"] == 0


def test_messages_that_nobody_takes_are_counted_by_queue() -> None:
    with backlogs.broker_client() as broker:
        before = figures()["tide_queue_messages thinkers"]
        broker.rpush("thinkers", "one", "two")
        try:
            assert figures()["tide_queue_messages thinkers"] == before + 2
        finally:
            broker.rpop("thinkers", 2)


def test_what_is_known_is_told_while_the_broker_is_away(settings: Any) -> None:
    settings.BROKER_URL = "redis://127.0.0.1:9/0"
    told = figures()
    assert told["tide_overdue_turns"] == 0
    assert "tide_queue_messages clock" not in told


def test_bots_that_have_to_move_are_counted(ann: Person) -> None:
    assert figures()["tide_bots_waiting celery"] == 0
    game = ann.opens(3, bots=["random", "random"])
    assert figures()["tide_bots_waiting celery"] == 1
    botplay.move_bots(game)
    assert figures()["tide_bots_waiting celery"] == 0


def test_a_letter_that_nobody_sends_is_told_by_how_long_it_waits(ann: Person, time: Time) -> None:
    assert figures()["tide_oldest_letter_due_seconds"] == 0
    player = Player.objects.get(username="ann")
    Letter.objects.create(player=player, content={}, next_at=MONDAY, created_at=MONDAY)
    time.goes_on(seconds=70)
    assert figures()["tide_oldest_letter_due_seconds"] == 70


def test_so_is_a_forgotten_password_for_which_no_letter_is_written(time: Time, db: None) -> None:
    ResetRequest.objects.create(email="ann@tide.example", language="en", asked_at=MONDAY)
    time.goes_on(seconds=80)
    assert figures()["tide_oldest_letter_due_seconds"] == 80


def test_postgresql_is_told_of() -> None:
    told = figures()
    assert 1 <= told["tide_database_connections"] < told["tide_database_connections_most"] <= 100
    assert told["tide_database_bytes"] > 1_000_000
    assert told["tide_standbys"] == 0


def test_a_transaction_that_stays_open_is_told_of() -> None:
    other = connection.copy()
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT extract(epoch FROM clock_timestamp() - now())::float")
            (open_for,) = cursor.fetchone()
            assert figures()["tide_database_longest_transaction_seconds"] >= open_for
    finally:
        other.rollback()
        other.close()
