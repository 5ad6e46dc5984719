"""A player of the recorded story, who calls for one thing at a time."""

import json
from typing import Any
from urllib.request import urlopen

from tests.system.flows.client import Json, Person


class Caller(Person):
    """Each call has to be granted, and gives the JSON of its answer."""

    def post(self, path: str, body: Json | None = None) -> Any:
        return self.call("POST", path, body).ok()

    def put(self, path: str, body: Json | None = None) -> Any:
        return self.call("PUT", path, body).ok()

    def patch(self, path: str, body: Json) -> Any:
        return self.call("PATCH", path, body).ok()

    def delete(self, path: str) -> Any:
        return self.call("DELETE", path).ok()

    def ask_health(self, path: str) -> Any:
        """Return the answer of an address outside of the API."""
        with urlopen(f"{self.url}{path}") as answer:
            return json.load(answer)
