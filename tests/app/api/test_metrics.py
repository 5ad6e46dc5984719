"""GET /metrics: is the clock keeping up, who plays, and what is set aside."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from common import counters
from games.background import botplay
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from games.visibility.game_view import GameView
from notifications import tasks
from notifications.models import Webhook
from notifications.webhooks import feed_events
from notifications.webhooks import sender as webhook_sender
from players.models import Letter, Player, ResetRequest
from tests.app.api.calls import hand, order_of, put_order, vote_pause
from tests.counting_server import counting_server
from tests.moving_time import MONDAY, Time
from tests.people import Person
from tests.receiver import receiving
from tests.webhooks import create_webhook, make_all_due, player_id
from tideapi.watching import backlogs

pytestmark = pytest.mark.usefixtures("time")

Commits = Callable[..., Any]


@pytest.fixture(autouse=True)
def own_counts(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Other tests count beside the same broker."""
    names = [(counters, name) for name in ("ANSWERS", "SWEEPS", "ERRORS")]
    for module, name in [*names, (webhook_sender, "WEBHOOKS")]:
        monkeypatch.setattr(module, name, f"tide:tests:{uuid.uuid4()}")
    settings.TIDE_METRICS_TOKEN = "low-water"


def get_metrics(token: str | None = "low-water") -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return Client().get("/metrics", headers=headers)


def read_figures() -> dict[str, float]:
    """Return every figure by its name, with the label that it has: `tide_answers_total player`."""
    said = get_metrics()
    assert said.status_code == 200
    assert said.headers["Content-Type"].startswith("text/plain; version=")
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(said.content.decode())
        for sample in family.samples
    }


def read_overdue() -> tuple[float, float]:
    """Return how many turns are overdue, and for how many seconds the oldest."""
    figures = read_figures()
    return figures["tide_overdue_turns"], figures["tide_oldest_overdue_seconds"]


def test_it_is_for_who_sends_the_token_that_is_set(settings: Any, ann: Person) -> None:
    for token in (None, "", "low-wateR", "low-water ", "ebb-\xe9", ann.token):
        said = get_metrics(token)
        assert (said.status_code, said.json()["code"]) == (401, "not_authenticated")
        assert said.headers["Content-Type"] == "application/problem+json"
        assert said.headers["WWW-Authenticate"] == "Bearer"
        assert "tide_" not in said.content.decode()
    settings.TIDE_METRICS_TOKEN = ""
    for sent in (None, "", "low-water"):
        said = get_metrics(sent)
        assert (said.status_code, said.json()["code"]) == (403, "permission_denied")
        assert "tide_" not in said.content.decode()
    settings.DEBUG = True
    assert get_metrics(None).status_code == 200


def test_overdue_turns_and_sweeps_are_told(ann, bob, cat, table, time) -> None:
    table()
    time.advance(minutes=1)
    table()
    paused = table()
    for person in (ann, bob, cat):
        vote_pause(person, paused, "P2D")
    time.advance(hours=24, seconds=30)
    assert read_overdue() == (2, 90)
    assert "tide_last_sweep_timestamp_seconds" not in read_figures(), "there was none"
    for _ in range(2):
        time.sweep_after(seconds=1)
        assert read_overdue() == (0, 0)
    told = read_figures()
    assert told["tide_last_sweep_timestamp_seconds"] == time.now.timestamp()
    assert told["tide_sweeps_total"] == 2
    assert told["tide_sweep_seconds_total"] >= told["tide_last_sweep_seconds"] >= 0


def test_a_game_that_is_set_aside_is_told_of_until_it_goes_on(table, time, monkeypatch) -> None:
    table()
    broken = table()
    assert read_figures()["tide_games_set_aside"] == 0
    with monkeypatch.context() as patch:
        patch.setattr(TurnTheTide, "close_turn", lambda *_: 1 / 0)
        time.sweep_after(hours=24)
    assert read_figures()["tide_games_set_aside"] == 2
    time.advance(seconds=3)
    # It is to be tried again later, but its players have waited since.
    assert read_overdue() == (0, 3)
    time.sweep_after(seconds=2)
    assert (read_figures()["tide_games_set_aside"], read_overdue()) == (0, (0, 0))
    assert Person().sees(broken)["turn"]["number"] == 2


