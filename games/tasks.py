"""What Celery may ring for. Each task may be lost or run twice without harm."""

from celery import shared_task

from games import botplay, deadlines


@shared_task
def sweep() -> None:
    """Close what is due, and make up for whatever a lost message should have done."""
    if not deadlines.just_swept():
        deadlines.sweep()


@shared_task
def move_bots(game_id: str) -> None:
    """Let the bots of one game answer what they are asked."""
    botplay.move_bots(game_id)
