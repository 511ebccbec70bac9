import sys
import time
from pathlib import Path

import pytest

from annotation_site.embedded.console import LaunchError
from annotation_site.embedded.processes import Child
from annotation_site.embedded.supervision import Supervisor


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


def test_a_child_that_does_not_stay_up_ends_the_run_with_its_last_words(data: Path) -> None:
    supervisor = Supervisor(data)
    child = make_child(data, "raise SystemExit('no such setting')")
    supervisor.add_child(child)
    with pytest.raises(LaunchError, match="no such setting"):
        for _ in range(10):
            assert child.process is not None
            child.process.wait()
            supervisor.check()
