from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.local.project import Project, temporary_project
from tideapi.local.guard import Guard


@pytest.fixture
def project() -> Iterator[Project]:
    yield from temporary_project()


@pytest.fixture
def folder(project: Project) -> Path:
    """Where a server may keep its things."""
    return project.folder / "kept"


@pytest.fixture
def guard() -> Iterator[Guard]:
    guard = Guard()
    yield guard
    guard.close()
