"""A bot with nothing but Python: plays one game of any ruleset against the server's bots.

    python examples/bot.py http://localhost:8000 turn_the_tide

The place to begin is `choose`: what would you play? docs/write-a-bot.md goes through it step by step.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any
from uuid import uuid4

SERVER, RULESET = sys.argv[1:]
REFUSED, CONFLICT = 400, 409
LOST = (OSError, HTTPException, ValueError)  # no connection, half a head, half a body
headers = {"Content-Type": "application/json"}


def send(request: urllib.request.Request) -> Any:
    """Send a request once; return the status, the seconds to wait if it was refused, and the JSON."""
    try:
        answer = urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    with answer:
        return answer.status, answer.headers["Retry-After"], json.load(answer)


def call(method: str, path: str, body: Any = None) -> Any:
    """Call the API until it answers; its document is at /openapi.json of every server."""
    data = None if body is None else json.dumps(body).encode()
    sent = {**headers, "Idempotency-Key": str(uuid4())}  # A POST that is sent again is done once.
    request = urllib.request.Request(f"{SERVER}/api/v1{path}", data, sent, method=method)
    for pause in (0.2, 1, 2, 4, 8, 16, 16, 16):
        try:
            status, wait, said = send(request)
        except LOST:
            time.sleep(pause)
            continue
        # A sealing in conflict: the turn was over sooner, and the next event tells what is asked.
        if status < REFUSED or (method == "PUT" and status == CONFLICT):
            return said
        if wait is None:
            raise SystemExit(said["detail"])
        time.sleep(int(wait))
    raise SystemExit("The server does not answer.")


def choose(question: Any) -> Any:
    """What to answer. All that is legal is listed, in every game, so this plays any of them."""
    return random.choice(question["legal_actions"])


def answer_all() -> None:
    """Answer whatever is asked, in any game."""
    for question in call("GET", "/me/turns?open=true&include=game")["results"]:
        path = f"/games/{question['game']}/turns/{question['turn']}/submission"
        call("PUT", path, {"action": choose(question)})


def play(game: str) -> Any:
    """Play a game to its end; how it ended."""
    heard = 0
    while True:
        events = call("GET", f"/games/{game}/events?after={heard}&wait=25")["results"]
        for event in events:
            heard = event["number"]
            if event["type"] == "finished":
                return event["data"]
        if any(event["type"] == "turn_opened" for event in events):
            answer_all()
        elif not events:
            time.sleep(1)


# A guest's token is shown this once; a bot that lives longer has an account of its own.
headers["Authorization"] = f"Bearer {call('POST', '/guests')['token']}"
GAME = {"ruleset": RULESET, "seat_count": 3, "bots": ["random", "random"]}
end = play(call("POST", "/games", GAME)["id"])
print(f"{RULESET}: points {end['scores']}, won by seats {end['winners']}")
