"""A mail to the address in `List-Unsubscribe` stops mails of one kind, if it is surely from their reader."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from notifications.mail.composer import write
from notifications.notice import NoticeKind
from notifications.replies import mail_handler, stop_links
from notifications.replies.outcome import ReplyOutcome
from players.models import Letter, Player
from tests.app.notifications.asking import notice
from tests.app.notifications.writing import reply, verified
from tests.people import Person

Table = Callable[..., str]


def stops_at(person: Person, *games: str) -> str:
    """The address to write to that stands in a mail about these games, as it goes over the wire."""
    written = write([notice(person, game) for game in games], "ann@post.example")
    assert written is not None
    header = re.sub(r"\s+", " ", written.message()["List-Unsubscribe"])
    found = re.fullmatch(r"<https?://[^>]+>, <mailto:([^>@]{1,64}@tide\.example)>", header)
    assert found, header
    return found[1]


def wanted(person: Person) -> set[str]:
    switches = person.get("/me/notifications").json["switches"]
    return {kind for kind, by_channel in switches.items() if by_channel["mail"]}


def test_a_mail_stops_exactly_that_kind(table: Table, writer: Person, bob: Person) -> None:
    to, before = stops_at(writer, table()), wanted(writer)
    assert mail_handler.knows(to)
    assert mail_handler.receive(reply(to, ""), to, dialogue=True) == ReplyOutcome.STOPPED
    assert wanted(writer) == before - {NoticeKind.YOUR_TURN}
    assert NoticeKind.YOUR_TURN in wanted(bob)
    assert mail_handler.receive(reply(to.upper(), "x"), to.upper()) == ReplyOutcome.STOPPED, (
        "as once"
    )
    (letter,) = Letter.objects.all()
    assert "that it is your turn" in letter.content["text"]


def test_an_old_mail_stops_nothing_when_mails_were_switched_on_again(
    table: Table, writer: Person
) -> None:
    to = stops_at(writer, table())
    assert mail_handler.receive(reply(to, ""), to) == ReplyOutcome.STOPPED
    again = {"switches": {"your_turn": {"mail": True}}}
    assert writer.patch("/me/notifications", again).status < 300
    assert not mail_handler.knows(to)
    assert mail_handler.receive(reply(to, ""), to) == ReplyOutcome.UNKNOWN
    assert NoticeKind.YOUR_TURN in wanted(writer)


def test_a_new_password_and_ninety_days_end_an_address(table: Table, writer: Person) -> None:
    game = table()
    player = Player.objects.get(username=writer.name)
    now = timezone.now()
    for days, good in ((0, True), (89, True), (91, False)):
        to = stop_links.address_of(player, NoticeKind.YOUR_TURN, now - timedelta(days=days))
        assert to is not None
        assert mail_handler.knows(to) == good
    to = stops_at(writer, game)
    player.set_password("a-quill-of-a-gull")
    player.save(update_fields=["password"])
    assert not mail_handler.knows(to)


def test_that_of_a_digest_stops_all_but_what_is_about_the_account(
    table: Table, writer: Person
) -> None:
    to = stops_at(writer, table(), table())
    assert mail_handler.receive(reply(to, "unsubscribe"), to) == ReplyOutcome.STOPPED
    assert wanted(writer) == {NoticeKind.ACCOUNT}


@pytest.mark.parametrize("dialogue", [True, False])
def test_nobody_else_stops_anything(
    table: Table, writer: Person, bob: Person, dialogue: bool
) -> None:
    verified(bob, "bob@post.example")
    to, before = stops_at(writer, table()), wanted(writer)

    def brought(**more: str | None) -> ReplyOutcome:
        return mail_handler.receive(reply(to, "", **more), to, dialogue=dialogue)  # type: ignore[arg-type]

    assert brought(sender="bob@post.example") == ReplyOutcome.STRANGER
    assert brought(proof=None) == ReplyOutcome.UNPROVED
    assert (
        brought(proof="mx.tide.example; dmarc=fail header.from=post.example")
        == ReplyOutcome.UNPROVED
    )
    assert wanted(writer) == before


def test_an_address_that_is_changed_in_anything_is_nobodys(
    table: Table, writer: Person, bob: Person
) -> None:
    to, before = stops_at(writer, table()), wanted(writer)
    number, other = (Player.objects.get(username=one.name).pk for one in (writer, bob))
    for made in (
        to.replace(f"+{number}.", f"+{other}."),
        to.replace(NoticeKind.YOUR_TURN, NoticeKind.ACCOUNT),
        to.replace(NoticeKind.YOUR_TURN, "all"),
        to.replace("@", "a@"),
        "stop+@tide.example",
        "stop+1.2@tide.example",
        f"stop+{'9' * 4400}.all.x@tide.example",
        to.replace(
            f"+{number}.", "+" + "".join(chr(0x660 + int(one)) for one in str(number)) + "."
        ),
        f"bounce+{'9' * 4400}.x@tide.example",
        to.replace("tide.example", "else.example"),
    ):
        assert made != to
        assert not mail_handler.knows(made)
        assert mail_handler.receive(reply(made, ""), made) == ReplyOutcome.UNKNOWN
    assert wanted(writer) == before


def test_a_player_who_has_left_is_nobody(table: Table, writer: Person) -> None:
    to = stops_at(writer, table())
    Player.objects.filter(username=writer.name).update(is_active=False)
    assert not mail_handler.knows(to)
