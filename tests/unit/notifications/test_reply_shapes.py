"""The wish of a reply is found, whatever program has written it."""

from types import SimpleNamespace
from typing import Any

import pytest

from notifications.questions.question_state import Choice
from notifications.replies import commands
from notifications.replies.commands import Command, CommandName
from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.text import first_lines
from tests.unit.notifications.shapes import Shape, shapes

HAND = (3, 12, 17, 44)


def asked(ruleset: str = "turn_the_tide", choices: Any = None) -> Any:
    known = choices or [
        Choice(card, f"play {card}", f"the {card}", {"type": "play", "card": card}) for card in HAND
    ]
    return SimpleNamespace(
        choices=known,
        answer_link=SimpleNamespace(game=SimpleNamespace(ruleset=ruleset)),
        numbered=lambda number: next((one for one in known if one.number == number), None),
    )


def read(raw: bytes) -> Command | None:
    found = (commands.read(line, asked()) for line in first_lines(IncomingMail(raw)))
    return next((one for one in found if one is not None), None)


SHAPES = [*shapes("play 44")]


def test_there_are_many_shapes() -> None:
    assert len(SHAPES) >= 60
    assert len({one.name for one in SHAPES}) == len(SHAPES)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_the_wish_is_found(shape: Shape) -> None:
    command = read(shape.mail())
    assert command is not None
    assert command.choice is not None
    assert command.choice.number == 44


@pytest.mark.parametrize("shape", [*shapes("I do not know yet")], ids=lambda shape: shape.name)
def test_nothing_is_played_where_nothing_is_wished(shape: Shape) -> None:
    assert read(shape.mail()) is None


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252", "koi8-r", "ascii"])
@pytest.mark.parametrize(
    "name", ["nothing else", "Outlook, en", "Gmail, en, above", "HTML in a table"]
)
def test_the_charset_makes_no_difference(name: str, charset: str) -> None:
    shape = next(one for one in SHAPES if one.name == name)
    assert read(shape.mail(charset)) is not None


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: text/plain; charset=klingon-8\r\n\r\nplay 44\r\n",
        b'Content-Type: text/plain; charset=""\r\n\r\nplay 44\r\n',
        b"Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\npl=61y=2044=\r\n\r\n",  # noqa: E501
        b"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\ncGxheSA0NA==\r\n",
        b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\xef\xbb\xbfplay 44\r\n",  # noqa: E501
        b"Content-Type: text/plain; charset=utf-8\r\n\r\nplay 44\r\n\r\nGr\xfc\xdfe\r\n",
        b"\r\nplay 44",
        (
            b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nplay 44\r\n--x\r\nContent-Type: image/png\r\n"  # noqa: E501
            b"Content-Disposition: attachment\r\n\r\nabc\r\n--x--\r\n"
        ),
        (
            b"Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n \r\n"  # noqa: E501
            b"--x\r\nContent-Type: text/html\r\n\r\n<p>play 44</p>\r\n--x--\r\n"
        ),
        (
            b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\n \r\n--x\r\nContent-Type: image/png\r\n"  # noqa: E501
            b"Content-Disposition: inline\r\n\r\nabc\r\n--x\r\n\r\nplay 44\r\n--x--\r\n"
        ),
        b"Content-Type: multipart/mixed; boundary=never\r\n\r\n--never\r\n\r\nplay 44\r\n",
    ],
)
def test_odd_mails_are_read_as_far_as_they_can_be(raw: bytes) -> None:
    command = read(raw)
    assert command is not None
    assert command.choice is not None


@pytest.mark.parametrize(
    "line",
    [
        "play 44",
        "Play 44.",
        "PLAY 44!",
        "play  the 44",
        "44",
        "#44",
        "*44*",
        "“play 44”",
        "the 44",
        "spiele 44",
        "Spiel die 44, bitte",
        "Ich spiele die Karte 44",
        "Karte 44",
        "p 44",
        "play 44 please",
        "_play 44_",
        "play: 44",
        "٤٤",
    ],
)
def test_a_card_may_be_named_in_many_ways(line: str) -> None:
    command = commands.read(line, asked())
    assert command is not None
    assert command.name == CommandName.PLAY
    assert command.choice is not None
    assert command.choice.number == 44


