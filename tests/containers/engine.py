"""Docker and Compose as they are on this machine: `docker compose` or the older `docker-compose`, BuildKit or not."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ENGINE_SECONDS = 60
# Nothing is waited for without end: an image from a registry, a build, containers that start, and whatever else.
PULL_SECONDS = 300
BUILD_SECONDS = 900
START_SECONDS = 300
COMMAND_SECONDS = 180
# So long may what did not end in time clear away.
END_SECONDS = 15
SERVICES = ("proxy", "web", "worker", "beat", "postgres", "redis")
SIZES = {"B": 1e-6, "KiB": 2**10 / 1e6, "MiB": 2**20 / 1e6, "GiB": 2**30 / 1e6}


class Failed(Exception):
    """A command of the engine that did not do what it should; the text is its output."""


class Unavailable(Failed):
    """Something that a trial needs is not on the machine, which says nothing about the image."""


def run(*command: str, limit: float = COMMAND_SECONDS, **options: Any) -> str:
    """Run a command and return what it printed. Raise Failed with all of it, and with the command where that does not
    end in so many seconds.
    """
    given = options.pop("input", None)
    options = {"cwd": ROOT, "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, **options}
    # Ctrl-C is for the trial, which still removes what it made; what the command started ends with it.
    if given is not None:
        options["stdin"] = subprocess.PIPE
    with subprocess.Popen(command, start_new_session=True, **options) as process:
        try:
            printed, _ = process.communicate(given, limit)
        except subprocess.TimeoutExpired as error:
            last = end(process).rstrip()
            raise Failed(f"{last}\n{' '.join(command)} did not end within {limit:.0f} s.".strip()) from error
        except BaseException:
            end(process)
            raise
    if process.returncode:
        raise Failed(f"{' '.join(command)} ended with {process.returncode}:\n{printed}")
    return str(printed)


def end(process: subprocess.Popen[str]) -> str:
    """End a command with all that it started, by a signal that lets it clear away, later by force; gives what it had
    printed.
    """
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        try:
            printed, _ = process.communicate(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        return printed or ""
    return ""


def find_compose() -> tuple[str, ...]:
    """Return the command of Compose. Raise Unavailable where there is none."""
    for command in (("docker", "compose"), ("docker-compose",)):
        try:
            run(*command, "version")
        except (Failed, FileNotFoundError):
            continue
        return command
    raise Unavailable("There is no Compose: neither `docker compose` nor `docker-compose`.")


@contextmanager
def engine() -> Iterator[None]:
    """Start an engine for the block where none answers. Raise Unavailable where none can be started."""
    if os.geteuid() != 0:
        raise Unavailable("Containers need root here, which kills the database by its process.")
    if shutil.which("docker") is None:
        raise Unavailable("There is no docker on this machine.")
    with ExitStack() as stack:
        if not answers():
            if shutil.which("dockerd") is None:
                raise Unavailable("No engine answers, and there is no dockerd to start.")
            stack.enter_context(own_engine())
        find_compose()
        yield


@contextmanager
def own_engine() -> Iterator[None]:
    """Start dockerd, and end it after the block."""
    with tempfile.TemporaryFile() as log:
        # Ctrl-C is for the trial, which still needs an engine to remove what it made.
        process = subprocess.Popen(["dockerd"], stdout=log, stderr=log, start_new_session=True)
        try:
            began = time.monotonic()
            while not answers():
                if process.poll() is not None or time.monotonic() - began > ENGINE_SECONDS:
                    log.seek(0)
                    last = log.read().decode(errors="replace").strip().splitlines()[-1:]
                    raise Unavailable(f"No engine can be started here: {' '.join(last)}")
                time.sleep(0.5)
            yield
        finally:
            process.terminate()
            try:
                process.wait(ENGINE_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(END_SECONDS)


def answers() -> bool:
    try:
        run("docker", "info", limit=30)
    except Failed:
        return False
    return True


def has_image(name: str) -> bool:
    try:
        run("docker", "image", "inspect", name)
    except Failed:
        return False
    return True


def build(folder: Path, tag: str) -> str:
    """Build an image by BuildKit, or, where a client lacks it, by the builder before, which keeps the container of a
    step that fails unless it is told not to; gives what it printed.
    """
    command = ("docker", "build", "--network", "host", "--force-rm", "--tag", tag, ".")
    try:
        environment = {**os.environ, "DOCKER_BUILDKIT": "1", "BUILDKIT_PROGRESS": "plain"}
        return run(*command, limit=BUILD_SECONDS, cwd=folder, env=environment)
    except Failed as error:
        if "buildx component is missing" not in str(error):
            raise
    return run(*command, limit=BUILD_SECONDS, cwd=folder, env={**os.environ, "DOCKER_BUILDKIT": "0"})


def count_steps(printed: str) -> tuple[int, int]:
    """Return how many steps of a build were taken from the cache, and how many there are."""
    cached = len(re.findall(r"^(?:#\d+ CACHED| ---> Using cache)", printed, re.MULTILINE))
    steps = len(set(re.findall(r"^(?:#\d+ \[[\w-]+ +\d+/\d+\]|Step \d+/\d+) .*", printed, re.MULTILINE)))
    return cached, steps


def megabytes(image: str) -> float:
    """Return the size of an image."""
    return int(run("docker", "image", "inspect", "--format", "{{.Size}}", image)) / 1e6


@dataclass
class Stack:
    """One set of containers and volumes from compose files; `settings` come before those of the env file."""

    name: str
    settings: Mapping[str, str]
    files: Sequence[Path]
    env_file: Path
    compose: tuple[str, ...] = field(default_factory=find_compose)

    def call(self, *words: str, **options: Any) -> str:
        """Run Compose. Variables of this process that the compose file names do not reach it."""
        given = ["--env-file", str(self.env_file)]
        for file in self.files:
            given += ["--file", str(file)]
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "DOCKER_HOST") if name in os.environ}
        return run(*self.compose, "--project-name", self.name, *given, *words, env={**kept, **self.settings}, **options)

    def up(self, *words: str) -> float:
        """Start what is named, or all, and wait until it is healthy; gives the seconds."""
        began = time.monotonic()
        self.call("up", "--detach", "--no-build", *words, limit=START_SECONDS)
        while not self.is_well():
            if time.monotonic() - began > START_SECONDS:
                raise Failed("Not healthy in time:\n" + "\n".join(self.tell_states()))
            time.sleep(0.5)
        return time.monotonic() - began

    def is_well(self) -> bool:
        """Return whether every container that runs is healthy, or ended as it should."""
        containers = self.containers()
        if any(each["State"]["Status"] == "exited" and each["State"]["ExitCode"] for each in containers):
            raise Failed("\n".join(self.tell_states()) + "\n" + self.call("logs", "--tail", "40"))
        return bool(containers) and all(is_healthy(each) for each in containers)

    def tell_states(self) -> list[str]:
        return [f"{each['Name']}: {each['State']['Status']}" for each in self.containers()]

    def containers(self, service: str = "") -> list[dict[str, Any]]:
        """Return what the engine knows of the containers, without those that `run` made."""
        filters = ["--filter", f"label=com.docker.compose.project={self.name}"]
        filters += ["--filter", "label=com.docker.compose.oneoff=False"]
        filters += ["--filter", f"label=com.docker.compose.service={service}"] if service else []
        names = run("docker", "ps", "--all", "--quiet", *filters).split()
        return list(json.loads(run("docker", "inspect", *names))) if names else []

    def kill(self, service: str) -> None:
        """Kill every process of one container of the service, as a crash does: the engine does not know of it."""
        running = [each for each in self.containers(service) if each["State"]["Running"]]
        os.kill(running[0]["State"]["Pid"], signal.SIGKILL)

    def inside(self, script: str, *, service: str = "web") -> Any:
        """Run a script in Django's shell of a container; gives the JSON that it printed last."""
        printed = self.call("exec", "-T", service, "python", "manage.py", "shell", "--verbosity", "0", input=script)
        return json.loads(printed.strip().splitlines()[-1])

    def memory(self) -> dict[str, float]:
        """Return the megabytes that each service holds, all its containers together."""
        held = dict.fromkeys(SERVICES, 0.0)
        for container in self.containers():
            if container["State"]["Running"]:
                used = run("docker", "stats", "--no-stream", "--format", "{{.MemUsage}}", container["Id"])
                number, unit = re.findall(r"^([\d.]+)(\w+)", used)[0]
                held[container["Config"]["Labels"]["com.docker.compose.service"]] += float(number) * SIZES[unit]
        return held

    def clear(self) -> None:
        """Remove containers, networks and volumes, also those without a name: Compose hands them on when it replaces a
        container, and the engine then keeps them.
        """
        mounts = [mount for each in self.containers() for mount in each["Mounts"]]
        volumes = {mount["Name"] for mount in mounts if mount["Type"] == "volume"}
        self.call("down", "--volumes", "--remove-orphans", "--timeout", "10")
        if left := volumes & set(run("docker", "volume", "ls", "--quiet").split()):
            run("docker", "volume", "rm", *left)


def is_healthy(container: Mapping[str, Any]) -> bool:
    """Return whether a container serves, or is done."""
    state = container["State"]
    if state["Status"] == "exited":
        return state["ExitCode"] == 0
    return state["Status"] == "running" and state.get("Health", {}).get("Status", "healthy") == "healthy"
