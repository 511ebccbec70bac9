"""Alerts fire for incidents: what a scrape shows in each is given to Prometheus's own test of rules, which evaluates
them over half an hour.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.utils import timezone

from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.mail.models import Mail
from annotation_site.server.counters import request_seconds
from tests.annotation_site.monitoring.queries.test_disks import disk
from tests.annotation_site.monitoring.queries.test_sessions import running
from tests.annotation_site.monitoring.queries.test_work import run_job
from tests.annotation_site.monitoring.test_metrics import TOKEN, scrape
from tests.deploy.test_monitoring import FOLDER, read_alerts
from tests.scripts.small_disk import SmallDisk

__all__ = ["disk"]  # a fixture
STEP_SECONDS, STEPS = 30, 60
SAMPLE = re.compile(r"(?P<name>\w+)(?:\{(?P<labels>.*)\})? (?P<value>\S+)")
# Prometheus adds them to what it scrapes.
OF_SCRAPE = 'job="interlinea",instance="web:8000"'
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        not shutil.which("promtool"), reason="promtool is not here (Debian: apt-get install prometheus)."
    ),
]


@pytest.fixture(autouse=True)
def well(settings: Any) -> Iterator[None]:
    """Let the site have a worker and give its metrics."""
    settings.METRICS_TOKEN = TOKEN
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    WorkerSighting.objects.update_or_create(name="celery@here", defaults={"processes": 3, "seen_at": timezone.now()})
    yield


def list_series(growing: Mapping[str, float]) -> list[dict[str, str]]:
    """Return the series of one scrape, each with its value again and again; of those that grow, more at every step."""
    # On a busy machine the half minute of a sighting passes while Prometheus evaluates the scrape before.
    WorkerSighting.objects.update(seen_at=timezone.now())
    series = [{"series": f"up{{{OF_SCRAPE}}}", "values": f"1x{STEPS}"}]
    for line in scrape().splitlines():
        sample = SAMPLE.fullmatch(line)
        if sample and not line.startswith("#"):
            labels = ",".join(filter(None, [sample["labels"], OF_SCRAPE]))
            step = next((growth for start, growth in growing.items() if line.startswith(start)), 0)
            value = f"{float(sample['value'])}+{step}x{STEPS}"
            series.append({"series": f"{sample['name']}{{{labels}}}", "values": value})
    return series


def evaluate(folder: Path, expected: Mapping[str, Mapping[str, str]], growing: Mapping[str, float]) -> str:
    """Let promtool evaluate every rule after half an hour of what a scrape shows now; exactly these alerts are to fire,
    each with its labels. Return its complaint, which is empty if they do.
    """
    checks = []
    for rule in read_alerts():
        alert = {"eval_time": f"{STEP_SECONDS * STEPS}s", "alertname": rule["alert"], "exp_alerts": []}
        if (labels := expected.get(rule["alert"])) is not None:
            summary = rule["annotations"]["summary"]
            for name, value in labels.items():
                summary = summary.replace(f"{{{{ $labels.{name} }}}}", value)
            alert["exp_alerts"] = [
                {"exp_labels": {**rule["labels"], **labels}, "exp_annotations": {"summary": summary}}
            ]
        checks.append(alert)
    test = {
        "rule_files": [str(FOLDER / "alerts.yml")],
        "evaluation_interval": f"{STEP_SECONDS}s",
        "tests": [
            {"interval": f"{STEP_SECONDS}s", "input_series": list_series(growing), "alert_rule_test": checks},
        ],
    }
    path = folder / "test.yml"
    path.write_text(yaml.safe_dump(test))
    ended = subprocess.run(["promtool", "test", "rules", path], capture_output=True, text=True, check=False)
    return "" if ended.returncode == 0 else ended.stdout + ended.stderr


def expect(folder: Path, expected: Mapping[str, Mapping[str, str]], growing: Mapping[str, float] | None = None) -> None:
    complaint = evaluate(folder, expected, growing or {})
    assert not complaint, complaint


def test_prometheus_reads_the_rules() -> None:
    subprocess.run(["promtool", "check", "rules", FOLDER / "alerts.yml"], check=True, capture_output=True)


def test_on_a_site_that_is_well_no_alert_fires(tmp_path: Path) -> None:
    expect(tmp_path, {})


def test_an_alert_that_does_not_fire_would_be_complained_of(tmp_path: Path) -> None:
    assert "alertname: PartAway" in evaluate(tmp_path, {"PartAway": {"part": "worker"}}, {})


@pytest.mark.usefixtures("nobody_works")
@pytest.mark.django_db
def test_a_missing_worker_wakes_somebody(tmp_path: Path) -> None:
    expect(tmp_path, {"PartAway": {"part": "worker"}})


def test_mail_that_is_held_up_wakes_somebody(tmp_path: Path) -> None:
    long_ago = timezone.now() - timedelta(minutes=20)
    Mail.objects.create(address="ada@example.org", subject="Hello", created_at=long_ago, error="Connection refused")
    expect(tmp_path, {"PartAway": {"part": "mail"}})


def test_a_disk_that_is_nearly_full_wakes_somebody(tmp_path: Path, disk: SmallDisk) -> None:
    disk.fill()
    ballast = disk.path / "ballast"
    os.truncate(ballast, ballast.stat().st_size - 2 * 2**20)
    expect(tmp_path, {"DiskFills": {}})


def test_a_job_that_never_ends_is_a_ticket(tmp_path: Path) -> None:
    job = run_job(started=200, progressed=100)
    labels = {"project": job.project.slug, "kind": "release"}
    expect(tmp_path, {"JobStalls": labels}, {"interlinea_stalled_job_seconds": STEP_SECONDS})
    Job.objects.filter(pk=job.pk).update(progressed_at=timezone.now())
    expect(tmp_path, {})


def test_a_slow_query_is_a_ticket_unless_it_is_a_job_s(tmp_path: Path) -> None:
    growing = {'interlinea_longest_query_seconds{owner="other"}': STEP_SECONDS}
    with running("SELECT pg_sleep(600)"):
        expect(tmp_path, {"QuerySlow": {}}, growing)
    with running("SELECT pg_sleep(600)", "interlinea job 17.1"):
        expect(tmp_path, {}, {'interlinea_longest_query_seconds{owner="job"}': STEP_SECONDS})


def test_a_page_that_is_slow_again_and_again_is_a_ticket(tmp_path: Path) -> None:
    request_seconds.labels("evaluation:board", "GET").observe(7)
    slow = 'interlinea_request_seconds_{}{{method="GET",view="evaluation:board"'
    growing = {slow.format("count"): 1, slow.format("bucket") + ',le="+Inf"': 1}
    expect(tmp_path, {"PageSlow": {"view": "evaluation:board"}}, growing)
