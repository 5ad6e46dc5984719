"""Handlers of the commands that come by mail, and what is written back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from games.lobby import preferences, standing_orders
from games.rulesets import registry
from games.rulesets.display import DISPLAYS
from notifications.models import AnswerLink
from notifications.questions import question_state, words
from notifications.questions.question_state import AnswerableQuestion, choices
from notifications.replies import commands, responses, stop_links
from notifications.replies.commands import Command, CommandName
from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.outcome import ReplyOutcome
from notifications.replies.responses import Reply

Done = tuple[ReplyOutcome, Reply | None]
"""The outcome of a command, and the reply, if any."""


def handle_command(
    mail: IncomingMail, read: Sequence[str], answer_link: AnswerLink, secret: str
) -> ReplyOutcome:
    """Carry out the command in these lines of the player's mail, in the open transaction.

    The whole reply is in the active language, also where the question was mailed in another.
    """
    asked_in, answer_link.language = answer_link.language, get_language() or answer_link.language
    try:
        question = question_state.load_question(answer_link)
    except ApiError as refusal:
        responses.write(answer_link, secret, mail, Reply(words.why_not(refusal)))
        return ReplyOutcome.REFUSED
    command = _read_command(read, question, asked_in)
    if command is None:
        outcome: ReplyOutcome = ReplyOutcome.UNREAD
        reply: Reply | None = _unread_reply(read, question)
    else:
        outcome, reply = _run_command(command, question)
    if reply is not None:
        responses.write(answer_link, secret, mail, reply)
    return outcome


def _read_command(
    read: Sequence[str], question: AnswerableQuestion, asked_in: str
) -> Command | None:
    """Return the command; the player may have copied it from a mail in the question's language."""
    asked = [question]
    if asked_in != question.answer_link.language and question.open:
        with override(asked_in):
            asked.append(replace(question, choices=choices(question.view)))
    known = (commands.read(line, one) for line in read for one in asked)
    command = next((one for one in known if one is not None), None)
    if command is None or command.choice is None:
        return command
    chosen = command.choice.action
    return replace(command, choice=next(one for one in question.choices if one.action == chosen))


def _run_command(command: Command, question: AnswerableQuestion) -> Done:
    try:
        # Of what is refused nothing stays but the note that this mail is done, and the answer to it.
        with transaction.atomic():
            return HANDLERS[command.name](command, question)
    except ApiError as refusal:
        message = words.why_not(refusal)
        return ReplyOutcome.REFUSED, Reply(
            message, question_state.load_question(question.answer_link)
        )


def _unread_reply(read: Sequence[str], question: AnswerableQuestion) -> Reply:
    if not read:
        return Reply(_("I found no command in your mail."), question)
    message = _("I could not read this: “{line}”. Nothing has been done.")
    return Reply(message.format(line=responses.quoted(read[-1])), question)


def _handle_play(command: Command, question: AnswerableQuestion) -> Done:
    if not question.open:
        return ReplyOutcome.REFUSED, Reply(words.stands(question), question)
    if command.choice is None:
        message = _("That is no answer to this question. Nothing has been done.")
        return ReplyOutcome.REFUSED, Reply(message, question)
    question_state.seal(question, command.choice)
    after = question_state.load_question(question.answer_link)
    if not after.open:
        return ReplyOutcome.SEALED, None  # The next mail says what came of it.
    message = words.sealed(command.choice.words, closed=False)
    return ReplyOutcome.SEALED, Reply(message, after, brief=True)


def _handle_undo(command: Command, question: AnswerableQuestion) -> Done:
    question_state.take_back(question)
    return ReplyOutcome.TAKEN_BACK, Reply(
        words.taken_back(), question_state.load_question(question.answer_link)
    )


def _handle_order(command: Command, question: AnswerableQuestion) -> Done:
    if not question.open:
        return ReplyOutcome.REFUSED, Reply(words.stands(question), question)
    answer_link = question.answer_link
    order = DISPLAYS[answer_link.game.ruleset].order_from_numbers(command.numbers)
    if order is None:
        has_orders = registry.find_ruleset(answer_link.game.ruleset).orders is not None
        message = (
            _("You can set standing orders for this game on its page only.")
            if has_orders
            else _("This game has no standing orders.")
        )
        return ReplyOutcome.REFUSED, Reply(message, question)
    at_once = command.name == CommandName.ORDER_NOW
    standing_orders.set_order(answer_link.game_id, answer_link.player, order, at_once=at_once)
    numbers = ", ".join(map(str, command.numbers))
    message = _("Your standing order, best first: {numbers}.").format(numbers=numbers)
    when = (
        _("The server plays it at once where it fits.")
        if at_once
        else _("The server plays it if you miss the deadline.")
    )
    return ReplyOutcome.ORDERED, Reply(
        f"{message} {when}", question_state.load_question(answer_link), brief=True
    )


def _handle_status(command: Command, question: AnswerableQuestion) -> Done:
    return ReplyOutcome.TOLD, Reply(words.stands(question) or _waiting_words(question), question)


def _waiting_words(question: AnswerableQuestion) -> str:
    message = [_("You have sealed no answer yet.")]
    if question.otherwise is not None:
        message.append(
            words.otherwise(question.view["mine"]["fallback_by"], question.otherwise.words)
        )
    return " ".join(message)


def _handle_help(command: Command, question: AnswerableQuestion) -> Done:
    return ReplyOutcome.TOLD, Reply(words.stands(question), question)


def _handle_stop(command: Command, question: AnswerableQuestion) -> Done:
    answer_link = question.answer_link
    preferences.change_preferences(answer_link.game_id, answer_link.player, muted=True)
    message = _(
        "You will get no more notifications about this game. If you miss a deadline, the "
        "server plays for you."
    )
    return ReplyOutcome.STOPPED, Reply(message, question, brief=True)


def _handle_stop_all(command: Command, question: AnswerableQuestion) -> Done:
    stop_links.no_more(question.answer_link.player)
    message = _(
        "You will get no more mails about games. If you miss a deadline, the server plays for you."
    )
    return ReplyOutcome.STOPPED, Reply(message, question, brief=True)


HANDLERS: Mapping[CommandName, Callable[[Command, AnswerableQuestion], Done]] = {
    CommandName.PLAY: _handle_play,
    CommandName.ORDER: _handle_order,
    CommandName.ORDER_NOW: _handle_order,
    CommandName.UNDO: _handle_undo,
    CommandName.STATUS: _handle_status,
    CommandName.HELP: _handle_help,
    CommandName.STOP: _handle_stop,
    CommandName.STOP_ALL: _handle_stop_all,
}
