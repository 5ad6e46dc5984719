"""What a mail says, in order, before it is text or HTML: both are made of these and of nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.text.sheet import Grid
from notifications import links
from notifications.mail import unsubscribing
from notifications.mail.facts import Command, Facts
from notifications.notice import Kind, Press


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph; one that is `strong` is what the mail is about."""

    kind: ClassVar[str] = "words"
    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list, or what somebody else has written."""

    kind: ClassVar[str] = "items"
    items: Sequence[str]
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """A table."""

    kind: ClassVar[str] = "figures"
    grid: Grid


@dataclass(frozen=True, slots=True)
class Commands:
    """What may be written in a reply, and the address that it goes to."""

    kind: ClassVar[str] = "commands"
    commands: Sequence[Command]


@dataclass(frozen=True, slots=True)
class Doors:
    """Addresses to open: links, or buttons that lead somewhere (`way`) or make a move (`move`)."""

    kind: ClassVar[str] = "doors"
    doors: Sequence[Press]
    look: str = ""


Block = Words | Items | Figures | Commands | Doors


@dataclass(frozen=True, slots=True)
class Section:
    """Some of it with a title; `level` 1 begins what is about another game."""

    title: str
    blocks: Sequence[Block]
    level: int = 2


def of_one(facts: Facts) -> Iterator[Section]:
    """A mail about one thing."""
    yield Section(_heading(facts), [*_beginning(facts)], 1)
    if facts.presses:
        yield Section(_("Answer by one press"), [_presses(facts)])
    if facts.since:
        yield Section(_("Since you last answered"), [Items(facts.since)])
    if facts.standing:
        title = _("The result") if facts.notice.kind is Kind.GAME_ENDED else _("How it stands")
        yield Section(title, [_block(one) for one in facts.standing])
    if facts.reply:
        yield Section(_("Answer by mail"), [*_reply(facts)])
    if facts.record:
        doors = [Press(_("The record"), facts.record), Press(_("How it is verified"), facts.proof)]
        words = Words(_("From its record anybody can replay this game, and verify it."))
        yield Section(_("The proof"), [words, Doors(doors)])


def make_top(subject: str, facts: Facts, *, left_out: int) -> Section:
    """The beginning of a digest: the way to all games, what the mail leaves out, and how to stop it.

    The foot says the last once more, but programs cut off the end of a long mail.
    """
    blocks: list[Block] = []
    if left_out:
        words = ngettext(
            "{n} more is not in this mail, because it would be too long: you find it on your page.",
            "{n} more are not in this mail, because it would be too long: you find them on your page.",
            left_out,
        )
        blocks.append(Words(words.format(n=left_out)))
    doors = [Press(_("My games"), links.to_route("table_home")), _stop_all(facts)]
    return Section(subject, [*blocks, Doors(doors)], 1)


def of_several(gathered: Sequence[Facts]) -> Iterator[Section]:
    """A digest: what is asked first, in the order of the deadlines, then the news."""
    for facts in gathered:
        blocks = [*_beginning(facts)]
        if facts.presses:
            blocks.append(_presses(facts))
        if facts.reply:
            words = _("Answer by mail: write to {address}, for example “{command}”.")
            example = facts.commands[0].text
            blocks.append(Words(words.format(address=facts.reply, command=example)))
            if facts.commands[0].means:
                blocks.append(Commands(facts.commands))
        if facts.notice.kind is Kind.GAME_ENDED:
            blocks += [_block(one) for one in facts.standing]
        yield Section(_heading(facts), blocks, 1)


def foot(facts: Facts, *, several: bool = False) -> Iterator[Block]:
    """Why she gets this, and how she stops it."""
    player = facts.notice.player
    yield Words(
        _("This mail is for the player {name}. A machine has written it.").format(
            name=player.username
        )
    )
    doors = [Press(_("What you are told, and when"), links.to_route("table_notices"))]
    if several:
        doors.insert(0, _stop_all(facts))
    elif facts.notice.kind is not Kind.ACCOUNT:
        doors.insert(
            0, Press(_("No more mails like this one"), unsubscribing.address(facts.notice))
        )
    yield Doors(doors)


def _stop_all(facts: Facts) -> Press:
    return Press(_("No more of these mails"), unsubscribing.address_for_all(facts.notice))


def _heading(facts: Facts) -> str:
    if not facts.game:
        return "tideapi"
    words = _("{game} with {names}") if facts.others else "{game}"
    return words.format(game=facts.game, names=facts.others)


def _beginning(facts: Facts) -> Iterator[Block]:
    yield Words(facts.lead, strong=not facts.question)
    if facts.quoted:
        yield Items(facts.quoted, quoted=True)
    if facts.question:
        yield Words(f"{facts.question} {facts.due}", strong=True)
    yield from map(Words, facts.own)
    if facts.fallback:
        yield Words(facts.fallback)
    label = _("To the game") if facts.game else _("To your account")
    yield Doors([Press(label, facts.link)], look="way")


def _presses(facts: Facts) -> Doors:
    return Doors(facts.presses, look="move")


def _reply(facts: Facts) -> Iterator[Block]:
    yield Words(_("Answer this mail. Only the first line of your answer counts, for example:"))
    yield Commands(facts.commands)
    if facts.order:
        order = _("{order}: a standing order, best first, for when you have not answered in time.")
        yield Words(order.format(order=facts.order))
    more = _(
        "undo: take your answer back. status: how it stands. help: what can be written. stop: no more mails"
        " about this game."
    )
    yield Words(more)


def _block(one: str | Grid) -> Block:
    return Words(one) if isinstance(one, str) else Figures(one)
