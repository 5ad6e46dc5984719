"""The columns of rows that statements read only in part, by their names in SQL."""

SHOWN_GAME = (
    *("id", "ruleset", "rules_version", "options", "size", "status", "private", "bot_accounts"),
    *("messages", "clock", "ahead", "rematch_of", "bot_after", "vacations", "least_reliability"),
    *("most_stopped", "start", "stage", "stages", "turn_number", "result", "cancel_reason"),
    *("created_at", "started_at", "ended_at"),
)
SHOWN_LOG = ("event_number", "head", "event_type", "event_at")
SHOWN_SEAT = (
    *("number", "player", "bot", "entropy", "score", "away", "bank", "missed"),
    "offered_to",
)
SHOWN_TURN = ("id", "number", "heading", "opened_at", "due_at", "closed_at")
SHOWN_QUESTION = ("due_at", "bank")
SHOWN_ANSWER = ("by", "receipt", "sealed_at")
SHOWN_PAUSE = ("length", "agreed", "from_at", "until_at")
SHOWN_ORDER = ("at_once", "given_at")
LISTED_TURN = ("number", "heading", "opened_at", "due_at")
LISTED_QUESTION = ("due_at",)

LOG_END = (
    *("event_number", "head", "newest_at", "event_type", "event_at", "private_number"),
    "acted",
)
"""The columns of a log that a writer reads and writes."""
