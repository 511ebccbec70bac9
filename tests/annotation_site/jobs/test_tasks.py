"""Requesting a job while the broker is away or full."""

from pathlib import Path

import pytest
import redis

from annotation_site.embedded.broker import Broker
from annotation_site.embedded.places import open_place
from annotation_site.jobs.models import Job
from annotation_site.jobs.tasks import wake_worker
from tests.annotation_site.jobs.asking import again, ask, broker_at

pytestmark = pytest.mark.django_db(transaction=True)


def test_asking_without_a_broker_gives_up_soon_and_keeps_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    tries, connect = [], redis.connection.Connection._connect
    monkeypatch.setattr(redis.connection.Connection, "_connect", lambda line: tries.append(line) or connect(line))
    job = ask()
    assert 1 <= len(tries) <= 2
    assert again(job).state == Job.State.QUEUED


def test_a_broker_without_room_does_not_break_the_request(tmp_path: Path) -> None:
    place = open_place(tmp_path)
    broker = Broker(place, tmp_path)
    broker.start()
    try:
        with redis.Redis.from_url(broker.url) as client, broker_at(broker.url):
            client.config_set("maxmemory", 1)
            job = ask()
            assert again(job).state == Job.State.QUEUED
            client.config_set("maxmemory", 0)
            wake_worker(job)
            assert client.llen("celery") == 1
    finally:
        broker.child.stop()
