"""What there is to be said of one notice, whatever form it is given.

Of a game nothing is read but her own view of it and its public log, so a mail says nothing that she could not
see by looking.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.feeds import feed
from games.models import Game
from games.rules import registry
from games.text.displays import SHEETS
from games.text.sheet import Block, Sheet
from games.visibility.game_view import GameView
from notifications import links
from notifications.mail.leads import lead, one_line
from notifications.notice import Kind, Notice, Press
from notifications.presses import seats
from notifications.presses.offering import presses_in
from notifications.questions import words
from notifications.questions.choices import choices, order_by_number
from notifications.replies.address import reply_to
from tideapi.rest.errors import ApiError

Json = dict[str, Any]

MOST_EVENTS = 400
"""As many events of the log are looked at, the newest ones."""
MOST_SAID = 25
"""As many paragraphs say what has happened, the newest ones."""

EXAMPLES = 3
"""About so many commands are shown where they say what all others are."""
WITHOUT_HISTORY = {Kind.MESSAGE, Kind.INVITED, Kind.TABLE_FULL}


@dataclass(frozen=True, slots=True)
class Command:
    """What she may write in a reply, and what it does, empty where that is plain."""

    text: str
    means: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All that a mail says of one notice, in words of her language.

    What is empty is not said. `due_at` is for putting several in order.
    """

    notice: Notice
    game: str = ""
    others: str = ""
    lead: str = ""
    quoted: Sequence[str] = ()
    since: Sequence[str] = ()
    standing: Sequence[Block] = ()
    own: Sequence[str] = ()
    question: str = ""
    due: str = ""
    due_at: str = ""
    fallback: str = ""
    reply: str = ""
    commands: Sequence[Command] = ()
    order: str = ""
    presses: Sequence[Press] = ()
    link: str = ""
    record: str = ""
    proof: str = ""


def gather(notice: Notice) -> Facts | None:
    """The facts, in the language that is active; None where she is asked nothing any more."""
    known: Json = {"notice": notice, "lead": lead(notice), "quoted": _quoted(notice)}
    if notice.game is None:
        return Facts(**known, link=links.to_route("account"))
    known |= {
        "game": registry.find(notice.game.ruleset).name,
        "link": links.to_game(notice.game.pk),
    }
    known["presses"] = seats.presses(notice)
    try:
        seen = GameView.find(notice.game.pk, notice.player)
    except ApiError:  # It is private, and she has no seat in it any more.
        return None if notice.asks else Facts(**known)
    game = seen.whole()
    if notice.asks and not _waits(game, notice):
        return None
    sheet = SHEETS.get(notice.game.ruleset, Sheet)(game)
    known |= {"others": ", ".join(_others(sheet)), "since": _since(notice, seen, sheet)}
    if game["result"] is not None:
        known |= {"standing": [*sheet.result()], **_records(notice.game)}
    elif game["table"] is not None:
        known["standing"] = [*sheet.standing()]
    if notice.asks:
        known |= _question(notice, game, sheet)
    elif played := notice.data.get("action"):
        known["own"] = [_("Played for you: {action}.").format(action=sheet.played(played))]
    return Facts(**known)


def _waits(game: Json, notice: Notice) -> bool:
    """Whether the question that the notice is about still waits for her."""
    mine, turn = game["mine"], game["turn"]
    is_open = turn is not None and turn["number"] == notice.turn and mine is not None
    return bool(is_open and mine["legal_actions"] and mine["submission"] is None)


def _others(sheet: Sheet) -> Iterator[str]:
    """The names of the seats that are taken, without her own."""
    for seat, name in enumerate(sheet.names):
        if name and seat != sheet.mine.get("seat"):
            yield name


def _since(notice: Notice, seen: GameView, sheet: Sheet) -> Sequence[str]:
    """What has happened since she last answered."""
    if notice.kind in WITHOUT_HISTORY or not sheet.mine:
        return []
    after = max(seen.answered(), seen.last - MOST_EVENTS)
    said = [*sheet.happened(feed.of_game(seen.game.pk, after, MOST_EVENTS).events)]
    left_out = ["…"] if len(said) > MOST_SAID else []
    return [*left_out, *said[-MOST_SAID:]]


def _question(notice: Notice, game: Json, sheet: Sheet) -> Json:
    mine = game["mine"]
    due = words.moment(datetime.fromisoformat(mine["due_at"]), notice.zone)
    return {
        "question": sheet.question(),
        "own": [*sheet.own()],
        "due": _("Until {moment}.").format(moment=due),
        "due_at": mine["due_at"],
        "fallback": words.otherwise(mine["fallback_by"], sheet.action(mine["fallback"])),
        "reply": reply_to(notice) or "",
        "commands": [*_commands(sheet)],
        "order": order_by_number(game["ruleset"], choices(game)),
        "presses": presses_in(notice, game),
    }


def _commands(sheet: Sheet) -> Iterator[Command]:
    """What a reply may say: every answer by its number, or one of them where words say which is meant."""
    commands = sheet.commands()
    if all(text.isdigit() for text in commands):
        for text, action in commands.items():
            yield Command(text, sheet.action(action))
    else:
        yield from (Command(text, "") for text in [*commands][:: max(1, len(commands) // EXAMPLES)])


def _quoted(notice: Notice) -> Sequence[str]:
    """What somebody has written, a paragraph for each of her lines."""
    return [
        line for raw in str(notice.data.get("text", "")).splitlines() if (line := one_line(raw))
    ]


def _records(game: Game) -> Json:
    """Where everybody finds what proves a game that was not private."""
    if game.private:
        return {}
    record = links.to_route("games:game-record", game.pk)
    return {"record": record, "proof": links.to_route("guide", "fairness")}