@pytest.mark.parametrize(
    "line",
    [
        "",
        "not 44",
        "no 44",
        "nicht 44",
        "44 or 17",
        "44 17",
        "play",
        "play 44 if the tide is low",
        "maybe 44?  or 3",
        "I would play 44",
        "4 4",
        "play forty-four",
        "-44",
        "play -44",
        "0x44",
        "44.5",
        "x" * 5000,
        "stop playing",
        "please help me",
    ],
)
def test_what_is_no_wish_as_a_whole_is_none(line: str) -> None:
    command = commands.read(line, asked())
    assert command is None


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("stop", CommandName.STOP),
        ("Stopp!", CommandName.STOP),
        ("unsubscribe", CommandName.STOP),
        ("stop all", CommandName.STOP_ALL),
        ("Stopp alles", CommandName.STOP_ALL),
        ("undo", CommandName.UNDO),
        ("take back", CommandName.UNDO),
        ("Zurücknehmen", CommandName.UNDO),
        ("status", CommandName.STATUS),
        ("Stand?", None),
        ("Hilfe", CommandName.HELP),
        ("?", CommandName.HELP),
    ],
)
def test_plain_wishes(line: str, wish: CommandName | None) -> None:
    command = commands.read(line, asked())
    assert (command and command.name) == wish or (wish is None and command is not None)


def test_orders_name_numbers_in_their_order() -> None:
    command = commands.read("Order: 3, 17, 44", asked())
    assert command == Command(CommandName.ORDER, numbers=(3, 17, 44))
    command = commands.read("Dauerauftrag sofort 44", asked())
    assert command == Command(CommandName.ORDER_NOW, numbers=(44,))
    assert commands.read("order", asked()) is None
    assert commands.read("order the big one", asked()) is None


@pytest.mark.parametrize(
    "above", ["", "On Monday, 5 May 2025, tideapi wrote:\n> play 3 \n> 12\n\n"]
)
@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("order 3 17 \n44\n\nAnn", (3, 17, 44)),
        ("order 3 \n17 \n44 \n-- \nAnn", (3, 17, 44)),
        ("order 3 17\n44", (3, 17)),
        ("order 3 17 \nAnn", (3, 17)),
        ("order 3 17 \n> 44", (3, 17)),
        ("order 3 17 \n\n44", (3, 17)),
    ],
)
def test_a_line_that_is_broken_softly_is_one(
    above: str, text: str, numbers: tuple[int, ...]
) -> None:
    raw = f"Content-Type: text/plain; format=flowed; charset=utf-8\n\n{above}{text}\n"
    assert read(raw.encode()) == Command(CommandName.ORDER, numbers=numbers)


def test_any_game_is_answered_by_number_or_by_what_is_written() -> None:
    actions: list[Any] = [
        {"type": "roll"},
        {"type": "take", "space": 3},
        {"type": "tile", "tile": "B6", "left": 1, "right": -1},
        {"type": "decline"},
    ]

    known = [
        Choice(number, str(number), f"Words of {number}", action)
        for number, action in enumerate(actions, 1)
    ]
    question = asked("high_tide", known)

    def chosen(line: str) -> int | None:
        command = commands.read(line, question)
        return None if command is None or command.choice is None else command.choice.number

    assert chosen("2") == 2
    assert chosen("play 2") == 2
    assert chosen("take 3") == 2
    assert chosen("Nimm 3") == 2
    assert chosen("würfeln") == 1
    assert chosen("no") == 4
    assert chosen("nein") == 4
    assert chosen("tile B6 1 -1") == 3
    assert chosen("words of 3") == 3
    assert chosen("take 4") is None
    assert chosen("9") is None
