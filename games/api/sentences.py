"""Sentences for people in what the API answers, in the language of the request.

They are made of what the viewer is shown, by the sheets that mails are made with.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.utils.translation import override
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.language import accepted_language, name_language
from games.event_types.sentences import event_sentence
from games.feeds import feed
from games.rulesets.display import SHEETS
from games.rulesets.sheet import make_sheet
from games.shapes.events import FeedEvent
from games.shapes.games import GameSummary, WholeGame
from games.shapes.turns import QuestionTexts, TurnBody
from games.visibility import game_lists
from players.authentication import viewer
from players.mail.letters import language_of

G = TypeVar("G", bound=GameSummary)
MAX_EVENTS_OF_TURN = 12
"""How far back a list looks for an event with words of the rules."""


def answer_language(request: Request) -> str:
    """Return the language of the sentences: what the request accepts, else what the player has chosen."""
    if accepted := accepted_language(request):
        return accepted
    caller = viewer(request)
    return settings.LANGUAGE_CODE if caller is None else language_of(caller)


def answer_localized(request: Request, show: Callable[[], Response]) -> Response:
    """Return the response that is made in the language of the request."""
    language = answer_language(request)
    with override(language):
        response = show()
    name_language(response, language)
    return response


def add_sentences(
    request: Request,
    events: Iterable[FeedEvent],
    language: str,
    games: Iterable[GameSummary] | None = None,
) -> list[FeedEvent]:
    """Return the events with their `text`: null where nobody has words for one.

    `games` are those of the events, as a list shows them; without, they are read in one statement.
    """
    events = [*events]
    if games is None:
        named = dict.fromkeys(event["game"] for event in events if event["game"])
        games = game_lists.list_summaries([*named], viewer(request))
    sheets = {game["id"]: make_sheet({**game, "table": None, "mine": None}) for game in games}
    with override(language):
        return [
            {**event, "text": event_sentence(event, sheets.get(event["game"] or ""))}
            for event in events
        ]


def add_last_event_texts(games: Iterable[G], language: str) -> list[G]:
    """Return games, as a list shows them, with the `text` of the newest event of each.

    Of a game under way it is the newest one with words of its rules: that a turn has begun says little.
    """
    games = [*games]
    last_numbers = {game["id"]: game["last_event"]["number"] for game in games}
    newest = feed.newest_of_games(last_numbers, MAX_EVENTS_OF_TURN)
    with override(language):
        for game in games:
            last = game["last_event"]
            # An archived game ends with `finished`, of which there is as much to say without its data.
            events: Sequence[Mapping[str, Any]] = newest.get(game["id"]) or [
                {"type": last["type"], "data": {}, "players": {}}
            ]
            sheet = make_sheet({**game, "table": None, "mine": None})
            under_way = events[::-1] if game["status"] == "running" else ()
            said = (sheet.event_sentence(one["type"], one["data"]) for one in under_way)
            text = next(filter(None, said), None) or event_sentence(events[-1], sheet)
            game["last_event"] = {**last, "text": text}
    return games


def question_texts(view: WholeGame, language: str) -> QuestionTexts | None:
    """Return what the viewer is asked in words: null if that is nothing, and where the ruleset has no words.

    `view` is the game as the viewer sees it.
    """
    mine = view["mine"]
    if mine is None or not mine["legal_actions"] or view["ruleset"] not in SHEETS:
        return None
    sheet, sealed = make_sheet(view), mine["submission"]
    assert mine["fallback"] is not None  # noqa: S101  There are legal actions.
    with override(language):
        return {
            "question": sheet.question_text(),
            "legal_actions": [sheet.action_text(one) for one in mine["legal_actions"]],
            "fallback": sheet.action_text(mine["fallback"]),
            "submission": None if sealed is None else sheet.action_text(sealed["action"]),
        }


def add_question_texts(view: WholeGame, language: str) -> WholeGame:
    """Return a game as its viewer sees it, with `texts` in `mine`."""
    mine = view["mine"]
    texts = question_texts(view, language)
    return {**view, "mine": None if mine is None else {**mine, "texts": texts}}


def add_turn_texts(turn: TurnBody, view: WholeGame, language: str) -> TurnBody:
    """Return a turn with a `text` of each action that was played."""
    actions = turn["actions"]
    if actions is not None:
        sheet = make_sheet(view) if view["ruleset"] in SHEETS else None
        with override(language):
            actions = [
                {**one, "text": None if sheet is None else sheet.earlier_action_text(one["action"])}
                for one in actions
            ]
    return {**turn, "actions": actions}
