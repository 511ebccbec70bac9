"""A kind that declares its tables has releases, metadata, verification and comparison, without code of its own."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, work_on
from annotation_site.projects.models import Project
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.building import store_release
from annotation_site.releases.differences import compare_releases
from annotation_site.releases.manifest import describe_release
from annotation_site.releases.models import Release
from annotation_site.releases.services import queue_release
from annotation_site.releases.verification import verify_release
from tests.alignment.releases.read_project import make_read_project
from tests.alignment.releasing import change, change_and_sign, make_release_of, read_member, save_release
from tests.example_kind.acceptability.releases.published import PUBLISHED, Judgements
from tests.factories import make_project

pytestmark = pytest.mark.django_db(transaction=True)
ROWS = [
    ("=1+1", "A", "yes"),
    ("=1+1", "B", "no"),
    ("A word\nin two lines.", "A", "yes"),
    ("“Quoted”\t\u2028", "B", "cannot judge"),
]


@pytest.fixture(autouse=True)
def installed(settings: Any) -> None:
    settings.KIND_APPS = [*settings.KIND_APPS, "tests.example_kind.acceptability"]


def release_judgements(project: Project, rows: list[tuple[str, str, str]], folder: Path) -> Path:
    """Return the archive of the next release of these judgements, stored by the job's own way."""

    def read_judgements(run: JobRun, number: int) -> tuple[dict[str, Any], Judgements]:
        about = {"slug": project.slug, "name": project.name, "kind": "acceptability"}
        described = {"format": PUBLISHED.formats[0], "project": about, "language": "en"}
        return {**describe_release(run, number, ()), **described}, Judgements(rows)

    with transaction.atomic():
        job = queue_release(user=project.created_by, project=project, kind="release", request_id=uuid4())
    work_on(job.pk, lambda run: store_release(run, PUBLISHED, read_judgements))
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, job.error
    return save_release(Release.objects.get(job=job), folder)


def test_its_release_has_tables_and_metadata_and_verifies(tmp_path: Path) -> None:
    path = release_judgements(make_project(), ROWS, tmp_path)
    report = verify_release(path)
    assert (report["verified"], report["differences"]) == (True, [])
    assert report["counts"] == {"judgements": 4, "accepted": 2, "decided": 0}
    croissant = json.loads(read_member(path, "croissant.json"))
    assert [table["name"] for table in croissant["recordSet"]] == ["judgements", "sentences"]
    fields = {field["name"]: field["dataType"] for field in croissant["recordSet"][1]["field"]}
    assert fields == {"sentence": "sc:Text", "accepted": "sc:Float"}
    card = read_member(path, "README.md")
    assert "| `judgements.tsv` | every judgement |" in card
    assert "| `sentences.parquet` | A row for each sentence (Parquet) |" in card
    assert read_member(path, "judgements.tsv").startswith("sentence\tannotator\tanswer\n'=1+1\tA\tyes\n")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("\tA\tyes", "\tA\tno", "counts.accepted"),
        ("\tA\tyes", "\tA\tno", "sentences.parquet, row 1: "),
        ("\tB\tno", "\tC\tno", "judgements.parquet, row 2: "),
        ("\tB\tno\n", "\tB\tno\nMore.\tA\tno\n", "judgements.parquet, row 3: "),
        ("'=1+1", "=1+1", "judgements.tsv, line 2: "),
    ],
)
def test_what_was_changed_is_named(before: str, after: str, said: str, tmp_path: Path) -> None:
    path = release_judgements(make_project(), ROWS, tmp_path)
    changed = change_and_sign(path, "judgements.tsv", lambda text: text.replace(before, after, 1))
    report = verify_release(changed)
    assert any(difference.startswith(said) for difference in report["differences"]), report["differences"]


def test_a_table_with_rows_that_nothing_gives_is_named(tmp_path: Path) -> None:
    project = make_project()
    path = release_judgements(project, ROWS, tmp_path)
    shorter = change_and_sign(path, "judgements.tsv", lambda text: text[: text.index('"“Quoted”')])
    assert "judgements.parquet has more rows than the others give." in verify_release(shorter)["differences"]


def test_two_releases_are_compared_row_by_row(tmp_path: Path) -> None:
    project = make_project()
    later = [*ROWS[:2], ("A word\nin two lines.", "A", "no"), ("New.", "A", "yes")]
    first, second = (release_judgements(project, rows, tmp_path) for rows in (ROWS, later))
    difference = compare_releases(first, second, (first.name, second.name))
    assert difference["tables"] == {
        "judgements": {"added": 1, "removed": 1, "changed": 1, "unchanged": 2},
        "sentences": {"added": 1, "removed": 1, "changed": 1, "unchanged": 1},
    }
    assert (difference["from"]["release"], difference["to"]["release"]) == (1, 2)
    assert difference["to"]["counts"] == {"judgements": 4, "accepted": 2, "decided": 0}
    assert not difference["equal"]
    assert compare_releases(first, first, (first.name, first.name))["equal"]


def test_releases_of_two_kinds_are_not_compared(tmp_path: Path) -> None:
    path = release_judgements(make_project(), ROWS, tmp_path)
    other = save_release(make_release_of(make_read_project()), tmp_path)
    with pytest.raises(UnreadableReleaseError, match="different kinds"):
        compare_releases(path, other, (path.name, other.name))


def test_a_format_that_no_kind_declares_is_named(tmp_path: Path, settings: Any) -> None:
    path = release_judgements(make_project(), ROWS, tmp_path)
    settings.KIND_APPS = settings.KIND_APPS[:-1]
    with pytest.raises(UnreadableReleaseError, match="has format 'acceptability/1'"):
        verify_release(path)
    with pytest.raises(UnreadableReleaseError, match="cannot be read"):
        verify_release(change(path, "manifest.json", lambda _: "{"))
