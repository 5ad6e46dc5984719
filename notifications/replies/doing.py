"""A wish that has come by mail, done; and what is written back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.lobby import standing_orders
from games.rules import registry
from games.text.displays import DISPLAYS
from notifications.models import AskedByMail
from notifications.questions import acting, looking, words
from notifications.questions.choices import choices
from notifications.questions.looking import Question
from notifications.replies import commands, stopping, telling
from notifications.replies.commands import Command, Wish
from notifications.replies.outcome import Outcome
from notifications.replies.parsing import Mail
from notifications.replies.telling import Reply
from tideapi.rest.errors import ApiError

Done = tuple[Outcome, Reply | None]
"""What has become of a wish, and what is written back, if anything."""


def do(mail: Mail, read: Sequence[str], row: AskedByMail, secret: str) -> Outcome:
    """Do what these lines of a mail of the question's own player wish, in the transaction that is open.

    All of the answer is in the language that is active, also where she was asked in another.
    """
    asked_in, row.language = row.language, get_language() or row.language
    try:
        question = looking.look(row)
    except ApiError as refusal:
        telling.write(row, secret, mail, Reply(words.why_not(refusal)))
        return Outcome.REFUSED
    command = _command(read, question, asked_in)
    if command is None:
        outcome: Outcome = Outcome.UNREAD
        reply: Reply | None = _unread(read, question)
    else:
        outcome, reply = _try(command, question)
    if reply is not None:
        telling.write(row, secret, mail, reply)
    return outcome


def _command(read: Sequence[str], question: Question, asked_in: str) -> Command | None:
    """The wish of these lines; she may have copied it from a mail in the language in which she was asked."""
    asked = [question]
    if asked_in != question.row.language and question.open:
        with override(asked_in):
            asked.append(replace(question, choices=choices(question.view)))
    known = (commands.read(line, one) for line in read for one in asked)
    command = next((one for one in known if one is not None), None)
    if command is None or command.choice is None:
        return command
    chosen = command.choice.action
    return replace(command, choice=next(one for one in question.choices if one.action == chosen))


def _try(command: Command, question: Question) -> Done:
    try:
        # Of what is refused nothing stays but the note that this mail is done, and the answer to it.
        with transaction.atomic():
            return DOING[command.wish](command, question)
    except ApiError as refusal:
        said = words.why_not(refusal)
        return Outcome.REFUSED, Reply(said, looking.look(question.row))


def _unread(read: Sequence[str], question: Question) -> Reply:
    if not read:
        return Reply(
            _("Your mail has come, but there is nothing in it that I could read."), question
        )
    said = _("I could not read this: “{line}”. Nothing has been done.")
    return Reply(said.format(line=telling.quoted(read[-1])), question)


def _play(command: Command, question: Question) -> Done:
    if not question.open:
        return Outcome.REFUSED, Reply(words.stands(question), question)
    if command.choice is None:
        said = _("That is no answer to this question. Nothing has been done.")
        return Outcome.REFUSED, Reply(said, question)
    acting.seal(question, command.choice)
    after = looking.look(question.row)
    if not after.open:
        return Outcome.SEALED, None  # The next mail says what came of it.
    said = words.sealed(command.choice.words, closed=False)
    return Outcome.SEALED, Reply(said, after, brief=True)


def _undo(command: Command, question: Question) -> Done:
    acting.take_back(question)
    return Outcome.TAKEN_BACK, Reply(words.taken_back(), looking.look(question.row))


def _order(command: Command, question: Question) -> Done:
    if not question.open:
        return Outcome.REFUSED, Reply(words.stands(question), question)
    row = question.row
    order = DISPLAYS[row.game.ruleset].order(command.numbers)
    if order is None:
        has_orders = registry.find(row.game.ruleset).orders is not None
        said = (
            _("For this game standing orders are left on its page, and not by mail.")
            if has_orders
            else _("This game has no standing orders.")
        )
        return Outcome.REFUSED, Reply(said, question)
    at_once = command.wish == Wish.ORDER_NOW
    standing_orders.give(row.game_id, row.player, order, at_once=at_once)
    numbers = ", ".join(map(str, command.numbers))
    said = _("Your standing order, best first: {numbers}.").format(numbers=numbers)
    when = (
        _("It is played at once where it fits.")
        if at_once
        else _("It is played when you have not answered in time.")
    )
    return Outcome.ORDERED, Reply(f"{said} {when}", looking.look(row), brief=True)


def _status(command: Command, question: Question) -> Done:
    return Outcome.TOLD, Reply(words.stands(question) or _waits(question), question)


def _waits(question: Question) -> str:
    said = [_("Nothing is sealed yet.")]
    if question.otherwise is not None:
        said.append(words.otherwise(question.view["mine"]["fallback_by"], question.otherwise.words))
    return " ".join(said)


def _help(command: Command, question: Question) -> Done:
    return Outcome.TOLD, Reply(words.stands(question), question)


def _stop(command: Command, question: Question) -> Done:
    stopping.no_more_of_game(question.row.player, question.row.game)
    said = _("You are told nothing more of this game. If you do not answer, time plays for you.")
    return Outcome.STOPPED, Reply(said, question, brief=True)


def _stop_all(command: Command, question: Question) -> Done:
    stopping.no_more(question.row.player)
    said = _("You get no more mail about games. If you do not answer, time plays for you.")
    return Outcome.STOPPED, Reply(said, question, brief=True)


DOING: Mapping[Wish, Callable[[Command, Question], Done]] = {
    Wish.PLAY: _play,
    Wish.ORDER: _order,
    Wish.ORDER_NOW: _order,
    Wish.UNDO: _undo,
    Wish.STATUS: _status,
    Wish.HELP: _help,
    Wish.STOP: _stop,
    Wish.STOP_ALL: _stop_all,
}
