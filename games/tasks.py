"""The tasks of Celery's workers. Each may be lost or run twice without harm.

Why so: docs/decisions/celery.md.
"""

import logging

from celery import shared_task
from django.dispatch import receiver

from common.rest import log_lines
from common.tasks import Task
from games.background import analysis, archiving, botplay, due_turns
from games.lobby import invitations
from games.models import Game
from games.moderation import effects
from games.repository import signals
from players.models import ModerationAct
from players.signals import act_recorded
from players.suspension import SUSPENDING

log = logging.getLogger(__name__)

ARCHIVE_SECONDS = 10.0
"""How long a worker archives games before something else has its turn."""


@shared_task
def sweep() -> None:
    """Close what is due, and make up for whatever a lost message should have done."""
    if not due_turns.just_swept():
        due_turns.sweep_due_turns()


@shared_task(base=Task)
def sweep_along() -> None:
    """Take part in a sweep that has found more than one batch, even just after another sweep."""
    due_turns.sweep_due_turns()


@receiver(signals.more_turns_due)
def send_for_turns(**_: object) -> None:
    """Have another worker take part in a sweep once this transaction is committed."""
    sweep_along.delay_on_commit()


@shared_task(base=Task)
def replace_suspended() -> None:
    """Have bots play for suspended players."""
    effects.replace_suspended_players()


@receiver(act_recorded)
def send_for_suspended(act: ModerationAct, **_: object) -> None:
    """Have a worker replace a suspended player once this transaction is committed."""
    if act.kind in SUSPENDING:
        replace_suspended.delay_on_commit()


@shared_task
def tidy() -> None:
    """Remove invitations that are over and too old to be shown, and make up for what a lost message left."""
    effects.replace_suspended_players()
    while invitations.prune_invitations() == invitations.PRUNE:
        pass


@shared_task
def archive() -> None:
    """Put games that are over for long into one row each, for some seconds."""
    counts = archiving.archive_due(ARCHIVE_SECONDS)
    if counts:
        log.info("Finished games: %s", ", ".join(f"{many} {what}" for what, many in counts.items()))


@shared_task(base=Task)
def move_bots() -> None:
    """Let bots answer what they are asked, those first that are next."""
    botplay.move_due()


@receiver(signals.bots_due)
def send_for_bots(**_: object) -> None:
    """Have a worker move bots once this transaction is committed."""
    move_bots.delay_on_commit()


@shared_task(base=Task)
def move_thinkers() -> None:
    """Let bots that think long answer, by workers of their own."""
    botplay.move_due(thinkers=True)


@receiver(signals.thinkers_due)
def send_for_thinkers(**_: object) -> None:
    """Have a worker move bots that think long, once this transaction is committed."""
    move_thinkers.delay_on_commit()


@shared_task(base=Task)
def analyse(game_id: str) -> None:
    """Make the analysis of a finished game."""
    with log_lines.log_about(game_id):
        analysis.make_analysis(Game.objects.get(pk=game_id))


@receiver(signals.analysis_due)
def send_for_analysis(game: str, **_: object) -> None:
    """Have a worker make the analysis of this game once this transaction is committed."""
    analyse.delay_on_commit(game)
