"""What a mail says: all that is needed to answer, the same in text and in HTML, in its reader's language."""

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
from games.rulesets.high_tide.words.sheet import HighTideSheet
from notifications.mail import facts
from notifications.mail.composer import MAX_SUBJECT_LENGTH, write
from notifications.notice import ActionLink, Notice, NoticeKind
from tests.app.notifications.mail.letters import TO, Mail
from tests.app.notifications.mail.tables import high_tide, play, tide
from tests.app.notifications.notices import notice
from tests.people import Person

pytestmark = pytest.mark.django_db
REPLY = "play+abcdefgh@tide.example"
PRESS = ActionLink("Play the 44", "https://tide.example/play/abc/44")
ENGLISH = re.compile(r"\b(the|you|your|is|of|takes|answer|until|points|player)\b", re.IGNORECASE)


@pytest.fixture
def answerable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that takes answers by mail and by one press."""
    monkeypatch.setattr(facts, "reply_to", lambda notice: REPLY)
    monkeypatch.setattr(facts, "presses_in", lambda notice, view: [PRESS])


@pytest.fixture
def finished(ann: Person) -> str:
    game = tide(ann)
    play(ann, game, 100)
    return game


def unfold(text: str) -> str:
    return " ".join(text.split())


def test_a_mail_says_all_that_is_needed_to_answer(ann, answerable) -> None:
    game = tide(ann, 2)
    mine = ann.sees(game)["mine"]
    mail = Mail(notice(ann, game))
    text = unfold(mail.text)
    assert unfold(mail.subject) == "Your turn in Turn the Tide · Careful bot 2, Random bot 3"
    assert f"Your hand: {' '.join(map(str, mine['hand']))}" in text
    assert "Which card do you play? Until " in text
    assert "(Europe/Berlin)." in text
    assert f"the server plays for you: the {mine['fallback']['card']}." in text
    assert text.count("Played: ann ") == text.count("Played: ") == 1, "since the last answer"
    assert "Stage 1 of 3, round 3 of 12." in text
    assert f"play {mine['hand'][0]}" in text
    assert re.search(rf"order {mine['hand'][0]} \d+ \d+: a standing order", text)
    assert f"/game/{game}" in text
    assert PRESS.url in text
    assert mail.headers["Reply-To"] == REPLY


def test_without_mail_coming_in_it_asks_for_no_answer_by_mail(ann) -> None:
    mail = Mail(notice(ann, tide(ann)))
    assert not re.search("Answer (by|this) mail", mail.text)
    assert mail.headers["Reply-To"] is None


def test_high_tide_is_answered_by_number(ann, answerable) -> None:
    game = high_tide(ann, 6, surfers="hidden")
    mine, text = ann.sees(game)["mine"], Mail(notice(ann, game)).text
    numbers = re.findall(r"^    (\d+) +\S", text, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, len(mine["legal_actions"]) + 1)]
    assert re.search(r"^Beach +ann +Careful bot 2", text, re.MULTILINE)
    hidden = f"Your surfer's beach: {mine['surfer']}. The others do not see it before the end."
    assert hidden in unfold(text)
    assert "Points if the game ended now, without surfers: " in unfold(text)
    german = unfold(Mail(notice(ann, game, language="de")).text)
    assert "Strand deines Surfers: " in german
    assert "Punkte, als wäre das Spiel jetzt zu Ende, ohne Surfer: " in german


def test_both_parts_say_the_same(ann, finished, answerable) -> None:
    """Each word of the text that is no drawing stands in the HTML, and each link."""
    turns = [(game, NoticeKind.YOUR_TURN) for game in (tide(ann, 3), high_tide(ann, 6))]
    for told, language in product([*turns, (finished, NoticeKind.GAME_ENDED)], ("en", "de")):
        mail = Mail(notice(ann, *told, language=language))
        words = [word.rstrip(":") for word in mail.text.split() if not set(word) <= set("=->")]
        links = [word for word in words if word.startswith("http")]
        seen = {word.rstrip(":") for word in mail.seen.words}
        assert [word for word in words if word not in links and word not in seen] == []
        assert set(links) == set(mail.seen.links)
        assert seen <= {*words}
        if language == "de" and told in turns:
            own = mail.text.replace("Turn the Tide", "").replace(PRESS.label, "")
            assert ENGLISH.findall(own) == []
            assert any(day in own for day in ("tag, ", "woch, ")), "a day of the week"


def test_what_was_played_for_a_player_is_said_whatever_has_happened_since(ann) -> None:
    """By the time a mail is written, the pair, the coin or the tile may be gone from the table."""
    coin = {"type": "coin", "beach": "blue", "space": 4}
    actions: list[dict[str, Any]] = [
        *({"type": "roll"}, {"type": "take", "space": 3}, {"type": "accept"}, {"type": "decline"}),
        *({"type": "move"}, {"type": "pass"}, coin),
        *({"type": "reroll", "dice": dice} for dice in ([], ["left"], ["left", "right"])),
        *({"type": "tile", "tile": tile} for tile in TILES),
    ]
    assert {one["type"] for one in actions} == {*PLAIN, "tile"}
    for game in (high_tide(ann), high_tide(ann, 9), high_tide(ann, 1000)):
        for action in actions:
            data = {"by": "clock", "action": action}
            text = Mail(notice(ann, game, NoticeKind.PLAYED_FOR_YOU, data=data)).text
            assert "Played for you: " in text
            if action is coin:
                assert "Played for you: Take a coin from the blue beach." in text


def test_events_that_seldom_happen_have_sentences_of_their_own(ann) -> None:
    """Games of bots may do without them."""
    sheet = HighTideSheet(ann.sees(high_tide(ann)))
    for kind, data, said in (
        ("chair_moved", {"in_water": True, "start": 15}, "ann: blue 15 → into the water"),
        ("shark_came", {"seat": None}, "A shark comes to the blue beach, but no chair is there."),
        (
            "wave_laid",
            {"size": "large", "water": 9},
            "A large wave on the blue beach: water from space 9.",
        ),
        ("tile_used", {"action": {"tile": "B6"}}, "ann uses tile B6."),
    ):
        assert sheet.event_sentence(kind, {"seat": 0, "beach": "blue", **data}) == said


def test_the_result_is_told_with_its_proof(ann, finished) -> None:
    text = Mail(notice(ann, finished, NoticeKind.GAME_ENDED)).text
    assert re.search("(has|have) won[.]", text)
    assert f"/api/v1/games/{finished}/record" in text
    assert ("/docs/fairness" in text, "Your hand" in text) == (True, False)


def test_a_digest_has_what_is_urgent_first(ann, answerable) -> None:
    quick = ann.opens(bots=["careful", "random"], clock={"per_turn": "PT10M"})
    data = {"other": "bob", "text": "Hi"}
    news = notice(ann, tide(ann), NoticeKind.MESSAGE, id="n3", data=data)
    later, sooner = notice(ann, tide(ann), id="n1"), notice(ann, quick, id="n2")
    mail = Mail(news, later, sooner)
    assert mail.subject == "2 games wait for you"
    assert mail.headers["Reply-To"] is None, "which of them would be meant?"
    places = [mail.text.index(f"/game/{one.game.pk}") for one in (sooner, later, news) if one.game]
    assert places == sorted(places)
    assert mail.text.count(REPLY) == 2
    play(ann, quick, 1)
    assert Mail(news, later, sooner).subject == "1 game waits for you"
    assert write([sooner], TO) is None


def test_a_long_digest_is_shown_whole_by_gmail(ann, answerable) -> None:
    asked = [notice(ann, tide(ann)) for _ in range(3)]
    mail = Mail(
        *(replace(one, id=f"{at}-{copy}") for copy in range(30) for at, one in enumerate(asked))
    )
    assert mail.subject == "90 games wait for you"
    assert len(mail.html.encode()) <= 100_000
    in_full = mail.text.count(REPLY)
    assert 10 <= in_full < 90
    for text in (mail.text, " ".join(mail.seen.words)):
        assert f"{90 - in_full} more are not in this mail" in unfold(text)
        assert text.index("Stop these mails") < 2_000, "where nothing cuts it off"
    assert mail.text.count("Stop these mails") == 2


def test_a_player_without_a_seat_reads_nothing_of_a_private_game(ann, bob) -> None:
    game = ann.opens(bots=["careful", "random"], private=True)
    mail = Mail(replace(notice(bob, None, NoticeKind.SEAT_LOST), game=Game.objects.get(pk=game)))
    assert "careful" not in mail.text
    assert "You have lost your seat in Turn the Tide" in mail.subject


@settings(suppress_health_check=[*HealthCheck])
@given(text=st.text(max_size=300), other=st.text(max_size=80))
def test_whatever_somebody_writes_is_only_words(ann, text: str, other: str) -> None:
    data = {"text": text, "other": other}
    written = write([notice(ann, None, NoticeKind.MESSAGE, data=data)], TO)
    usual = write([notice(ann, None, NoticeKind.MESSAGE)], TO)
    assert written is not None
    assert usual is not None
    assert "\n" not in written.subject
    assert len(written.subject) <= MAX_SUBJECT_LENGTH
    assert written.message().as_bytes().count(b"\nSubject:") == 1
    marks = re.compile(r"<[a-z!/][^>]*>")
    html, plain = (str(one.alternatives[0][0]) for one in (written, usual))
    lines = len([line for line in text.splitlines() if line.split()])
    extra = len(marks.findall(html)) - len(marks.findall(plain))
    assert extra == (2 * lines + 2 if lines else 0)


def test_names_however_long_break_nothing(answerable) -> None:
    long = Person.signs_up("W" * 30)
    mail = Mail(notice(long, long.opens(bots=["careful", "random"])))
    assert max(len(line) for line in mail.text.splitlines() if "http" not in line) <= 78


def test_headers_say_what_mail_programs_go_by(ann, table) -> None:
    def headers(*told: Notice) -> Any:
        written = write(told, TO)
        assert written is not None
        return written.message()

    game = table()
    one = headers(notice(ann, game))
    two = headers(notice(ann, game, NoticeKind.NEARLY_UP, id="n2"))
    # As it goes over the wire: a program that reads it does not decode.
    raw = re.compile(rb"^List-Unsubscribe:\s+<(http\S+)>\r?$", re.MULTILINE)
    assert raw.search(one.as_bytes())
    assert one["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert (one["Auto-Submitted"], one["X-Auto-Response-Suppress"]) == ("auto-generated", "All")
    assert one["Message-ID"] != two["Message-ID"]
    assert one["References"] == one["In-Reply-To"] == two["References"]
    chat = headers(notice(ann, game, NoticeKind.MESSAGE, data={"other": "bob"}))
    about = headers(notice(ann, None, NoticeKind.ACCOUNT))
    for name in ("List-Id", "Subject"):
        assert len({str(message[name]) for message in (one, chat, about)}) == 3
    assert about["List-Unsubscribe"] is None, "an account cannot be switched off"
