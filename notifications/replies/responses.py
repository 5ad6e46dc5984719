"""Replies to a mail: letters, stored in the transaction that handles the mail."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.rest.rate_limits import count_use
from notifications.models import AnswerLink
from notifications.questions import words
from notifications.questions.question_state import AnswerableQuestion, order_by_number
from notifications.replies import address
from notifications.replies.incoming_mail import IncomingMail
from players.mail import letters, links

MAX_QUOTED_LENGTH = 80
"""Characters of the player's line that are quoted back."""
TEMPLATE = "replies/answer"


@dataclass(frozen=True, slots=True)
class Reply:
    """A sentence, the question as it stands then, and its commands unless the reply is `brief`."""

    message: str
    question: AnswerableQuestion | None = None
    brief: bool = False


def write(answer_link: AnswerLink, secret: str, mail: IncomingMail, reply: Reply) -> None:
    """Answer a mail of the question's player; the number of answers per hour is limited."""
    if mail.sender is None or count_use("reply_mails", str(answer_link.player_id)).over:
        return
    question = reply.question
    shown = {
        "subject": _reply_subject(mail),
        "said": reply.message,
        "commands": [] if question is None or reply.brief else explained(question),
        "due": "" if question is None else words.due(question),
        "link": links.to_game(answer_link.game.pk),
    }
    letters.write(
        answer_link.player, mail.sender, TEMPLATE, shown, headers=_thread_headers(mail, secret)
    )


def write_refusal(answer_link: AnswerLink, mail: IncomingMail) -> None:
    """Tell the player of a reply that is not provably theirs."""
    if not answer_link.player.email or count_use("reply_mails", str(answer_link.player_id)).over:
        return
    message = _(
        "A reply to your question was refused. You have not verified its address here, or its sender or its"
        " recipient was not proved."
    )
    shown = {
        "subject": _("A reply was refused"),
        "said": message,
        "commands": [],
        "due": "",
        "link": links.to_game(answer_link.game.pk),
    }
    letters.write(answer_link.player, answer_link.player.email, TEMPLATE, shown)


def explained(question: AnswerableQuestion) -> Sequence[tuple[str, str]]:
    """Return the commands that can be written now, each with its effect."""
    by_number = all(one.written.isdigit() for one in question.choices)
    answers = [(one.written, one.words if by_number else "") for one in question.choices]
    order = order_by_number(question.answer_link.game.ruleset, question.choices)
    means = _("a standing order, best first; the server plays it if you miss the deadline")
    return [
        *answers,
        *([(order, means)] if order else []),
        *([("undo", _("take the sealed answer back"))] if question.chosen else []),
        ("status", _("see the question and your answer")),
        ("stop", _("stop mails about this game")),
    ]


def quoted(line: str) -> str:
    """Return the player's line, shortened for a quote."""
    return line if len(line) <= MAX_QUOTED_LENGTH else f"{line[:MAX_QUOTED_LENGTH]} …"


def _reply_subject(mail: IncomingMail) -> str:
    subject = mail.header("Subject")[:200] or _("Your mail")
    return subject if subject.lower().startswith(("re:", "aw:")) else f"Re: {subject}"


def _thread_headers(mail: IncomingMail, secret: str) -> dict[str, str]:
    """Return headers that thread a letter below the mail it answers, and that lead an answer back here."""
    headers = {"Reply-To": address.of(secret), "Auto-Submitted": "auto-replied"}
    if mail.id.startswith("<") and mail.id.isascii() and len(mail.id) < 250:  # noqa: PLR2004
        headers |= {"In-Reply-To": mail.id, "References": mail.id}
    return headers
