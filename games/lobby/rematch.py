"""A rematch: the same table offered to the same people, once for each game."""

from django.db import transaction
from django.db.models import Q

from games.lobby import invitations, open_games
from games.lobby.open_games import GameSettings
from games.models import Game, Invitation, Seat
from games.refusals import refuse_unless_finished
from games.repository.game_state import GameState
from games.repository.games import load_for_update
from games.rulesets import bots
from players.models import Block, Player


@transaction.atomic
def offer_rematch(game_id: str, player: Player) -> tuple[str, bool]:
    """Return the game's rematch with a seat for this player, and whether it was opened just now.

    The first player to ask opens it and invites all others; later ones take their seats in it. Raises
    `ApiError`.
    """
    # The player's own lock comes before that of any game, as always when a seat is taken.
    game = load_for_update(game_id, newcomer=player)
    game.seat_of(player.pk)
    refuse_unless_finished(game.row)
    there = Game.objects.filter(rematch_of=game_id).only("id", "status").first()
    if there is None:
        return _open(game, player), True
    if not Seat.objects.filter(game=there, player=player).exists():
        invited = Invitation.objects.filter(game=there, to=player)
        seat = invited.values_list("seat", flat=True).first()
        open_games.join_game(there.pk, player, None, seat)
        invited.update(used=1)
    return there.pk, False


def rotate_seats(game: GameState) -> dict[int, int]:
    """The seat of each player in the rematch: everybody moves up by one, and who was first is the last.

    Who has resigned moves along, so that nobody's place depends on it. Bots have the last seats.
    """
    people = [seat.player_id for seat in game.seats if seat.player_id is not None]
    return {player: (place - 1) % len(people) for place, player in enumerate(people)}


def _open(game: GameState, player: Player) -> str:
    seats = rotate_seats(game)
    row = open_games.create_game(player, _same_settings(game, seats[player.pk]))
    there = [seat.owner_id for seat in game.seats if seat.owner_id is not None]
    blocked = Block.objects.filter(player=player).values("other")
    others = Player.objects.filter(pk__in=there, is_active=True)
    others = others.exclude(Q(pk=player.pk) | Q(pk__in=blocked))
    invitations.create_invitations(
        row, player, {one: seats[one] for one in others.values_list("pk", flat=True)}
    )
    return row.pk


def _same_settings(game: GameState, host_seat: int) -> GameSettings:
    """The same game once more, for as many as have played it."""
    row = game.row
    return GameSettings(
        ruleset=row.ruleset,
        options=row.options,
        seats=len(game.seats),
        bots=tuple(
            bots.replace_retired(row.ruleset, seat.bot)
            for seat in game.seats
            if seat.player_id is None and seat.bot
        ),
        clock=game.clock,
        bot_after=row.bot_after,
        vacations=row.vacations,
        least_reliability=row.least_reliability,
        bot_accounts=row.bot_accounts,
        private=row.private,
        start=Game.Start(row.start),
        chat=Game.Chat(row.chat),
        rematch_of=row.pk,
        host_seat=host_seat,
    )
