from tideapi_client import ApiProblem, Client

CONFLICT = 409  # turn_closed, time_is_up, not_asked, game_finished


def answer_all(client: Client) -> None:
    for question in client.iterate_pages(client.list_my_turns(open=True)):
        action = question["fallback"] or question["legal_actions"][0]
        try:
            client.submit_answer(question["game"], question["turn"], {"action": action})
        except ApiProblem as problem:
            if problem.status != CONFLICT:  # The deadline was faster: look again.
                raise


with Client("https://tide.example", token="tide_...") as client:
    # The end of the feed comes first: what happens after it is streamed.
    last = client.list_my_events(after="latest")["last"]
    answer_all(client)
    for event in client.stream_my_events(after=last):
        if event["type"] == "turn_opened":
            answer_all(client)
