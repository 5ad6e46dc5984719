"""A rematch: the same table offered to the same people, once for each game.

Why so: docs/why.md#rematch.
"""

from django.db import transaction
from django.db.models import Q

from games.models import Game, Invitation, Seat
from games.play.ending import refuse_unless_finished
from games.seating import invitations, lobby
from games.seating.lobby import Wish
from games.store import loading
from games.store.table import Table
from players.models import Block, Player
from players.people.limits import refuse_over


@transaction.atomic
def offer(game_id: str, player: Player) -> tuple[str, bool]:
    """The game's rematch with a seat for this player, and whether it was opened just now.

    Whoever asks first opens it and invites all others; who asks later takes her seat in it. Raises
    `ApiError`.
    """
    # With her own lock, as who takes a seat has, before that of any game.
    table = loading.lock(game_id, newcomer=player)
    table.seat_of(player.pk)
    refuse_unless_finished(table.game)
    there = Game.objects.filter(rematch_of=game_id).only("id", "status").first()
    if there is None:
        return _open(table, player), True
    if not Seat.objects.filter(game=there, player=player).exists():
        _join(there, player)
    return there.pk, False


def rotated(table: Table) -> dict[int, int]:
    """The seat of each player in the rematch: everybody moves up by one, and who was first is the last.

    Who has resigned moves along, so that nobody's place depends on it. Bots have the last seats.
    """
    people = [seat.player_id for seat in table.seats if seat.player_id is not None]
    return {player: (place - 1) % len(people) for place, player in enumerate(people)}


def _open(table: Table, player: Player) -> str:
    refuse_over("asks", player, "You have asked many people.")
    seats = rotated(table)
    game = lobby.create(player, _same(table, seats[player.pk]))
    there = [seat.owner_id for seat in table.seats if seat.owner_id is not None]
    blocked = Block.objects.filter(player=player).values("other")
    others = Player.objects.filter(pk__in=there, is_active=True)
    others = others.exclude(Q(pk=player.pk) | Q(pk__in=blocked))
    invitations.make(game, player, {one: seats[one] for one in others.values_list("pk", flat=True)})
    return game.pk


def _same(table: Table, host_seat: int) -> Wish:
    """The same game once more, for as many as have played it."""
    game = table.game
    return Wish(
        ruleset=game.ruleset,
        options=game.options,
        seats=len(table.seats),
        bots=tuple(seat.bot for seat in table.seats if seat.player_id is None and seat.bot),
        clock=table.clock,
        bot_after=game.bot_after,
        vacations=game.vacations,
        least_reliability=game.least_reliability,
        bot_accounts=game.bot_accounts,
        private=game.private,
        start=Game.Start(game.start),
        messages=game.messages,
        rematch_of=game.pk,
        host_seat=host_seat,
    )


def _join(game: Game, player: Player) -> None:
    invited = Invitation.objects.filter(game=game, to=player)
    seat = invited.values_list("seat", flat=True).first()
    lobby.join(game.pk, player, None, seat)
    invited.update(used=1)
