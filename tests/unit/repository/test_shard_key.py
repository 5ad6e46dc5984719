"""How far everything of a game lies together: keys and statements that do not name the game, and why.

If games were ever divided among several databases, each of these would have to be changed or to ask all of
them (docs/capacity.md#what-to-scale-first). So none is added without a reason.
"""

import re
from collections.abc import Iterator

from django.apps import apps
from django.db import models

from games.repository.queries import FILES
from tests import statements as hand_written

Key = tuple[str, ...]

OF_A_PLAYER = "a player's own, of all of her games: it lies with her"
KEYS: dict[str, str] = {
    "Game (rematch_of_id)": "a game follows one other: asked once, when a rematch is offered",
    "StandingOrder (seat_id)": "the seat is of one game; its table would get the game's column",
    "Question (turn_id, seat_id)": "turn and seat are of one game; the table has the game's column",
    "Submission (question_id)": "the same, of its question",
    "FeedRange (player_id, first)": OF_A_PLAYER,
    "FeedRange (account_event_id)": OF_A_PLAYER,
    "BotShare (player_id)": OF_A_PLAYER,
    "Heartbeat (name)": "of the whole server",
}

WHAT_IS_DUE = "the sweep: what is due in all games; each database would be swept by itself"
FEED = "a player's feed: numbered for her, read from events of all of her games"
HOME = "a player's list of her games, or of what waits for her in them"
PLAYER = "accounts and limits of one player: in one database that all others know"
STATEMENTS: dict[str, set[str]] = {
    WHAT_IS_DUE: {"playing.CLAIM", "playing.WORK", "playing.NEXT_IDS"},
    FEED: {"account_events.INFORM", "feed.PLACES", "feed.UPDATE"},
    HOME: {
        *("home.HOME", "home.HOME_BACK", "viewing.INBOX", "viewing.INBOX_BACK"),
        *("viewing.INBOX_GAMES", "viewing.INBOX_GAMES_BACK"),
    },
    PLAYER: {"feed.LOCK", "seats.QUESTIONS"},
}


def keys() -> Iterator[tuple[str, Key]]:
    """Every unique key of the tables of games, as `Model (columns)`, and its columns."""
    for model in apps.get_app_config("games").get_models():
        if model._meta.proxy:
            continue
        for key in sorted(_of(model)):
            yield f"{model.__name__} ({', '.join(key)})", key


def _of(model: type[models.Model]) -> set[Key]:
    meta = model._meta
    columns = {field.name: str(field.column) for field in meta.local_fields}
    found: set[Key] = {(columns[field.name],) for field in meta.local_fields if field.unique}
    for constraint in meta.constraints:
        if isinstance(constraint, models.UniqueConstraint):
            assert constraint.fields, f"{constraint.name} is made of expressions: say here what of"
            found.add(tuple(columns[name] for name in constraint.fields))
    return found


def test_each_unique_key_and_statement_names_the_game_or_is_known_not_to() -> None:
    # A number only tells rows of one table apart.
    strange = {name for name, key in keys() if "game_id" not in key and key != ("id",)}
    assert strange == KEYS.keys()
    statements = {f"{name}.{one}": text for name, file in FILES.items() for one, text in file}
    statements.update(hand_written.statements())
    without = {
        name
        for name, one in statements.items()
        if not {"game", "games"} & {*re.findall(r"%\((\w+)\)s", one.text)}
    }
    assert without == set().union(*STATEMENTS.values())
