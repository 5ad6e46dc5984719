"""The wish of a reply is found, whatever program has written it."""

from email.message import EmailMessage
from types import SimpleNamespace
from typing import Any

import pytest

from notifications.questions.question_state import Choice
from notifications.replies import commands
from notifications.replies.commands import Command, CommandName
from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.text import first_lines
from tests.unit.notifications.shapes import Shape, shapes

CARDS = [
    Choice(card, f"play {card}", f"the {card}", {"type": "play", "card": card})
    for card in (3, 12, 17, 44)
]


def question(choices: list[Choice], ruleset: str = "turn_the_tide") -> Any:
    return SimpleNamespace(
        choices=choices,
        answer_link=SimpleNamespace(game=SimpleNamespace(ruleset=ruleset)),
        numbered=lambda number: next((one for one in choices if one.number == number), None),
    )


def read_line(line: str) -> Command | None:
    return commands.read(line, question(CARDS))


def read(raw: bytes) -> Command | None:
    """Return the first command in this mail."""
    found = map(read_line, first_lines(IncomingMail(raw)))
    return next((one for one in found if one is not None), None)


def chosen(command: Command | None) -> int | None:
    return None if command is None or command.choice is None else command.choice.number


SHAPES = [*shapes("play 44")]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_the_wish_is_found(shape: Shape) -> None:
    assert chosen(read(shape.mail())) == 44


@pytest.mark.parametrize("shape", [*shapes("I do not know yet")], ids=lambda shape: shape.name)
def test_nothing_is_played_where_nothing_is_wished(shape: Shape) -> None:
    assert read(shape.mail()) is None


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252", "koi8-r", "ascii"])
@pytest.mark.parametrize(
    "name", ["nothing else", "Outlook, en", "Gmail, en, above", "HTML in a table"]
)
def test_the_charset_makes_no_difference(name: str, charset: str) -> None:
    shape = next(one for one in SHAPES if one.name == name)
    assert chosen(read(shape.mail(charset))) == 44


PLAIN, MIXED = b"Content-Type: text/plain", b"Content-Type: multipart/mixed; boundary=x\r\n\r\n"
ENCODED = PLAIN + b"\r\nContent-Transfer-Encoding: "
UTF8 = PLAIN + b"; charset=utf-8\r\n"
IMAGE = b"\r\n--x\r\nContent-Type: image/png\r\nContent-Disposition: %b\r\n\r\nabc\r\n"


@pytest.mark.parametrize(
    "raw",
    [
        PLAIN + b"; charset=klingon-8\r\n\r\nplay 44\r\n",
        PLAIN + b'; charset=""\r\n\r\nplay 44\r\n',
        ENCODED + b"quoted-printable\r\n\r\npl=61y=2044=\r\n\r\n",
        ENCODED + b"base64\r\n\r\ncGxheSA0NA==\r\n",
        UTF8 + b"Content-Transfer-Encoding: 8bit\r\n\r\n\xef\xbb\xbfplay 44\r\n",
        UTF8 + b"\r\nplay 44\r\n\r\nGr\xfc\xdfe\r\n",
        b"\r\nplay 44",
        MIXED + b"--x\r\n\r\nplay 44" + IMAGE % b"attachment" + b"--x--\r\n",
        MIXED.replace(b"mixed", b"alternative")
        + b"--x\r\nContent-Type: text/plain\r\n\r\n \r\n"
        + b"--x\r\nContent-Type: text/html\r\n\r\n<p>play 44</p>\r\n--x--\r\n",
        MIXED + b"--x\r\n\r\n " + IMAGE % b"inline" + b"--x\r\n\r\nplay 44\r\n--x--\r\n",
        b"Content-Type: multipart/mixed; boundary=never\r\n\r\n--never\r\n\r\nplay 44\r\n",
    ],
)
def test_odd_mails_are_read_as_far_as_they_can_be(raw: bytes) -> None:
    assert chosen(read(raw)) == 44


# -- what a line says


@pytest.mark.parametrize(
    "line",
    [
        *("play 44", "Play 44.", "PLAY 44!", "play  the 44", "44", "#44", "*44*", "“play 44”"),
        *("the 44", "spiele 44", "Spiel die 44, bitte", "Ich spiele die Karte 44", "Karte 44"),
        *("p 44", "play 44 please", "_play 44_", "play: 44", "٤٤"),
    ],
)
def test_a_card_may_be_named_in_many_ways(line: str) -> None:
    command = read_line(line)
    assert command is not None
    assert (command.name, chosen(command)) == (CommandName.PLAY, 44)


