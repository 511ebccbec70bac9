"""Counts that each process of the web server keeps by itself, without the database; a scrape adds the processes up.

prometheus_client counts in memory, or, where `sharing` named a folder before it is first imported, in files there.
"""

import os

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

from annotation_site.server.sharing import FOLDER

BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

requests = Counter(
    "interlinea_requests", "Answers by view, method and status.", ["view", "method", "status"], registry=None
)
request_seconds = Histogram(
    "interlinea_request_seconds", "Time until an answer began.", ["view", "method"], buckets=BUCKETS, registry=None
)
saves = Counter("interlinea_saves", "Changes of assignments that were stored.", ["kind"], registry=None)


def register_counters(registry: CollectorRegistry) -> None:
    """Let a scrape include the counts of all processes that share a folder, or of this one."""
    if FOLDER in os.environ:
        MultiProcessCollector(registry)
        return
    for counter in (requests, request_seconds, saves):
        registry.register(counter)
