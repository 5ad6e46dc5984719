"""Sections of a mail, from which text and HTML are made alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.site import site_links, site_name
from games.rulesets.sheet import Grid
from notifications.mail import unsubscribe
from notifications.mail.facts import Command, Facts
from notifications.notice import ActionLink, NoticeKind
from players.mail import links


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph; a `strong` one is the subject of the mail."""

    kind: ClassVar[str] = "words"
    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list, or a quoted message."""

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
    """Commands for a reply, and the address that it goes to."""

    kind: ClassVar[str] = "commands"
    commands: Sequence[Command]


@dataclass(frozen=True, slots=True)
class Doors:
    """Links, or buttons that lead to a page (`way`) or make a move (`move`)."""

    kind: ClassVar[str] = "doors"
    doors: Sequence[ActionLink]
    look: str = ""


Block = Words | Items | Figures | Commands | Doors


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a title; `level` 1 begins another game."""

    title: str
    blocks: Sequence[Block]
    level: int = 2


def of_one(facts: Facts) -> Iterator[Section]:
    """Yield the sections of a mail about one notice."""
    yield Section(_section_title(facts), [*_opening_blocks(facts)], 1)
    if facts.presses:
        yield Section(_("Answer by one press"), [Doors(facts.presses, look="move")])
    if facts.since:
        yield Section(_("Since you last answered"), [Items(facts.since)])
    if facts.standing:
        title = (
            _("The result") if facts.notice.kind is NoticeKind.GAME_ENDED else _("How it stands")
        )
        yield Section(title, [_make_block(one) for one in facts.standing])
    if facts.reply:
        yield Section(_("Answer by mail"), [*_reply_help(facts)])
    if facts.record:
        doors = [
            ActionLink(_("The record"), facts.record),
            ActionLink(_("How it is verified"), facts.proof),
        ]
        words = Words(_("Anyone can replay and verify this game from its record."))
        yield Section(_("The proof"), [words, Doors(doors)])


def make_top(subject: str, facts: Facts, *, left_out: int) -> Section:
    """Return the top of a digest: a link to all games, what is left out, and how to unsubscribe.

    The foot repeats the last, but programs cut off the end of a long mail.
    """
    blocks: list[Block] = []
    if left_out:
        words = ngettext(
            "{n} more is not in this mail, because it would be too long: you find it on your page.",
            "{n} more are not in this mail, because it would be too long: you find them on your page.",
            left_out,
        )
        blocks.append(Words(words.format(n=left_out)))
    doors = [ActionLink(_("My games"), links.to_route("table_home")), _stop_all(facts)]
    return Section(subject, [*blocks, Doors(doors)], 1)


def of_several(gathered: Sequence[Facts]) -> Iterator[Section]:
    """Yield the sections of a digest: questions first, by deadline, then the news."""
    for facts in gathered:
        blocks = [*_opening_blocks(facts)]
        if facts.presses:
            blocks.append(Doors(facts.presses, look="move"))
        if facts.reply:
            words = _("Answer by mail: write to {address}, for example “{command}”.")
            example = facts.commands[0].text
            blocks.append(Words(words.format(address=facts.reply, command=example)))
            if facts.commands[0].means:
                blocks.append(Commands(facts.commands))
        if facts.notice.kind is NoticeKind.GAME_ENDED:
            blocks += [_make_block(one) for one in facts.standing]
        yield Section(_section_title(facts), blocks, 1)


def foot_blocks(facts: Facts, *, several: bool = False) -> Iterator[Block]:
    """Yield why the player gets this mail, and how to unsubscribe."""
    player = facts.notice.player
    yield Words(
        _("This mail is for the player {name} at {site}. It was sent automatically.").format(
            name=player.username, site=site_name()
        )
    )
    doors = []
    if several:
        doors.append(_stop_all(facts))
    elif facts.notice.kind is not NoticeKind.ACCOUNT:
        doors.append(
            ActionLink(
                _("Stop mails like this one"),
                unsubscribe.unsubscribe_page(facts.notice, facts.notice.kind),
            ),
        )
    doors.append(ActionLink(_("Your notifications"), links.to_route("table_notices")))
    doors += [ActionLink(*link) for link in site_links()]
    yield Doors(doors)


def _stop_all(facts: Facts) -> ActionLink:
    return ActionLink(_("Stop these mails"), unsubscribe.unsubscribe_page(facts.notice, None))


def _section_title(facts: Facts) -> str:
    if not facts.game:
        return site_name()
    words = _("{game} with {names}") if facts.others else "{game}"
    return words.format(game=facts.game, names=facts.others)


def _opening_blocks(facts: Facts) -> Iterator[Block]:
    yield Words(facts.lead, strong=not facts.question)
    if facts.quoted:
        yield Items(facts.quoted, quoted=True)
    if facts.question:
        yield Words(f"{facts.question} {facts.due}", strong=True)
    yield from map(Words, facts.own)
    if facts.fallback:
        yield Words(facts.fallback)
    label = _("To the game") if facts.game else _("To your account")
    yield Doors([ActionLink(label, facts.link)], look="way")


def _reply_help(facts: Facts) -> Iterator[Block]:
    yield Words(_("Answer this mail. Only the first line of your answer counts, for example:"))
    yield Commands(facts.commands)
    if facts.order:
        order = _(
            "{order}: a standing order, best first; the server plays it if you miss the deadline."
        )
        yield Words(order.format(order=facts.order))
    more = _(
        "undo: take your answer back. status: see the question. help: see all commands. stop: end mails about"
        " this game."
    )
    yield Words(more)


def _make_block(one: str | Grid) -> Block:
    return Words(one) if isinstance(one, str) else Figures(one)