@pytest.mark.parametrize(
    "line",
    [
        *("", "not 44", "no 44", "nicht 44", "44 or 17", "44 17", "play", "maybe 44?  or 3"),
        *("play 44 if the tide is low", "I would play 44", "4 4", "play forty-four", "-44"),
        *("play -44", "0x44", "44.5", "x" * 5000, "stop playing", "please help me"),
        *("order", "order the big one", "Stand?"),
    ],
)
def test_what_is_no_wish_as_a_whole_is_none(line: str) -> None:
    assert read_line(line) is None


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (CommandName.STOP, ("stop", "Stopp!", "unsubscribe")),
        (CommandName.STOP_ALL, ("stop all", "Stopp alles")),
        (CommandName.UNDO, ("undo", "take back", "Zurücknehmen")),
        (CommandName.STATUS, ("status", "Stand")),
        (CommandName.HELP, ("Hilfe", "?")),
    ],
)
def test_plain_wishes(name: CommandName, lines: tuple[str, ...]) -> None:
    assert [read_line(line) for line in lines] == [Command(name)] * len(lines)


def test_orders_name_numbers_in_their_order() -> None:
    assert read_line("Order: 3, 17, 44") == Command(CommandName.ORDER, numbers=(3, 17, 44))
    assert read_line("Dauerauftrag sofort 44") == Command(CommandName.ORDER_NOW, numbers=(44,))


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
def test_a_soft_break_ends_no_line(above: str, text: str, numbers: tuple[int, ...]) -> None:
    raw = f"Content-Type: text/plain; format=flowed; charset=utf-8\n\n{above}{text}\n"
    assert read(raw.encode()) == Command(CommandName.ORDER, numbers=numbers)


def test_any_game_is_answered_by_number_or_by_what_is_written() -> None:
    actions: list[Any] = [
        {"type": "roll"},
        {"type": "take", "space": 3},
        {"type": "tile", "tile": "B6", "left": 1, "right": -1},
        {"type": "decline"},
    ]
    asked = question(
        [Choice(at, str(at), f"Words of {at}", action) for at, action in enumerate(actions, 1)],
        "high_tide",
    )
    for line, number in (
        *(("2", 2), ("play 2", 2), ("take 3", 2), ("Nimm 3", 2), ("würfeln", 1), ("no", 4)),
        *(("nein", 4), ("tile B6 1 -1", 3), ("words of 3", 3), ("take 4", None), ("9", None)),
    ):
        assert chosen(commands.read(line, asked)) == number, line


def html_lines(source: str) -> list[str]:
    message = EmailMessage()
    message.set_content(source, subtype="html")
    return [*first_lines(IncomingMail(message.as_bytes()))]


@pytest.mark.parametrize(
    "source",
    [
        "<div>order 3 <span>7</span></div>",
        "<div><span>order 3</span> 7</div>",
        "<div>order 3&nbsp;<b>7</b></div>",
        "<div>order&nbsp;3&nbsp;7&nbsp;</div>",
        '<div>order <a href="x">3</a> <u>7</u></div>',
        "<div>order 3\n<i>7</i></div>",
        "<div>or<wbr>der 3 7</div>",
        "<div>or<b>d</b>er 3 <font size=2>7</font><br>See you</div>",
        "<p>or&shy;der 3 7</p>",
        "<p>order <s>9</s> 3 <del>12</del><strike>1</strike> 7</p>",
        '<p>order 3 <span style="text-decoration-line: line-through">9 </span>7</p>',
        "<p><s>order 9</s></p><p>order 3 7</p>",
        '<div style="display: none">order 9</div><div>order 3 7</div>',
        "<div>order <!-- 9 -->3<!--[if mso]> 9<![endif]--> 7</div>",
        "<div>order 3 7 <br>44</div>",
        "<pre>order 3 7\n\nAnn</pre>",
        '<div style="white-space: pre-wrap">order 3 7\nAnn</div>',
        "<p class=MsoNormal><span lang=DE>order 3</span><span> 7<o:p></o:p></span></p><p>x</p>",
        '<?xml version="1.0" encoding="utf-16"?><html><body>order 3 7</body></html>',
        '<div name="quote">order 9</div><div>order 3 7</div>',
        '<div class="tutanota_quote">order 9</div><div>order 3 7</div>',
        "<div>order 3 7</div><div id=ms-outlook-mobile-body-reference-message>order 9</div>",
        "<p>or<b>der</b> <i>3</i> 7</p>",
        "<table><tr><td>order 3 7</td><td>Ann</td></tr></table>",
    ],
)
def test_what_is_seen_is_read(source: str) -> None:
    assert {*html_lines(source)} == {"order 3 7"}


@pytest.mark.parametrize(
    "source", ["", " ", "<!-- play 44 -->", "<s>play 44</s>", "<p hidden>play 44</p>", "<br>&nbsp;"]
)
def test_what_is_not_seen_is_not_read(source: str) -> None:
    assert html_lines(source) == []
