"""Plays one game against bots through openapi-generator's Python: URL RULESET NAME."""

import random
import sys

from tide import (
    ApiClient,
    ApiException,
    Configuration,
    EventType,
    FinishedData,
    GameRequest,
    GamesApi,
    MeApi,
    PlayerRequest,
    PlayersApi,
    SubmissionRequest,
    TurnsApi,
)

KNOWN = {kind.value for kind in EventType}


def main(url: str, ruleset: str, name: str) -> None:
    configuration = Configuration(host=url)
    with ApiClient(configuration) as client:
        newcomer = PlayerRequest(username=name, password="rock-pool-and-anemone")
        configuration.access_token = PlayersApi(client).create_player(newcomer).token
        play(client, ruleset)


def play(client: ApiClient, ruleset: str) -> None:
    games = GamesApi(client)
    game = games.create_game(GameRequest(ruleset=ruleset, seat_count=3, bots=["random", "random"]))
    moves = heard = unknown = 0
    winners: list[int] | None = None
    while winners is None:
        moves += answer_all(client)
        for event in games.list_events(game.id, after=str(heard), wait=5).results:
            heard = event.number
            unknown += event.type not in KNOWN
            if event.type == EventType.FINISHED:
                # What belongs to an event is an open object: its type says as what it can be read.
                winners = FinishedData.model_validate(event.data).winners
    record = games.get_record(game.id)
    print(
        f"game {game.id}: {moves} moves, {heard} events, {unknown} unknown, "
        f"won by {winners}, {len(record.turns)} turns in the record"
    )


def answer_all(client: ApiClient) -> int:
    """How many questions were answered, each with any of its legal actions."""
    answered = 0
    for question in MeApi(client).list_my_turns().results:
        if question.submission is None:
            sealing = SubmissionRequest(action=random.choice(question.legal_actions))
            try:
                TurnsApi(client).submit_answer(question.game, question.turn, sealing)
                answered += 1
            except ApiException as refused:
                # The turn may have been over sooner: the next look tells what is asked now.
                if refused.status != 409:
                    raise
    return answered


if __name__ == "__main__":
    main(*sys.argv[1:])
