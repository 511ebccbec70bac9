import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from annotation_site.embedded import supervision
from annotation_site.embedded.console import LaunchError
from annotation_site.embedded.processes import Child
from annotation_site.embedded.supervision import Supervisor, Watched, describe_disk


def make_child(data: Path, script: str) -> Child:
    return Child("child", [sys.executable, "-c", script], data, data / "child.log")


def test_a_child_that_was_killed_is_reported_and_started_again(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    supervisor = Supervisor(data)
    child = make_child(data, "import time; print('at work', flush=True); time.sleep(60)")
    supervisor.add_child(child)
    assert child.process is not None
    first = child.process
    while "at work" not in child.last_lines():
        time.sleep(0.02)
    first.kill()
    first.wait()
    supervisor.check()
    assert child.is_alive
    assert child.process is not first
    assert "child ended (status -9)" in (said := capsys.readouterr().err)
    assert "    at work" in said
    child.stop()


def test_a_death_during_the_first_start_is_a_fault(data: Path) -> None:
    supervisor = Supervisor(data)
    child = make_child(data, "raise SystemExit('no such setting')")
    supervisor.add_child(child)
    assert child.process is not None
    child.process.wait()
    with pytest.raises(LaunchError, match="no such setting"):
        supervisor.check(revive=False)


def test_a_child_that_does_not_stay_up_is_tried_after_ever_longer_pauses_and_the_others_go_on(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    supervisor = Supervisor(data)
    sound, child = (
        make_child(data, "import time; time.sleep(60)"),
        make_child(data, "raise SystemExit('no such setting')"),
    )
    supervisor.add_child(sound)
    supervisor.add_child(child)
    starts: list[float] = []
    while len(starts) < 3:
        before = child.process
        supervisor.check()
        if child.process is not before:
            starts.append(time.monotonic())
        time.sleep(0.02)
    assert child.process is not None
    child.process.wait()
    # At once, after one second, after two more.
    pauses = [later - earlier for earlier, later in pairwise(starts)]
    assert pauses[0] >= 1 and pauses[1] >= 2
    said = capsys.readouterr().err
    assert "no such setting" in said and "Trying again in 2 s; everything else goes on." in said
    assert sound.is_alive
    sound.stop()


def test_a_server_that_cannot_be_started_is_tried_again(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    supervisor, tries = Supervisor(data), []
    child = make_child(data, "pass")

    def start() -> None:
        tries.append(time.monotonic())
        raise LaunchError("it does not answer")

    child.start()
    supervisor.watched.append(Watched(child, start))
    assert child.process is not None
    child.process.wait()
    while len(tries) < 2:
        supervisor.check()
        time.sleep(0.02)
    assert tries[1] - tries[0] >= 1
    assert "child could not be started: it does not answer\nTrying again in 1 s" in capsys.readouterr().err


def test_a_full_disk_is_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert describe_disk(data) == ""
    monkeypatch.setattr(supervision, "LEAST_FREE_BYTES", 2**60)
    assert describe_disk(data) == f"The disk of {data} is full. Make room; nothing else has to be done."
