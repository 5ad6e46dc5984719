"""Write the digests that the base images have now into docker/, where a registry is at hand.

A tag can lead to something else tomorrow, a digest cannot. Docker is asked, with its own logins and mirrors.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = ("Dockerfile", "compose.yaml")
NAMED = re.compile(
    r"^(?P<before>ARG PYTHON_IMAGE=|\s+image: )(?P<name>[\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?$",
    re.MULTILINE,
)
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
ASK = ("docker", "buildx", "imagetools", "inspect", "--format", "{{.Manifest.Digest}}")


def digest(name: str) -> str:
    """The digest of an image for all platforms. Raises `SystemExit` if the registry cannot be asked."""
    try:
        said = subprocess.run([*ASK, name], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"{name}: {getattr(error, 'stderr', None) or error}") from None
    found = said.stdout.strip()
    if not DIGEST.fullmatch(found):
        raise SystemExit(f"{name}: this is no digest: {found!r}")
    return found


def main(folder: Path) -> None:
    """Pin every base image that the two files name; nothing is written unless all could be asked for."""
    texts = {file: (folder / file).read_text() for file in FILES}
    names = {one["name"] for text in texts.values() for one in NAMED.finditer(text)}
    digests = {name: digest(name) for name in sorted(names)}
    for file, text in texts.items():
        pinned = NAMED.sub(lambda one: f"{one['before']}{one['name']}@{digests[one['name']]}", text)
        (folder / file).write_text(pinned)
    for name, found in digests.items():
        print(f"{name}@{found}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
