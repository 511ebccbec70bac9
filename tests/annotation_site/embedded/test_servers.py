import socket
from contextlib import closing
from pathlib import Path

import pytest

from annotation_site.embedded import servers
from annotation_site.embedded.broker import Broker
from annotation_site.embedded.console import LaunchError
from annotation_site.embedded.places import Place
from annotation_site.embedded.servers import HOST, find_free_port, is_free


def listen(port: int) -> socket.socket:
    return socket.create_server((HOST, port))


def test_a_port_that_somebody_listens_on_is_not_free() -> None:
    with closing(listen(0)) as other:
        assert not is_free(other.getsockname()[1])


def test_a_port_is_none_that_the_system_gives_to_outgoing_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(listen(0)) as other:
        assert other.getsockname()[1] not in servers.PORTS
    first = find_free_port()
    with closing(listen(first)):
        monkeypatch.setattr(servers, "PORTS", range(first, first + 50))
        assert first < find_free_port() < first + 50
        monkeypatch.setattr(servers, "PORTS", range(first, first + 1))
        with pytest.raises(LaunchError, match=f"No port from {first} to {first} is free"):
            find_free_port()


def test_a_server_keeps_its_port_and_gives_way_when_it_is_taken(place: Place) -> None:
    port = find_free_port()
    (place.root / "broker.port").write_text(str(port))
    broker = Broker(place, place.root)
    broker.start()
    assert broker.port == port
    broker.child.stop()
    with closing(listen(port)):
        broker.start()
        assert broker.port != port
        assert broker.answers()
    broker.child.stop()


def test_a_full_disk_costs_no_server_its_port(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    port = find_free_port()
    memory = place.root / "broker.port"
    memory.write_text(str(port))
    broker = Broker(place, place.root)
    assert broker._choose_port() == port

    def refuse(path: Path, text: str) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(servers, "write_private", refuse)
    assert broker._choose_port() == port
    with closing(listen(port)), pytest.raises(OSError, match="No space left"):
        broker._choose_port()
    assert memory.read_text() == str(port)
