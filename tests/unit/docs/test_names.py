"""Settings, checks, metrics and codes: pages name what is there, and an operator reads of all of it."""

import re
import tomllib

import pytest
from django.conf import settings

from common.rest.error_codes import CODES
from tests.unit.docs.pages import ROOT, Page, cells, page, pages
from tests.unit.docs.production import modules
from tideapi.management.commands.pages import settings_page

OPERATORS = ROOT / "docs/operators"
NOT_THE_SERVERS = {
    *("POSTGRES_PASSWORD", "VALKEY_PASSWORD"),
    *("TIDE_EXAMPLES", "TIDE_KEEP_EXAMPLES", "TIDE_KEEP_PROBLEMS"),
}
"""Variables of docker/compose.yaml and of the tests."""
COUNTERS = {
    *("tide_answers", "tide_calls", "tide_notices", "tide_server_errors", "tide_sweeps"),
    *("tide_sweep_seconds", "tide_webhook_attempts"),
}
"""To the names of counters Prometheus' format adds `_total`."""


def test_the_page_of_settings_is_what_the_code_says() -> None:
    assert settings_page() == page("docs/operators/settings.md").text, (
        "Run `make openapi` and commit it."
    )


@pytest.mark.parametrize("one", pages(), ids=str)
def test_settings_that_are_named_exist(one: Page) -> None:
    named = set(re.findall(r"\bTIDE_[A-Z_]+|\b[A-Z]+_(?:URL|HOSTS|KEYS?|PASSWORD)\b", one.text))
    assert named <= {*settings.ENVIRONMENT_DEFAULTS, *NOT_THE_SERVERS}


def test_optional_packages_are_those_that_the_server_is_tested_with() -> None:
    """tideapi is published nowhere, so an operator installs the packages of its extras by their names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = {needed for name in extras if name != "embedded" for needed in extras[name]}
    text = (OPERATORS / "install.md").read_text()
    part = text.partition("\n## Optional packages\n")[2].partition("\n#")[0]
    named = {name for row in part.splitlines() for name in re.findall(r"`([^`]+)`", row)}
    assert wanted <= named
    assert set(re.findall(r'"([^"\s]+[<>=][^"\s]*)"', part)) <= wanted


def test_operators_read_of_every_check() -> None:
    check = r'id="((?:tideapi|games|notifications|players)\.[EWI]\d{3})"'
    ours = {one for module in modules() for one in re.findall(check, module.read_text())}
    said = re.findall(r"^\| `(\w+\.[EWI]\d+)` \|", settings_page(), re.MULTILINE)
    assert sorted(said) == sorted(ours)


def test_operators_read_of_every_metric() -> None:
    files = ("tideapi/metrics.py", "tideapi/watching/figures.py", "tideapi/watching/calls.py")
    source = "\n".join((ROOT / file).read_text() for file in files)
    names = re.findall(r'"(tide_\w+)"', source)
    ours = {f"{name}_total" if name in COUNTERS else name for name in names}
    tables = [rows for _, rows in Page(OPERATORS / "monitoring.md").tables()]
    rows = [row for table in tables if cells(table[0])[0] == "metric" for row in table[2:]]
    named = {name for row in rows for name in re.findall(r"`(\w+)", cells(row)[0])}
    assert named == ours


def test_codes_that_clients_read_of_exist() -> None:
    rows = next(rows for _, rows in page("docs/clients.md").tables())
    named = {code for row in rows for code in re.findall(r"`([a-z_]+)`", cells(row)[0])}
    assert set() < named <= set(CODES)
