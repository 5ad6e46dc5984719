"""Types that the client gives without a cast.

It is checked by mypy and pyright, and never run. Each `ignore` stands where both must find an error: they
complain of one that is not needed.
"""

from typing import assert_type

from tideapi_client import AsyncClient, Client, models


def read(event: models.FeedEvent) -> None:
    match event["type"]:
        case "turn_closed":
            assert_type(event["data"], models.TurnClosedData)
        case "finished":
            assert_type(event["data"]["winners"], list[int])
        case _:
            pass
    if event["type"] == "turn_closed":
        assert_type(event["data"]["actions"][0]["action"], models.Action)
        event["data"]["winners"]  # type: ignore[typeddict-item]
    if event["type"] == "of no version":  # type: ignore[comparison-overlap]
        pass


def read_record(record: models.GameRecord) -> None:
    for event in record["log"]["events"]:
        assert_type(event, models.LoggedEvent)
        if event["type"] == "turn_closed":
            assert_type(event["data"], models.TurnClosedData)
    for told in record["turns"][0]["private"]["told"]:
        if told["type"] == "order_followed":
            assert_type(told["data"], models.OrderFollowedData)
    if record["ruleset"] == "high_tide":
        assert_type(record["options"], models.HighTideOptions)
        assert_type(record["setup"]["start_order"], list[int])
        record["setup"]["hands"]  # type: ignore[typeddict-item]


def look(game: models.Game) -> None:
    assert_type(game["host"], str)
    status: str = game["status"]  # of the known ones, which an editor offers, or of a later version
    if status == game["status"] == "of a later version":
        pass
    if game["ruleset"] == "turn_the_tide" and game["table"]:
        assert_type(game["options"], models.TurnTheTideOptions)
        assert_type(game["table"]["tides"], list[int])
        game["table"]["beaches"]  # type: ignore[typeddict-item]
    elif game["ruleset"] == "high_tide" and game["table"]:
        assert_type(game["table"], models.HighTideTable)


def play(action: models.Action) -> None:
    if action["type"] == "play":
        assert_type(action["card"], int)
        action["space"]  # type: ignore[typeddict-item]
    elif action["type"] == "tile" and action["tile"] == "B3":
        assert_type(action["steps"], int)


def call(client: Client) -> None:
    client.submit_answer("game", 1, {"action": {"type": "play", "card": 3}})
    client.submit_answer("game", 1, {"action": {"type": "play", "card": "3"}})  # type: ignore[typeddict-item]
    client.create_game({"ruleset": "turn_the_tide"})  # type: ignore[typeddict-item]
    for question in client.iterate_pages(client.list_my_turns(include=["game"])):
        assert_type(question, models.Question)
        if "view" in question:
            look(question["view"])
    look(client.get_game("game"))
    read_record(client.get_record("game"))
    for event in client.stream_game("game", after=client.list_events("game", before=9)["last"]):
        read(event)


async def call_async(client: AsyncClient) -> None:
    async for game in client.iterate_pages(
        await client.list_games(status="running", page_size=100)
    ):
        assert_type(game, models.GameSummary)
    async for event in client.stream_my_events(after="latest"):
        read(event)
