"""Examples for the document: real answers of a server, kept as they came (`tests/thorough/examples/`).

Those of problems are kept by the tests that provoke them (`tests/kept_problems.py`); figures are those of a
server without settings of its own.
"""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")
EXAMPLES: dict[str, Any] = json.loads(FILE.read_text())
EVENTS_FILE = Path(__file__).with_name("event_examples.json")
EVENTS: dict[str, Any] = json.loads(EVENTS_FILE.read_text())
"""Of each type of event of the server's own a real one (`tideapi.reference.events.example_name`)."""
PROBLEMS_FILE = Path(__file__).with_name("problem_examples.json")
PROBLEMS: dict[str, Any] = json.loads(PROBLEMS_FILE.read_text())
"""A real problem for each code of the server's own."""
INSTANCE = "9f2c41d07ab35e68"
"""The id of the call in all of them."""
