"""The compose file on a real engine, where this machine has one; and the judge of what people meet in a trial of it."""

import os
import re
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.containers import __main__ as trial_of_containers
from tests.containers import engine, images
from tests.containers.engine import Failed, Unavailable, count_steps, run
from tests.containers.leftovers import LISTS, Holdings
from tests.containers.savers import LONGEST_SECONDS, Counted
from tests.containers.table import Row, Table
from tests.deploy.settings import ROOT

# A machine that has no image yet builds it first. What must be left of it to end containers and remove them.
SECONDS = 1800
CLEAR_SECONDS = 120


@pytest.mark.parametrize(("fault", "status"), [(Failed("docker build ended."), 1), (Unavailable("No engine."), 2)])
def test_an_image_that_cannot_be_built_is_no_missing_engine(
    fault: Failed, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A test of the judgement alone: what a machine lacks is skipped, what the trial meets is not."""

    def meet(*_: object) -> None:
        raise fault

    for name in ("alone", "engine"):
        monkeypatch.setattr(trial_of_containers, name, nullcontext)
    monkeypatch.setattr(trial_of_containers, "table_of_trial", meet)
    monkeypatch.setattr(sys, "argv", ["tests.containers", "--small"])
    assert trial_of_containers.main() == status
    said = capsys.readouterr()
    assert str(fault) in said.err
    assert "is kept" not in said.out


def test_a_second_trial_keeps_away_from_the_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["tests.containers", "--small"])
    with trial_of_containers.alone():
        assert trial_of_containers.main() == 2
    assert "Another trial runs on this machine." in capsys.readouterr().err


def test_what_does_not_end_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    script = f"sleep 600 & echo $! > {tmp_path}/pid; echo 'Step 3 of 9'; wait"
    with pytest.raises(Failed, match=r"^Step 3 of 9\nsh -c .* did not end within 1 s\.$"):
        run("sh", "-c", script, limit=1)
    assert not is_running(int((tmp_path / "pid").read_text()))


def is_running(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


@pytest.fixture
def hanging_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a docker first in the PATH that has no images, and whose registry takes the connection and never answers."""
    program = tmp_path / "docker"
    program.write_text('#!/bin/sh\ncase "$1" in pull | build) exec sleep 600 ;; esac\nexit 1\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")


@pytest.mark.usefixtures("hanging_engine")
def test_a_registry_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "PULL_SECONDS", 1)
    with pytest.raises(Unavailable, match=r"docker pull --quiet nginx:\S+ did not end within 1 s\.\)"):
        images.need_bases("")


@pytest.mark.usefixtures("hanging_engine")
def test_a_build_that_never_ends_is_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(engine, "BUILD_SECONDS", 1)
    with pytest.raises(Failed, match=r"docker build .* did not end within 1 s\.$") as raised:
        engine.build(tmp_path, "an-image")
    assert not isinstance(raised.value, Unavailable)


def test_what_came_since_is_left() -> None:
    before = Holdings({kind: frozenset({"of-others"}) for kind in LISTS})
    after = Holdings({**before.names, "volume": frozenset({"of-others", "3f2a"})})
    assert after.list_added(before) == ["volume 3f2a"]
    assert before.list_added(after) == []


@pytest.mark.faults
@pytest.mark.timeout(SECONDS)
def test_the_compose_file_works_on_an_engine() -> None:
    """In its small form: up over TLS, sign-in, import, saves while web server and database are killed, a backup."""
    command = [sys.executable, "-m", "tests.containers", "--small", "--base-images", os.environ.get("BASE_IMAGES", "")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as trial:
        try:
            printed, _ = trial.communicate(timeout=SECONDS - CLEAR_SECONDS)
        except subprocess.TimeoutExpired:
            trial.terminate()  # it clears away
            printed, _ = trial.communicate()
            pytest.fail(f"The trial did not end within {SECONDS - CLEAR_SECONDS} s:\n{printed}")
    if trial.returncode == 2:
        pytest.skip(printed.strip().splitlines()[-1])
    assert trial.returncode == 0, printed
    print(printed)


def judge(counted: Counted, lost: int = 0) -> list[str]:
    table = Table()
    table.judge(Row("a step", counted=counted, lost=lost))
    return table.broken


def test_a_step_in_which_all_is_well_keeps_the_promise() -> None:
    assert judge(Counted(saves=10, told_why=5, slowest=LONGEST_SECONDS)) == []


@pytest.mark.parametrize(
    ("counted", "lost", "why"),
    [
        (Counted(saves=0), 0, "nobody could save"),
        (Counted(saves=10), 1, "1 acknowledged saves are not stored"),
        (Counted(saves=10, not_told=["502  after 0.1 s"]), 0, "an answer says nothing"),
        (Counted(saves=10, slowest=LONGEST_SECONDS + 1), 0, "an answer took 6.0 s"),
    ],
)
def test_a_step_breaks_the_promise(counted: Counted, lost: int, why: str) -> None:
    [broken] = judge(counted, lost)
    assert why in broken


def test_steps_of_both_builders_are_counted() -> None:
    new = "#7 [code 1/3] WORKDIR /app\n#7 CACHED\n\n#8 [code 2/3] COPY . .\n#8 DONE 0.1s\n"
    old = "Step 1/2 : FROM x\n ---> Using cache\n ---> 1\nStep 2/2 : COPY . .\n ---> 2\n"
    assert count_steps(new) == count_steps(old) == (1, 2)


def prepare(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["sh", "deploy/prepare.sh", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a folder with what the script reads."""
    (tmp_path / "deploy").mkdir()
    for name in ("deploy/prepare.sh", ".env.example"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    return tmp_path


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give folders to the site's user")
def test_a_machine_is_prepared_once(copied: Path) -> None:
    made = prepare(copied, "interlinea.example.org")
    assert made.returncode == 0, made.stderr
    text = (copied / ".env").read_text()
    settings = dict(re.findall(r"^([A-Z0-9_]+)=(.*)$", text, re.MULTILINE))
    needed = set(re.findall(r"\$\{([A-Z0-9_]+):\?", (ROOT / "docker-compose.yml").read_text()))
    assert needed and all(settings[name] for name in needed)
    assert settings["ALLOWED_HOSTS"] == "interlinea.example.org"
    secrets = [settings[name] for name in settings if name.endswith(("PASSWORD", "KEY")) and settings[name]]
    assert len(secrets) == len(set(secrets)) == 4 and all(len(secret) >= 64 for secret in secrets)
    assert (copied / ".env").stat().st_mode & 0o777 == 0o600
    assert (copied / "var" / "tls" / "privkey.pem").stat().st_mode & 0o777 == 0o600
    again = prepare(copied, "interlinea.example.org")
    assert again.returncode == 0 and "stays as it is" in again.stdout
    assert (copied / ".env").read_text() == text


@pytest.mark.parametrize("host", ["", "two words", "https://interlinea.example.org", "-x"])
def test_a_machine_is_not_prepared_for_what_is_no_host(copied: Path, host: str) -> None:
    refused = prepare(copied, host)
    assert refused.returncode == 2
    assert "Name the host" in refused.stderr
    assert not (copied / ".env").exists()
