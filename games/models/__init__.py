"""Games as rows. The database itself refuses what must never be: its constraints are the last word.

A turn is a set of questions put to seats, with one deadline. Whoever writes to a game holds the
lock of its row in `Log`; nobody locks anything of a game before that.

A foreign key has no index of its own (`db_index=False`) where a unique constraint begins with it.

Why so: docs/why.md#rows, docs/why.md#one-lock.
"""

from games.models.analysis import Analysis
from games.models.archived import ArchivedGame
from games.models.events import FeedRange, Log, PrivateEvent, ReadMark
from games.models.game import Game, Participant
from games.models.ids import new_id, new_seed
from games.models.invitations import Invitation
from games.models.messages import Message
from games.models.note import Note
from games.models.seats import FormerSeat, Seat, StandingOrder
from games.models.turns import Pause, Stage, Submission, Turn
from games.models.work import BotShare, Heartbeat

__all__ = [
    "Analysis",
    "ArchivedGame",
    "BotShare",
    "FeedRange",
    "FormerSeat",
    "Game",
    "Heartbeat",
    "Invitation",
    "Log",
    "Message",
    "Note",
    "Participant",
    "Pause",
    "PrivateEvent",
    "ReadMark",
    "Seat",
    "Stage",
    "StandingOrder",
    "Submission",
    "Turn",
    "new_id",
    "new_seed",
]
