"""Mails stop by one press: for a mail program without a cookie, and for a person on a page."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from notifications.mail.composer import write
from notifications.notice import NoticeKind
from notifications.preferences import change_preferences, get_preferences, is_on
from notifications.replies import stop_links
from players.mail.letters import language_of
from players.models import Letter, Player
from tests.app.notifications.mail.letters import TO, notice
from tests.app.notifications.mail.tables import tide
from tests.app.notifications.writing import verified
from tests.people import Person

pytestmark = pytest.mark.django_db
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def program() -> Client:
    """A mail program, or anything else that comes without a cookie."""
    return Client(enforce_csrf_checks=True)


def way_out(person: Person, *kinds: NoticeKind, **more: Any) -> str:
    """The address in the header of a mail, on this server."""
    game = tide(person)
    some = [notice(person, game, kind, id=kind, **more) for kind in kinds]
    mail = write(some, TO)
    assert mail is not None
    found = re.fullmatch(r"<http://[^/]+(/\S+)>", mail.extra_headers["List-Unsubscribe"])
    assert found
    return found[1]


def wanted(person: Person, channel: str = "mail") -> set[NoticeKind]:
    chosen = get_preferences(Player.objects.get(username=person.name))
    return {kind for kind in NoticeKind if is_on(chosen, kind, channel)}


def test_one_press_stops_one_kind_at_once(ann: Person, bob: Person, program: Client) -> None:
    before, phone = wanted(ann), wanted(ann, "ntfy")
    answer = program.post(way_out(ann, NoticeKind.YOUR_TURN), ONE_CLICK)
    assert answer.status_code == 200
    assert wanted(ann) == before - {NoticeKind.YOUR_TURN}
    assert wanted(ann, "ntfy") == phone, "a telephone is no mail"
    assert NoticeKind.YOUR_TURN in wanted(bob)
    # Twice is as once.
    assert program.post(way_out(ann, NoticeKind.YOUR_TURN), ONE_CLICK).status_code == 200
    assert wanted(ann) == before - {NoticeKind.YOUR_TURN}


def test_scanners_that_only_look_stop_nothing(ann: Person, program: Client) -> None:
    before, address = wanted(ann), way_out(ann, NoticeKind.YOUR_TURN)
    page = program.get(address)
    assert page.status_code == 200
    assert b"that it is your turn" in page.content
    assert page["Cache-Control"] == "no-store"
    assert program.head(address).status_code == 200
    assert wanted(ann) == before


def test_the_way_out_of_a_digest_stops_all_but_what_is_about_the_account(
    ann: Person, program: Client
) -> None:
    program.post(way_out(ann, NoticeKind.YOUR_TURN, NoticeKind.MESSAGE), ONE_CLICK)
    assert wanted(ann) == {NoticeKind.ACCOUNT}


def test_the_link_of_one_kind_stops_no_other(ann: Person, program: Client) -> None:
    before = wanted(ann)
    address = way_out(ann, NoticeKind.GAME_ENDED)
    assert b"everything" not in program.get(address).content
    program.post(address, {"everything": "1"})
    assert wanted(ann) == before - {NoticeKind.GAME_ENDED}


@pytest.mark.parametrize(
    "kinds", [[NoticeKind.YOUR_TURN], [NoticeKind.YOUR_TURN, NoticeKind.MESSAGE]]
)
def test_a_link_is_good_for_ninety_days(
    ann: Person, program: Client, kinds: list[NoticeKind]
) -> None:
    before, now = wanted(ann), timezone.now()
    old = way_out(ann, *kinds, at=now - timedelta(days=91))
    good = way_out(ann, *kinds, at=now - timedelta(days=89))
    assert program.get(old).status_code == 404
    assert program.post(old, ONE_CLICK).status_code == 404
    assert wanted(ann) == before
    assert program.post(good, ONE_CLICK).status_code == 200
    assert NoticeKind.YOUR_TURN not in wanted(ann)


@pytest.mark.parametrize("kind", [NoticeKind.YOUR_TURN, None])
def test_a_new_password_ends_links(ann: Person, program: Client, kind: NoticeKind | None) -> None:
    player = Player.objects.get(username=ann.name)

    def presses() -> int:
        token = stop_links.make_token(player, kind, timezone.now())
        player.set_password("a-quill-of-a-gull")
        player.save(update_fields=["password"])
        return int(program.post(f"/account/notices/stop/{token}", ONE_CLICK).status_code)

    before = wanted(ann)
    assert presses() == 404
    assert wanted(ann) == before


@pytest.mark.parametrize(
    "kinds", [[NoticeKind.YOUR_TURN], [NoticeKind.YOUR_TURN, NoticeKind.GAME_ENDED]]
)
def test_who_switches_mails_on_again_keeps_them(
    ann: Person, program: Client, kinds: list[NoticeKind]
) -> None:
    other = way_out(ann, NoticeKind.INVITED)
    old = way_out(ann, *kinds)
    assert program.post(old, ONE_CLICK).status_code == 200
    assert program.post(old, ONE_CLICK).status_code == 200, "twice is as once"
    again = {"switches": {"your_turn": {"mail": True}}}
    assert ann.patch("/me/notifications", again).status < 300
    before = wanted(ann)
    assert NoticeKind.YOUR_TURN in before
    assert program.get(old).status_code == 404
    assert program.post(old, ONE_CLICK).status_code == 404
    assert wanted(ann) == before
    assert program.post(other, ONE_CLICK).status_code == 200, "of another kind"
    assert wanted(ann) == before - {NoticeKind.INVITED}
    assert program.post(way_out(ann, *kinds), ONE_CLICK).status_code == 200, "that of a new mail"
    assert NoticeKind.YOUR_TURN not in wanted(ann)


def test_who_stops_mails_is_told_so_once(
    ann: Person, bob: Person, program: Client, settings: Any
) -> None:
    settings.TIDE_MAIL_ENABLED = True
    verified(ann)
    address = way_out(ann, NoticeKind.YOUR_TURN)
    program.get(address)
    assert not Letter.objects.exists()
    for _ in range(3):
        program.post(address, ONE_CLICK)
    (letter,) = Letter.objects.all()
    assert letter.content["to"] == "ann@post.example"
    assert letter.content["headers"]["Auto-Submitted"] == "auto-generated"
    assert "that it is your turn" in letter.content["text"]
    assert "/notices" in letter.content["text"]
    # What is off already is stopped by nobody, and without an address there is no letter.
    program.post(way_out(ann, NoticeKind.MESSAGE), ONE_CLICK)
    program.post(way_out(bob, NoticeKind.YOUR_TURN), ONE_CLICK)
    assert Letter.objects.count() == 1
    program.post(way_out(ann, NoticeKind.YOUR_TURN, NoticeKind.MESSAGE), ONE_CLICK)
    assert "all but those about the account" in Letter.objects.order_by("pk")[1].content["text"]


@pytest.mark.parametrize(
    "token", ["x", "1", "1.all", "1.all.1.x", "x.all.1.x", "1.account.20000.x", "WzEsIiJd:x:y"]
)
def test_an_address_that_is_not_ours_does_nothing(ann: Person, program: Client, token: str) -> None:
    before = wanted(ann)
    assert program.post(f"/account/notices/stop/{token}", ONE_CLICK).status_code == 404
    changed = way_out(ann, NoticeKind.YOUR_TURN)[:-1] + "!"
    assert program.post(changed, ONE_CLICK).status_code == 404
    assert wanted(ann) == before


def test_an_account_that_has_ended_has_no_way_out(ann: Person, program: Client) -> None:
    address = way_out(ann, NoticeKind.YOUR_TURN)
    Player.objects.filter(username=ann.name).update(is_active=False)
    assert program.get(address).status_code == 404


def test_the_page_is_in_her_language(ann: Person, program: Client) -> None:
    address: Any = way_out(ann, NoticeKind.YOUR_TURN)
    change_preferences(Player.objects.get(username=ann.name), {"language": "de"})
    assert "dass du am Zug bist" in program.get(address).content.decode()


def test_who_stops_mails_has_chosen_no_language_by_that(ann: Person, program: Client) -> None:
    address: Any = way_out(ann, NoticeKind.YOUR_TURN)
    german = {"Accept-Language": "de"}
    assert "dass du am Zug bist" in program.get(address, headers=german).content.decode()
    assert program.post(address, ONE_CLICK, headers=german).status_code == 200
    quiet = {"from": "22:00", "until": "07:00"}
    assert ann.patch("/me/notifications", {"quiet": quiet}).json["language"] == "en"
    player = Player.objects.get(username=ann.name)
    assert (get_preferences(player).language, get_preferences(player).told_in) == (
        None,
        "en",
    )
    # Her account's pages, and letters that are written there, go by her browser as before.
    program.force_login(player)
    page = program.get("/account/", headers=german).content.decode()
    assert '<html lang="de">' in page
    with override("de"):
        assert language_of(player) == "de"
    assert ann.patch("/me/notifications", {"language": "en"}).json["language"] == "en"
    assert '<html lang="en">' in program.get("/account/", headers=german).content.decode()
