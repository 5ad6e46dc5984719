"""Command that ends an account, as its player could on the account's page."""

from argparse import ArgumentParser
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.rest.errors import ApiError
from players.models import AccountDeletion, Player
from players.privacy import closure, erasure

SECONDS = 600


class Command(BaseCommand):
    help = (
        "End a player's account: the player is signed out, and after the days of grace all personal data is"
        " erased, and the seats are given up. The games stay, and their records still verify."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the player's username")
        parser.add_argument("--now", action="store_true", help="without days of grace")
        parser.add_argument("--keep", action="store_true", help="take it back")
        parser.add_argument("--yes", action="store_true", help="do not ask whether that is meant")

    def handle(self, *args: Any, **given: Any) -> None:
        player = Player.objects.named(given["name"]).first()
        if player is None:
            raise CommandError(f"There is no player {given['name']}.")
        if given["keep"]:
            self._keep(player)
            return
        for one in closure.list_consequences(player):
            self.stdout.write(f"{one.what}, {one.count}: {one.text}")
        if not given["yes"] and self._ask_for_name(player) != player.username:
            raise CommandError("Nothing was done.")
        asked = closure.ask_for_ending(player, AccountDeletion.RequestedBy.OPERATOR)
        if given["now"]:
            closure.skip_grace(asked)
            if erasure.go_over(asked.pk, monotonic() + SECONDS):
                self.stdout.write("It is erased. In a day workers go over all of it once more.")
            else:
                self.stdout.write("The account is closed. Workers go on with what is left.")
        else:
            self.stdout.write(f"It will be erased on {asked.due_at:%Y-%m-%d %H:%M} UTC.")

    def _ask_for_name(self, player: Player) -> str:
        try:
            return input(f"Write {player.username} to go on: ")
        except EOFError:
            message = (
                "Nothing was done: there is no terminal on which to ask. `--yes` leaves that out."
            )
            raise CommandError(message) from None

    def _keep(self, player: Player) -> None:
        try:
            closure.take_back(player)
        except ApiError as refusal:
            raise CommandError("This account is not about to end.") from refusal
        self.stdout.write("The account goes on.")
