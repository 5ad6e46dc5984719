"""A move by one press."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.models import Game, Submission
from games.play import answers
from notifications.answer_links.offers import answer_presses
from notifications.models import AnswerLink
from notifications.notice import NoticeKind
from notifications.questions import secrets
from players.models import Player
from tests.app.notifications.asking import notice
from tests.app.notifications.mail.tables import high_tide
from tests.event_log import logged_events
from tests.people import Person

HTML = "text/html,application/xhtml+xml"


@pytest.fixture
def browser() -> Client:
    """Somebody's browser, without a cookie; the server checks forgeries as in earnest."""
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


def path(url: str) -> str:
    return urlsplit(url).path


def sealed(game: str, person: Person) -> Any:
    return person.sees(game)["mine"]["submission"]


def offered(person: Person, game: str, **more: Any) -> str:
    """The address of the first move that she is offered."""
    return path(answer_presses(notice(person, game, **more))[0].url)


def test_a_notice_of_a_question_offers_some_moves_that_are_legal(
    table: Callable[..., str], ann: Person
) -> None:
    game = table()
    mine = ann.sees(game)["mine"]
    some = answer_presses(notice(ann, game))
    cards = [int(one.url.rsplit("/", 1)[1]) for one in some]
    assert cards == [mine["fallback"]["card"], mine["hand"][-1], mine["hand"][6]]
    assert all(str(card) in one.label for card, one in zip(cards, some, strict=True))
    assert len(answer_presses(notice(ann, game), most=50)) == len(mine["legal_actions"])


def test_what_asks_nothing_offers_nothing(table: Callable[..., str], ann: Person) -> None:
    game = table()
    told = notice(ann, game, kind=NoticeKind.STAGE_ENDED)
    assert answer_presses(told) == []
    assert not AnswerLink.objects.exists()


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_seals_nothing(
    table: Callable[..., str], ann: Person, browser: Client, method: str
) -> None:
    game = table()
    events = len(logged_events(game))
    for place in (offered(ann, game), f"/play/{secrets.of(notice(ann, game))}"):
        for _ in range(2):
            said = getattr(browser, method)(place, headers={"Accept": HTML})
            assert said.status_code == 200
    assert sealed(game, ann) is None
    assert len(logged_events(game)) == events


