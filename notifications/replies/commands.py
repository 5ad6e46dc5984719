"""Commands in a line of a reply, in English and German, whatever language the player reads.

The whole line has to be a command; nothing is guessed from a part of it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.rulesets.display import DISPLAYS
from notifications.questions.question_state import AnswerableQuestion, Choice, typed


class CommandName(StrEnum):
    PLAY = "play"
    ORDER = "order"
    """Leave a standing order, played when the player has not answered."""
    ORDER_NOW = "order now"
    """Leave a standing order that is played at once where it fits."""
    UNDO = "undo"
    STATUS = "status"
    HELP = "help"
    STOP = "stop"
    """Stop mails about this game."""
    STOP_ALL = "stop all"


@dataclass(frozen=True, slots=True)
class Command:
    """A command, with the answer that it names or the numbers of an order.

    `choice` is None where the answer it names is not legal now.
    """

    name: CommandName
    choice: Choice | None = None
    numbers: tuple[int, ...] = ()


PLAIN = {
    CommandName.UNDO: ("undo", "take back", "withdraw", "zurück", "zurücknehmen", "rückgängig"),
    CommandName.STATUS: ("status", "stand", "spielstand"),
    CommandName.HELP: ("help", "hilfe", "?"),
    CommandName.STOP: ("stop", "stopp", "unsubscribe", "abmelden", "abbestellen"),
    CommandName.STOP_ALL: ("stop all", "stopp alle", "stop alle", "stop alles", "stopp alles"),
}
SAID = {words: name for name, several in PLAIN.items() for words in several}
PLAYS = frozenset({"play", "p", "spiel", "spiele", "spielen", "option", "antwort", "answer"})
ORDERS = frozenset({"order", "orders", "auftrag", "dauerauftrag"})
NOW = frozenset({"now", "sofort"})
FILLS = frozenset(
    {
        *("the", "die", "den", "das", "card", "karte", "number", "nummer", "nr"),
        *("please", "bitte", "i", "ich"),
    }
)
"""Words that change nothing, except where the line has no others."""
MAX_LINE_LENGTH = 200
NUMBER = re.compile(r"\d{1,4}")


def read(line: str, question: AnswerableQuestion) -> Command | None:
    """Return the command in a line; None if it is no command."""
    words = _split_words(line)
    if not words or len(line) > MAX_LINE_LENGTH:
        return None
    plain = SAID.get(" ".join(words))
    if plain is not None:
        return Command(plain)
    if words[0] in ORDERS:
        return _read_order(words[1:])
    known = {form: one for one in question.choices for form in _written_forms(one, question)}
    for wording in (words, _drop_fillers(words)):
        if wording in known:
            return Command(CommandName.PLAY, known[wording])
    return _read_number(_drop_fillers(words), question)


def _split_words(line: str) -> tuple[str, ...]:
    """Return the words of a line in small letters, without punctuation."""
    plain = re.sub(r"[^\w?+-]+", " ", line.casefold()).split()
    return tuple(word for word in (one.strip("_") for one in plain) if word.strip("-"))


def _drop_fillers(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in FILLS)


def _written_forms(choice: Choice, question: AnswerableQuestion) -> Iterator[tuple[str, ...]]:
    """Yield all ways to write an answer, except its number alone."""
    for form in (choice.written, choice.words, typed(choice.action)):
        yield _split_words(form)
        yield _drop_fillers(_split_words(form))
    kind = str(choice.action["type"])
    own = _split_words(typed(choice.action))[len(_split_words(kind.replace("_", " "))) :]
    for verb in DISPLAYS[question.answer_link.game.ruleset].verbs.get(kind, ()):
        yield (*_split_words(verb), *own)


def _read_number(words: Sequence[str], question: AnswerableQuestion) -> Command | None:
    """Return the answer with this number: "44", "play 44", "spiele 44"."""
    if words and words[0] in PLAYS:
        words = words[1:]
    if len(words) != 1 or not NUMBER.fullmatch(words[0]):
        return None
    return Command(CommandName.PLAY, question.numbered(int(words[0])))


def _read_order(words: Sequence[str]) -> Command | None:
    """Return an order by numbers, best first: "order 3 17 44", "order now 44"."""
    name = CommandName.ORDER
    if words and words[0] in NOW:
        name, words = CommandName.ORDER_NOW, words[1:]
    if not words or not all(NUMBER.fullmatch(one) for one in words):
        return None
    return Command(name, numbers=tuple(map(int, words)))
