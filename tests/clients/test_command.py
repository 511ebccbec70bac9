"""The program, as people and scripts run it."""

import json
import os
import stat
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from evaluation.test_sets.models import TestSet
from interlinea import __version__
from interlinea.command import main
from interlinea.login import login_path
from tests.clients.conftest import make_token
from tests.deploy.settings import ROOT
from tests.evaluation.judgements import make_evaluation_project
from tests.factories import make_member, make_project, make_reading
from tests.idiomaticity.making import make_rating, make_rating_project

pytestmark = pytest.mark.django_db(transaction=True)
PAIRS = "a black cat\tun gatto nero\nthe white dog\til cane bianco\n"


class Shell:
    """Runs the program in this process as one person, signed in by the environment."""

    def __init__(self, site: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.site, self.capsys, self.monkeypatch = site, capsys, monkeypatch

    def sign_in(self, project: Project) -> str:
        self.monkeypatch.setenv("INTERLINEA_SITE", self.site)
        self.monkeypatch.setenv("INTERLINEA_TOKEN", make_token(project.created_by))
        return project.slug

    def __call__(self, *words: object) -> tuple[int, str, str]:
        self.capsys.readouterr()
        status = main([str(word) for word in words])
        printed = self.capsys.readouterr()
        # A line of the client library's own log is no output of the program.
        return (
            status,
            printed.out,
            "".join(line for line in printed.err.splitlines(True) if " INFO httpx2 " not in line),
        )

    def rows(self, *words: object) -> list[dict[str, object]]:
        status, out, err = self(*words)
        assert status == 0, err
        return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def shell(site: str, outside: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(site, capsys, monkeypatch)


def test_a_login_is_checked_stored_for_its_owner_alone_and_deleted(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project()
    monkeypatch.setattr(sys, "stdin", StringIO("no-such-token\n"))
    assert shell("login", shell.site) == (2, "", "This token is unknown, revoked or expired.\n")
    assert not login_path().exists()
    monkeypatch.setattr(sys, "stdin", StringIO(f"{make_token(project.created_by)}\n"))
    status, out, err = shell("login", shell.site)
    assert (status, json.loads(out)) == (0, {"site": shell.site, "projects": 1})
    assert stat.S_IMODE(login_path().stat().st_mode) == 0o600
    assert stat.S_IMODE(login_path().parent.stat().st_mode) == 0o700
    assert "token is stored in" in err
    assert [row["slug"] for row in shell.rows("projects")] == [project.slug]
    assert shell("logout")[0] == 0
    assert "You are not signed in" in shell("projects")[2]


def test_a_token_of_the_environment_is_checked_and_stored(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INTERLINEA_TOKEN", make_token(make_project().created_by))
    assert shell("login", shell.site)[0] == 0
    assert "Set both INTERLINEA_SITE and INTERLINEA_TOKEN" in shell("projects")[2]
    monkeypatch.delenv("INTERLINEA_TOKEN")
    assert len(shell.rows("projects")) == 1
    login_path().write_text("{", encoding="utf-8")
    assert shell("projects")[2].endswith("login.json is damaged. Run `interlinea login` again.\n")


def test_a_text_is_shown_and_then_imported(shell: Shell, worker: None, tmp_path: Path) -> None:
    project = make_project()
    slug = shell.sign_in(project)
    file = tmp_path / "pairs.tsv"
    file.write_text(PAIRS, encoding="utf-8")
    status, out, err = shell("import", slug, "text", file, "--set", "tokens=words")
    preview = json.loads(out)
    assert (status, preview["state"], Item.objects.count()) == (0, "succeeded", 0)
    assert f"interlinea confirm {slug} text {preview['id']}" in err
    assert f"Job {preview['id']}, {preview['title']}: succeeded" in err
    (done,) = shell.rows("confirm", slug, "text", preview["id"], "--set", "leave_out_rejected=true")
    assert (done["state"], Item.objects.count()) == ("succeeded", 2)
    (again,) = shell.rows("import", slug, "text", file, "--set", "tokens=words", "--confirm")
    assert (again["state"], Item.objects.count()) == ("succeeded", 4)
    assert len(shell.rows("jobs", slug)) == 4
    assert shell.rows("job", slug, done["id"], "--wait") == [done]
    assert [row["item_count"] for row in shell.rows("project", slug)] == [4]


def test_a_test_set_is_imported_by_the_parts_of_its_files(shell: Shell, worker: None, tmp_path: Path) -> None:
    project = make_evaluation_project()
    slug = shell.sign_in(project)
    table = tmp_path / "set.tsv"
    table.write_text("en\tit\nHe kicked the bucket.\tHa tirato le cuoia.\n", encoding="utf-8")
    known = TestSet.objects.filter(project=project).count()
    (preview,) = shell.rows("import", slug, "test-set", f"table={table}", "--set", "name=Idioms")
    columns = ["--set", "source=en", "--set", "reference=it"]
    (done,) = shell.rows("confirm", slug, "test-set", preview["id"], *columns)
    assert done["state"] == "succeeded"
    assert TestSet.objects.filter(project=project).count() == known + 1
    assert "Write set.tsv as PART=set.tsv" in shell("import", slug, "test-set", "set.tsv")[2]


def test_a_release_is_made_downloaded_and_read(shell: Shell, worker: None, tmp_path: Path) -> None:
    project = make_project(pairs=1, annotators_per_item=2)
    for _ in range(2):
        make_reading(make_member(project), "0-0S")
    slug = shell.sign_in(project)
    (done,) = shell.rows("release", slug, "--set", "note=First")
    assert done["state"] == "succeeded"
    (release,) = shell.rows("releases", slug)
    status, out, err = shell("download", slug, 1, "--to", tmp_path / "gold.zip")
    assert json.loads(out) == {"file": str(tmp_path / "gold.zip"), "sha256": release["sha256"]}
    assert (status, "manage.py verify" in err) == (0, True)
    assert [row["sure"] for row in shell.rows("readings", slug)] == ["0-0", "0-0"]


def test_answers_are_a_line_each(shell: Shell) -> None:
    project = make_rating_project()
    make_rating(make_member(project), 4)
    slug = shell.sign_in(project)
    assert [row["value"] for row in shell.rows("answers", slug)] == [3, 2, 4]
    status, out, err = shell("answers", slug, "--judging-round", 1)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_refusal_is_one_sentence_and_status_2(shell: Shell, tmp_path: Path) -> None:
    slug = shell.sign_in(make_project())
    for words in (
        ("project", "nowhere"),
        ("job", slug, 4711),
        ("job", slug, 4711, "--cancel"),
        ("readings", slug),
        ("import", slug, "text", tmp_path / "nothing.tsv", "--set", "tokens=words"),
        ("release", slug, "--set", "colour=red"),
    ):
        status, out, err = shell(*words)
        assert (status, out, err.count("\n")) == (2, "", 1), err
        assert "Errno" not in err and "given query" not in err
    with pytest.raises(SystemExit) as stopped:
        shell("release", slug, "--set", "colour")
    assert stopped.value.code == 2


def test_a_reader_that_has_seen_enough_is_no_error(site: str, tmp_path: Path) -> None:
    project = make_rating_project()
    make_rating(make_member(project), 4)
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "clients" / "python" / "src"),
        "INTERLINEA_SITE": site,
        "INTERLINEA_TOKEN": make_token(project.created_by),
    }
    command = [sys.executable, "-m", "interlinea", "answers", project.slug]
    running = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path)
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    with running.stderr as told:
        assert told.read() == b""
    assert running.wait(timeout=120) == 141


def test_the_package_installs_with_its_command(tmp_path: Path) -> None:
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    folder = ROOT / "clients" / "python"
    target = tmp_path / "installed"
    subprocess.run([sys.executable, "-m", "pip", "install", *options, "--target", target, folder], check=True)
    environment = {**os.environ, "PYTHONPATH": str(target)}
    done = subprocess.run(
        [target / "bin" / "interlinea", "--version"], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == __version__
    assert (target / "interlinea" / "py.typed").is_file()
    (licence,) = target.rglob("LICENSE")
    assert licence.read_bytes() == (ROOT / "LICENSE").read_bytes()
