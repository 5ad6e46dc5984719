"""Mails stop by one press, or by a mail to the address in their header, if it is surely from their reader."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from notifications.mail.composer import write
from notifications.notice import NoticeKind
from notifications.preferences import change_preferences, get_preferences, is_on
from notifications.replies import mail_handler
from notifications.replies.outcome import ReplyOutcome
from players.mail.letters import language_of
from players.models import Player
from tests.app.notifications.mails import OUR_SERVER, letters, verify_address, write_reply
from tests.app.notifications.notices import notice
from tests.people import Person

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
TURN, MESSAGE = NoticeKind.YOUR_TURN, NoticeKind.MESSAGE
HEADER = re.compile(r"<http://[^/]+(/[^>\s]+)>, <mailto:([^>@]{1,64}@tide\.example)>")
Stop = Callable[[tuple[str, str]], bool]


@pytest.fixture
def game(writer: Person, table: Callable[..., str]) -> str:
    return table()


@pytest.fixture(params=["by a press", "by a mail"])
def stop(request: pytest.FixtureRequest, browser: Client) -> Stop:
    """Stop mails in one of the two ways; return False if the way is no longer good."""

    def press(ways: tuple[str, str]) -> bool:
        codes = [browser.post(ways[0], ONE_CLICK).status_code, browser.get(ways[0]).status_code]
        assert codes in ([200, 200], [404, 404])
        return codes[0] == 200

    def send(ways: tuple[str, str]) -> bool:
        to, known = ways[1], mail_handler.knows(ways[1])
        said = mail_handler.receive(write_reply(to, "unsubscribe"), to)
        assert said == (ReplyOutcome.STOPPED if known else ReplyOutcome.UNKNOWN)
        return known

    return press if request.param == "by a press" else send


def ways_out(game: str, *kinds: NoticeKind, name: str = "ann", **more: Any) -> tuple[str, str]:
    """Return the page and the address in the header of a mail about these kinds, as sent."""
    told = [notice(name, game, kind, id=kind, **more) for kind in kinds]
    written = write(told, "ann@post.example")
    assert written is not None
    found = HEADER.fullmatch(re.sub(r"\s+", " ", written.message()["List-Unsubscribe"]))
    assert found
    return found[1], found[2]


def switched_on(name: str = "ann", channel: str = "mail") -> set[NoticeKind]:
    chosen = get_preferences(Player.objects.get(username=name))
    return {kind for kind in NoticeKind if is_on(chosen, kind, channel)}


def test_it_stops_one_kind_and_says_so_once(game, bob, stop) -> None:
    before, phone, ways = switched_on(), switched_on(channel="ntfy"), ways_out(game, TURN)
    for _ in range(2):
        assert stop(ways), "twice is as once"
        assert switched_on() == before - {TURN}
    assert switched_on(channel="ntfy") == phone, "a telephone is no mail"
    assert TURN in switched_on("bob")
    (letter,) = letters()
    assert letter["to"] == "ann@post.example"
    assert letter["headers"]["Auto-Submitted"] == "auto-generated"
    assert "that it is your turn" in letter["text"]
    assert "/notices" in letter["text"]
    # Of a digest it stops all but what is about the account.
    assert stop(ways_out(game, TURN, MESSAGE))
    assert switched_on() == {NoticeKind.ACCOUNT}
    assert "all but those about the account" in letters()[1]["text"]
    # What is off already is stopped by nobody.
    assert stop(ways_out(game, MESSAGE))
    assert len(letters()) == 2


@pytest.mark.parametrize("kinds", [[TURN], [TURN, MESSAGE]])
def test_ninety_days_end_a_way_out(game, stop, kinds: list[NoticeKind]) -> None:
    before, now = switched_on(), timezone.now()
    assert not stop(ways_out(game, *kinds, at=now - timedelta(days=91)))
    player, old = Player.objects.get(username="ann"), ways_out(game, *kinds)
    player.set_password("a-quill-of-a-gull")
    player.save(update_fields=["password"])
    assert not stop(old)
    ways = ways_out(game, *kinds, at=now - timedelta(days=89))
    Player.objects.filter(pk=player.pk).update(is_active=False)
    assert not stop(ways)
    assert switched_on() == before
    Player.objects.filter(pk=player.pk).update(is_active=True)
    assert stop(ways_out(game, *kinds, at=now - timedelta(days=89)))
    assert TURN not in switched_on()


@pytest.mark.parametrize("kinds", [[TURN], [TURN, NoticeKind.GAME_ENDED]])
def test_who_switches_mails_on_again_keeps_them(game, writer, stop, kinds) -> None:
    other, old = ways_out(game, NoticeKind.INVITED), ways_out(game, *kinds)
    assert stop(old)
    again = {"switches": {"your_turn": {"mail": True}}}
    assert writer.patch("/me/notifications", again).status < 300
    before = switched_on()
    assert TURN in before
    assert not stop(old)
    assert switched_on() == before
    assert stop(other), "of another kind"
    assert switched_on() == before - {NoticeKind.INVITED}
    assert stop(ways_out(game, *kinds)), "that of a new mail"
    assert TURN not in switched_on()


def test_looking_stops_nothing(game, bob, browser) -> None:
    before, (page, _) = switched_on(), ways_out(game, TURN)
    shown = browser.get(page)
    assert (shown.status_code, shown["Cache-Control"]) == (200, "no-store")
    assert b"that it is your turn" in shown.content
    assert b"everything" not in shown.content
    assert browser.head(page).status_code == 200
    assert (switched_on(), letters()) == (before, [])
    browser.post(page, {"everything": "1"})
    assert switched_on() == before - {TURN}
    # Without an address there is no letter.
    browser.post(ways_out(game, TURN, name="bob")[0], ONE_CLICK)
    assert len(letters()) == 1


def test_what_is_changed_in_anything_is_nobodys(game, bob, browser) -> None:
    before, (page, to) = switched_on(), ways_out(game, TURN)
    number, other = (Player.objects.get(username=name).pk for name in ("ann", "bob"))
    arabic = "".join(chr(0x660 + int(one)) for one in str(number))
    for made in (
        *(to.replace(f"+{number}.", f"+{one}.") for one in (other, arabic)),
        *(to.replace(TURN, kind) for kind in (NoticeKind.ACCOUNT, "all")),
        *(to.replace("@", "a@"), to.replace("tide.example", "else.example")),
        *("stop+@tide.example", "stop+1.2@tide.example"),
        *(f"stop+{'9' * 4400}.all.x@tide.example", f"bounce+{'9' * 4400}.x@tide.example"),
    ):
        assert made != to
        assert not mail_handler.knows(made)
        assert mail_handler.receive(write_reply(made, ""), made) == ReplyOutcome.UNKNOWN
    tokens = ("x", "1", "1.all", "1.all.1.x", "x.all.1.x", "1.account.20000.x", "WzEsIiJd:x:y")
    for address in (*(f"/account/notices/stop/{token}" for token in tokens), page[:-1] + "!"):
        assert browser.post(address, ONE_CLICK).status_code == 404, address
    assert switched_on() == before


@pytest.mark.parametrize("dialogue", [True, False])
def test_nobody_else_stops_anything_by_mail(game, bob, dialogue: bool) -> None:
    verify_address(bob, "bob@post.example")
    before, (_, to) = switched_on(), ways_out(game, TURN)
    fails = f"{OUR_SERVER}; dmarc=fail header.from=post.example"
    for raw, verdict in (
        (write_reply(to, "", sender="bob@post.example"), ReplyOutcome.STRANGER),
        (write_reply(to, "", proof=None), ReplyOutcome.UNPROVED),
        (write_reply(to, "", proof=fails), ReplyOutcome.UNPROVED),
    ):
        assert mail_handler.receive(raw, to, dialogue=dialogue) == verdict
    assert switched_on() == before


def test_stopping_chooses_no_language(game, writer, browser) -> None:
    (page, _), german = ways_out(game, TURN), {"Accept-Language": "de"}
    assert "dass du am Zug bist" in browser.get(page, headers=german).content.decode()
    assert browser.post(page, ONE_CLICK, headers=german).status_code == 200
    quiet = {"from": "22:00", "until": "07:00"}
    assert writer.patch("/me/notifications", {"quiet": quiet}).json["language"] == "en"
    player = Player.objects.get(username="ann")
    chosen = get_preferences(player)
    assert (chosen.language, chosen.told_in) == (None, "en")
    # The account's pages, and letters that are written there, go by the browser as before.
    browser.force_login(player)
    assert '<html lang="de">' in browser.get("/account/", headers=german).content.decode()
    with override("de"):
        assert language_of(player) == "de"
    assert writer.patch("/me/notifications", {"language": "en"}).json["language"] == "en"
    assert '<html lang="en">' in browser.get("/account/", headers=german).content.decode()
    # The page is in the language that was chosen.
    change_preferences(Player.objects.get(pk=player.pk), {"language": "de"})
    page, _ = ways_out(game, TURN)
    assert "dass du am Zug bist" in browser.get(page).content.decode()
