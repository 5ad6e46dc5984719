"""A bot with the SDK: plays one game of any ruleset against the server's bots.

    make packages && pip install build/packages/tideapi_client-*.whl
    python examples/sdk_bot.py http://localhost:8000 turn_the_tide my-bot

The place to begin is `choose`: what would you play?
"""

import random
import sys
from typing import get_args

from tideapi_client import ApiProblem, Client, models

PASSWORD = "rock-pool-and-anemone"
CONFLICT = 409


def choose(question: models.Question) -> models.Action:
    """What to answer. All that is legal is listed, in every game, so this plays any of them."""
    return random.choice(question["legal_actions"])


def answer_all(client: Client) -> int:
    """Answer whatever is asked, in any game; how many answers were sealed."""
    moves = 0
    while questions := client.list_my_turns(open=True)["results"]:
        for question in questions:
            action = choose(question)
            try:
                client.submit_answer(question["game"], question["turn"], {"action": action})
                moves += 1
            except ApiProblem as problem:
                if problem.status != CONFLICT:  # The turn was over sooner: look again.
                    raise
    return moves


def play(client: Client, ruleset: str) -> None:
    """Open a game against two bots, and play it to its end."""
    wish: models.GameRequest = {"ruleset": ruleset, "seat_count": 3, "bots": ["random", "random"]}
    game = client.create_game(wish)["id"]
    moves = unknown = 0
    for heard, event in enumerate(client.stream_game(game), start=1):
        unknown += event["type"] not in get_args(models.EventType)  # of a later version
        if event["type"] == "turn_opened":
            moves += answer_all(client)
        elif event["type"] == "finished":
            turns = len(client.get_record(game)["turns"])
            print(
                f"game {game}: {moves} moves, {heard} events, {unknown} unknown, "
                f"won by {event['data']['winners']}, {turns} turns in the record"
            )


if __name__ == "__main__":
    url, ruleset, name = sys.argv[1:]
    with Client(url) as client:
        # The token is shown this once, so a bot that lives longer keeps it.
        client.token = client.create_player({"username": name, "password": PASSWORD})["token"]
        play(client, ruleset)
