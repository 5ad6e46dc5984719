"""A message to send, and the name of a host to send it to."""

BODY = b'{"type":"ping"}'
HEADERS = {"webhook-id": "msg_1"}
HOST = "bots.example"
