"""Whole games by people who use mail alone: a real mail server takes what is sent, another brings replies."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.models import Submission
from notifications import receivers
from players.models import Player
from tests.app.notifications.delivery.recording import send
from tests.app.notifications.mails import OUR_SERVER, verify_address
from tests.people import Person
from tests.postbox import Postbox, opened
from tests.system.notifications.processes import MailIn, mail_in
from tests.thorough.verify.verifiers import disagreements
from tideapi.local.up import HOST

pytestmark = pytest.mark.django_db(transaction=True)

LINK = re.compile(r"/play/[a-z2-7]{26}/(\d+)")
SEAT = re.compile(r"/play/seat/\S+")
GAMES = {
    "turn_the_tide": {"edition": "amigo"},
    "high_tide": {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]},
}


@pytest.fixture
def postbox(settings: Any, takes_mail: None) -> Iterator[Postbox]:
    with opened() as box:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, box.port
        settings.TIDE_NOTICE_DELAY = timedelta(0)
        yield box


@pytest.fixture
def mailin(takes_mail: None, tmp_path: Path) -> Iterator[MailIn]:
    with mail_in(tmp_path) as made:
        made.start()
        yield made


@pytest.fixture
def friends(ann: Person, bob: Person, cat: Person, postbox: Postbox) -> list[Person]:
    """Three people with verified addresses; one of them reads German."""
    for person in (ann, bob, cat):
        verify_address(person, f"{person.name}@post.example")
        receivers.begin_mail(Player.objects.get(username=person.name).pk)
    assert bob.patch("/me/notifications", {"language": "de"}).status < 300
    return [ann, bob, cat]


def take_mails(people: list[Person], box: Postbox) -> list[EmailMessage]:
    """What is new in their mailboxes."""
    send(*people)
    new, box.taken[:] = [*box.taken], []
    return new


def invite(host: Person, guests: list[Person], ruleset: str, box: Postbox) -> str:
    wish = {"ruleset": ruleset, "seat_count": 3, "options": GAMES[ruleset], "private": True}
    game = str(host.post("/games", wish).json["id"])
    for guest in guests:
        assert host.post(f"/games/{game}/invitations", {"player": guest.name}).status < 300
    told = take_mails(guests, box)
    assert {str(one["To"]) for one in told} == {f"{guest.name}@post.example" for guest in guests}
    browser = open_browser()
    for mail in told:
        said = browser.post(SEAT.search(text_of(mail))[0])  # type: ignore[index]  # It is there.
        assert said.status_code == 200, said.content
    return game


def open_browser() -> Client:
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


class Writer:
    """Answers each mail about a question, by turns with a link and with a reply."""

    def __init__(self, mailin: MailIn, seed: int) -> None:
        self.mailin, self.chance = mailin, Random(seed)
        self.browser = open_browser()
        self.replies = self.presses = 0

    def answer(self, mail: EmailMessage) -> None:
        links = [*LINK.finditer(text_of(mail))]
        if not links:
            return
        link = self.chance.choice(links)
        if self.chance.random() < 0.5:
            said = self.browser.post(link[0])
            assert said.status_code == 200, said.content
            self.presses += 1
        else:
            self._reply(mail, link[1])

    def _reply(self, mail: EmailMessage, number: str) -> None:
        german = "Auf Deutsch" in str(mail) or self.chance.random() < 0.5
        self.replies += 1
        raw = EmailMessage()
        raw["Authentication-Results"] = f"{OUR_SERVER}; dmarc=pass header.from=post.example"
        raw["From"], raw["To"] = mail["To"], mail["Reply-To"]
        raw["Message-ID"] = f"<{self.replies}@post.example>"
        raw["Subject"] = f"Re: {mail['Subject']}"
        raw.set_content(f"{'Spiele' if german else 'play'} {number}\n\n> {number} 3 4 5\n")
        code, said = self.mailin.brings(
            raw.as_bytes(policy=SMTP), str(mail["Reply-To"]), sender=str(mail["To"])
        )
        assert code == 250, said


@pytest.mark.parametrize("ruleset", [*GAMES])
def test_three_people_play_a_whole_game_by_mail_alone(
    friends: list[Person], postbox: Postbox, mailin: MailIn, ruleset: str
) -> None:
    ann, *others = friends
    game = invite(ann, others, ruleset, postbox)
    writer = Writer(mailin, 7)
    while ann.sees(game)["status"] != "finished":
        new = take_mails(friends, postbox)
        assert new, "somebody is asked, and nobody is told"
        for mail in new:
            writer.answer(mail)
    ended = take_mails(friends, postbox)
    assert {str(one["To"]) for one in ended} == {f"{one.name}@post.example" for one in friends}
    assert writer.replies > 10
    assert writer.presses > 10
    by = {*Submission.objects.filter(game=game).values_list("by", flat=True)}
    assert by == {"player"}, "every answer is a player's own"
    assert disagreements(ann.get(f"/games/{game}/record").json) == []
    assert "Traceback" not in mailin.process.tail()