def test_the_page_runs_nothing_and_is_kept_and_told_by_nobody(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    game = table()
    for place in (offered(ann, game), f"/play/{secrets.of(notice(ann, game))}"):
        said = browser.get(place)
        assert said["Cache-Control"] == "no-store"
        assert said["Referrer-Policy"] == "no-referrer"
        assert "noindex" in said["X-Robots-Tag"]
        assert "default-src 'none'" in said["Content-Security-Policy"]
        assert "script" not in said["Content-Security-Policy"]
        assert "<script" not in said.content.decode()
        assert "autosubmit" not in said.content.decode()
        assert not said.cookies
        assert "Set-Cookie" not in said
        assert f'<form method="post" action="{place}"' in said.content.decode()


def test_the_page_says_whether_the_press_is_played_at_once(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    said = browser.get(offered(ann, table()), headers={"Accept": HTML})
    assert "You can still change it until then" in said.content.decode()
    said = browser.get(offered(ann, high_tide(ann)), headers={"Accept": HTML})
    assert "It is only your turn: your move is played at once" in said.content.decode()


def test_a_press_seals_like_any_other_answer(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    game = table()
    place = offered(ann, game)
    card = int(place.rsplit("/", 1)[1])
    said = browser.post(place, headers={"Accept": HTML})
    assert said.status_code == 200
    assert "Sealed: " in said.content.decode()
    receipt = sealed(game, ann)
    assert receipt["action"] == {"type": "play", "card": card}
    assert receipt["by"] == "player"
    # Pressed once more it is the same answer, and nothing is done twice.
    events = len(logged_events(game))
    assert browser.post(place).status_code == 200
    assert sealed(game, ann) == receipt
    assert len(logged_events(game)) == events


def test_another_press_replaces_it_and_it_can_be_taken_back(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    game = table()
    first, second, *_ = [path(one.url) for one in answer_presses(notice(ann, game))]
    browser.post(first)
    page = browser.get(second).content.decode()
    assert "Seal this instead" in page
    browser.post(second)
    assert sealed(game, ann)["action"]["card"] == int(second.rsplit("/", 1)[1])
    back = f"/play/{secrets.of(notice(ann, game))}/take-back"
    assert browser.get(back).status_code == 200
    assert sealed(game, ann) is not None
    assert browser.post(back).status_code == 200
    assert sealed(game, ann) is None
    again = browser.post(back)
    assert again.status_code == 409
    assert "nothing that could be taken back" in again.content.decode()


def test_the_page_of_all_answers_seals_the_one_that_is_chosen(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    game = table()
    place = f"/play/{secrets.of(notice(ann, game))}"
    page = browser.get(place).content.decode()
    for action in ann.sees(game)["mine"]["legal_actions"]:
        assert f'value="{action["card"]}"' in page
    card = ann.sees(game)["mine"]["hand"][4]
    said = browser.post(place, {"answer": str(card)}, headers={"Accept": HTML})
    assert said.status_code == 200
    assert sealed(game, ann)["action"]["card"] == card
    assert f'value="{card}" required checked' in browser.get(place).content.decode()


def test_the_page_of_a_move_that_is_not_legal_offers_those_that_are(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    game = table()
    question = f"/play/{secrets.of(notice(ann, game))}"
    page = browser.get(f"{question}/61").content.decode()
    assert "That move is no longer possible." in page
    for action in ann.sees(game)["mine"]["legal_actions"]:
        assert f'value="{action["card"]}"' in page


@pytest.mark.parametrize("accept", [HTML, "*/*"])
def test_who_changes_too_often_is_told_that_the_last_answer_stays(
    table: Callable[..., str],
    ann: Person,
    browser: Client,
    monkeypatch: pytest.MonkeyPatch,
    accept: str,
) -> None:
    monkeypatch.setattr(answers, "MAX_CHANGES_PER_TURN", 1)
    game = table()
    first, second, third = (path(one.url) for one in answer_presses(notice(ann, game)))
    for press in (first, second):
        assert browser.post(press).status_code == 200
    kept = sealed(game, ann)
    said = browser.post(third, headers={"Accept": accept})
    assert said.status_code == 409
    assert "changed your answer too often" in said.content.decode()
    assert sealed(game, ann) == kept


def test_a_press_for_a_game_without_its_rules_is_refused_in_words(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    game = table()
    place = offered(ann, game)
    Game.objects.update(rules_version=99)
    said = browser.post(place, headers={"Accept": HTML})
    assert said.status_code == 409
    assert "That cannot be played now." in said.content.decode()
    assert answer_presses(notice(ann, game)) == []


@pytest.mark.parametrize("wish", ["", "61", "x", "-1", "٣", "9" * 5000])
def test_what_is_no_answer_seals_nothing_and_says_so(
    table: Callable[..., str], ann: Person, browser: Client, wish: str
) -> None:
    game = table()
    place = f"/play/{secrets.of(notice(ann, game))}"
    said = browser.post(place, {"answer": wish})
    assert said.status_code == 409
    assert sealed(game, ann) is None


def test_the_last_press_closes_the_turn_and_says_so(
    table: Callable[..., str], ann: Person, bob: Person, cat: Person, browser: Client
) -> None:
    game = table()
    place = offered(ann, game)
    bob.seals_anything(game)
    cat.seals_anything(game)
    said = browser.post(place)
    assert said["Content-Type"].startswith("text/plain")
    assert "With that the turn is closed" in said.content.decode()
    late = browser.post(place)
    assert late.status_code == 409
    assert "too late" in late.content.decode()
    shown = browser.get(place)
    assert shown.status_code == 200
    assert "too late" in shown.content.decode()
    assert "<button" not in shown.content.decode()


def test_a_press_too_late_for_the_clock_is_told_so(
    table: Callable[..., str], ann: Person, bob: Person, cat: Person, browser: Client
) -> None:
    game = table()
    place = offered(ann, game)
    for person in (ann, bob, cat):
        person.seals_anything(game)
    before = Submission.objects.filter(game=game).count()
    said = browser.post(place, headers={"Accept": HTML})
    assert said.status_code == 409
    assert said["Content-Type"].startswith("text/html")
    assert Submission.objects.filter(game=game).count() == before


def test_a_link_is_of_one_question_and_one_player(
    table: Callable[..., str], ann: Person, bob: Person, browser: Client
) -> None:
    game = table()
    hers, his = notice(ann, game), notice(bob, game)
    assert secrets.of(hers) != secrets.of(his)
    assert secrets.of(hers) == secrets.of(hers), "a reminder has the same address"
    card = bob.sees(game)["mine"]["hand"][0]
    # Her secret with a card of his is no answer of hers.
    browser.post(f"/play/{secrets.of(hers)}/{card}")
    assert sealed(game, bob) is None
    assert sealed(game, ann) is None


def test_capitals_in_the_secret_make_no_difference(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    place = f"/play/{secrets.of(notice(ann, table()))}"
    assert browser.get("/play/" + place.removeprefix("/play/").upper()).status_code == 200


@pytest.mark.parametrize("what", ["a" * 26, "a" * 26 + "/3", "a" * 26 + "/take-back", "a" * 25])
def test_a_guessed_address_leads_nowhere(db: None, browser: Client, what: str) -> None:
    assert browser.get(f"/play/{what}").status_code == 404
    assert browser.post(f"/play/{what}").status_code == 404


def test_the_dump_of_the_database_lets_nobody_play(table: Callable[..., str], ann: Person) -> None:
    secret = secrets.of(notice(ann, table()))
    assert secret is not None
    assert len(secret) * 5 >= 100
    assert secret == secret.lower()
    (raw,) = AnswerLink.objects.extra(select={"raw": "secret"}).values_list("raw")
    row = AnswerLink.objects.get()
    for kept in (bytes(raw[0]), bytes(row.digest)):
        assert secret.encode() not in kept
        assert not kept.decode(errors="replace").startswith("play")


def test_a_new_password_ends_the_links(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    game = table()
    place = offered(ann, game)
    player = Player.objects.get(username="ann")
    player.set_password("another-rock-pool")
    player.save()
    assert browser.get(place).status_code == 404
    assert browser.post(place).status_code == 404
    assert Submission.objects.filter(game=game).count() == 0
    # And the next reminder has another address.
    assert browser.get(offered(ann, game)).status_code == 200


def test_somebody_who_has_left_the_seat_is_not_asked_any_more(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    game = table()
    place = offered(ann, game)
    assert ann.post(f"/games/{game}/resign").status == 204
    said = browser.post(place)
    assert said.status_code == 409
    assert browser.get(place).status_code == 200


def test_presses_are_counted_as_calls_of_their_player(
    table: Callable[..., str], ann: Person, browser: Client, settings: Any
) -> None:
    game = table()
    place = offered(ann, game)
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "player": (2, 86400 * 3650)}
    codes = [browser.post(place, headers={"Accept": HTML}).status_code for _ in range(3)]
    assert codes[-1] == 429


def test_the_page_is_in_the_language_of_the_mail(
    table: Callable[..., str], ann: Person, browser: Client
) -> None:
    game = table()
    place = offered(ann, game, language="de")
    page = browser.get(place, headers={"Accept-Language": "en"})
    assert '<html lang="de">' in page.content.decode()
    assert "Diese Antwort versiegeln" in page.content.decode()
    assert "Versiegelt: " in browser.post(place).content.decode()
    nowhere = browser.get(f"/play/{'a' * 26}", headers={"Accept-Language": "de"})
    assert "funktioniert nicht mehr" in nowhere.content.decode()
