"""Does the document keep what the last release has promised? (docs/versioning.md)"""

import argparse
import subprocess
import sys
from pathlib import Path

import yaml

from tools.promise.operations import Json, broken

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = "openapi/tideapi.yaml"
RELEASES = "v*"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.promise", description=__doc__)
    parser.add_argument("--since", help="the tag to compare with, if not the last release's")
    tag = parser.parse_args().since or last_release(ROOT)
    if tag is None:
        print(f"No release is tagged {RELEASES} yet: there is no promise to keep.")
        return 0
    found = broken(document_of(ROOT, tag), read((ROOT / DOCUMENT).read_bytes()))
    for fault in found:
        print(fault)
    kept = (
        f"breaks what {tag} has promised (docs/versioning.md)"
        if found
        else f"keeps all that {tag} has promised"
    )
    print(f"{DOCUMENT} {kept}.")
    return 1 if found else 0


def last_release(repository: Path) -> str | None:
    """The newest tag of a release that the present commit comes after; None if there is none."""
    command = ["git", "describe", "--tags", "--abbrev=0", "--match", RELEASES]
    said = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    return said.stdout.strip() or None


def document_of(repository: Path, tag: str) -> Json:
    command = ["git", "show", f"{tag}:{DOCUMENT}"]
    return read(subprocess.run(command, cwd=repository, capture_output=True, check=True).stdout)


def read(document: bytes) -> Json:
    found: Json = yaml.load(document, Loader=yaml.CSafeLoader)
    return found


if __name__ == "__main__":
    sys.exit(main())
