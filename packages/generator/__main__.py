"""Write the core of a client into a folder: `python -m packages.generator python FOLDER`."""

import sys
from pathlib import Path

from packages.generator import python, typescript

CORES = {"python": python.write_core, "typescript": typescript.write_core}

if __name__ == "__main__":
    language, folder = sys.argv[1:]
    CORES[language](Path(folder))
