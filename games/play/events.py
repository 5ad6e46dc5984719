"""The events of a decision: published in the game's log, or to one player.

Why so: docs/decisions/log-and-proof.md, docs/decisions/feeds.md.
"""

from collections.abc import Iterable, Mapping

from common.rest.json_codec import Json
from games.fairness.commitments import ChainEvent, link_event, utc
from games.models import Event, Participant, PrivateEvent
from games.repository.game_state import GameState
from games.shapes.records import PrivateEventBody


def publish_event(game: GameState, kind: str, data: Json, *, by: int | None = None) -> None:
    """Append a public event to the log.

    `by` is the number of the seat whose player caused it: earlier events are not unread for that player.
    """
    log, at = game.row.log, game.now
    number = log.event_number + 1
    head = link_event(log.head, ChainEvent(game.row.pk, number, kind, data, at))
    game.add(Event(game=game.row, number=number, type=kind, data=data, at=at, hash=head))
    game.change(log, event_number=number, head=head, newest_at=at, event_at=at, event_type=kind)
    _note_action(game, by)


def publish_to(
    game: GameState,
    player_id: int,
    kind: str,
    data: Json,
    *,
    withheld: bool = False,
    by: int | None = None,
) -> None:
    """Add an event for one player's feed. The next closing turn binds it into the log.

    A withheld event, from a player that this one has blocked, is bound all the same but shown nowhere. `by`
    is as for `publish_event`.
    """
    participant_id(game, player_id)
    log = game.row.log
    # The next event must not be earlier, even if the database's clock is set back.
    game.change(log, private_number=log.private_number + 1, newest_at=game.now)
    _note_action(game, by)
    event = PrivateEvent(
        player_id=player_id,
        game=game.row,
        number=log.private_number,
        type=kind,
        data=data,
        at=game.now,
        in_feed=withheld,
    )
    game.unbound.append(event)
    game.add(event)


def participant_id(game: GameState, player_id: int) -> str:
    """Return the player's id as a participant of this game; create one for a new player."""
    known = game.participants.get(player_id)
    if known is None:
        row = Participant(game=game.row, player_id=player_id)
        known = game.participants[player_id] = row.pk
        game.add(row)
    return known


def bind_private_events(
    private: Iterable[PrivateEvent], participants: Mapping[int, str]
) -> list[PrivateEventBody]:
    """Return private events as the log binds them. `participants` are their ids by player."""
    return [
        {
            "player": participants[event.player_id],
            "type": event.type,
            "at": utc(event.at),
            "data": event.data,
        }
        for event in private
    ]


def _note_action(game: GameState, by: int | None) -> None:
    """Note in the log up to which events the player of a seat, if any, has acted."""
    log = game.row.log
    if by is not None:
        newest = [log.event_number, log.private_number]
        game.change(log, acted={**(log.acted or {}), str(by): newest})
