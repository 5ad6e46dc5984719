"""What is written back to a mail: a letter, as a row of the transaction in which the mail is done."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from notifications import links
from notifications.models import AskedByMail
from notifications.questions import words
from notifications.questions.choices import order_by_number
from notifications.questions.looking import Question
from notifications.replies import address
from notifications.replies.parsing import Mail
from players.mail import letters
from tideapi.rest.counting import count

LONGEST = 80
"""Characters of her own line that are quoted back to her."""
TEMPLATE = "replies/answer"


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said first; the question as it is then, with all that can be answered unless it is `brief`."""

    said: str
    question: Question | None = None
    brief: bool = False


def write(row: AskedByMail, secret: str, mail: Mail, reply: Reply) -> None:
    """Answer a mail of the question's own player. Only so many answers go to her in an hour."""
    if mail.sender is None or count("mails", str(row.player_id)).over:
        return
    question = reply.question
    shown = {
        "subject": _subject(mail),
        "said": reply.said,
        "commands": [] if question is None or reply.brief else explained(question),
        "due": "" if question is None else words.due(question),
        "link": links.to_game(row.game.pk),
    }
    letters.write(row.player, mail.sender, TEMPLATE, shown, headers=_thread(mail, secret))


def not_hers(row: AskedByMail, mail: Mail) -> None:
    """Say to the player that somebody else has tried to answer for her, or she from elsewhere."""
    if not row.player.email or count("mails", str(row.player_id)).over:
        return
    said = _(
        "A reply to your question has come that is not surely yours, or not surely meant for it: it is from"
        " an address that you have not verified here, or its sender or its recipient was not proved."
        " Nothing has been done."
    )
    shown = {
        "subject": _("A reply that was not yours"),
        "said": said,
        "commands": [],
        "due": "",
        "link": links.to_game(row.game.pk),
    }
    letters.write(row.player, row.player.email, TEMPLATE, shown)


def explained(question: Question) -> Sequence[tuple[str, str]]:
    """What can be written now, each with what it does."""
    by_number = all(one.written.isdigit() for one in question.choices)
    answers = [(one.written, one.words if by_number else "") for one in question.choices]
    order = order_by_number(question.row.game.ruleset, question.choices)
    means = _("a standing order, best first, for when you have not answered in time")
    return [
        *answers,
        *([(order, means)] if order else []),
        *([("undo", _("take the sealed answer back"))] if question.chosen else []),
        ("status", _("how the question stands")),
        ("stop", _("no more mail about this game")),
    ]


def quoted(line: str) -> str:
    """Her own line, as far as it is quoted back."""
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} …"


def _subject(mail: Mail) -> str:
    subject = mail.header("Subject")[:200] or _("Your mail")
    return subject if subject.lower().startswith(("re:", "aw:")) else f"Re: {subject}"


def _thread(mail: Mail, secret: str) -> dict[str, str]:
    """Headers that put a letter below the mail that it answers, and that lead an answer back here."""
    headers = {"Reply-To": address.of(secret), "Auto-Submitted": "auto-replied"}
    if mail.id.startswith("<") and mail.id.isascii() and len(mail.id) < 250:  # noqa: PLR2004
        headers |= {"In-Reply-To": mail.id, "References": mail.id}
    return headers
