"""A line of a reply as a wish: an answer, or one of a few words. English and German, whatever she reads in.

The line has to be a wish as a whole; nothing is guessed from a part of it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.text.displays import DISPLAYS
from notifications.questions.choices import Choice, typed
from notifications.questions.looking import Question


class Wish(StrEnum):
    PLAY = "play"
    ORDER = "order"
    """Leave a standing order, to be played when she has not answered."""
    ORDER_NOW = "order now"
    """The same, to be played at once where it fits."""
    UNDO = "undo"
    STATUS = "status"
    HELP = "help"
    STOP = "stop"
    """No more mail about this game."""
    STOP_ALL = "stop all"


@dataclass(frozen=True, slots=True)
class Command:
    """A wish, with the answer that it names or the numbers of an order.

    `choice` is None where an answer is named that is not legal now.
    """

    wish: Wish
    choice: Choice | None = None
    numbers: tuple[int, ...] = ()


PLAIN = {
    Wish.UNDO: ("undo", "take back", "withdraw", "zurück", "zurücknehmen", "rückgängig"),
    Wish.STATUS: ("status", "stand", "spielstand"),
    Wish.HELP: ("help", "hilfe", "?"),
    Wish.STOP: ("stop", "stopp", "unsubscribe", "abmelden", "abbestellen"),
    Wish.STOP_ALL: ("stop all", "stopp alle", "stop alle", "stop alles", "stopp alles"),
}
SAID = {words: wish for wish, several in PLAIN.items() for words in several}
PLAYS = frozenset({"play", "p", "spiel", "spiele", "spielen", "option", "antwort", "answer"})
ORDERS = frozenset({"order", "orders", "auftrag", "dauerauftrag"})
NOW = frozenset({"now", "sofort"})
FILLS = frozenset(
    {
        "the",
        "die",
        "den",
        "das",
        "card",
        "karte",
        "number",
        "nummer",
        "nr",
        "please",
        "bitte",
        "i",
        "ich",
    }
)
"""Words that change nothing, except where they are all that is said."""
LONGEST = 200
NUMBER = re.compile(r"\d{1,4}")


def read(line: str, question: Question) -> Command | None:
    """What a line wishes; None if it is no wish."""
    words = _words(line)
    if not words or len(line) > LONGEST:
        return None
    plain = SAID.get(" ".join(words))
    if plain is not None:
        return Command(plain)
    if words[0] in ORDERS:
        return _order(words[1:])
    known = {form: one for one in question.choices for form in _forms(one, question)}
    for said in (words, _shorter(words)):
        if said in known:
            return Command(Wish.PLAY, known[said])
    return _number(_shorter(words), question)


def _words(line: str) -> tuple[str, ...]:
    """The words of a line in small letters, without what people put around them."""
    plain = re.sub(r"[^\w?+-]+", " ", line.casefold()).split()
    return tuple(word for word in (one.strip("_") for one in plain) if word.strip("-"))


def _shorter(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in FILLS)


def _forms(choice: Choice, question: Question) -> Iterator[tuple[str, ...]]:
    """All ways to write an answer, but by its number alone."""
    for form in (choice.written, choice.words, typed(choice.action)):
        yield _words(form)
        yield _shorter(_words(form))
    kind = str(choice.action["type"])
    own = _words(typed(choice.action))[len(_words(kind.replace("_", " "))) :]
    for verb in DISPLAYS[question.row.game.ruleset].verbs.get(kind, ()):
        yield (*_words(verb), *own)


def _number(words: Sequence[str], question: Question) -> Command | None:
    """An answer by its number: "44", "play 44", "spiele 44"."""
    if words and words[0] in PLAYS:
        words = words[1:]
    if len(words) != 1 or not NUMBER.fullmatch(words[0]):
        return None
    return Command(Wish.PLAY, question.numbered(int(words[0])))


def _order(words: Sequence[str]) -> Command | None:
    """An order by numbers, best first: "order 3 17 44", "order now 44"."""
    wish = Wish.ORDER
    if words and words[0] in NOW:
        wish, words = Wish.ORDER_NOW, words[1:]
    if not words or not all(NUMBER.fullmatch(one) for one in words):
        return None
    return Command(wish, numbers=tuple(map(int, words)))
