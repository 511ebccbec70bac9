"""Checks run beside each other, and each tells what it has to tell."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from annotation_site.embedded.testing import run_checks, split_scripts, summarise

# Each waits for a file that the other one makes.
MEET = "import pathlib, sys, time; own, other = sys.argv[1:]; pathlib.Path(own).touch()\n"
MEET += "while not pathlib.Path(other).exists(): time.sleep(0.01)\nprint('met', own)"


def test_checks_run_beside_each_other_and_are_shown_in_their_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    checks = {
        "first": [sys.executable, "-c", MEET, one, two],
        "second": [sys.executable, "-c", MEET, two, one],
        "third": [sys.executable, "-c", "import sys; sys.exit('a fault')"],
    }
    results = run_checks(checks, dict(os.environ))
    assert [(name, code) for name, code, _ in results] == [("first", 0), ("second", 0), ("third", 1)]
    told = capsys.readouterr().err
    assert -1 < told.index("── first") < told.index(f"met {one}") < told.index("── second") < told.index(f"met {two}")
    assert "a fault" in told
    assert summarise(results) == 1


def test_a_run_that_is_stopped_leaves_no_check_behind(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys\n"
        "from annotation_site.embedded.testing import run_checks\n"
        # A shell starts what runs in the background with the signal ignored, and so the tests, too.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "stop = f'import os, signal, time; os.kill({os.getpid()}, signal.SIGINT); time.sleep(60)'\n"
        "try:\n"
        "    run_checks({'one': [sys.executable, '-c', stop]}, dict(os.environ))\n"
        "except KeyboardInterrupt:\n"
        "    assert os.waitstatus_to_exitcode(os.wait()[1]) == -signal.SIGKILL\n"
        "    sys.exit(3)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], timeout=120, check=False)
    assert done.returncode == 3


def test_every_script_that_is_measured_has_the_options_after_its_name() -> None:
    one, other = "tests.faults.people.r28_campaign", "tests.benchmarks.saves"
    assert split_scripts([one, "--seed", "2", other]) == [[one, "--seed", "2"], [other]]
    with pytest.raises(SystemExit, match="--seed is not a script"):
        split_scripts(["--seed", "2", one])
