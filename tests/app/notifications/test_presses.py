"""A move or a seat by one press: links in mails, which lead to pages that ask again."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.models import Game, Invitation
from games.play import answers
from notifications.answer_links import seats
from notifications.answer_links.offers import answer_presses
from notifications.models import AnswerLink
from notifications.notice import Notice, NoticeKind
from players.models import Player
from tests.app.notifications.mail.letters import Mail
from tests.app.notifications.mail.tables import high_tide
from tests.app.notifications.mails import Question
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
    assert said["Cache-Control"] == "no-store"
    assert said["Referrer-Policy"] == "no-referrer"
    assert "noindex" in said["X-Robots-Tag"]
    policy = said["Content-Security-Policy"]
    assert ("default-src 'none'" in policy, "script" in policy) == (True, False)
    assert "<script" not in text_of(said)
    assert "autosubmit" not in text_of(said)
    assert "Set-Cookie" not in said
    assert not said.cookies
    assert '<form method="post"' in text_of(said)


def test_a_notice_of_a_question_offers_some_moves_that_are_legal(question: Question) -> None:
    mine = question.person.sees(question.game)["mine"]
    asked = notice(question.person, question.game)
    some = answer_presses(asked)
    cards = [card_of(one.url) for one in some]
    assert cards == [mine["fallback"]["card"], mine["hand"][-1], mine["hand"][6]]
    assert all(str(card) in one.label for card, one in zip(cards, some, strict=True))
    assert len(answer_presses(asked, most=50)) == len(mine["legal_actions"])
    assert presses(question, kind=NoticeKind.STAGE_ENDED) == [], "it asks nothing"


def test_looking_seals_nothing(question: Question, browser: Client) -> None:
    for place in (presses(question)[0], f"/play/{question.secret}"):
        check_page(browser, place)
    assert (
        browser.get(f"/play/{question.secret}".upper().replace("PLAY", "play")).status_code == 200
    )
    assert logged_events(question.game, "sealed") == []


def test_the_page_says_what_is_played_at_once(question: Question, browser: Client) -> None:
    page = text_of(browser.get(presses(question)[0], headers=HTML))
    assert "You can still change it until then" in page
    other = Question(question.person, high_tide(question.person))
    page = text_of(browser.get(presses(other)[0], headers=HTML))
    assert "It is only your turn: your move is played at once" in page


def test_a_press_seals_replaces_and_takes_back(question: Question, browser: Client) -> None:
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


def test_the_page_of_all_answers_seals_one(question: Question, browser: Client) -> None:
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


@pytest.mark.parametrize("accept", [HTML["Accept"], "*/*"])
def test_who_changes_too_often_is_told_that_the_last_answer_stays(
    question: Question, browser: Client, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    monkeypatch.setattr(answers, "MAX_CHANGES_PER_TURN", 1)
    first, second, third = presses(question)
    for press in (first, second):
        assert browser.post(press).status_code == 200
    said = browser.post(third, headers={"Accept": accept})
    assert said.status_code == 409
    assert "changed your answer too often" in text_of(said)
    assert question.sealed()["action"]["card"] == card_of(second)


def test_a_game_without_its_rules_takes_no_press(question: Question, browser: Client) -> None:
    place = presses(question)[0]
    Game.objects.update(rules_version=99)
    said = browser.post(place, headers=HTML)
    assert said.status_code == 409
    assert "That cannot be played now." in text_of(said)
    assert presses(question) == []


def test_the_last_press_closes_the_turn_and_what_comes_then_is_too_late(
    question: Question, bob: Person, cat: Person, browser: Client
) -> None:
    place = presses(question)[0]
    for person in (bob, cat):
        person.seals_anything(question.game)
    said = browser.post(place)
    assert said["Content-Type"].startswith("text/plain")
    assert "With that the turn is closed" in text_of(said)
    for headers, kind in (({}, "text/plain"), (HTML, "text/html")):
        late = browser.post(place, headers=headers)
        assert (late.status_code, late["Content-Type"].startswith(kind)) == (409, True)
        assert "too late" in text_of(late)
    shown = browser.get(place)
    assert shown.status_code == 200
    assert "too late" in text_of(shown)
    assert "<button" not in text_of(shown)
    assert len(logged_events(question.game, "sealed")) == 3


def test_a_link_is_of_one_question_and_one_player(
    question: Question, bob: Person, browser: Client
) -> None:
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
def test_a_guessed_address_leads_nowhere(browser: Client, what: str) -> None:
    assert browser.get(f"/play/{what}").status_code == 404
    assert browser.post(f"/play/{what}").status_code == 404


def test_the_dump_of_the_database_lets_nobody_play(question: Question) -> None:
    secret = question.secret
    assert (len(secret) * 5 >= 100, secret) == (True, secret.lower())
    (raw,) = AnswerLink.objects.extra(select={"raw": "secret"}).values_list("raw")
    for kept in (bytes(raw[0]), bytes(AnswerLink.objects.get().digest)):
        assert secret.encode() not in kept
        assert not kept.decode(errors="replace").startswith("play")


def test_a_new_password_ends_the_links(question: Question, browser: Client) -> None:
    place = presses(question)[0]
    player = Player.objects.get(username="ann")
    player.set_password("another-rock-pool")
    player.save()
    assert browser.get(place).status_code == 404
    assert browser.post(place).status_code == 404
    assert logged_events(question.game, "sealed") == []
    assert browser.get(presses(question)[0]).status_code == 200, "of the next reminder"


def test_who_has_left_the_seat_is_not_asked(question: Question, browser: Client) -> None:
    place = presses(question)[0]
    assert question.person.post(f"/games/{question.game}/resign").status == 204
    assert browser.post(place).status_code == 409
    assert browser.get(place).status_code == 200


def test_presses_are_counted_as_calls_of_their_player(
    question: Question, browser: Client, settings: Any
) -> None:
    place = presses(question)[0]
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "player": (2, 86400 * 3650)}
    codes = [browser.post(place, headers=HTML).status_code for _ in range(3)]
    assert codes[-1] == 429


def test_the_page_is_in_the_language_of_the_mail(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    german = notice(ann, table(), language="de")
    place = urlsplit(answer_presses(german)[0].url).path
    page = text_of(browser.get(place, headers={"Accept-Language": "en"}))
    assert '<html lang="de">' in page
    assert "Diese Antwort versiegeln" in page
    assert "Versiegelt: " in text_of(browser.post(place))
    nowhere = browser.get(f"/play/{'a' * 26}", headers={"Accept-Language": "de"})
    assert "funktioniert nicht mehr" in text_of(nowhere)


# -- a seat: an invitation is accepted from the mail that brings it


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


def test_a_press_takes_the_seat_and_looking_does_not(
    invitation: Callable[..., Notice], browser: Client
) -> None:
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


def test_a_seat_is_offered_in_the_language_of_the_mail(
    invitation: Callable[..., Notice], browser: Client
) -> None:
    place = seat_press(invitation(language="de"))
    assert "Platz nehmen" in text_of(browser.get(place))
    assert "Du hast einen Platz" in text_of(browser.post(place))


@pytest.mark.parametrize("ended", ["revoked", "blocked", "password", "inactive"])
def test_the_address_ends_with_the_invitation_and_with_the_players_rights(
    invitation: Callable[..., Notice], ann: Person, bob: Person, browser: Client, ended: str
) -> None:
    told = invitation()
    place, player = seat_press(told), Player.objects.get(username="bob")
    match ended:
        case "revoked":
            assert ann.delete(f"/invitations/{told.data['invitation']}").status == 204
        case "blocked":
            assert bob.patch("/me/relations/ann", {"blocked": True}).status < 300
        case "password":
            player.set_password("another-rock-pool")
            player.save()
        case "inactive":
            player.is_active = False
            player.save()
    assert browser.get(place).status_code == 404
    assert browser.post(place).status_code == 404
    assert seated(told) == ["ann"]


def test_a_player_without_room_or_at_a_full_table_is_told_why(
    invitation: Callable[..., Notice],
    bob: Person,
    cat: Person,
    dan: Person,
    browser: Client,
    settings: Any,
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
