from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.local.project import Project, temporary_project
from tideapi.local.reaper import Reaper


@pytest.fixture
def project() -> Iterator[Project]:
    yield from temporary_project()


@pytest.fixture
def folder(project: Project) -> Path:
    """Where a server may keep its things."""
    return project.folder / "kept"


@pytest.fixture
def reaper() -> Iterator[Reaper]:
    reaper = Reaper()
    yield reaper
    reaper.close()
