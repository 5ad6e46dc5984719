"""What a mail says: all that she needs to answer, the same in text and in HTML, and in her language."""

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Game
from games.rulesets.high_tide.rules.actions import PLAIN
from games.rulesets.high_tide.words.phrases import TILES
from notifications.mail import facts
from notifications.mail.composer import MAX_SUBJECT_LENGTH, write
from notifications.notice import ActionLink, NoticeKind
from tests.app.notifications.mail.letters import TO, Mail, notice
from tests.app.notifications.mail.tables import high_tide, play, tide
from tests.people import Person

pytestmark = pytest.mark.django_db
REPLY = "play+abcdefgh@tide.example"
PRESS = ActionLink("Play the 44", "https://tide.example/play/abc/44")


@pytest.fixture
def answerable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that takes answers by mail and by one press."""
    monkeypatch.setattr(facts, "reply_to", lambda notice: REPLY)
    monkeypatch.setattr(facts, "presses_in", lambda notice, view: [PRESS])


def unfolded(text: str) -> str:
    return " ".join(text.split())


def test_a_mail_says_all_that_she_needs_to_answer(ann: Person, answerable: None) -> None:
    game = tide(ann, 2)
    mine = ann.get(f"/games/{game}").json["mine"]
    mail = Mail(notice(ann, game))
    text = unfolded(mail.text)
    assert mail.subject == "Your turn in Turn the Tide · careful, random"
    assert f"Your hand: {' '.join(map(str, mine['hand']))}" in text
    assert "Which card do you play? Until " in text
    assert "(Europe/Berlin)." in text
    assert f"the server plays for you: the {mine['fallback']['card']}." in text
    assert "Played: ann " in text
    assert "Stage 1 of 3, round 3 of 12." in text
    assert f"play {mine['hand'][0]}" in text
    assert re.search(rf"order {mine['hand'][0]} \d+ \d+: a standing order", text)
    assert f"/game/{game}" in text
    assert PRESS.url in text
    assert mail.headers["Reply-To"] == REPLY


def test_what_happened_begins_where_she_has_last_answered(ann: Person) -> None:
    game = tide(ann, 4)
    assert Mail(notice(ann, game)).text.count("Played: ") == 1


def test_without_mail_coming_in_it_asks_for_no_answer_by_mail(ann: Person) -> None:
    mail = Mail(notice(ann, tide(ann)))
    assert "Answer by mail" not in mail.text
    assert "Answer this mail" not in mail.text
    assert mail.headers["Reply-To"] is None


def test_high_tide_is_answered_by_number(ann: Person, answerable: None) -> None:
    game = high_tide(ann, 6)
    legal = ann.get(f"/games/{game}").json["mine"]["legal_actions"]
    text = Mail(notice(ann, game)).text
    numbers = re.findall(r"^    (\d+) +\S", text, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, len(legal) + 1)]
    assert re.search(r"^Beach +ann +careful", text, re.MULTILINE)


def test_a_player_reads_their_hidden_surfer_tile(ann: Person) -> None:
    game = high_tide(ann, surfers="hidden")
    own = ann.sees(game)["mine"]["surfer"]
    text = unfolded(Mail(notice(ann, game)).text)
    assert f"Your surfer's beach: {own}. The others do not see it before the end." in text
    assert "Points if the game ended now, without surfers: " in text
    german = unfolded(Mail(notice(ann, game, language="de")).text)
    assert "Strand deines Surfers: " in german
    assert "Punkte, als wäre das Spiel jetzt zu Ende, ohne Surfer: " in german


def test_both_parts_say_the_same(ann: Person, answerable: None) -> None:
    """Each word of the text that is no drawing stands in the HTML, and each link."""
    games = [tide(ann, 3), high_tide(ann, 6), finished(ann)]
    kinds = [NoticeKind.YOUR_TURN, NoticeKind.YOUR_TURN, NoticeKind.GAME_ENDED]
    for (game, kind), language in product(zip(games, kinds, strict=True), ("en", "de")):
        mail = Mail(notice(ann, game, kind, language=language))
        words = [word.rstrip(":") for word in mail.text.split() if not set(word) <= set("=->")]
        links = [word for word in words if word.startswith("http")]
        shown = {word.rstrip(":") for word in mail.seen.words}
        assert [word for word in words if word not in links and word not in shown] == []
        assert set(links) == set(mail.seen.links)
        assert shown <= {*words}


def finished(ann: Person) -> str:
    game = tide(ann)
    play(ann, game, 100)
    return game


def test_in_german_nothing_of_ours_is_english(ann: Person, answerable: None) -> None:
    english = re.compile(
        r"\b(the|you|your|is|of|takes|answer|until|points|player)\b", re.IGNORECASE
    )
    for game, kind in (
        (tide(ann, 3), NoticeKind.YOUR_TURN),
        (high_tide(ann, 6), NoticeKind.YOUR_TURN),
    ):
        mail = Mail(notice(ann, game, kind, language="de"))
        own = mail.text.replace("Turn the Tide", "").replace(PRESS.label, "")
        assert english.findall(own) == []
        assert "Montag" in own or "tag, " in own or "woch, " in own


def test_what_was_played_for_her_is_said_whatever_has_happened_since(ann: Person) -> None:
    """By the time a mail is written, the pair, the coin or the tile may be gone from the table."""
    answers: list[dict[str, Any]] = [
        *({"type": "roll"}, {"type": "take", "space": 3}, {"type": "accept"}, {"type": "decline"}),
        *({"type": "move"}, {"type": "pass"}, {"type": "coin", "beach": "blue", "space": 4}),
        *({"type": "reroll", "dice": dice} for dice in ([], ["left"], ["left", "right"])),
        *({"type": "tile", "tile": tile} for tile in TILES),
    ]
    assert {one["type"] for one in answers} == {*PLAIN, "tile"}
    for game in (high_tide(ann), high_tide(ann, 9), high_tide(ann, 1000)):
        for action in answers:
            told = notice(
                ann, game, NoticeKind.PLAYED_FOR_YOU, data={"by": "clock", "action": action}
            )
            assert "Played for you: " in Mail(told).text
    told = notice(ann, high_tide(ann, 9), NoticeKind.PLAYED_FOR_YOU, data={"action": answers[6]})
    assert "Played for you: Take a coin from the blue beach." in Mail(told).text


def test_the_result_is_told_with_its_proof(ann: Person) -> None:
    game = finished(ann)
    mail = Mail(notice(ann, game, NoticeKind.GAME_ENDED))
    assert "has won." in mail.text or "have won." in mail.text
    assert f"/api/v1/games/{game}/record" in mail.text
    assert "/docs/fairness" in mail.text
    assert "Your hand" not in mail.text


def test_what_is_answered_is_not_asked_any_more(ann: Person) -> None:
    game = tide(ann)
    asked = notice(ann, game)
    play(ann, game, 1)
    assert write([asked], TO) is None


def test_a_digest_has_what_is_urgent_first_and_leaves_out_what_is_answered(
    ann: Person, answerable: None
) -> None:
    news = notice(ann, tide(ann), NoticeKind.MESSAGE, id="n3", data={"other": "bob", "text": "Hi"})
    later, sooner = notice(ann, tide(ann), id="n1"), notice(ann, quick(ann), id="n2")
    mail = Mail(news, later, sooner)
    assert mail.subject == "2 games wait for you"
    assert mail.headers["Reply-To"] is None, "which of them would be meant?"
    places = [mail.text.index(f"/game/{one.game.pk}") for one in (sooner, later, news) if one.game]
    assert places == sorted(places)
    assert mail.text.count(REPLY) == 2
    assert sooner.game is not None
    play(ann, sooner.game.pk, 1)
    assert Mail(news, later, sooner).subject == "1 game waits for you"


def test_a_digest_however_many_games_it_is_about_is_shown_whole_by_gmail(
    ann: Person, answerable: None
) -> None:
    games = [tide(ann) for _ in range(3)]
    asked = [
        replace(one, id=f"{one.id}-{copy}")
        for copy in range(30)
        for one in (notice(ann, game) for game in games)
    ]
    mail = Mail(*asked)
    assert mail.subject == "90 games wait for you"
    assert len(mail.html.encode()) <= 100_000
    in_full = mail.text.count(REPLY)
    assert 10 <= in_full < 90
    for text in (mail.text, " ".join(mail.seen.words)):
        assert f"{90 - in_full} more are not in this mail" in unfolded(text)
        assert text.index("Stop these mails") < 2_000, "where nothing cuts it off"
    assert mail.text.count("Stop these mails") == 2


def quick(ann: Person) -> str:
    return ann.opens(bots=["careful", "random"], clock={"per_turn": "PT10M"})


def test_a_player_without_a_seat_in_a_private_game_reads_nothing_of_it(
    ann: Person, bob: Person
) -> None:
    game = ann.opens(bots=["careful", "random"], private=True)
    lost = replace(notice(bob, None, NoticeKind.SEAT_LOST), game=Game.objects.get(pk=game))
    mail = Mail(lost)
    assert "careful" not in mail.text
    assert "You have lost your seat in Turn the Tide" in mail.subject


@settings(suppress_health_check=[*HealthCheck])
@given(text=st.text(max_size=300), other=st.text(max_size=80))
def test_whatever_somebody_writes_is_only_words(ann: Person, text: str, other: str) -> None:
    said = notice(ann, None, NoticeKind.MESSAGE, data={"text": text, "other": other})
    written = write([said], TO)
    assert written is not None
    assert "\n" not in written.subject
    assert len(written.subject) <= MAX_SUBJECT_LENGTH
    raw = written.message().as_bytes()
    assert raw.count(b"\nSubject:") == 1
    html = str(written.alternatives[0][0])
    plain = str(write([notice(ann, None, NoticeKind.MESSAGE)], TO).alternatives[0][0])  # type: ignore[union-attr]
    marks = re.compile(r"<[a-z!/][^>]*>")
    extra = len(marks.findall(html)) - len(marks.findall(plain))
    lines = len([line for line in text.splitlines() if line.split()])
    assert extra == (2 * lines + 2 if lines else 0)


def test_names_however_long_break_nothing(ann: Person, answerable: None) -> None:
    long = Person.signs_up("W" * 30)
    game = long.opens(bots=["careful", "random"])
    mail = Mail(notice(long, game))
    assert max(len(line) for line in mail.text.splitlines() if "http" not in line) <= 78


RAW: Any = re.compile(rb"^List-Unsubscribe:\s+<(http\S+)>\r?$", re.MULTILINE)


def test_headers_say_what_mail_programs_go_by(ann: Person) -> None:
    game = tide(ann)
    first = write([notice(ann, game)], TO)
    second = write([notice(ann, game, NoticeKind.NEARLY_UP, id="n2")], TO)
    assert first is not None
    assert second is not None
    one, two = first.message(), second.message()
    # As it goes over the wire: a program that reads it does not decode.
    assert RAW.search(one.as_bytes())
    assert one["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert (one["Auto-Submitted"], one["X-Auto-Response-Suppress"]) == ("auto-generated", "All")
    assert one["Message-ID"] != two["Message-ID"]
    assert one["References"] == one["In-Reply-To"] == two["References"]
    chat = write([notice(ann, game, NoticeKind.MESSAGE, data={"other": "bob"})], TO)
    about = write([notice(ann, None, NoticeKind.ACCOUNT)], TO)
    assert chat is not None
    assert about is not None
    assert len({one["List-Id"], chat.message()["List-Id"], about.message()["List-Id"]}) == 3
    assert len({first.subject, chat.subject, about.subject}) == 3
    assert about.message()["List-Unsubscribe"] is None, "an account cannot be switched off"
