"""A move by reply: what is done, and what is written back."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import OperationalError

from games.models import Game, StandingOrder, Submission
from games.rulesets import registry
from notifications.models import ReceivedMail
from notifications.questions import question_state, secrets
from notifications.questions.question_state import choices
from notifications.replies import address, mail_handler
from notifications.replies.outcome import Later, ReplyOutcome
from players.models import Letter
from tests.app.notifications.writing import addressed, reply, verified
from tests.event_log import logged_events
from tests.people import Person

Table = Callable[..., str]


def sealed(game: str, person: Person) -> Any:
    return person.sees(game)["mine"]["submission"]


def letters() -> list[Any]:
    return [one.content for one in Letter.objects.order_by("pk")]


def card(person: Person, game: str, place: int = 2) -> int:
    return int(person.sees(game)["mine"]["hand"][place])


def test_the_first_line_of_a_reply_is_played(table: Table, writer: Person) -> None:
    game = table()
    to, chosen = addressed(writer, game), card(writer, game)
    raw = reply(to, f"play {chosen}\n\nOn Monday the server wrote:\n> play 1 or play 2\n")
    assert mail_handler.receive(raw, to) == ReplyOutcome.SEALED
    assert sealed(game, writer)["action"] == {"type": "play", "card": chosen}
    assert sealed(game, writer)["by"] == "player"
    (letter,) = letters()
    assert letter["to"] == "ann@post.example"
    assert letter["subject"] == "Re: Your turn"
    assert letter["headers"]["In-Reply-To"] == "<1@post.example>"
    assert letter["headers"]["Reply-To"] == to
    assert letter["headers"]["Auto-Submitted"] == "auto-replied"
    assert f"play {chosen}" in letter["text"].lower() or str(chosen) in letter["text"]


def test_the_same_mail_twice_does_nothing_twice(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, f"play {card(writer, game)}")
    assert mail_handler.receive(raw, to) == ReplyOutcome.SEALED
    events = len(logged_events(game))
    assert mail_handler.receive(raw, to) == ReplyOutcome.SEEN
    assert (
        mail_handler.receive(b"Received: from a second try\r\n" + raw, to.upper())
        == ReplyOutcome.SEEN
    )
    assert len(logged_events(game)) == events
    assert len(letters()) == 1


def test_a_second_reply_replaces_the_answer(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    mail_handler.receive(reply(to, f"play {card(writer, game)}"), to)
    other = card(writer, game, 5)
    assert mail_handler.receive(reply(to, f"{other}", id="<2@x>"), to) == ReplyOutcome.SEALED
    assert sealed(game, writer)["action"]["card"] == other
    assert mail_handler.receive(reply(to, "undo", id="<3@x>"), to) == ReplyOutcome.TAKEN_BACK
    assert sealed(game, writer) is None
    assert mail_handler.receive(reply(to, "undo", id="<4@x>"), to) == ReplyOutcome.REFUSED
    assert "nothing that could be taken back" in letters()[-1]["text"]


def test_what_cannot_be_read_is_answered_with_what_was_read_and_what_would_be_right(
    table: Table, writer: Person
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, "I rather like the big one\n")
    assert mail_handler.receive(raw, to) == ReplyOutcome.UNREAD
    assert sealed(game, writer) is None
    (letter,) = letters()
    assert "I rather like the big one" in letter["text"]
    for one in writer.sees(game)["mine"]["hand"]:
        assert f"play {one}" in letter["text"]
    assert "Your deadline is " in letter["text"]
    assert "(Europe/Berlin)." in letter["text"]
    # Her answer to that letter comes to the same question.
    again = reply(letter["headers"]["Reply-To"], f"play {card(writer, game)}", id="<2@x>")
    assert mail_handler.receive(again, to) == ReplyOutcome.SEALED


@pytest.mark.parametrize("text", ["", "\n\n> play 3\n", "-- \nAnn\n"])
def test_an_empty_reply_is_answered_too(table: Table, writer: Person, text: str) -> None:
    game = table()
    to = addressed(writer, game)
    assert mail_handler.receive(reply(to, text), to) == ReplyOutcome.UNREAD
    assert sealed(game, writer) is None
    assert len(letters()) == 1


def test_a_card_that_she_does_not_hold_is_refused_in_words(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    missing = min({*range(1, 61)} - {*writer.sees(game)["mine"]["hand"]})
    assert mail_handler.receive(reply(to, f"play {missing}"), to) == ReplyOutcome.REFUSED
    assert sealed(game, writer) is None
    assert "no answer to this question" in letters()[0]["text"]


def test_an_order_by_mail_is_a_standing_order(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    hand = writer.sees(game)["mine"]["hand"]
    first, second = hand[3], hand[1]
    assert mail_handler.receive(reply(to, f"order {first} {second}"), to) == ReplyOutcome.ORDERED
    assert sealed(game, writer) is None
    order = StandingOrder.objects.get(seat__game=game)
    assert order.order == {"plays": [{"card": first}, {"card": second}]}
    assert not order.at_once
    said = mail_handler.receive(reply(to, f"Auftrag sofort {second}", id="<2@x>"), to)
    assert said == ReplyOutcome.ORDERED
    assert sealed(game, writer)["action"]["card"] == second
    refused = mail_handler.receive(reply(to, "order 99", id="<3@x>"), to)
    assert refused == ReplyOutcome.REFUSED


@pytest.mark.parametrize("text", ["status", "Stand", "help", "Hilfe!", "?"])
def test_who_asks_is_told(table: Table, writer: Person, text: str) -> None:
    game = table()
    to = addressed(writer, game)
    assert mail_handler.receive(reply(to, text), to) == ReplyOutcome.TOLD
    told = letters()[0]["text"]
    assert f"play {card(writer, game)}" in told
    assert told.count("Begin your reply with one of these lines") == 1
    assert re.search(r"Your deadline is \w+day, \d+ \w+, \d\d:\d\d \(Europe/Berlin\)\.", told), (
        "as in the mail itself"
    )


def test_an_order_is_explained_and_shown_in_the_status(table: Table, writer: Person) -> None:
    game = table()
    to, hand = addressed(writer, game), writer.sees(game)["mine"]["hand"]
    mail_handler.receive(reply(to, "help"), to)
    (explained,) = re.findall(r"^  (order [\d ]*\d)   ", letters()[0]["text"], re.MULTILINE)
    assert mail_handler.receive(reply(to, explained, id="<2@x>"), to) == ReplyOutcome.ORDERED
    assert (
        mail_handler.receive(reply(to, f"order {hand[3]}", id="<3@x>"), to) == ReplyOutcome.ORDERED
    )
    mail_handler.receive(reply(to, "status", id="<4@x>"), to)
    assert f"your standing order plays: the {hand[3]}." in letters()[-1]["text"]


def test_the_last_answer_closes_the_turn_without_a_letter(
    table: Table, writer: Person, bob: Person, cat: Person
) -> None:
    game = table()
    to = addressed(writer, game)
    chosen = card(writer, game)
    bob.seals_anything(game)
    cat.seals_anything(game)
    assert mail_handler.receive(reply(to, f"play {chosen}"), to) == ReplyOutcome.SEALED
    assert letters() == []
    assert writer.sees(game)["turn"]["number"] == 2
    # Whatever comes now is too late, and is told so.
    late = mail_handler.receive(reply(to, f"play {chosen}", id="<2@x>"), to)
    assert late == ReplyOutcome.REFUSED
    assert "too late" in letters()[0]["text"]
    assert Submission.objects.filter(game=game, turn=2).count() == 0


def test_capitals_in_the_address_and_folded_headers_make_no_difference(
    table: Table, writer: Person
) -> None:
    game = table()
    to = addressed(writer, game)
    chosen = card(writer, game)
    raw = reply(to, f"PLAY {chosen}", sender="Ann@Post.Example")
    raw = raw.replace(b"From: Ann <", b"From:\r\n =?utf-8?q?=C3=84nn?=\r\n <")
    assert mail_handler.receive(raw, to.upper()) == ReplyOutcome.SEALED
    assert sealed(game, writer)["action"]["card"] == chosen


@pytest.mark.parametrize(
    "to",
    [
        "play+" + "a" * 26 + "@tide.example",
        "play+short@tide.example",
        "play@tide.example",
        "ann@tide.example",
        "no address",
        "",
    ],
)
def test_mail_for_no_question_is_not_taken(takes_mail: None, db: None, to: str) -> None:
    assert mail_handler.receive(reply(to, "play 3"), to) == ReplyOutcome.UNKNOWN
    assert not mail_handler.knows(to)


def test_the_address_of_another_domain_is_not_ours(table: Table, writer: Person) -> None:
    to = addressed(writer, table()).replace("tide.example", "tide.example.evil.example")
    assert not mail_handler.knows(to)


def test_a_fault_of_the_moment_notes_nothing(
    table: Table, writer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    to = addressed(writer, game)
    chosen = card(writer, game)
    raw = reply(to, f"play {chosen}")

    def away(*_: Any) -> None:
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr("games.play.submissions.submit", away)
        with pytest.raises(Later):
            mail_handler.receive(raw, to)
    assert not ReceivedMail.objects.exists()
    assert letters() == []
    assert mail_handler.receive(raw, to) == ReplyOutcome.SEALED


def test_a_mail_that_is_too_large_is_not_read(table: Table, writer: Person, settings: Any) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, f"play {card(writer, game)}")
    settings.TIDE_MAX_MAIL_BYTES = len(raw) - 1
    assert mail_handler.receive(raw, to) == ReplyOutcome.TOO_LARGE
    assert sealed(game, writer) is None
    settings.TIDE_MAX_MAIL_BYTES = len(raw)
    assert mail_handler.receive(raw, to) == ReplyOutcome.SEALED


def test_a_reply_for_a_game_without_its_rules_is_answered(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, f"play {card(writer, game)}")
    Game.objects.update(rules_version=99)
    assert mail_handler.receive(raw, to) == ReplyOutcome.REFUSED
    (letter,) = letters()
    assert "That cannot be played now." in letter["text"]
    assert not Submission.objects.exists()


def test_answers_to_one_player_are_counted(table: Table, writer: Person, settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "reply_mails": (2, 86400 * 3650)}
    game = table()
    to = addressed(writer, game)
    for number in range(4):
        mail_handler.receive(reply(to, "what?", id=f"<{number}@x>"), to)
    assert len(letters()) == 2
    # Her moves are made all the same.
    raw = reply(to, f"play {card(writer, game)}", id="<9@x>")
    assert mail_handler.receive(raw, to) == ReplyOutcome.SEALED


def test_others_may_not_answer_for_her(table: Table, writer: Person, bob: Person) -> None:
    game = table()
    verified(bob, "bob@post.example")
    to = addressed(writer, game)
    raw = reply(to, f"play {card(writer, game)}", sender="bob@post.example")
    assert mail_handler.receive(raw, to, dialogue=True) == ReplyOutcome.STRANGER
    assert letters() == []
    assert sealed(game, writer) is None
    # Where nobody can be refused to his face, the player is told at her own address, once.
    assert mail_handler.receive(raw, to) == ReplyOutcome.STRANGER
    assert mail_handler.receive(raw, to) == ReplyOutcome.STRANGER
    (letter,) = letters()
    assert letter["to"] == "ann@post.example"
    assert "was refused" in letter["text"]


def test_what_was_refused_is_played_when_it_comes_again_with_its_proof(
    table: Table, writer: Person
) -> None:
    game = table()
    to = addressed(writer, game)
    wish = f"play {card(writer, game)}"
    forged = reply(to, "play 3", sender="eve@post.example")
    assert mail_handler.receive(forged, to) == ReplyOutcome.STRANGER
    assert mail_handler.receive(reply(to, wish, proof=None), to) == ReplyOutcome.UNPROVED
    assert sealed(game, writer) is None
    # All three have the same Message-ID.
    assert mail_handler.receive(reply(to, wish), to) == ReplyOutcome.SEALED


def test_an_address_that_is_not_verified_may_not_answer(
    table: Table, takes_mail: None, ann: Person
) -> None:
    verified(ann)
    EmailAddress.objects.update(verified=False)
    game = table()
    to = addressed(ann, game)
    raw = reply(to, f"play {card(ann, game)}")
    assert mail_handler.receive(raw, to) == ReplyOutcome.STRANGER


def test_stop_ends_what_she_is_told_of_this_game(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    assert mail_handler.receive(reply(to, "Stop!"), to) == ReplyOutcome.STOPPED
    assert writer.get("/me/notifications").json["games_off"] == [game]
    assert "no more notifications about this game" in letters()[0]["text"]
    assert mail_handler.receive(reply(to, "stop all", id="<2@x>"), to) == ReplyOutcome.STOPPED
    switches = writer.get("/me/notifications").json["switches"]
    assert not switches["your_turn"]["mail"]
    assert switches["account"]["mail"]


def test_what_is_written_back_is_in_the_language_of_the_mail(table: Table, writer: Person) -> None:
    game = table()
    assert writer.patch("/me/notifications", {"language": "de"}).status < 300
    to = addressed(writer, game, language="de")
    mail_handler.receive(reply(to, "was denn"), to)
    assert "Das konnte ich nicht lesen" in letters()[0]["text"]
    assert "Beginne deine Antwort mit" in letters()[0]["text"]


def test_all_of_an_answer_is_in_her_present_language_and_her_mails_words_are_read(
    table: Table, writer: Person
) -> None:
    game = table()
    to = addressed(writer, game, language="en")
    assert writer.patch("/me/notifications", {"language": "de"}).status < 300
    mail_handler.receive(reply(to, "was denn"), to)
    asked = letters()[-1]["text"]
    assert "Das konnte ich nicht lesen" in asked
    assert "Beginne deine Antwort mit" in asked
    # She may copy from the mail in which she was asked, and from this one.
    hand = writer.sees(game)["mine"]["hand"]
    for number, (line, held) in enumerate({f"the {hand[2]}": 2, f"die {hand[3]}": 3}.items()):
        raw = reply(to, line, id=f"<{number}@x>")
        assert mail_handler.receive(raw, to) == ReplyOutcome.SEALED
        assert sealed(game, writer)["action"]["card"] == hand[held]
        said = letters()[-1]["text"]
        assert "Versiegelt" in said
        assert "Sealed" not in said
        assert f"the {hand[held]}" not in said


def test_an_answer_in_words_is_read_in_the_language_of_the_mail_too(
    table: Table, takes_mail: None, ann: Person, bob: Person, cat: Person
) -> None:
    game = table(ruleset="high_tide")
    asked = next(one for one in (ann, bob, cat) if one.sees(game)["mine"]["legal_actions"])
    verified(asked)
    to = addressed(asked, game, language="de")
    assert asked.patch("/me/notifications", {"language": "en"}).status < 300
    row = secrets.find(address.secret_in(to) or "")
    assert row is not None
    german, english = question_state.load_question(row).choices[0], choices(asked.sees(game))[0]
    assert (german.action, german.words == english.words) == (english.action, False)
    assert mail_handler.receive(reply(to, german.words), to) == ReplyOutcome.SEALED


@pytest.mark.parametrize("wish", ["order {card}", "order now {card}"])
def test_an_order_to_the_address_of_a_turn_that_is_closed_is_too_late(
    table: Table, writer: Person, bob: Person, cat: Person, wish: str
) -> None:
    game = table()
    to = addressed(writer, game)
    for person in (writer, bob, cat):
        person.seals_anything(game)
    assert writer.sees(game)["turn"]["number"] == 2
    raw = reply(to, wish.format(card=card(writer, game)))
    assert mail_handler.receive(raw, to) == ReplyOutcome.REFUSED
    assert not StandingOrder.objects.exists()
    assert Submission.objects.filter(game=game, turn=2).count() == 0
    assert "too late" in letters()[-1]["text"]


@pytest.mark.parametrize("charset", ["utf-7", "unicode_escape", "raw_unicode_escape"])
def test_half_a_character_is_quoted_as_far_as_it_can_be(
    table: Table, writer: Person, charset: str
) -> None:
    to = addressed(writer, table())
    half = "+2D0-" if charset == "utf-7" else r"\ud83d"
    part = f"--b\nContent-Type: text/plain; charset={charset}\n\nwhat {half} now\n--b--"
    raw = reply(to, part).replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b", 1)
    raw = raw.replace(b"Re: Your turn", b"=?utf-7?q?Re=3A_+2D0-_turn?=")
    assert mail_handler.receive(raw, to) == ReplyOutcome.UNREAD
    assert "what ? now" in letters()[-1]["text"]


@pytest.mark.usefixtures("takes_mail")
@pytest.mark.parametrize("has_orders", [True, False])
def test_an_order_for_a_game_that_takes_none_by_mail_says_why(
    table: Table,
    ann: Person,
    bob: Person,
    cat: Person,
    monkeypatch: pytest.MonkeyPatch,
    has_orders: bool,
) -> None:
    game = table(ruleset="high_tide")
    asked = next(one for one in (ann, bob, cat) if one.sees(game)["mine"]["legal_actions"])
    verified(asked)
    to = addressed(asked, game)
    if not has_orders:
        monkeypatch.setattr(type(registry.find_ruleset("high_tide")), "orders", None)
    assert mail_handler.receive(reply(to, "order 1"), to) == ReplyOutcome.REFUSED
    said = letters()[-1]["text"]
    assert ("on its page" in said, "has no standing orders" in said) == (has_orders, not has_orders)
