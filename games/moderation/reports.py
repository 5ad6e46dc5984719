"""Reports: made by players, claimed and decided by moderators, each once."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from common.rest.errors import ApiError
from games.clock.now import now
from games.lobby import messages
from games.models import Game, Message, Report, Seat
from games.refusals import no_such_game
from players.mail import letters, links, reachable
from players.models import ModerationAct, Player
from players.moderation import record_act

AROUND = 5
"""Messages before and after a reported one that moderators read."""
LETTER = "account/email/report_answered"


@transaction.atomic
def file_report(
    reporter: Player, text: str, *, player: str = "", game: str = "", message: str = ""
) -> Report:
    """Report a message of a game, a game or a player; again, it is the same report. Raises `ApiError`."""
    made = Report(reporter=reporter, text=text, at=now())
    if message:
        _name_message(made, reporter, game, message)
    elif game:
        made.game = _find_game(reporter, game)
        made.target = f"game {game}"
    else:
        _name_player(made, reporter, player)
    Report.objects.bulk_create([made], ignore_conflicts=True)
    return Report.objects.waiting().get(reporter=reporter, target=made.target)


def _name_message(made: Report, reporter: Player, game: str, message: str) -> None:
    rows = messages.at_table(game, reporter)
    found = rows.filter(pk=message, text__isnull=False).first()
    if found is None:
        raise ApiError("message_not_found", "There is no such message at this table.")
    if found.author_id == reporter.pk:
        raise ApiError("not_yourself", "This message is your own.")
    earlier = Q(at__lt=found.at) | Q(at=found.at, pk__lt=found.pk)
    before = rows.filter(earlier).order_by("-at", "-pk")[:AROUND]
    after = rows.filter(~earlier).exclude(pk=found.pk).order_by("at", "pk")[:AROUND]
    made.message, made.game_id, made.accused = found, game, found.author
    made.target = f"message {message}"
    made.seen = _write_down([*reversed(before), found, *after])


def _write_down(some: Iterable[Message]) -> list[dict[str, Any]]:
    return [
        {"player": one.author_id, "at": one.at.isoformat(), "text": one.text, "id": one.pk}
        for one in some
    ]


def _find_game(reporter: Player, game_id: str) -> Game:
    game = Game.objects.filter(pk=game_id).first()
    seats = Seat.objects.kept().filter(game=game_id, player=reporter)
    if game is None or (game.private and not seats.exists()):
        raise no_such_game()
    return game


def _name_player(made: Report, reporter: Player, username: str) -> None:
    accused = Player.objects.named(username).filter(is_active=True).first()
    if accused is None:
        raise ApiError("player_not_found", "There is no such player.", "/player")
    if accused.pk == reporter.pk:
        raise ApiError("not_yourself", "This is yourself.")
    made.accused, made.target = accused, f"player {accused.pk}"
    shown = {"player": accused.pk, "at": made.at.isoformat(), "id": ""}
    made.seen = [{**shown, "text": f"{accused.username}: {accused.about}"}]


def claim_report(report_id: str, moderator: Player) -> None:
    """Take a report up, so that others leave it. Raises `ApiError` (`already_decided`)."""
    free = Q(claimed_by=None) | Q(claimed_by=moderator)
    if not Report.objects.waiting().filter(free, pk=report_id).update(claimed_by=moderator):
        raise ApiError("already_decided", "Another moderator has taken it up.")


@transaction.atomic
def decide_report(
    report_id: str,
    moderator: Player,
    answer: str,
    kind: ModerationAct.ActKind | None = None,
    until: datetime | None = None,
    reason: str = "",
    about: Player | None = None,
) -> Report:
    """Decide a report once, maybe with an act: about its player, or in a report of a game about that one.

    Raises `ApiError` (`already_decided`, `not_yourself`).
    """
    # The lock is for another moderator who decides it at this moment.
    report = Report.objects.select_for_update(of=("self",)).get(pk=report_id)
    if report.decided_at is not None or report.claimed_by_id not in (None, moderator.pk):
        raise ApiError("already_decided", "Another moderator has taken it up.")
    if moderator.pk in (report.reporter_id, report.accused_id):
        raise ApiError("not_yourself", "Nobody decides about themselves.")
    if kind is not None and (player := report.accused or about) is not None:
        hidden = str(report.message_id or "") if kind == ModerationAct.ActKind.HIDE else ""
        report.act = record_act(
            kind, player, moderator, reason or answer, until=until, message=hidden
        )
    report.decided_at, report.decided_by, report.answer = now(), moderator, answer
    report.save(update_fields=["decided_at", "decided_by", "answer", "act"])
    if report.reporter and (to := reachable.address_of(report.reporter)):
        letters.write(report.reporter, to, LETTER, {"answer": answer, "host": links.server_host()})
    return report


def hide_message(message_id: str) -> None:
    """Take a message's text from all readers; the database keeps it."""
    message = Message.objects.select_for_update().get(pk=message_id)
    if message.text is not None:
        Message.objects.filter(pk=message_id).update(
            text=None, hidden_text=message.text, deleted_at=Now()
        )
        messages.inform_others(message, "message_deleted")


def show_message_again(message_id: str) -> None:
    """Give a hidden message back to its readers, unless its author has deleted it since."""
    message = Message.objects.select_for_update().get(pk=message_id)
    if message.hidden_text is not None:
        Message.objects.filter(pk=message_id).update(
            text=message.hidden_text, hidden_text=None, deleted_at=None
        )
