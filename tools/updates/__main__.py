"""Can the migrations since the last release run while its code goes on? squawk judges their SQL.

Run with a database at hand: `make migrations-safe`.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tools.promise.__main__ import last_release

ROOT = Path(__file__).resolve().parents[2]
CONFIG = Path(__file__).with_name("squawk.toml")
WHERE = "*/migrations/0*.py"


def main(arguments: list[str] | None = None, repository: Path = ROOT) -> int:
    """Judge them; 1 if one of them would stop games, or break the code before it."""
    parser = argparse.ArgumentParser(prog="python -m tools.updates", description=__doc__)
    parser.add_argument("--since", help="the commit to begin after, if not the last release")
    since = parser.parse_args(arguments).since or last_release(repository)
    if since is None:
        print("No release is tagged yet: nobody runs older code beside these migrations.")
        return 0
    new = since_then(repository, since)
    print(f"{len(new)} migrations are new since {since}.")
    found = judged({f"{path.parts[-3]}.{path.stem}": statements(path) for path in new})
    print("\n".join(found))
    return int(bool(found))


def since_then(repository: Path, since: str) -> list[Path]:
    """The files of migrations that are new, and those that were changed since.

    A squashed one does nothing in a database that has what it replaces.
    """
    command = ["git", "diff", "--name-only", "--diff-filter=AM", since, "--", WHERE]
    said = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=True)
    return [Path(line) for line in sorted(said.stdout.split()) if "_squashed_" not in line]


def statements(migration: Path) -> str:
    """A migration as SQL."""
    command = [sys.executable, "manage.py", "sqlmigrate", migration.parts[-3], migration.stem]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if said.returncode:
        raise RuntimeError(f"{migration}: {said.stderr}")
    return said.stdout


def judged(migrations: dict[str, str]) -> list[str]:
    """What squawk finds in the SQL of these migrations, a line for each fault."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{name}.sql" for name in migrations]
        for file in files:
            file.write_text(migrations[file.stem])
        return [line.removeprefix(f"{folder}/") for line in _faults(files)]


def _faults(files: Iterable[Path]) -> list[str]:
    squawk = Path(sys.executable).with_name("squawk")
    command = [str(part) for part in (squawk, "--config", CONFIG, "--reporter", "gcc", *files)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode not in {0, 1} or said.stderr:
        raise RuntimeError(said.stderr)
    return said.stdout.splitlines()


if __name__ == "__main__":
    sys.exit(main())
