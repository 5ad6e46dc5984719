"""A move or a seat by one press: links in mails, which lead to pages that ask again."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Invitation
from games.play import answers
from notifications.answer_links import seats
from notifications.answer_links.offers import answer_presses
from notifications.models import AnswerLink
from notifications.notice import Notice, NoticeKind
from notifications.replies.outcome import ReplyOutcome
from players.models import Player
from players.moderation import ActKind, record_act
from tests.app.notifications.mail.letters import Mail
from tests.app.notifications.mail.tables import high_tide
from tests.app.notifications.mails import Question, letters
from tests.app.notifications.notices import notice
from tests.event_log import logged_events
from tests.people import Person

HTML = {"Accept": "text/html,application/xhtml+xml"}


def presses(question: Question, **more: Any) -> list[str]:
    """Return the addresses of the moves that are offered."""
    some = answer_presses(notice(question.person, question.game, **more))
    return [urlsplit(one.url).path for one in some]


def card_of(press: str) -> int:
    return int(press.rpartition("/")[2])


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def check_page(browser: Client, place: str) -> None:
    """Fail unless this page asks before anything is done, runs nothing, and is kept by nobody."""
    for method in (browser.get, browser.head):
        assert method(place, headers=HTML).status_code == 200
    said = browser.get(place)
    assert (said["Cache-Control"], said["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert "noindex" in said["X-Robots-Tag"]
    policy = said["Content-Security-Policy"]
    assert ("default-src 'none'" in policy, "script" in policy) == (True, False)
    assert not re.search("<script|autosubmit", text_of(said))
    assert "Set-Cookie" not in said
    assert not said.cookies
    assert '<form method="post"' in text_of(said)


def test_a_notice_of_a_question_offers_some_moves_that_are_legal(question) -> None:
    mine = question.person.sees(question.game)["mine"]
    asked = notice(question.person, question.game)
    some = answer_presses(asked)
    cards = [card_of(one.url) for one in some]
    assert cards == [mine["fallback"]["card"], mine["hand"][-1], mine["hand"][6]]
    assert all(str(card) in one.label for card, one in zip(cards, some, strict=True))
    assert len(answer_presses(asked, most=50)) == len(mine["legal_actions"])
    assert presses(question, kind=NoticeKind.STAGE_ENDED) == [], "it asks nothing"


def test_looking_seals_nothing_and_says_when_a_move_is_played(question, browser) -> None:
    place = presses(question)[0]
    for path in (place, f"/play/{question.secret}"):
        check_page(browser, path)
    assert browser.get(f"/play/{question.secret.upper()}").status_code == 200
    assert logged_events(question.game, "sealed") == []
    page = text_of(browser.get(place, headers=HTML))
    assert "You can still change it until then" in page
    other = Question(question.person, high_tide(question.person))
    page = text_of(browser.get(presses(other)[0], headers=HTML))
    assert "It is only your turn: your move is played at once" in page


def test_a_press_seals_replaces_and_takes_back(question, browser) -> None:
    first, second, *_ = presses(question)
    said = browser.post(first, headers=HTML)
    assert (said.status_code, "Sealed: " in text_of(said)) == (200, True)
    receipt = question.sealed()
    assert receipt["action"] == {"type": "play", "card": card_of(first)}
    assert receipt["by"] == "player"
    # Pressed once more it is the same answer, and nothing is done twice.
    assert browser.post(first).status_code == 200
    assert question.sealed() == receipt
    assert len(logged_events(question.game, "sealed")) == 1
    assert "Seal this instead" in text_of(browser.get(second))
    browser.post(second)
    assert question.sealed()["action"]["card"] == card_of(second)
    back = f"/play/{question.secret}/take-back"
    assert browser.get(back).status_code == 200
    assert question.sealed() is not None
    assert browser.post(back).status_code == 200
    assert question.sealed() is None
    again = browser.post(back)
    assert again.status_code == 409
    assert "nothing that could be taken back" in text_of(again)


def test_the_page_of_all_answers_seals_one(question, browser) -> None:
    place = f"/play/{question.secret}"
    for wish in ("", "61", "x", "-1", "٣", "9" * 5000):
        assert browser.post(place, {"answer": wish}).status_code == 409, wish
    assert question.sealed() is None
    for page in (text_of(browser.get(place)), text_of(browser.get(f"{place}/61"))):
        for action in question.person.sees(question.game)["mine"]["legal_actions"]:
            assert f'value="{action["card"]}"' in page
    assert "That move is no longer possible." in page
    card = question.hand[4]
    assert browser.post(place, {"answer": str(card)}, headers=HTML).status_code == 200
    assert question.sealed()["action"]["card"] == card
    assert f'value="{card}" required checked' in text_of(browser.get(place))


def test_who_changes_too_often_keeps_the_last_answer(question, browser, monkeypatch) -> None:
    monkeypatch.setattr(answers, "MAX_CHANGES_PER_TURN", 1)
    first, second, third = presses(question)
    for press in (first, second):
        assert browser.post(press).status_code == 200
    said = browser.post(third)
    assert (said.status_code, "changed your answer too often" in text_of(said)) == (409, True)
    assert question.sealed()["action"]["card"] == card_of(second)


def test_a_game_without_its_rules_takes_no_press(question, browser) -> None:
    place = presses(question)[0]
    Game.objects.update(rules_version=99)
    said = browser.post(place, headers=HTML)
    assert (said.status_code, "That cannot be played now." in text_of(said)) == (409, True)
    assert presses(question) == []


def test_the_last_press_closes_the_turn_and_others_are_too_late(
    question, bob, cat, browser
) -> None:
    place = presses(question)[0]
    for person in (bob, cat):
        person.seals_anything(question.game)
    said = browser.post(place)
    assert said["Content-Type"].startswith("text/plain")
    assert "With that the turn is closed" in text_of(said)
    for late, status, kind in (
        (browser.post(place), 409, "text/plain"),
        (browser.post(place, headers=HTML), 409, "text/html"),
        (browser.get(place), 200, "text/html"),
    ):
        assert (late.status_code, late["Content-Type"].startswith(kind)) == (status, True)
        assert "too late" in text_of(late)
    assert "<button" not in text_of(late)
    assert len(logged_events(question.game, "sealed")) == 3


def test_a_link_is_of_one_question_and_one_player(question, bob, browser) -> None:
    other = Question(bob, question.game)
    assert question.secret != other.secret
    assert Question(question.person, question.game).secret == question.secret, "of a reminder"
    # Ann's secret with a card of Bob's is no answer of either.
    browser.post(f"/play/{question.secret}/{other.hand[0]}")
    assert logged_events(question.game, "sealed") == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "what",
    [
        *("a" * 26, "a" * 26 + "/3", "a" * 26 + "/take-back", "a" * 25),
        *("seat/a", "seat/W10:x", "seat/" + "a" * 300),
    ],
)
def test_a_guessed_address_leads_nowhere(browser, what: str) -> None:
    assert browser.get(f"/play/{what}").status_code == 404
    assert browser.post(f"/play/{what}").status_code == 404


def test_the_dump_of_the_database_lets_nobody_play(question) -> None:
    secret = question.secret
    assert (len(secret) * 5 >= 100, secret) == (True, secret.lower())
    (raw,) = AnswerLink.objects.extra(select={"raw": "secret"}).values_list("raw")
    for kept in (bytes(raw[0]), bytes(AnswerLink.objects.get().digest)):
        assert secret.encode() not in kept
        assert not kept.decode(errors="replace").startswith("play")


def test_a_new_password_ends_the_links(question, browser) -> None:
    place = presses(question)[0]
    player = Player.objects.get(username="ann")
    player.set_password("another-rock-pool")
    player.save()
    assert [call(place).status_code for call in (browser.get, browser.post)] == [404, 404]
    assert logged_events(question.game, "sealed") == []
    assert browser.get(presses(question)[0]).status_code == 200, "of the next reminder"


def test_a_suspended_player_is_refused_with_the_reason(question, browser, eve, invitation) -> None:
    seat, moves = seat_press(invitation()), presses(question)
    until = timezone.now() + timedelta(days=3)
    for name in ("ann", "bob"):
        player = Player.objects.get(username=name)
        record_act(ActKind.SUSPEND, player, eve, "Rude.", until=until)
    for place in (moves[0], f"/play/{question.secret}", f"/play/{question.secret}/take-back", seat):
        for method in (browser.get, browser.post):
            said = method(place, headers=HTML)
            assert (said.status_code, "UTC: Rude." in text_of(said)) == (409, True), place
    assert question.answer() == ReplyOutcome.REFUSED
    assert "UTC: Rude." in letters()[-1]["text"]
    assert logged_events(question.game, "sealed") == []


def test_who_has_left_the_seat_is_not_asked(question, browser) -> None:
    place = presses(question)[0]
    assert question.person.post(f"/games/{question.game}/resign").status == 204
    assert browser.post(place).status_code == 409
    assert browser.get(place).status_code == 200


def test_presses_are_counted_as_calls_of_their_player(question, browser, settings) -> None:
    place = presses(question)[0]
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "player": (2, 86400 * 3650)}
    codes = [browser.post(place, headers=HTML).status_code for _ in range(3)]
    assert codes[-1] == 429


def test_pages_are_in_the_language_of_the_mail(table, ann, invitation, browser) -> None:
    place = urlsplit(answer_presses(notice(ann, table(), language="de"))[0].url).path
    page = text_of(browser.get(place, headers={"Accept-Language": "en"}))
    assert '<html lang="de">' in page
    assert "Diese Antwort versiegeln" in page
    assert "Versiegelt: " in text_of(browser.post(place))
    nowhere = browser.get(f"/play/{'a' * 26}", headers={"Accept-Language": "de"})
    assert "funktioniert nicht mehr" in text_of(nowhere)
    place = seat_press(invitation(language="de"))
    assert "Platz nehmen" in text_of(browser.get(place))
    assert "Du hast einen Platz" in text_of(browser.post(place))


@pytest.fixture
def invitation(ann: Person, bob: Person) -> Callable[..., Notice]:
    """What Bob is told of his invitation to a table at which Ann sits and waits."""
    game = ann.opens(3, private=True)
    assert ann.post(f"/games/{game}/invitations", {"player": "bob"}).status < 300
    row = Invitation.objects.get(game=game, to__username="bob")
    data = {"event": "invited", "other": "ann", "game": game, "invitation": row.pk}

    def tell(**more: Any) -> Notice:
        return notice(bob, game, **{"kind": NoticeKind.INVITED, "data": data, **more})

    return tell


def seat_press(told: Notice) -> str:
    (press,) = seats.seat_presses(told)
    return urlsplit(press.url).path


def seated(told: Notice) -> list[str]:
    assert told.game is not None
    rows = told.game.seats.exclude(player=None).order_by("number")
    return [*rows.values_list("player__username", flat=True)]


def test_a_press_takes_the_seat_and_looking_does_not(invitation, browser) -> None:
    told = invitation()
    place, mail = seat_press(told), Mail(told)
    assert "Answer by one press" in mail.text
    assert place in mail.text
    check_page(browser, place)
    assert seated(told) == ["ann"]
    said = browser.post(place, headers=HTML)
    assert (said.status_code, "You have a seat" in text_of(said)) == (200, True)
    assert seated(told) == ["ann", "bob"]
    again = browser.post(place)
    assert (again.status_code, "already" in text_of(again)) == (409, True)
    assert seated(told) == ["ann", "bob"]
    assert seats.seat_presses(invitation(kind=NoticeKind.STAGE_ENDED)) == []


@pytest.mark.parametrize("ended", ["revoked", "blocked", "password", "inactive"])
def test_the_address_ends_with_the_invitation_and_the_rights(
    invitation, ann, bob, browser, ended
) -> None:
    told = invitation()
    place, player = seat_press(told), Player.objects.get(username="bob")
    if ended == "revoked":
        assert ann.delete(f"/invitations/{told.data['invitation']}").status == 204
    elif ended == "blocked":
        assert bob.patch("/me/relations/ann", {"blocked": True}).status < 300
    else:
        if ended == "password":
            player.set_password("another-rock-pool")
        player.is_active = ended != "inactive"
        player.save()
    assert browser.get(place).status_code == 404
    assert browser.post(place).status_code == 404
    assert seated(told) == ["ann"]


def test_a_player_without_room_for_a_game_is_told_why(
    invitation, bob, cat, dan, browser, settings
) -> None:
    told = invitation()
    place = seat_press(told)
    bob.opens(3)
    limit, settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER, 1
    said = browser.post(place, headers=HTML)
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = limit
    assert (said.status_code, "You cannot take a seat now." in text_of(said)) == (409, True)
    assert told.game is not None
    for person in (cat, dan):
        person.joins(told.game.pk)
    said = browser.post(place)
    assert (said.status_code, "takes no more players" in text_of(said)) == (409, True)
    assert "bob" not in seated(told)
