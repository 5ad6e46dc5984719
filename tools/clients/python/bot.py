"""Plays one game of any ruleset against the server's bots, through a client by openapi-python-client.

pip install openapi-python-client httpx attrs python-dateutil
openapi-python-client generate --url http://localhost:8000/api/schema/ --output-path tide --meta none
python bot.py http://localhost:8000 turn_the_tide my-bot
"""

import random
import sys
import time
from http import HTTPStatus

from httpx import Timeout
from tide import AuthenticatedClient, Client
from tide.api.games import create_game, get_record, list_events
from tide.api.me import list_my_turns
from tide.api.players import create_player
from tide.api.turns import submit_answer
from tide.models import (
    Action,
    EventPage,
    EventType,
    FinishedData,
    Game,
    GameRecord,
    GameRequest,
    PlayerRequest,
    Problem,
    Question,
    QuestionPage,
    Receipt,
    Registration,
    SubmissionRequest,
)

KNOWN = {kind.value for kind in EventType}
PATIENCE = Timeout(60)  # longer than any long poll
PASSWORD = "rock-pool-and-anemone"


def choose(question: Question) -> Action:
    """What to answer. All that is legal is listed, in every game, so this plays any of them."""
    return random.choice(question.legal_actions)


class Bot:
    """A player at one server."""

    def __init__(self, client: AuthenticatedClient) -> None:
        self.client = client
        self.moves = 0
        self.heard = 0
        self.unknown = 0

    def plays(self, ruleset: str) -> None:
        """Open a game against two bots, and play it to its end."""
        wish = GameRequest(ruleset=ruleset, seat_count=3, bots=["random", "random"])
        game = create_game.sync(client=self.client, body=wish)
        assert isinstance(game, Game), game
        end: FinishedData | None = None
        while end is None:
            self.answers()
            end = self.follows(game.id)
        record = get_record.sync(game.id, client=self.client)
        assert isinstance(record, GameRecord), record
        print(
            f"game {game.id}: {self.moves} moves, {self.heard} events, {self.unknown} unknown, "
            f"won by {end.winners}, {len(record.turns)} turns in the record"
        )

    def answers(self) -> None:
        """Answer whatever is asked, in any game."""
        page = list_my_turns.sync(client=self.client)
        assert isinstance(page, QuestionPage), page
        for question in page.results:
            if question.submission is None:
                self.seals(question)

    def seals(self, question: Question) -> None:
        """Seal one answer; what to do if the server says no depends on the code of the problem."""
        body = SubmissionRequest(action=choose(question))
        said = submit_answer.sync(question.game, question.turn, client=self.client, body=body)
        match said:
            case Receipt():
                self.moves += 1
            case Problem(status=HTTPStatus.TOO_MANY_REQUESTS | HTTPStatus.SERVICE_UNAVAILABLE):
                time.sleep(1)
            case Problem(status=HTTPStatus.CONFLICT):
                pass  # the turn was over sooner: /me/turns says what is asked now
            case _:
                raise SystemExit(f"refused: {said}")

    def follows(self, game: str) -> FinishedData | None:
        """Wait for news of a game, up to 25 seconds; how it ended, once that is told."""
        page = list_events.sync(game, client=self.client, after=str(self.heard), wait=25)
        assert isinstance(page, EventPage), page
        for event in page.results:
            self.heard = event.number
            if event.type_ == EventType.FINISHED:
                return FinishedData.from_dict(event.data.to_dict())
            self.unknown += event.type_ not in KNOWN  # of a later version: nothing to be done
        return None


def newcomer(url: str, name: str) -> str:
    """Sign up; the token of the new player. It is shown this once, so a bot that lives longer keeps it."""
    with Client(base_url=url) as stranger:
        said = create_player.sync(
            client=stranger, body=PlayerRequest(username=name, password=PASSWORD)
        )
    assert isinstance(said, Registration), said
    return said.token


def main(url: str, ruleset: str, name: str) -> None:
    with AuthenticatedClient(base_url=url, token=newcomer(url, name), timeout=PATIENCE) as client:
        Bot(client).plays(ruleset)


if __name__ == "__main__":
    main(*sys.argv[1:])
