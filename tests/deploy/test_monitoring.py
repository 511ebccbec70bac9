"""The dashboard and the alerts name only what a scrape shows, and every alert says what to do."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml
from django.conf import settings

from annotation_site.monitoring.metrics import SiteCollector
from annotation_site.server import counters

FOLDER = settings.BASE_DIR / "deploy" / "monitoring"
DOCUMENT = settings.BASE_DIR / "docs" / "operating" / "deployment.md"
# Grafana fills these in.
VARIABLES = {"$__rate_interval": "5m", "$instance": "web"}
OF_PROMETHEUS = {"up": {"job", "instance"}}
ENDINGS = {"counter": ("_total",), "gauge": ("",), "info": ("_info",), "histogram": ("_bucket", "_count", "_sum")}
LABELS_OF_SCRAPES = {"job", "instance"}


@pytest.fixture
def series(db: None) -> dict[str, set[str]]:
    """Return the labels of every series that our exposition can show, by its name."""
    found = dict(OF_PROMETHEUS)
    kept = [counters.requests, counters.request_seconds, counters.saves]
    for metric in [*SiteCollector().collect(), *(family for each in kept for family in each.collect())]:
        own = next((set(each._labelnames) for each in kept if each._name == metric.name), None)
        labels = own if own is not None else {*getattr(metric, "_labelnames", ())}
        extra = {"histogram": {"le"}, "info": {"version"}}.get(metric.type, set())
        for ending in ENDINGS[metric.type]:
            found[metric.name + ending] = labels | extra | LABELS_OF_SCRAPES
    return found


def read_alerts() -> list[dict[str, Any]]:
    return [rule for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"] for rule in group["rules"]]


def read_expressions() -> Iterator[str]:
    yield from (rule["expr"] for rule in read_alerts())
    dashboard = json.loads((FOLDER / "dashboard.json").read_text())
    yield from (target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    yield from (each["expr"] for each in dashboard["annotations"]["list"])


def read_selectors(expression: str) -> Iterator[Any]:
    """Give the selectors of series in an expression, which must be PromQL."""
    for name, value in VARIABLES.items():
        expression = expression.replace(name, value)
    selectors: list[Any] = []

    def note(each: Any) -> bool:
        if isinstance(each, promql_parser.VectorSelector):
            selectors.append(each)
        return True

    promql_parser.walk(promql_parser.parse(expression), note)
    yield from selectors


def test_every_series_of_dashboard_and_alerts_is_in_our_exposition(series: dict[str, set[str]]) -> None:
    used = set()
    for expression in read_expressions():
        for selector in read_selectors(expression):
            used.add(selector.name)
            assert selector.name in series, expression
            assert {each.name for each in selector.matchers.matchers} <= series[selector.name], expression
        for labels in re.findall(r"(?:by|without) \(([\w, ]+)\)", expression):
            known = set.union(*(series[selector.name] for selector in read_selectors(expression)))
            assert set(labels.split(", ")) <= known, expression
    assert len(used) >= 15


def test_a_series_that_does_not_exist_would_be_found(series: dict[str, set[str]]) -> None:
    [selector] = read_selectors('sum(rate(interlinea_request_total{state="x"}[$__rate_interval]))')
    assert selector.name not in series
    with pytest.raises(ValueError, match="unclosed"):
        list(read_selectors("sum(rate(interlinea_requests_total)"))


def test_every_metric_is_documented(series: dict[str, set[str]]) -> None:
    document = DOCUMENT.read_text()
    names = {re.sub(r"_(bucket|count|sum)$", "", name) for name in series.keys() - OF_PROMETHEUS.keys()}
    assert {name for name in names if f"`{name}`" not in document} == set()


def test_every_alert_has_an_action_in_the_document() -> None:
    documented = re.findall(r"^\| `(\w+)` \|", DOCUMENT.read_text().partition("## Alerts")[2], re.MULTILINE)
    assert documented == [rule["alert"] for rule in read_alerts()]


def test_an_alert_says_how_bad_and_what_it_is() -> None:
    for rule in read_alerts():
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("wake", "ticket")
        assert rule["annotations"]["summary"].endswith(".")
        for label in re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]):
            assert re.search(rf"by \([\w, ]*\b{label}\b", rule["expr"])


def test_prometheus_asks_the_job_that_the_alerts_name() -> None:
    configuration = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
    assert [each["job_name"] for each in configuration["scrape_configs"]] == ["interlinea"]
    assert [Path(name).name for name in configuration["rule_files"]] == ["alerts.yml"]