def test_answers_are_counted_by_who_chose_them(
    ann, bob, table, time, django_capture_on_commit_callbacks
) -> None:
    def read_counts() -> list[float]:
        figures = read_figures()
        return [figures[f"tide_answers_total {by}"] for by in ("player", "order", "bot", "clock")]

    with django_capture_on_commit_callbacks(execute=True):
        game = table()
        ann.seals_anything(game)
        put_order(bob, game, order_of(hand(bob, game)[0]))
        botplay.move_bots(ann.opens(3, bots=["random", "random"]))
        assert read_counts() == [0, 0, 0, 0], "nothing is closed yet"
        time.sweep_after(hours=24)
    assert read_counts() == [1, 1, 2, 2]
    # Games go on while nobody can count.
    with counting_server(), django_capture_on_commit_callbacks(execute=True):
        time.sweep_after(hours=24)
        assert ann.sees(game)["turn"]["number"] == 3
        assert (read_counts(), read_overdue()) == ([0, 0, 0, 0], (0, 0))


def test_a_webhook_that_nobody_sends_to_is_told_by_how_long_it_waits(ann, time, settings) -> None:
    def read_wait() -> float:
        return read_figures()["tide_oldest_webhook_due_seconds"]

    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True
    create_webhook(ann, "http://127.0.0.1:9/")
    ann.opens(3)
    assert read_wait() == 0
    feed_events.enqueue_events(player_id(ann))
    Webhook.objects.update(next_attempt_at=MONDAY)
    time.advance(seconds=90)
    assert read_wait() == 0, "it has yet to answer"
    Webhook.objects.update(slow=False)
    assert read_wait() == 90
    Player.objects.filter(username="ann").update(is_active=False)
    assert read_wait() == 0


def test_attempts_are_counted_by_what_became_of_the_message(ann: Person, settings: Any) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True
    settings.TIDE_DELIVERY_RETRY_DELAYS = [timedelta(hours=1)]

    def send_all() -> None:
        feed_events.enqueue_events(player_id(ann))
        make_all_due()
        tasks.send_webhooks()

    with receiving() as receiver:
        create_webhook(ann, receiver.url)
        ann.opens(3)
        send_all()
        receiver.answer = lambda _: 500
        ann.opens(3)
        send_all()
        told = read_figures()
        assert told["tide_webhooks_failing"] == 1
        assert told["tide_webhook_attempts_total delivered"] == 1
        assert told["tide_webhook_attempts_total retried"] == 1
        send_all()
    told = read_figures()
    assert told["tide_webhook_attempts_total failed"] == 1
    assert told["tide_webhooks_failing"] == 0, "it is disabled"


def test_a_fault_of_ours_is_counted_by_its_code(ann, monkeypatch) -> None:
    game = ann.opens(3)
    assert read_figures()["tide_server_errors_total internal_error"] == 0
    monkeypatch.setattr(GameView, "load", None)
    ann.call("GET", f"/games/{game}", fault=True)
    ann.call("GET", "/nowhere")
    told = read_figures()
    assert told["tide_server_errors_total internal_error"] == 1
    assert told["tide_server_errors_total unavailable"] == 0


def test_messages_that_nobody_takes_are_counted_by_queue(settings: Any) -> None:
    with backlogs.broker_client() as broker:
        before = read_figures()["tide_queue_messages thinkers"]
        broker.rpush("thinkers", "one", "two")
        try:
            assert read_figures()["tide_queue_messages thinkers"] == before + 2
        finally:
            broker.rpop("thinkers", 2)
    settings.BROKER_URL = "redis://127.0.0.1:9/0"
    told = read_figures()
    assert told["tide_overdue_turns"] == 0, "what is known is told while the broker is away"
    assert "tide_queue_messages clock" not in told


def test_bots_and_letters_that_wait_are_told(ann: Person, time: Time) -> None:
    game = ann.opens(3, bots=["random", "random"])
    assert read_figures()["tide_bots_waiting celery"] == 1
    botplay.move_bots(game)
    told = read_figures()
    assert (told["tide_bots_waiting celery"], told["tide_oldest_letter_due_seconds"]) == (0, 0)
    player = Player.objects.get(username="ann")
    Letter.objects.create(player=player, content={}, next_at=MONDAY, created_at=MONDAY)
    time.advance(seconds=70)
    assert read_figures()["tide_oldest_letter_due_seconds"] == 70
    # So is a forgotten password for which no letter is written.
    asked_at = MONDAY - timedelta(seconds=10)
    ResetRequest.objects.create(email="ann@tide.example", language="en", asked_at=asked_at)
    assert read_figures()["tide_oldest_letter_due_seconds"] == 80


def test_postgresql_is_told_of() -> None:
    told = read_figures()
    assert 1 <= told["tide_database_connections"] < told["tide_database_connections_most"] <= 100
    assert told["tide_database_bytes"] > 1_000_000
    assert told["tide_standbys"] == 0
    assert told["tide_database_longest_transaction_seconds"] >= 0
