"""The packages of the client libraries, built into a folder.

`make packages` builds them into build/packages/, from where the server hands them out.
It takes requirements/packages.txt; the compiler of TypeScript comes by a lock of its own.
"""

import sys

from tools.clients.catalogue import NPM, ROOT, WHEEL, Command
from tools.clients.commands import run

COMPILER: Command = (
    # No package gets to run a program of its own while it is installed.
    "node", "{npm}", "ci", "--ignore-scripts", "--silent", "--prefix", "{packages}/client-typescript",
)  # fmt: skip


def main(folder: str) -> None:
    (ROOT / folder).mkdir(parents=True, exist_ok=True)
    for command in (WHEEL, COMPILER, NPM):
        run(ROOT, tuple(folder if word == "dist" else word for word in command))
    print("\n".join(str(one) for one in sorted((ROOT / folder).glob("tideapi[_-]client*"))))


if __name__ == "__main__":
    main(*sys.argv[1:])
