"""A message that a moderator hides is gone from all that its readers get."""

from collections.abc import Callable

import pytest

from games.models import Message
from notifications.models import Delivery
from notifications.notice import NoticeKind
from notifications.webhooks.feed_events import enqueue_events
from players.models import Player
from players.moderation import ActKind, record_act
from players.privacy.parts import exported_parts
from tests.app.notifications.delivery.recording import add_phone, prefer, queue, send
from tests.app.notifications.subscriptions.fetching import address, fetch
from tests.moderation import row
from tests.people import Person
from tests.webhooks import create_webhook

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("private_addresses")]


def read_webhook(cat: Person, _: str) -> object:
    enqueue_events(row(cat).pk)
    return [bytes(one.body) for one in Delivery.objects.all()]


READERS: dict[str, Callable[[Person, str], object]] = {
    "messages": lambda cat, game: cat.get(f"/games/{game}/messages").raw,
    "game": lambda cat, game: cat.get(f"/games/{game}", include="messages").raw,
    "feed": lambda cat, _: cat.get("/me/events", page_size=100).raw,
    "news": lambda cat, _: fetch(address(cat, "news")).content,
    "webhook": read_webhook,
    "export": lambda cat, _: [one.page(row(cat), None) for one in exported_parts() if one.page],
    "notice": lambda cat, _: send(cat),
}
"""What cat gets of a table, by the way that it comes."""
WITH_TEXTS = {"messages", "game", "notice"}


@pytest.mark.parametrize("way", READERS)
def test_a_hidden_message_is_gone_from(way, bob, cat, table, phone, eve: Player) -> None:
    game = table()
    add_phone(cat)
    prefer(cat, switches={NoticeKind.MESSAGE: {"ntfy": True}})
    create_webhook(cat, "http://127.0.0.1:9/")

    def post(text: str) -> str:
        return str(bob.post(f"/games/{game}/messages", {"text": text}).json["id"])

    def read() -> str:
        told = READERS[way](cat, game)
        return str(told) + str([one.data for _, notices in phone.messages for one in notices])

    post("Kelp.")
    assert ("Kelp" in read()) == (way in WITH_TEXTS)
    bad = post("Seaweed.")
    queue(cat)
    record_act(ActKind.HIDE, row(bob), eve, "Rude.", message=bad)
    assert "Seaweed" not in read()
    assert Message.objects.get(pk=bad).hidden_text == "Seaweed."
