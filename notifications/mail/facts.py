"""Facts about one notice, for text and HTML alike.

Of a game only the player's own view and its public log are read, so a mail has nothing that the player could
not see on the page of the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.rest.errors import ApiError
from common.rest.json_codec import Json
from games.event_types.catalogue import SERVER_TYPES
from games.feeds import feed
from games.models.people import message_words
from games.rulesets import registry
from games.rulesets.sheet import Block, Sheet, make_sheet
from games.visibility.game_view import GameView
from notifications.answer_links import seats
from notifications.answer_links.offers import presses_in
from notifications.notice import ActionLink, Notice, NoticeKind
from notifications.questions import words
from notifications.questions.question_state import choices, order_by_number
from notifications.replies.address import reply_to
from players.mail import links

LEADS: Mapping[NoticeKind, Promise | str] = {
    NoticeKind.YOUR_TURN: gettext_lazy("It is your turn."),
    NoticeKind.REMINDER: gettext_lazy("Your answer is still wanted."),
    NoticeKind.NEARLY_UP: gettext_lazy("Your time is nearly up."),
    NoticeKind.PLAYED_FOR_YOU: gettext_lazy(
        "You had not answered in time, so it was played for you."
    ),
    NoticeKind.STAGE_ENDED: gettext_lazy("A stage is over."),
    NoticeKind.GAME_ENDED: SERVER_TYPES["finished"].sentence,
    NoticeKind.INVITED: SERVER_TYPES["invited"].sentence,
    NoticeKind.TABLE_FULL: SERVER_TYPES["table_full"].sentence,
    NoticeKind.SEAT_LOST: SERVER_TYPES["seat_lost"].sentence,
    NoticeKind.VACATION_ENDS: gettext_lazy("Your clocks run again when your vacation is over."),
    NoticeKind.MESSAGE: gettext_lazy("{other} writes:"),
    NoticeKind.ACCOUNT: gettext_lazy("Something has changed about your account."),
}
"""`other` is the player that the notice is about."""
OF_EVENTS: Mapping[str, Promise | str] = {
    **{
        kind: SERVER_TYPES[kind].sentence
        for kind in ("cancelled", "offered_to_you", "receiver_disabled", "webhook_disabled")
    },
    "stand_in": gettext_lazy(
        "You had not answered for some time, so a bot plays for you until you answer."
    ),
    "test": gettext_lazy("This is a test: notifications reach you here."),
}
"""Sentences of events that differ from others of their kind."""


def write_lead(notice: Notice) -> str:
    """Return the first sentence of a mail, in the active language."""
    words = OF_EVENTS.get(notice.data.get("event", ""), LEADS[notice.kind])
    return str(words).format(other=one_line(notice.data.get("other", "")))


def one_line(text: object) -> str:
    """Return a player's text as one line, without any end of a line in it."""
    return " ".join(str(text).split())


MAX_EVENTS = 400
"""Events of the log that are read, the newest ones."""
MAX_PARAGRAPHS = 25
"""Paragraphs of history, the newest ones."""

EXAMPLES = 3
"""Commands that are shown where they stand for all others, about."""
WITHOUT_HISTORY = {NoticeKind.MESSAGE, NoticeKind.INVITED, NoticeKind.TABLE_FULL}


@dataclass(frozen=True, slots=True)
class Command:
    """A command for a reply, and what it does; empty where that is plain."""

    text: str
    means: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All facts of one notice, in the player's language.

    Empty facts are left out of the mail. `due_at` orders the parts of a digest.
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
    presses: Sequence[ActionLink] = ()
    link: str = ""
    record: str = ""
    proof: str = ""


def gather_facts(notice: Notice) -> Facts | None:
    """Return the facts in the active language; None if the player is no longer asked."""
    known: Json = {"notice": notice, "lead": write_lead(notice), "quoted": _quoted_lines(notice)}
    if notice.game is None:
        return Facts(**known, link=links.to_route("account"))
    known |= {
        "game": registry.find_ruleset(notice.game.ruleset).name,
        "link": links.to_game(notice.game.pk),
    }
    known["presses"] = seats.seat_presses(notice)
    try:
        seen = GameView.load(notice.game.pk, notice.player)
    except ApiError:  # The game is private, and the player has lost the seat.
        return None if notice.asks else Facts(**known)
    game = seen.get_game()
    if notice.asks and not _is_waiting(game, notice):
        return None
    sheet = make_sheet(game)
    own = sheet.mine.get("seat")
    others = (name for seat, name in enumerate(sheet.names) if name and seat != own)
    known |= {"others": ", ".join(others), "since": _find_history(notice, seen, sheet)}
    if game["result"] is not None:
        known["standing"] = [*sheet.result_blocks()]
        if not notice.game.private:
            known["record"] = links.to_route("games:game-record", notice.game.pk)
            known["proof"] = links.to_route("guide", "fairness")
    elif game["table"] is not None:
        known["standing"] = [*sheet.standing_blocks()]
    if notice.asks:
        known |= _question_facts(notice, game, sheet)
    elif played := notice.data.get("action"):
        known["own"] = [
            _("Played for you: {action}.").format(action=sheet.earlier_action_text(played))
        ]
    return Facts(**known)


def _is_waiting(game: Mapping[str, Any], notice: Notice) -> bool:
    """Return whether the question of the notice still waits for the player."""
    mine, turn = game["mine"], game["turn"]
    is_open = turn is not None and turn["number"] == notice.turn and mine is not None
    return bool(is_open and mine["legal_actions"] and mine["submission"] is None)


def _find_history(notice: Notice, seen: GameView, sheet: Sheet) -> Sequence[str]:
    """Return what has happened since the player's last answer."""
    if notice.kind in WITHOUT_HISTORY or not sheet.mine:
        return []
    after = max(seen.last_answer_event(), seen.last_event - MAX_EVENTS)
    sentences = [*sheet.event_sentences(feed.read_log(seen.game.pk, after, MAX_EVENTS).events)]
    left_out = ["…"] if len(sentences) > MAX_PARAGRAPHS else []
    return [*left_out, *sentences[-MAX_PARAGRAPHS:]]


def _question_facts(notice: Notice, game: Mapping[str, Any], sheet: Sheet) -> Json:
    mine = game["mine"]
    due = words.moment(datetime.fromisoformat(mine["due_at"]), notice.zone)
    return {
        "question": sheet.question_text(),
        "own": [*sheet.private_lines()],
        "due": _("Until {moment}.").format(moment=due),
        "due_at": mine["due_at"],
        "fallback": words.otherwise(mine["fallback_by"], sheet.action_text(mine["fallback"])),
        "reply": reply_to(notice) or "",
        "commands": [*_reply_commands(sheet)],
        "order": order_by_number(game["ruleset"], choices(game)),
        "presses": presses_in(notice, game),
    }


def _reply_commands(sheet: Sheet) -> Iterator[Command]:
    """Yield each answer by its number, or some examples where words name the answers."""
    commands = sheet.action_commands()
    if all(text.isdigit() for text in commands):
        for text, action in commands.items():
            yield Command(text, sheet.action_text(action))
    else:
        yield from (Command(text, "") for text in [*commands][:: max(1, len(commands) // EXAMPLES)])


def _quoted_lines(notice: Notice) -> Sequence[str]:
    """Return a message's text, a paragraph for each of its lines."""
    words = message_words(notice.data.get("text")) or ""
    return [line for raw in words.splitlines() if (line := one_line(raw))]
