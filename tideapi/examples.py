"""Examples for the document: real answers of a server, kept as they came (`manage.py examples`)."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")
EXAMPLES: dict[str, Any] = json.loads(FILE.read_text())
EVENTS_FILE = Path(__file__).with_name("event_examples.json")
EVENTS: dict[str, Any] = json.loads(EVENTS_FILE.read_text())
"""Of each type of event of the server's own a real one (`tideapi.event_reference.key`)."""
