"""The events of a decision: published in the game's log, or to one player.

Why so: docs/decisions/log-and-proof.md, docs/decisions/feeds.md.
"""

from collections.abc import Iterable, Mapping

from common.rest.json_codec import Json
from games.fairness.commitments import ChainEvent, link_event, utc
from games.models import Log, Participant, PrivateEvent
from games.repository.game_state import GameState
from games.shapes.records import PrivateEventBody


def publish_event(game: GameState, kind: str, data: Json, *, by: int | None = None) -> None:
    """Append a public event to the log.

    `by` is the number of the seat whose player caused it: earlier events are not unread for that player.
    """
    log = game.row.log
    log.event_number += 1
    event = ChainEvent(game.row.pk, log.event_number, kind, data, game.now)
    event.hash = log.head = link_event(log.head, event)
    log.newest_at = log.event_at = event.at
    log.event_type = kind
    game.events.append(event)
    _note_action(log, by)


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
    game.informed.add(player_id)
    log = game.row.log
    log.private_number += 1
    # The next event must not be earlier, even if the database's clock is set back.
    log.newest_at = game.now
    _note_action(log, by)
    game.unbound.append(
        PrivateEvent(
            player_id=player_id,
            game=game.row,
            number=log.private_number,
            type=kind,
            data=data,
            at=game.now,
            in_feed=withheld,
        )
    )


def participant_id(game: GameState, player_id: int) -> str:
    """Return the player's id as a participant of this game; create one for a new player."""
    known = game.participants.get(player_id)
    if known is None:
        row = Participant(game=game.row, player_id=player_id)
        known = game.participants[player_id] = row.pk
        game.named.append(row)
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


def _note_action(log: Log, by: int | None) -> None:
    """Note in the log up to which events the player of a seat, if any, has acted."""
    if by is not None:
        log.acted = {**(log.acted or {}), str(by): (log.event_number, log.private_number)}
