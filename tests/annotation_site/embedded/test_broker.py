from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from annotation_site.embedded.broker import Broker
from annotation_site.embedded.places import Place


@pytest.fixture
def broker(place: Place, data: Path) -> Iterator[Broker]:
    broker = Broker(place, data)
    broker.start()
    yield broker
    broker.child.stop()


def test_a_killed_broker_starts_again_with_its_queue_at_the_same_address(broker: Broker) -> None:
    address = broker.url
    with redis.Redis.from_url(address, decode_responses=True) as client:
        client.lpush("queue", "job 1", "job 2")
    assert broker.child.process is not None
    broker.child.process.kill()
    broker.child.process.wait()
    broker.restart()
    assert broker.url == address
    with redis.Redis.from_url(address, decode_responses=True) as client:
        assert client.lrange("queue", 0, -1) == ["job 2", "job 1"]


def test_a_log_cut_off_by_a_crash_is_read_up_to_the_cut(broker: Broker) -> None:
    with redis.Redis.from_url(broker.url) as client:
        client.set("first", "1")
    broker.child.stop()
    log = max((broker.directory / "appendonlydir").glob("*.incr.aof"))
    with log.open("ab") as file:
        file.write(b"*3\r\n$3\r\nSET\r\n$6\r\nsec")
    broker.start()
    with redis.Redis.from_url(broker.url) as client:
        assert client.get("first") == b"1"


def test_nothing_is_evicted_and_everything_is_logged(broker: Broker) -> None:
    with redis.Redis.from_url(broker.url, decode_responses=True) as client:
        settings = client.config_get("appendonly", "appendfsync", "maxmemory-policy", "bind")
    assert settings == {
        "appendonly": "yes",
        "appendfsync": "everysec",
        "maxmemory-policy": "noeviction",
        "bind": "127.0.0.1",
    }


def test_nobody_gets_in_without_the_password(broker: Broker) -> None:
    with redis.Redis(port=broker.port, retry=Retry(NoBackoff(), 0)) as client, pytest.raises(redis.AuthenticationError):
        client.ping()


def test_the_password_is_not_on_the_command_line(broker: Broker) -> None:
    assert broker.password not in " ".join(broker.command())
