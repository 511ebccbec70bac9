"""The metrics that a scrape shows: counts of the web server's processes, the parts of the site, and the database's
figures. None holds a person's name or text; projects stand by the name in their address.
"""

import logging
import shutil
from collections.abc import Iterator

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from annotation_site.jobs.workers.turns import count_processes
from annotation_site.monitoring import parts
from annotation_site.monitoring.queries.figures import (
    read_backup_age,
    read_database,
    read_ended_jobs,
    read_mail,
    read_queues,
    read_stalls,
)
from annotation_site.monitoring.queries.sessions import read_longest_queries
from annotation_site.server.counters import register_counters

PATH = "/metrics"
QUANTILES = ("0.5", "0.95", "1")
logger = logging.getLogger(__name__)


def is_scrape(request: HttpRequest) -> bool:
    """Return whether the metrics are asked for with the right token; to anybody else the address does not exist."""
    if request.path != PATH or request.method != "GET" or not settings.METRICS_TOKEN:
        return False
    return constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}")


def answer_scrape(request: HttpRequest) -> HttpResponse:
    """Return all metrics in the format that the asker prefers."""
    registry = CollectorRegistry()
    register_counters(registry)
    registry.register(SiteCollector())
    encode, content_type = choose_encoder(request.headers.get("Accept", ""))
    return HttpResponse(encode(registry), headers={"Content-Type": content_type, "Cache-Control": "no-store"})


class SiteCollector(Collector):
    """The state of the site at the moment of the scrape."""

    def describe(self) -> list[Metric]:
        """Return no names: a registry would read everything once more to learn them."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Give every metric; those of the database are left out while it does not answer."""
        # What the operator left out, such as mail, neither works nor fails.
        findings = {finding.name: finding.is_well for finding in parts.check_all() if not finding.is_off}
        figures: list[Metric] = []
        if findings["database"]:
            try:
                figures = list(collect_from_database())
            except DatabaseError:
                logger.exception("The figures of the database could not be read.")
                findings["database"] = False
        yield InfoMetricFamily("interlinea_build", "Version of the software.", value={"version": settings.VERSION})
        up = GaugeMetricFamily("interlinea_part_up", "1 if a part of the site does its work.", labels=["part"])
        for name, is_well in findings.items():
            up.add_metric([name], float(is_well))
        yield up
        disk = shutil.disk_usage(settings.DATA_DIR)
        yield GaugeMetricFamily("interlinea_disk_free_bytes", "Free space under INTERLINEA_DATA.", value=disk.free)
        yield GaugeMetricFamily("interlinea_disk_size_bytes", "Size of that disk.", value=disk.total)
        yield from figures


def collect_from_database() -> Iterator[Metric]:
    """Give the metrics that need the database."""
    yield from collect_jobs()
    yield GaugeMetricFamily("interlinea_worker_processes", "Jobs that can run at once.", value=count_processes())
    mail = GaugeMetricFamily("interlinea_mail", "Messages that were not sent, by state.", labels=["state"])
    for state, number in read_mail().items():
        mail.add_metric([state], number)
    yield mail
    backup = GaugeMetricFamily("interlinea_backup_age_seconds", "Age of the last complete backup.", labels=[])
    if (age := read_backup_age()) is not None:
        backup.add_metric([], age)
    yield backup
    queries = GaugeMetricFamily("interlinea_longest_query_seconds", "Longest query that runs.", labels=["owner"])
    for owner, seconds in read_longest_queries().items():
        queries.add_metric([owner], seconds)
    yield queries
    database = read_database()
    yield GaugeMetricFamily("interlinea_database_size_bytes", "Size of the database.", value=database.size)
    yield GaugeMetricFamily("interlinea_database_connections", "Sessions at its server.", value=database.connections)
    yield GaugeMetricFamily(
        "interlinea_database_connections_limit", "Most sessions at its server.", value=database.most_connections
    )


def collect_jobs() -> Iterator[Metric]:
    """Give unfinished jobs and the age of the oldest, and those that ended within the last hour."""
    labels = ["project", "kind", "state"]
    jobs = GaugeMetricFamily("interlinea_jobs", "Unfinished jobs.", labels=labels)
    oldest = GaugeMetricFamily("interlinea_oldest_job_seconds", "Age of the oldest unfinished job.", labels=labels)
    for queue in read_queues():
        names = [queue.project, queue.kind, queue.state]
        jobs.add_metric(names, queue.jobs)
        oldest.add_metric(names, queue.oldest_seconds)
    ended = GaugeMetricFamily(
        "interlinea_ended_jobs", "Jobs that ended within the last hour.", labels=["kind", "state"]
    )
    seconds = GaugeMetricFamily(
        "interlinea_ended_job_seconds",
        "How long they ran; quantile 1 is the longest.",
        labels=["kind", "state", "quantile"],
    )
    for group in read_ended_jobs():
        ended.add_metric([group.kind, group.state], group.jobs)
        for quantile, value in zip(QUANTILES, group.seconds or (), strict=False):
            seconds.add_metric([group.kind, group.state, quantile], value)
    stalled = GaugeMetricFamily(
        "interlinea_stalled_job_seconds", "Longest time without progress of running jobs.", labels=["project", "kind"]
    )
    for project, kind, age in read_stalls():
        stalled.add_metric([project, kind], age)
    yield from (jobs, oldest, ended, seconds, stalled)
