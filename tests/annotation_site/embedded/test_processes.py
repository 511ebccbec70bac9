import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from annotation_site.embedded.processes import Child, find_marked, stop_marked

DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"


def start(data: Path, *command: str) -> Child:
    child = Child("child", command, data, data / "log" / "child.log")
    child.start()
    return child


def wait_for_text(path: Path, text: str) -> None:
    deadline = time.monotonic() + 60
    while text not in path.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_child_is_found_by_its_mark_without_any_pid_file(data: Path) -> None:
    child = start(data, "sleep", "60")
    with subprocess.Popen(["sleep", "60"]) as stranger:
        assert child.process is not None
        assert [process.pid for process in find_marked(data)] == [child.process.pid]
        assert stop_marked(data) == 1
        assert stranger.poll() is None
        stranger.kill()
    assert not child.is_alive


def test_a_child_of_a_child_is_stopped_as_well(data: Path) -> None:
    child = start(data, "sh", "-c", "sleep 60 & sleep 60 & wait")
    deadline = time.monotonic() + 60
    while len(find_marked(data)) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert child.process is not None
    child.process.kill()
    child.process.wait()
    assert stop_marked(data) == 2
    assert find_marked(data) == []


def test_a_child_of_another_data_directory_is_left_alone(data: Path) -> None:
    child = start(data, "sleep", "60")
    assert stop_marked(data / "elsewhere") == 0
    assert child.is_alive
    child.stop()


def test_a_child_that_does_not_listen_is_killed(data: Path) -> None:
    child = start(data, sys.executable, "-c", DEAF)
    wait_for_text(child.log, "deaf")
    child.stop(seconds=0.2)
    assert child.process is not None
    assert child.process.returncode == -signal.SIGKILL


def test_a_child_does_not_share_the_launchers_terminal_signals(data: Path) -> None:
    child = start(data, "sleep", "60")
    assert child.process is not None
    assert os.getsid(child.process.pid) == child.process.pid != os.getsid(0)
    child.stop()


def test_the_end_of_the_log_explains_a_death(data: Path) -> None:
    child = start(data, "sh", "-c", "seq 100; echo why >&2; exit 3")
    assert child.process is not None
    assert child.process.wait(60) == 3
    assert child.last_lines(2) == "    100\n    why"
