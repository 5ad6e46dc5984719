"""HTML alone is read as a person sees it."""

from email.message import EmailMessage

import pytest

from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.text import first_lines


def lines(source: str) -> list[str]:
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
    ],
)
def test_what_is_seen_is_read(source: str) -> None:
    assert {*lines(source)} == {"order 3 7"}


def test_what_is_one_word_stays_one() -> None:
    assert lines("<p>pl<b>ay</b> 4<i>4</i></p>") == ["play 44"]


@pytest.mark.parametrize(
    "source", ["", " ", "<!-- play 44 -->", "<s>play 44</s>", "<p hidden>play 44</p>", "<br>&nbsp;"]
)
def test_what_is_not_seen_is_not_read(source: str) -> None:
    assert lines(source) == []


def test_cells_are_lines() -> None:
    assert lines("<table><tr><td>play 44</td><td>Ann</td></tr></table>") == ["play 44"]
