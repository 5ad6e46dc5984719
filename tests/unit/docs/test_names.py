"""Settings, checks, metrics and codes: pages name what is there, and an operator reads of all of it."""

import ast
import re
import tomllib

import pytest

from tests.unit.docs.pages import ROOT, Page, cells, page, pages
from tests.unit.docs.words import modules
from tideapi.rest.error_codes import CODES

OPERATORS = page("docs/operators.md")
NOT_THE_SERVERS = {
    *("POSTGRES_PASSWORD", "VALKEY_PASSWORD"),
    *("TIDE_WEBHOOKS_", "TIDE_EXAMPLES", "TIDE_KEEP_PROBLEMS"),
}
"""Variables of docker/compose.yaml and of the tests, and the beginning of several."""
COUNTERS = (
    "tide_answers",
    "tide_calls",
    "tide_notices",
    "tide_server_errors",
    "tide_sweeps",
    "tide_sweep_seconds",
    "tide_webhook_attempts",
)
"""To the names of counters Prometheus' format adds `_total`."""


def read_settings() -> dict[str, str | None]:
    """Each variable that is read, with its default as one would write it; None where code makes it."""
    found: dict[str, str | None] = {}
    for node in ast.walk(ast.parse((ROOT / "tideapi/settings.py").read_text())):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="env")),
                args=[ast.Constant(value=str(name))],
                keywords=[*_, ast.keyword(arg="default", value=default)],
            ):
                found[name] = written(default)
    return found


def written(default: ast.expr) -> str | None:
    try:
        value = ast.literal_eval(default)
    except ValueError:
        return None
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def table(heading: str) -> dict[str, list[str]]:
    """The first table below a heading of docs/operators.md: rows by what their first cell has in code."""
    part = OPERATORS.text.partition(f"\n## {heading}\n")[2]
    first = OPERATORS.text.count("\n", 0, OPERATORS.text.index(part)) + 1
    rows = next(rows for line, rows in OPERATORS.tables() if line > first)
    return {name: row for row in map(cells, rows[2:]) for name in re.findall(r"`([^`]+)`", row[0])}


def test_operators_read_of_every_setting_and_its_default() -> None:
    described, settings = table("Settings"), read_settings()
    assert set(described) == set(settings)
    assert len(settings) > 40
    for name, default in settings.items():
        if default:
            assert described[name][1] == f"`{default}`", name


@pytest.mark.parametrize("one", pages(), ids=str)
def test_settings_that_are_named_exist(one: Page) -> None:
    named = set(re.findall(r"\bTIDE_[A-Z_]+|\b[A-Z]+_(?:URL|HOSTS|KEYS?|PASSWORD)\b", one.text))
    assert named <= {*read_settings(), *NOT_THE_SERVERS}


def test_optional_packages_are_those_that_the_server_is_tested_with() -> None:
    """tideapi is published nowhere, so an operator installs the packages of its extras by their names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = {needed for name in extras if name != "embedded" for needed in extras[name]}
    part = OPERATORS.text.partition("\n### Optional packages\n")[2].partition("\n#")[0]
    named = {name for row in part.splitlines() for name in re.findall(r"`([^`]+)`", row)}
    assert wanted <= named
    assert set(re.findall(r'"([^"\s]+[<>=][^"\s]*)"', part)) <= wanted


def test_nobody_is_told_to_install_a_package_that_is_published_nowhere() -> None:
    checks = [module.read_text() for module in modules()]
    assert not any("tideapi[" in text for text in [*checks, *(one.text for one in pages())])


def test_a_proxy_is_told_to_say_who_calls_and_by_which_name() -> None:
    wanted = {
        "Host $host",
        "X-Forwarded-For $proxy_add_x_forwarded_for",
        "X-Forwarded-Proto $scheme",
    }
    shown = [block.text for block in OPERATORS.blocks() if block.language == "nginx"]
    assert len(shown) > 1
    for text in shown:
        for server in re.split(r"^server ", text, flags=re.MULTILINE)[1:]:
            headers = set(re.findall(r"^    proxy_set_header (.+);$", server, re.MULTILINE))
            assert headers == (wanted if "proxy_pass" in server else set())


def texts(pattern: str) -> set[str]:
    """What the strings of production code have that fits a pattern."""
    return {found for module in modules() for found in re.findall(pattern, module.read_text())}


def test_operators_read_of_every_check() -> None:
    ours = texts(r'id="((?:tideapi|games|notifications|players)\.[EWI]\d{3})"')
    assert set(table("Checks")) == ours
    assert len(ours) > 10


def test_operators_read_of_every_metric() -> None:
    files = ("tideapi/metrics.py", "tideapi/watching/figures.py", "tideapi/watching/calls.py")
    source = "\n".join((ROOT / file).read_text() for file in files)
    ours = {
        f"{name}_total" if name in COUNTERS else name
        for name in re.findall(r'"(tide_\w+)"', source)
    }
    assert {name.partition("{")[0] for name in table("Metrics")} == ours


def test_codes_that_clients_read_of_exist() -> None:
    rows = next(rows for _, rows in page("docs/clients.md").tables())
    named = {code for row in rows for code in re.findall(r"`([a-z_]+)`", cells(row)[0])}
    assert len(named) > 8
    assert named <= set(CODES)
