"""A move by reply: what is done, and what is written back."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress

from games.models import Game, StandingOrder, Submission
from games.rulesets import registry
from notifications.questions import question_state, secrets
from notifications.questions.question_state import choices
from notifications.replies import mail_handler
from notifications.replies.outcome import ReplyOutcome
from tests.app.notifications.mails import Question, letters, verify_address, write_reply
from tests.event_log import logged_events
from tests.people import Person

BEGIN = "Begin your reply with one of these lines"


@pytest.fixture
def high_tide(
    table: Callable[..., str], takes_mail: None, ann: Person, bob: Person, cat: Person
) -> Question:
    """The question to the only seat that is asked in High Tide, in a German mail."""
    game = table(ruleset="high_tide")
    asked = next(one for one in (ann, bob, cat) if one.sees(game)["mine"]["legal_actions"])
    return Question(verify_address(asked), game, language="de")


def test_the_first_line_of_a_reply_is_played_once(question) -> None:
    raw = question.write(f"{question.play}\n\nOn Monday the server wrote:\n> play 1 or play 2\n")
    assert mail_handler.receive(raw, question.to) == ReplyOutcome.SEALED
    receipt = question.sealed()
    assert receipt["action"] == {"type": "play", "card": question.hand[1]}
    assert receipt["by"] == "player"
    (letter,) = letters()
    assert (letter["to"], letter["subject"]) == ("ann@post.example", "Re: Your turn")
    headers = letter["headers"]
    assert (headers["In-Reply-To"], headers["Reply-To"]) == ("<1@post.example>", question.to)
    assert headers["Auto-Submitted"] == "auto-replied"
    assert str(question.hand[1]) in letter["text"]
    # The same mail twice does nothing twice.
    for again in (raw, b"Received: from a second try\r\n" + raw):
        assert mail_handler.receive(again, question.to.upper()) == ReplyOutcome.SEEN
    assert len(logged_events(question.game, "sealed")) == len(letters()) == 1


def test_an_unreadable_reply_is_answered_with_good_examples(question) -> None:
    assert question.answer("I rather like the big one\n") == ReplyOutcome.UNREAD
    (letter,) = letters()
    assert "I rather like the big one" in letter["text"]
    for card in question.hand:
        assert f"play {card}" in letter["text"]
    for number, text in enumerate(("", "\n\n> play 3\n", "-- \nAnn\n"), 2):
        assert question.answer(text) == ReplyOutcome.UNREAD
        assert len(letters()) == number
    missing = min({*range(1, 61)} - {*question.hand})
    assert question.answer(f"play {missing}") == ReplyOutcome.REFUSED
    assert "no answer to this question" in letters()[-1]["text"]
    assert question.sealed() is None
    # The answer to such a letter comes to the same question.
    again = write_reply(letter["headers"]["Reply-To"], question.play, id="<9@x>")
    assert mail_handler.receive(again, question.to) == ReplyOutcome.SEALED


def test_an_order_by_mail_is_a_standing_order(question) -> None:
    question.answer("help")
    (explained,) = re.findall(r"^  (order [\d ]*\d)   ", letters()[0]["text"], re.MULTILINE)
    assert question.answer(explained) == ReplyOutcome.ORDERED
    first, second = question.hand[3], question.hand[1]
    assert question.answer(f"order {first} {second}") == ReplyOutcome.ORDERED
    assert question.sealed() is None
    order = StandingOrder.objects.get(seat__game=question.game)
    assert (order.order, order.at_once) == ({"plays": [{"card": first}, {"card": second}]}, False)
    question.answer("status")
    assert f"your standing order plays: the {first}" in letters()[-1]["text"]
    assert question.answer("order 99") == ReplyOutcome.REFUSED
    assert question.answer(f"Auftrag sofort {second}") == ReplyOutcome.ORDERED
    assert question.sealed()["action"]["card"] == second


@pytest.mark.parametrize("has_orders", [True, False])
def test_an_order_that_is_not_taken_by_mail_says_why(high_tide, monkeypatch, has_orders) -> None:
    assert high_tide.person.patch("/me/notifications", {"language": "en"}).status < 300
    if not has_orders:
        monkeypatch.setattr(type(registry.find_ruleset("high_tide")), "orders", None)
    assert high_tide.answer("order 1") == ReplyOutcome.REFUSED
    text = letters()[-1]["text"]
    assert ("on its page" in text, "has no standing orders" in text) == (has_orders, not has_orders)


@pytest.mark.parametrize("text", ["status", "Stand", "help", "Hilfe!", "?"])
def test_who_asks_is_told(question, text: str) -> None:
    assert question.answer(text) == ReplyOutcome.TOLD
    told = letters()[0]["text"]
    assert f"play {question.hand[2]}" in told
    assert told.count(BEGIN) == 1
    deadline = r"Your deadline is \w+day, \d+ \w+, \d\d:\d\d \(Europe/Berlin\)\."
    assert re.search(deadline, told), "as in the mail itself"


def test_the_last_answer_closes_the_turn(question, bob, cat) -> None:
    for person in (bob, cat):
        person.seals_anything(question.game)
    assert question.answer() == ReplyOutcome.SEALED
    assert letters() == []
    assert question.person.sees(question.game)["turn"]["number"] == 2
    card = question.hand[2]
    for number, text in enumerate((f"play {card}", f"order {card}", f"order now {card}"), 1):
        assert question.answer(text) == ReplyOutcome.REFUSED
        assert "too late" in letters()[-1]["text"]
        assert len(letters()) == number
    assert not StandingOrder.objects.exists()
    assert not Submission.objects.filter(game=question.game, question__turn__number=2).exists()


def test_capitals_in_the_address_and_folded_headers_make_no_difference(question) -> None:
    raw = question.write(question.play.upper(), sender="Ann@Post.Example")
    raw = raw.replace(b"From: Ann <", b"From:\r\n =?utf-8?q?=C3=84nn?=\r\n <")
    assert mail_handler.receive(raw, question.to.upper()) == ReplyOutcome.SEALED


def test_mail_for_no_question_is_not_taken(question) -> None:
    for to in (
        *("play+" + "a" * 26 + "@tide.example", "play+short@tide.example", "play@tide.example"),
        *("ann@tide.example", "no address", ""),
        question.to.replace("tide.example", "tide.example.evil.example"),
    ):
        assert not mail_handler.knows(to)
        assert question.bring(write_reply(to, "play 3"), to or "x") == ReplyOutcome.UNKNOWN


def test_a_mail_that_is_too_large_is_not_read(question, settings) -> None:
    settings.TIDE_MAX_MAIL_BYTES = len(question.write()) - 1
    assert question.bring(question.write()) == ReplyOutcome.TOO_LARGE
    settings.TIDE_MAX_MAIL_BYTES += 1
    assert question.bring(question.write()) == ReplyOutcome.SEALED


def test_a_reply_for_a_game_without_its_rules_is_answered(question) -> None:
    Game.objects.update(rules_version=99)
    assert question.answer() == ReplyOutcome.REFUSED
    (letter,) = letters()
    assert "That cannot be played now." in letter["text"]
    assert not Submission.objects.exists()


def test_letters_to_one_player_have_a_limit(question, settings) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "reply_mails": (2, 86400 * 3650)}
    for _ in range(4):
        question.answer("what?")
    assert len(letters()) == 2
    assert question.answer() == ReplyOutcome.SEALED


def test_others_may_not_answer_for_a_player(question, bob) -> None:
    verify_address(bob, "bob@post.example")
    forged = question.write(sender="bob@post.example")
    assert question.bring(forged) == ReplyOutcome.STRANGER
    assert question.is_untouched
    # Where no sender can be refused in a dialogue, the player is told at their own address, once.
    for _ in range(2):
        assert mail_handler.receive(forged, question.to) == ReplyOutcome.STRANGER
    (letter,) = letters()
    assert (letter["to"], "was refused" in letter["text"]) == ("ann@post.example", True)
    # What was refused is played when it comes again with its proof: all have the same Message-ID.
    assert question.bring(question.write(proof=None)) == ReplyOutcome.UNPROVED
    assert question.sealed() is None
    assert question.bring(question.write()) == ReplyOutcome.SEALED
    EmailAddress.objects.update(verified=False)
    assert question.answer("undo", dialogue=True) == ReplyOutcome.STRANGER


def test_stop_ends_what_a_player_is_told_of_this_game(question) -> None:
    assert question.answer("Stop!") == ReplyOutcome.STOPPED
    assert question.person.get("/me/notifications").json["games_off"] == [question.game]
    assert "no more notifications about this game" in letters()[0]["text"]
    assert question.answer("stop all") == ReplyOutcome.STOPPED
    switches = question.person.get("/me/notifications").json["switches"]
    assert not switches["your_turn"]["mail"]
    assert switches["account"]["mail"]


def test_a_reply_is_read_in_two_languages_replaced_and_taken_back(question) -> None:
    assert question.person.patch("/me/notifications", {"language": "de"}).status < 300
    question.answer("was denn")
    asked = letters()[-1]["text"]
    assert "Das konnte ich nicht lesen" in asked
    assert "Beginne deine Antwort mit" in asked
    # The player may copy from the mail in which the question came, and from this one.
    for line, card in ((f"the {question.hand[2]}", 2), (f"die {question.hand[3]}", 3)):
        assert question.answer(line) == ReplyOutcome.SEALED
        assert question.sealed()["action"]["card"] == question.hand[card]
        said = letters()[-1]["text"]
        assert ("Versiegelt" in said, "Sealed" in said) == (True, False)
        assert f"the {question.hand[card]}" not in said
    assert question.answer("undo") == ReplyOutcome.TAKEN_BACK
    assert question.sealed() is None
    assert question.person.patch("/me/notifications", {"language": "en"}).status < 300
    assert question.answer("undo") == ReplyOutcome.REFUSED
    assert "nothing that could be taken back" in letters()[-1]["text"]


def test_an_answer_in_words_is_read_in_the_language_of_the_mail_too(high_tide) -> None:
    assert high_tide.person.patch("/me/notifications", {"language": "en"}).status < 300
    row = secrets.find(high_tide.secret)
    assert row is not None
    seen = high_tide.person.sees(high_tide.game)
    german, english = question_state.load_question(row).choices[0], choices(seen)[0]
    assert (german.action, german.words == english.words) == (english.action, False)
    assert high_tide.answer(german.words) == ReplyOutcome.SEALED


@pytest.mark.parametrize("charset", ["utf-7", "unicode_escape", "raw_unicode_escape"])
def test_half_a_character_is_quoted_as_far_as_it_can_be(question, charset: str) -> None:
    half = "+2D0-" if charset == "utf-7" else r"\ud83d"
    part = f"--b\nContent-Type: text/plain; charset={charset}\n\nwhat {half} now\n--b--"
    raw = question.write(part)
    raw = raw.replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b", 1)
    raw = raw.replace(b"Re: Your turn", b"=?utf-7?q?Re=3A_+2D0-_turn?=")
    assert mail_handler.receive(raw, question.to) == ReplyOutcome.UNREAD
    assert "what ? now" in letters()[-1]["text"]
