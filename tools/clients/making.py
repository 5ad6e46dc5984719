"""A client made: generated, with its program beside it, and compiled."""

import re
import shutil

from tools.clients.catalogue import Client
from tools.clients.commands import run

WARNING = re.compile(r"warn|error|⚠|cannot|unable|unsupported|invalid", re.IGNORECASE)
"""What a line of a generator's has in it that tells of a fault in the document."""
NO_FAULTS = (
    " INFO ",
    "OpenAPI 3.1 support is still in beta",  # said of every document of 3.1
    "Ignoring complex example on request body",  # said of every object that is an example
    "Failed to get the schema name: null",  # said for Python of schemas that it reads all the same
)


def make(client: Client) -> list[str]:
    """Generate and compile it, and return its faults. Raises `Failed` if one of its commands fails."""
    shutil.rmtree(client.folder, ignore_errors=True)
    client.folder.mkdir(parents=True)
    for source in client.sources:
        shutil.copy(source, client.folder)
    client.log.write_text("".join(run(client.folder, command) for command in client.generate))
    for command in client.compile:
        run(client.folder, command)
    return [f"the generator says: {line}" for line in warnings(client)]


def warnings(client: Client) -> list[str]:
    """What the generator has complained of, each thing once."""
    lines = dict.fromkeys(client.log.read_text().splitlines())
    return [
        line
        for line in lines
        if WARNING.search(line) and not any(part in line for part in NO_FAULTS)
    ]
