"""Examples for the document: real answers of a server, kept as they came (`manage.py examples`)."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")
EXAMPLES: dict[str, Any] = json.loads(FILE.read_text())
