"""Alerts and the dashboard: they can be read, they come when they should, and ask for what there is."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from games.background import due_turns
from tests.people import Person
from tests.unit.docs.pages import ROOT, page

RULES = ROOT / "docker/prometheus/tideapi.rules.yml"
CONFIGURATION = ROOT / "docker/prometheus/prometheus.yml"
CASES = ROOT / "docker/prometheus/tideapi.rules.test.yml"
DASHBOARD = ROOT / "docker/grafana/tideapi.json"
OF_OTHERS = {"up", "node_filesystem_avail_bytes", "node_filesystem_size_bytes"}
"""Prometheus' own figure, and node_exporter's."""
NAME = re.compile(r"\b(?:tide|node)_\w+|\bup\b")
SELECTED = re.compile(r"(tide_\w+)\{([^}]*)\}")
GROUPED = re.compile(r"\b(?:sum|max|min) by \(([^)]*)\) \(+(?:\w+\()?(tide_\w+)")


def rules() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(RULES.read_text())["groups"][0]["rules"]
    return found


def panels() -> list[dict[str, Any]]:
    return [one for one in json.loads(DASHBOARD.read_text())["panels"] if one["type"] != "row"]


def questions() -> list[str]:
    """All that is asked of Prometheus."""
    asked = [target["expr"] for panel in panels() for target in panel["targets"]]
    return [*(str(rule["expr"]) for rule in rules()), *asked]


def promtool(*arguments: str | Path) -> str:
    """What promtool says, which must be pleased."""
    if shutil.which("promtool") is None and "CI" not in os.environ:
        pytest.skip("There is no promtool here: apt-get install prometheus.")
    said = subprocess.run(
        ["promtool", *arguments], capture_output=True, text=True, check=False, timeout=120
    )
    assert said.returncode == 0, said.stdout + said.stderr
    return said.stdout


# -- what Prometheus says


def test_each_alert_comes_when_it_has_to_and_none_while_all_is_well() -> None:
    assert "SUCCESS" in promtool("test", "rules", CASES)
    quiet, *loud = yaml.safe_load(CASES.read_text())["tests"]
    assert quiet["name"] == "all is well"
    names = {rule["alert"] for rule in rules()}
    assert {case["alertname"] for case in quiet["alert_rule_test"]} == names
    cases = [case for test in loud for case in test["alert_rule_test"] if case["exp_alerts"]]
    assert {case["alertname"] for case in cases} == names


def test_all_that_is_asked_can_be_asked(tmp_path: Path) -> None:
    """The dashboard's queries as rules, because those are what promtool reads."""
    asked = [{"record": f"panel:n:{at}", "expr": one} for at, one in enumerate(questions())]
    written = tmp_path / "asked.yml"
    written.write_text(yaml.safe_dump({"groups": [{"name": "all", "rules": asked}]}))
    assert f"{len(asked)} rules found" in promtool("check", "rules", written)
    promtool("check", "rules", RULES)
    promtool("check", "config", "--syntax-only", CONFIGURATION)


# -- what the server shows


@pytest.fixture
def shown(ann: Person, settings: Any) -> dict[str, set[str]]:
    """Every figure of a server that has swept, with the labels that it has."""
    settings.TIDE_METRICS_TOKEN = "low-water"
    due_turns.sweep_due_turns()
    said = Client().get("/metrics", headers={"Authorization": "Bearer low-water"})
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(said.content.decode()):
        name = f"{family.name}_total" if family.type == "counter" else family.name
        found[name] = {label for sample in family.samples for label in sample.labels}
    return found


@pytest.mark.django_db
def test_each_figure_that_is_asked_for_is_shown_and_each_of_ours_is_drawn(shown) -> None:
    asked = {name for question in questions() for name in NAME.findall(question)}
    assert asked - OF_OTHERS <= set(shown)
    drawn = {
        name for panel in panels() for one in panel["targets"] for name in NAME.findall(one["expr"])
    }
    assert set(shown) <= drawn


@pytest.mark.django_db
def test_each_label_that_is_asked_for_is_shown(shown: dict[str, set[str]]) -> None:
    without_samples = {name for name in shown if name.startswith("tide_standby_lag")}
    labels = shown | {name: {"standby"} for name in without_samples}
    asked = set[tuple[str, str]]()
    for question in questions():
        for name, selected in SELECTED.findall(question):
            asked |= {(name, one) for one in re.findall(r"(\w+)\s*(?:!=|=~|!~|=)", selected)}
        for grouped, name in GROUPED.findall(question):
            asked |= {(name, label) for label in re.findall(r"\w+", grouped)}
    assert asked
    assert {(name, label) for name, label in asked if label not in labels[name]} == set()


def test_each_alert_says_how_bad_it_is_and_leads_to_what_to_do() -> None:
    anchors = page("docs/operators/runbook.md").anchors()
    for rule in rules():
        assert rule["labels"]["severity"] in {"page", "ticket"}, rule["alert"]
        assert rule["for"], rule["alert"]
        path, _, anchor = rule["annotations"]["what_to_do"].partition("#")
        assert path == "docs/operators/runbook.md", rule["alert"]
        assert anchor in anchors, rule["alert"]
        assert rule["annotations"]["summary"].endswith(".")
