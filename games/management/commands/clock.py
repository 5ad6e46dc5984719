"""Explain the clock of one game."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.rest.errors import ApiError
from games.background.explain import explain_game
from games.models import Game


class Command(BaseCommand):
    help = (
        "Explain the clock of one game in plain words: which players the game waits for and until "
        "when, what stands still, when the sweep looks at it next, and why it was set aside. "
        "Nothing sealed is shown."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="id of the game")

    def handle(self, *args: Any, **given: Any) -> None:
        game = Game.objects.filter(pk=given["game"]).first()
        if game is None:
            raise CommandError(f"There is no game {given['game']}.")
        try:
            for line in explain_game(game):
                self.stdout.write(line)
        except ApiError as refusal:
            raise CommandError(refusal.detail) from refusal
