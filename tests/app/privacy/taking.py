"""Taking everything along, over the API."""

import json
import zipfile
from io import BytesIO
from typing import Any

from tests.app.privacy.working import workers_gather
from tests.people import Person


def takes_along(person: Person) -> dict[str, Any]:
    """All files of a new export by their names, as JSON where they are."""
    made = person.post("/me/exports")
    assert made.status == 202, made.json
    workers_gather()
    shown = person.get(made.headers["Location"].removeprefix("/api/v1")).json
    assert shown["status"] == "ready"
    found: dict[str, Any] = {}
    for one in shown["archives"]:
        said = person.get(f"/me/exports/{shown['id']}/archives/{one['number']}")
        assert (said.status, len(said.raw)) == (200, one["size"])
        assert said.headers["Content-Type"] == "application/octet-stream"
        with zipfile.ZipFile(BytesIO(said.raw)) as whole:
            assert whole.testzip() is None
            for name in whole.namelist():
                raw = whole.read(name)
                assert name == "README.md" or name not in found
                found[name] = json.loads(raw) if name.endswith(".json") else raw.decode()
    return found
