from tideapi_client import Client

with Client("https://tide.example", token="tide_…") as client:
    for question in client.iterate_pages(client.list_my_turns(open=True)):
        action = question["fallback"] or question["legal_actions"][0]
        client.submit_answer(question["game"], question["turn"], {"action": action})
    for event in client.stream_my_events(after="latest"):
        if event["type"] == "turn_closed":
            print(event["data"]["actions"])
