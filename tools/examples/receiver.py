"""A local web server that receives webhooks while examples are recorded."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

RECEIVER_URL = "https://bots.example"
"""The webhook receiver's address in the examples."""


@contextmanager
def receiver(status: int = 204) -> Iterator[tuple[str, list[bytes]]]:
    """Yield its address, and the bodies that have arrived; each is answered with this status."""
    bodies: list[bytes] = []

    class ReceiverHandler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), ReceiverHandler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", bodies
        finally:
            server.shutdown()
            thread.join()
