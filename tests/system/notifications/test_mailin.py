"""Mail as it comes to a running server: by LMTP, and from a mailbox."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from games.models import Submission
from notifications.models import ReceivedMail
from players.models import Letter
from tests.app.notifications.suspect_mails import nested
from tests.app.notifications.writing import addressed, reply
from tests.event_log import logged_events
from tests.people import Person
from tests.system.notifications.processes import (
    MailIn,
    dovecot,
    mail_in,
    shut,
    somebody_waits,
    until,
)

pytestmark = pytest.mark.django_db(transaction=True)
Table = Callable[..., str]


@pytest.fixture
def mailin(writer: Person, tmp_path: Path) -> Iterator[MailIn]:
    with mail_in(tmp_path) as made:
        made.start()
        yield made


def hand(person: Person, game: str) -> list[int]:
    return list(person.sees(game)["mine"]["hand"])


def sealings(game: str) -> int:
    return len(logged_events(game, "sealed"))


def test_the_dialogue_says_what_becomes_of_a_mail(
    table: Table, writer: Person, mailin: MailIn
) -> None:
    game = table()
    to, cards = addressed(writer, game), hand(writer, game)
    nobody = f"play+{'a' * 26}@tide.example"
    good = reply(to, f"play {cards[1]}")
    assert mailin.brings(good, nobody)[0] == 550
    assert mailin.brings(good, "ann@tide.example")[0] == 550
    assert mailin.brings(reply(to, "play 3", proof=None), to)[0] == 550
    assert mailin.brings(reply(to, "play 3", sender="eve@post.example"), to)[0] == 550
    assert mailin.brings(reply(to, "x\n" * 40_000), to)[0] == 552
    assert mailin.brings(reply(to, "x" * 70_000), to)[0] in {500, 552}
    assert mailin.brings(reply(to, "x\n" * 5_000_000), to)[0] == 552, "10 MB"
    for broken in (good.replace(b"Re:", b"Re\r:"), nested(to, 1000)):
        assert mailin.brings(broken, to)[0] == 554, "it does not come again"
    assert sealings(game) == 0
    # A machine is taken and left alone: a refusal would only make it write more.
    assert mailin.brings(good, to, sender="")[0] == 250
    assert (
        mailin.brings(reply(to, "play 3", headers="Auto-Submitted: auto-replied\r\n"), to)[0] == 250
    )
    assert sealings(game) == 0
    assert not Letter.objects.exists()
    assert mailin.brings(good, to.upper())[0] == 250
    assert mailin.brings(good, to)[0] == 250, "brought twice"
    assert sealings(game) == 1
    assert ReceivedMail.objects.count() == 1
    tail = mailin.process.tail()
    assert "Traceback" not in tail
    assert to.split("@")[0] not in tail, "no log says a secret"


def test_several_recipients_are_taken_one_at_a_time(
    table: Table, writer: Person, mailin: MailIn
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, f"play {hand(writer, game)[1]}")
    assert mailin.brings(raw, to, to)[0] == 452
    assert sealings(game) == 1


def test_a_process_that_is_killed_before_it_has_sealed_has_done_nothing(
    table: Table, writer: Person, mailin: MailIn
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, f"play {hand(writer, game)[1]}")

    def first() -> None:
        with suppress(Exception):  # It dies meanwhile: that is the test.
            mailin.brings(raw, to)

    with shut(game) as other:
        bringing = Thread(target=first)
        bringing.start()
        until(lambda: somebody_waits(other))
        mailin.kill()
        bringing.join()
    until(lambda: not ReceivedMail.objects.exists())
    assert sealings(game) == 0
    mailin.start()
    assert mailin.brings(raw, to)[0] == 250, "the mail server brings it again"
    assert mailin.brings(raw, to)[0] == 250, "and once more, because it has lost the answer"
    assert sealings(game) == 1
    assert Submission.objects.filter(game=game).count() == 1
    assert Letter.objects.count() == 1


def test_a_mail_that_is_brought_twice_at_once_is_done_once(
    table: Table, writer: Person, mailin: MailIn
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, f"play {hand(writer, game)[1]}")
    said: list[Any] = []
    with shut(game) as other:
        both = [Thread(target=lambda: said.append(mailin.brings(raw, to))) for _ in range(2)]
        for one in both:
            one.start()
        until(lambda: somebody_waits(other))
    for one in both:
        one.join()
    assert [code for code, _ in said] == [250, 250]
    assert sealings(game) == 1
    assert Letter.objects.count() == 1


def test_a_database_that_is_away_puts_a_mail_off(
    table: Table, writer: Person, tmp_path: Path
) -> None:
    to = addressed(writer, table())
    away = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:9/nothing"}
    with mail_in(tmp_path, away) as made:
        made.start()
        assert made.brings(reply(to, "play 3"), to)[0] == 451


def test_a_mailbox_is_emptied_of_what_is_new(table: Table, writer: Person, tmp_path: Path) -> None:
    game = table()
    to, cards = addressed(writer, game), hand(writer, game)
    with dovecot() as box:
        # What a mail server before the mailbox would write at the top.
        box.gets(reply(to, f"play {cards[1]}"), to)
        box.gets(reply(to, f"play {cards[2]}", id="<2@x>", proof=None), to)
        box.gets(reply(to, "x\n" * 40_000, id="<3@x>"), to)
        box.gets(reply("somebody@else.example", "play 3", id="<4@x>"), "somebody@else.example")
        box.gets(reply(to, "I am away", id="<5@x>", headers="Auto-Submitted: auto-replied\r\n"), to)
        more = {"TIDE_IMAP_URL": box.url, "TIDE_IMAP_INTERVAL_SECONDS": "0.2"}
        with mail_in(tmp_path, more, "--imap") as made:
            made.process.start()
            until(lambda: sealings(game) == 1, made.process.tail)
            box.gets(reply(to, f"play {cards[3]}", id="<6@x>"), to)
            until(lambda: sealings(game) == 2, made.process.tail)
            made.kill()
            made.process.start()
            box.gets(reply(to, f"play {cards[4]}", id="<7@x>"), to)
            until(lambda: sealings(game) == 3, made.process.tail)
            tail = made.process.tail()
    assert "Traceback" not in tail
    assert writer.sees(game)["mine"]["submission"]["action"]["card"] == cards[4]
    texts = [one.content["text"] for one in Letter.objects.order_by("pk")]
    assert sum("was refused" in text for text in texts) == 1
    assert len(texts) == 4, (
        "three confirmations, and one word about the reply that nobody vouched for"
    )
