"""The models of games. Constraints of the database refuse every state that must never occur.

A turn is a set of questions put to seats, with one deadline. A writer of a game holds the lock of
its row in `Log`, and locks no other row of the game before that.

A foreign key has no index of its own (`db_index=False`) where a unique constraint begins with it.

Why so: docs/decisions/game-rows.md.
"""

from games.models.archived import Analysis, ArchivedGame
from games.models.events import Event, FeedRange, Log, PrivateEvent, ReadMark
from games.models.game import Game, Participant, new_id, new_seed
from games.models.moderation import Report
from games.models.people import GamePreferences, Invitation, Message
from games.models.seats import FormerSeat, Seat, StandingOrder, count_questions
from games.models.turns import Pause, Question, Stage, Submission, Turn
from games.models.worker_state import BotShare, Heartbeat
