import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.system.local.project import Project, temporary_project
from tideapi.local.reaper import Reaper


@pytest.fixture
def project() -> Iterator[Project]:
    yield from temporary_project()


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Where a server may keep its things: its user cannot reach pytest's own folders."""
    made = Path(tempfile.mkdtemp(prefix="tide-local-")).resolve()
    made.chmod(0o755)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def reaper() -> Iterator[Reaper]:
    """Ends the servers that the tests have left running, and removes their folders."""
    with closing(Reaper()) as made:
        yield made
