"""A bot with nothing but Python: plays one game of any ruleset against the server's bots.

    python examples/bot.py http://localhost:8000 turn_the_tide

The place to begin is `choose`: what would you play? docs/write-a-bot.md goes through it step by step.
"""

import json
import random
import sys
import urllib.error
import urllib.request
from typing import Any

SERVER, RULESET = sys.argv[1:]
CONFLICT = 409
headers = {"Content-Type": "application/json"}


def call(method: str, path: str, body: Any = None) -> Any:
    """Call the API; its document is at /openapi.json of every server."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{SERVER}/api/v1{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def choose(question: Any) -> Any:
    """What to answer. All that is legal is listed, in every game, so this plays any of them."""
    return random.choice(question["legal_actions"])


def answer_all() -> None:
    """Answer whatever is asked, in any game."""
    for question in call("GET", "/me/turns?open=true&include=game")["results"]:
        path = f"/games/{question['game']}/turns/{question['turn']}/submission"
        try:
            call("PUT", path, {"action": choose(question)})
        except urllib.error.HTTPError as error:
            if error.code != CONFLICT:  # The turn was over sooner: look again.
                raise SystemExit(error.read().decode()) from error


def play(game: str) -> Any:
    """Play a game to its end; how it ended."""
    heard = 0
    while True:
        answer_all()
        for event in call("GET", f"/games/{game}/events?after={heard}&wait=25")["results"]:
            heard = event["number"]
            if event["type"] == "finished":
                return event["data"]


# A guest's token is shown this once; a bot that lives longer has an account of its own.
headers["Authorization"] = f"Bearer {call('POST', '/guests')['token']}"
GAME = {"ruleset": RULESET, "seat_count": 3, "bots": ["random", "random"]}
end = play(call("POST", "/games", GAME)["id"])
print(f"{RULESET}: points {end['scores']}, won by seats {end['winners']}")
