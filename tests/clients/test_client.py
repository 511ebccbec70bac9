"""The client on the real server with its real worker."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.machines.models import MachineAnswer
from annotation_site.projects.models import Project
from evaluation.correlation.queries.human_scores import list_judgements
from interlinea import Client, Job, Refusal
from tests.annotation_site.machines.making import make_machine
from tests.evaluation.judgements import answer, lease_judgement, make_round
from tests.factories import make_member, make_project, make_reading, make_user
from tests.idiomaticity.making import SENTENCES, make_rating, make_rating_project

pytestmark = pytest.mark.django_db(transaction=True)
OpenClient = Callable[..., Client]
PAIRS = "a black cat\tun gatto nero\nthe white dog\til cane bianco\n"


def test_a_text_is_previewed_confirmed_and_counted(open_client: OpenClient, worker: None, tmp_path: Path) -> None:
    project = make_project()
    found = open_client(project.created_by).project(project.slug)
    (tmp_path / "pairs.tsv").write_text(PAIRS, encoding="utf-8")
    told: list[Job] = []
    preview = found.wait(found.preview("text", [tmp_path / "pairs.tsv"], tokens="words"), told.append)
    assert (preview.state, told[-1].state) == ("succeeded", "succeeded")
    assert Item.objects.filter(project=project).count() == 0
    done = found.wait(found.confirm("text", preview.id))
    assert found.describe().item_count == Item.objects.filter(project=project).count() == 2
    assert [job.id for job in found.jobs()] == [done.id, preview.id]
    assert done.result is not None
    assert next(found.jobs()).result is None


def test_a_release_is_created_downloaded_whole_and_read(open_client: OpenClient, worker: None, tmp_path: Path) -> None:
    project = make_project(pairs=2)
    for _ in range(2):
        annotator = make_member(project)
        make_reading(annotator, "0-0S 1-2P")
        make_reading(annotator, "0-0S 1-1S")
    found = open_client(project.created_by).project(project.slug)
    with pytest.raises(Refusal, match="has no release yet"):
        list(found.readings())
    found.wait(found.create_release(note="First", licence="CC-BY-4.0"))
    (release,) = found.releases()
    path = found.download(release.number, tmp_path)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == release.sha256
    assert [each.name for each in tmp_path.iterdir()] == [release.file_name]
    assert (found.release(1).manifest or {})["counts"]["pairs"] == 2
    rows = list(found.readings())
    assert sorted((row["sure"], row["possible"]) for row in rows) == [("0-0", "1-2")] * 2 + [("0-0 1-1", "")] * 2
    assert {(row["number"], row["annotator"]) for row in rows} == {(1, "A"), (1, "B"), (2, "A"), (2, "B")}
    assert list(found.readings(1).dataframe().columns[:3]) == ["number", "id", "annotator"]


def test_answers_are_rows_and_a_data_frame(open_client: OpenClient) -> None:
    project = make_rating_project()
    make_rating(make_member(project), 4)
    answers = open_client(project.created_by).project(project.slug).answers()
    rows = list(answers)
    assert {(row["scale"], row["value"]) for row in rows} == {("head", 3), ("modifier", 2), ("whole", 4)}
    assert all(row["trial"] == 1 and row["list"] is None and row["excluded"] is False for row in rows)
    frame = answers.dataframe()
    assert frame["value"].sum() == 9
    assert len(list(answers)) == 3, "rows can be looped over again"


def test_judgements_are_rows(open_client: OpenClient) -> None:
    judging_round = make_round()
    answer(lease_judgement(make_member(judging_round.project)))
    found = open_client(judging_round.project.created_by).project(judging_round.project.slug)
    columns, *stored = list_judgements(judging_round, with_excluded=False)
    rows = list(found.judgements(judging_round.number))
    assert rows == [dict(zip(columns, row, strict=True)) for row in stored]
    assert rows
    assert len(found.judgements(judging_round.number, with_excluded=True).dataframe()) == len(rows)


def test_everything_that_comes_in_by_a_preview_comes_in(open_client: OpenClient, worker: None, tmp_path: Path) -> None:
    def bring(project: Project, what: str, text: str, asked: dict[str, Any], confirmed: dict[str, Any]) -> None:
        (tmp_path / f"{what}.txt").write_text(text, encoding="utf-8")
        found = open_client(project.created_by).project(project.slug)
        preview = found.wait(found.preview(what, [tmp_path / f"{what}.txt"], **asked))
        assert found.wait(found.confirm(what, preview.id, **confirmed)).state == "succeeded"

    aligned = make_project(pairs=2)
    bring(aligned, "readings", "0-0 1-2\n0-0\n", {"format": "pharaoh"}, {"annotators": [{"name": "Ada"}]})
    assert Assignment.objects.filter(item__project=aligned, state="submitted").count() == 2
    machine = make_machine(aligned)
    bring(aligned, "machine-answers", '{"number": 1, "sure": "0-0"}\n', {"machine": machine.pk}, {})
    assert MachineAnswer.objects.filter(machine=machine).count() == 1
    rated = make_rating_project(text="")
    bring(rated, "compounds", SENTENCES, {}, {"leave_out": True})
    assert Item.objects.filter(project=rated).count() == 6


def test_projects_of_every_page_are_listed(open_client: OpenClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interlinea.connection.PAGE_SIZE", 1)
    manager = make_user(can_create_projects=True)
    slugs = {make_project(manager).slug, make_project(manager).slug, make_rating_project(manager, "").slug}
    make_project()
    client = open_client(manager)
    assert {each.slug for each in client.projects()} == slugs
    assert [each.kind for each in client.projects(kind="idiomaticity")] == ["idiomaticity"]
    assert list(client.projects(state="archived")) == []
    assert all(each.roles == ["manager"] for each in client.projects())


def refused(client: Client, user: User) -> list[tuple[str, int | None]]:
    """Return code and status of what the site refuses."""
    project = make_project(user)
    found = client.project(project.slug)
    results = []
    for ask in (client.project("nowhere").show, lambda: found.job(4711), lambda: found.create_release(note="x")):
        with pytest.raises(Refusal) as error:
            ask()
        results.append((error.value.code, error.value.status))
    return results


def test_what_the_site_refuses_is_its_sentence(open_client: OpenClient) -> None:
    manager = make_user(can_create_projects=True)
    kinds = refused(open_client(manager, "read"), manager)
    assert kinds == [("not_found", 404), ("not_found", 404), ("permission_denied", 403)]


def test_an_unknown_option_is_refused_before_a_file_is_sent(open_client: OpenClient, tmp_path: Path) -> None:
    project = make_project()
    found = open_client(project.created_by).project(project.slug)
    with pytest.raises(Refusal, match=r"There is no option tokenz here; options are: format, tokens, encoding"):
        found.preview("text", [tmp_path / "no-such-file"], tokenz="words")
    with pytest.raises(Refusal, match="lists cannot be imported; what can: text, readings"):
        found.preview("lists", [])
    with pytest.raises(Refusal, match="Name the part of each file: table"):
        found.preview("test-set", ["set.tsv"])
    with pytest.raises(Refusal, match="No file is called tables here"):
        found.preview("test-set", {"tables": "set.tsv"})


def test_a_job_that_failed_is_a_refusal_with_its_reason(open_client: OpenClient, worker: None, tmp_path: Path) -> None:
    project = make_project()
    found = open_client(project.created_by).project(project.slug)
    (tmp_path / "empty.tsv").write_bytes(b"\x00\x01\x02" * 40)
    with pytest.raises(Refusal, match=r"^Job \d+ \(.+\) failed: .+"):
        found.wait(found.preview("text", [tmp_path / "empty.tsv"], tokens="words"))
