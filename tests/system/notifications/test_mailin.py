"""Mail as it comes to a running server: by LMTP, and from a mailbox."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from games.models import Submission
from notifications.models import ReceivedMail
from tests.app.notifications.mails import Question, letters, nest_mails, write_reply
from tests.event_log import logged_events
from tests.system.notifications.processes import MailIn, dovecot, mail_in, shut, somebody_waits
from tests.waiting import eventually

pytestmark = pytest.mark.django_db(transaction=True)
MACHINE = "Auto-Submitted: auto-replied\r\n"


@pytest.fixture(scope="module")
def mailin(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MailIn]:
    with mail_in(tmp_path_factory.mktemp("mailin")) as made:
        made.start()
        yield made


def sealings(question: Question) -> int:
    return len(logged_events(question.game, "sealed"))


def test_the_dialogue_says_what_becomes_of_a_mail(question: Question, mailin: MailIn) -> None:
    to, good = question.to, question.write()
    for raw, recipient, codes in (
        (good, f"play+{'a' * 26}@tide.example", {550}),
        (good, "ann@tide.example", {550}),
        (question.write(proof=None), to, {550}),
        (question.write(sender="eve@post.example"), to, {550}),
        (question.write("x\n" * 40_000), to, {552}),
        (question.write("x" * 70_000), to, {500, 552}),
        (question.write("x\n" * 5_000_000), to, {552}),
        # It does not come again.
        (good.replace(b"Re:", b"Re\r:"), to, {554}),
        (nest_mails(to, 1000), to, {554}),
    ):
        assert mailin.brings(raw, recipient)[0] in codes, raw[:400]
    # A machine is taken and left alone: a refusal would only make it write more.
    assert mailin.brings(good, to, sender="")[0] == 250
    assert mailin.brings(question.write(headers=MACHINE), to)[0] == 250
    assert question.is_untouched
    # Several recipients are taken one at a time.
    assert mailin.brings(good, to.upper(), to)[0] == 452
    assert mailin.brings(good, to)[0] == 250, "brought twice"
    assert sealings(question) == ReceivedMail.objects.count() == 1
    tail = mailin.process.tail()
    assert "Traceback" not in tail
    assert to.split("@")[0] not in tail, "no log says a secret"


def test_a_killed_process_has_done_nothing(question: Question, mailin: MailIn) -> None:
    def bring() -> None:
        with suppress(Exception):  # It dies meanwhile: that is the test.
            mailin.brings(question.write(), question.to)

    with shut(question.game) as other:
        bringing = Thread(target=bring)
        bringing.start()
        eventually(lambda: somebody_waits(other), mailin.process.tail)
        mailin.process.kill()
        bringing.join()
    eventually(lambda: not ReceivedMail.objects.exists(), "a rollback")
    assert sealings(question) == 0
    mailin.start()
    for _ in range(2):  # The mail server brings it again, and once more: it has lost the answer.
        assert mailin.brings(question.write(), question.to)[0] == 250
    assert sealings(question) == len(letters()) == 1
    assert Submission.objects.filter(game=question.game).count() == 1


def test_a_mail_brought_twice_at_once_is_done_once(question: Question, mailin: MailIn) -> None:
    codes = list[int]()

    def bring() -> None:
        codes.append(mailin.brings(question.write(), question.to)[0])

    with shut(question.game) as other:
        both = [Thread(target=bring) for _ in range(2)]
        for one in both:
            one.start()
        eventually(lambda: somebody_waits(other), mailin.process.tail)
    for one in both:
        one.join()
    assert codes == [250, 250]
    assert sealings(question) == len(letters()) == 1


def test_a_database_that_is_away_puts_a_mail_off(question: Question, tmp_path: Path) -> None:
    away = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:9/nothing"}
    with mail_in(tmp_path, away) as made:
        made.start()
        assert made.brings(question.write(), question.to)[0] == 451


def test_a_mailbox_is_emptied_of_what_is_new(question: Question, tmp_path: Path) -> None:
    to, cards = question.to, question.hand

    def write(card: int) -> bytes:
        return question.write(f"play {cards[card]}", id=f"<{card}@x>")

    with dovecot() as box:
        # What a mail server before the mailbox would write at the top.
        box.gets(write(1), to)
        box.gets(question.write(id="<11@x>", proof=None), to)
        box.gets(question.write("x\n" * 40_000, id="<12@x>"), to)
        box.gets(write_reply("somebody@else.example", "play 3"), "somebody@else.example")
        box.gets(question.write("I am away", id="<13@x>", headers=MACHINE), to)
        more = {"TIDE_IMAP_URL": box.url, "TIDE_IMAP_INTERVAL_SECONDS": "0.2"}
        with mail_in(tmp_path, more, "--imap") as made:
            made.process.start()
            eventually(lambda: sealings(question) == 1, made.process.tail)
            box.gets(write(3), to)
            eventually(lambda: sealings(question) == 2, made.process.tail)
            made.process.kill()
            made.process.start()
            box.gets(write(4), to)
            eventually(lambda: sealings(question) == 3, made.process.tail)
            tail = made.process.tail()
    assert "Traceback" not in tail
    assert question.sealed()["action"]["card"] == cards[4]
    # Three confirmations, and one word about the reply that nobody vouched for.
    assert ["was refused" in one["text"] for one in letters()].count(True) == 1
    assert len(letters()) == 4
