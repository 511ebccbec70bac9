"""Rows that a preview keeps: its import copies them, from no other code or scope, and they go with it."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone

from alignment.imports.jobs.imports import import_pairs
from alignment.imports.services import confirm_import
from alignment.pairs.models import SentencePair
from alignment.projects.models import AlignmentSettings
from annotation_site.jobs.jobs import sweep
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import work_on
from annotation_site.jobs.services import cancel_job, retry_job
from annotation_site.projects.models import Project
from tests.alignment.imports.by_services import confirm, make_stale, pairs_of, preview
from tests.factories import make_pair, make_project

pytestmark = pytest.mark.django_db(transaction=True)
LONG_AGO = timedelta(days=400)
HOSTILE = '\\ \\n "{}" {a,b} NULL \' \u00a0x \u2028 \u202ex \\. e\u0301 \U0001f468\u200d\U0001f469'
TEXTS = {
    "hostile": ((f"{HOSTILE} ||| x\\ty\n".encode(),), {}),
    "split": (("It's here, l\u00e0.\tEccolo!\n".encode(),), {"text_format": "tsv", "tokens": "words"}),
    "identifiers": ((b"id\tsource\ttarget\n7\\\ta\tb\n\tc\td\n",), {"text_format": "tsv"}),
    "lines": ((b"a ||| b\n ||| \nc\x01 ||| d\n",), {}),
    "words": ((b"the Zebra ||| le strisce\n",), {"source_words": ["zebra"]}),
    "reversed": ((b"a\n", b"b c\n"), {"text_format": "moses", "is_reversed": True}),
}


def rewrite(upload: Upload, text: bytes) -> None:
    with upload.file.storage.open(upload.file.name, "wb") as file:
        file.write(text)


def stored(project: Project) -> list[tuple[Any, ...]]:
    fields = "number", "identifier", "ring_place", "required_count", "state"
    columns = [field.name for field in SentencePair._meta.concrete_fields if field.name != "item"]
    rows = SentencePair.objects.filter(item__project=project).order_by("item__number")
    return list(rows.values_list(*(f"item__{field}" for field in fields), *columns))


def test_an_import_copies_what_its_preview_kept_and_reads_the_text_no_more() -> None:
    project = make_project()
    previewed = preview(project, b"a b ||| c\n")
    rewrite(project.uploads.get(name="file-1.txt"), b"d ||| e\n")
    confirm(project, previewed)
    assert pairs_of(project) == [(["a", "b"], ["c"])]


@pytest.mark.parametrize("name", TEXTS)
def test_kept_rows_are_those_of_the_text_read_again(name: str) -> None:
    files, options = TEXTS[name]
    found = []
    for is_stale in (False, True):
        project = make_project()
        project.seed = 7
        project.save(update_fields=["seed"])
        make_pair(project)  # pairs without an ID are named by file and line
        previewed = preview(project, *files, **options)
        if is_stale:
            make_stale(previewed)
        assert confirm(project, previewed, leave_out_rejected=True).state == Job.State.SUCCEEDED
        found.append(stored(project)[1:])
    assert found[0] == found[1] != []


def test_rows_of_other_code_are_left_alone(settings: Any) -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\n")
    settings.VERSION = "another"
    rewrite(project.uploads.get(name="file-1.txt"), b"c ||| d\n")
    confirm(project, previewed)
    assert pairs_of(project) == [(["c"], ["d"])]


def test_rows_of_another_scope_are_left_alone() -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\n")
    AlignmentSettings.objects.filter(project=project).update(scope=AlignmentSettings.Scope.TARGET_WORDS)
    job = confirm(project, previewed)
    assert (job.state, pairs_of(project)) == (Job.State.FAILED, [])  # none has a target word


@pytest.mark.parametrize("is_stale", [False, True])
def test_kept_rows_go_when_they_are_imported(is_stale: bool) -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\n")
    kept = Upload.objects.get(pk=previewed.result["rows"]["upload"])
    if is_stale:
        make_stale(previewed)
    confirm(project, previewed)
    assert [upload.name for upload in project.uploads.all()] == ["file-1.txt"]
    assert not default_storage.exists(kept.file.name)


def test_kept_rows_wait_for_an_import_that_is_tried_again() -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\n")
    manager = project.created_by
    job = confirm_import(user=manager, project=project, preview=previewed, leave_out_rejected=False)
    cancel_job(user=manager, job=job)
    rewrite(project.uploads.get(name="file-1.txt"), b"c ||| d\n")
    work_on(retry_job(user=manager, job=job).pk, import_pairs)
    assert pairs_of(project) == [(["a"], ["b"])]


def test_rows_of_a_preview_that_nobody_confirmed_are_swept_with_it() -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\n")
    kept = Upload.objects.get(pk=previewed.result["rows"]["upload"])
    sweep()
    assert default_storage.exists(kept.file.name)
    Job.objects.filter(pk=previewed.pk).update(finished_at=timezone.now() - LONG_AGO)
    Upload.objects.update(created_at=timezone.now() - LONG_AGO)
    sweep()
    sweep()  # files after the previews that held them
    assert not project.uploads.exists() and not default_storage.exists(kept.file.name)


def test_only_new_pairs_are_looked_for_in_the_text() -> None:
    project = make_project()
    make_pair(project, "a", "b")
    confirm(project, preview(project, b"a ||| b\nc ||| d\n"), only_new=True)
    assert pairs_of(project) == [(["a"], ["b"]), (["c"], ["d"])]


def test_a_text_without_pairs_keeps_none() -> None:
    assert "rows" not in preview(make_project(), b"a ||| \n").result
