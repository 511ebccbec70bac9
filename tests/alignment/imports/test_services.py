"""Imports: the same as the preview, all or nothing, and once."""

from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from alignment.imports.jobs.imports import import_pairs
from alignment.imports.services import confirm_import
from alignment.pairs.jobs import index_words
from alignment.pairs.models import SentencePair
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, JobStopped, work_on
from annotation_site.jobs.services import cancel_job
from annotation_site.jobs.uploads import store_upload
from annotation_site.web.exceptions import DomainError
from tests.alignment.imports.by_services import confirm, make_stale, pairs_of, preview
from tests.factories import make_pair, make_project

pytestmark = pytest.mark.django_db(transaction=True)


def test_words_are_found_at_once_and_indexed_after_the_import() -> None:
    project = make_project()
    confirm(project, preview(project, b"the ferry crosses ||| il traghetto parte\n"))
    assert [pair.is_indexed for pair in SentencePair.objects.with_text("ferry")] == [False]
    index_words()
    assert [pair.is_indexed for pair in SentencePair.objects.with_text("ferry trag")] == [True]


def test_two_files_come_in_line_by_line() -> None:
    project = make_project()
    job = confirm(project, preview(project, b"a b\nc\n", "è\r\nd e".encode(), text_format="moses"))
    assert job.state == Job.State.SUCCEEDED, job.error
    assert pairs_of(project) == [(["a", "b"], ["è"]), (["c"], ["d", "e"])]
    project.refresh_from_db()
    assert project.item_count == 2


def test_the_preview_counts_tells_encodings_and_writes_nothing() -> None:
    project = make_project()
    job = preview(project, "caffè nero ||| black coffee\nnonna ||| \n".encode("latin-1"))
    assert job.result["counts"] == {"pairs": 1, "source_tokens": 2, "target_tokens": 2, "rejected": 1}
    assert job.result["encodings"] == ["latin-1"]
    assert job.result["rejected"][0]["line"] == 2
    assert not project.items.exists()


def test_rejected_rows_must_be_left_out_knowingly() -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\nc ||| \n")
    with pytest.raises(DomainError, match="1 row has errors and would be left out"):
        confirm(project, previewed)
    assert confirm(project, previewed, leave_out_rejected=True).result["imported"] == 1


def test_files_of_different_length_are_refused_with_file_and_line() -> None:
    job = preview(make_project(), b"a\nb\n", b"c\n", text_format="moses")
    assert job.state == Job.State.FAILED
    assert "file-2.txt, line 2" in job.error


def test_confirming_twice_imports_once() -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\n")
    assert confirm(project, previewed).pk == confirm(project, previewed).pk
    assert project.items.count() == 1


def test_a_second_import_continues_the_numbers() -> None:
    project = make_project()
    make_pair(project)
    confirm(project, preview(project, b"a ||| b\nc ||| d\n"))
    assert list(project.items.order_by("number").values_list("number", flat=True)) == [1, 2, 3]


def test_hostile_tokens_come_in_unchanged() -> None:
    tokens = [
        "\\",
        "\\n",
        '"',
        '"{}"',
        "{a,b}",
        "NULL",
        "'",
        "\u00a0x",
        "e\u0301",
        "\U0001f468\u200d\U0001f469",
        "\\.",
    ]
    project = make_project()
    job = confirm(project, preview(project, f"{' '.join(tokens)} ||| x\n".encode()))
    assert job.state == Job.State.SUCCEEDED, job.error
    assert pairs_of(project) == [(tokens, ["x"])]


def test_the_text_is_kept_where_its_tokens_do_not_give_it_back() -> None:
    project = make_project()
    confirm(project, preview(project, b"It's here. ||| Eccolo!\n", tokens="words"))
    pair = SentencePair.objects.get(item__project=project)
    assert (pair.source_text, pair.source_tokens) == ("It's here.", ["It", "'s", "here", "."])


def test_target_words_are_found_and_pairs_without_any_left_out() -> None:
    project = make_project(scope="target_words")
    previewed = preview(
        project,
        b"the Zebra crossing ||| le strisce\na cat ||| un gatto\n",
        source_words=["zebra"],
        target_words=["strisce"],
    )
    assert previewed.result["counts"]["rejected"] == 1
    confirm(project, previewed, leave_out_rejected=True)
    pair = SentencePair.objects.get(item__project=project)
    assert (pair.source_target_words, pair.target_target_words) == ([1], [1])


def test_a_cancelled_import_leaves_nothing() -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\n")
    job = confirm_import(user=project.created_by, project=project, preview=previewed, leave_out_rejected=False)
    cancel_job(user=project.created_by, job=job)
    work_on(job.pk, import_pairs)
    job.refresh_from_db()
    assert (job.state, project.items.count()) == (Job.State.CANCELLED, 0)


def test_a_failure_after_the_last_row_leaves_nothing() -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\n" * 3)
    Job.objects.filter(pk=previewed.pk).update(
        result={**previewed.result, "counts": {**previewed.result["counts"], "pairs": 4}}
    )
    previewed.refresh_from_db()
    job = confirm(project, previewed)
    assert job.state == Job.State.FAILED
    assert not project.items.exists()


def test_more_pairs_than_previewed_stop_the_import() -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\n" * 3)
    Job.objects.filter(pk=previewed.pk).update(
        result={**previewed.result, "counts": {**previewed.result["counts"], "pairs": 2}}
    )
    previewed.refresh_from_db()
    job = confirm(project, previewed)
    assert job.error == "The preview had 2 pairs to import, but now there are 3. Preview the text again."
    assert not project.items.exists()


def test_a_fault_found_while_the_database_takes_the_rows_is_told_and_leaves_nothing() -> None:
    project = make_project()
    previewed = make_stale(preview(project, b"a\n" * 100, b"b\n" * 100, text_format="moses"))
    shorter = project.uploads.get(name="file-2.txt")
    with shorter.file.storage.open(shorter.file.name, "wb") as file:
        file.write(b"b\n" * 90)
    job = confirm(project, previewed)
    assert job.state == Job.State.FAILED
    assert job.error.startswith("file-2.txt, line 91: The file ends here")
    assert not project.items.exists()


@pytest.mark.parametrize("is_stale", [False, True])
def test_an_import_that_is_stopped_on_the_way_ends_as_stopped(monkeypatch: pytest.MonkeyPatch, is_stale: bool) -> None:
    project = make_project()
    previewed = preview(project, b"a ||| b\n" * 600)
    if is_stale:
        make_stale(previewed)

    def stop(run: JobRun, done: int, total: int | None = None) -> None:
        raise JobStopped

    monkeypatch.setattr(JobRun, "report", stop)
    job = confirm(project, previewed)
    assert (job.state, job.error) == (Job.State.RUNNING, "")  # whoever stopped it says what becomes of it
    assert not project.items.exists()


def test_the_stored_file_never_carries_the_name_it_came_with(files_folder: Path) -> None:
    project = make_project()
    upload = store_upload(user=project.created_by, project=project, file=ContentFile(b"x"), name="../../etc/passwd")
    assert "passwd" not in upload.file.name
    assert Path(upload.file.path).is_relative_to(files_folder)


def test_a_translation_memory_comes_in_by_the_languages_of_the_project() -> None:
    project = make_project()
    languages = project.alignment.source_language, project.alignment.target_language
    memory = (
        '<?xml version="1.0" encoding="utf-16"?><tmx version="1.4"><body><tu tuid="7">'
        '<tuv xml:lang="xx"><seg>no</seg></tuv>'
        f'<tuv xml:lang="{languages[1]}-XX"><seg>a <bpt i="1">[</bpt>cat</seg></tuv>'
        f'<tuv lang="{languages[0]}"><seg>là gatto</seg></tuv></tu><tu/></body></tmx>'
    ).encode("utf-16")
    previewed = preview(project, memory, text_format="tmx")
    assert (previewed.result["encodings"], previewed.result["untranslated"]) == (["utf-16"], 1)
    confirm(project, previewed)
    assert pairs_of(project) == [(["là", "gatto"], ["a", "cat"])]
    assert project.items.get().identifier == "7"


def test_entities_in_a_translation_memory_stop_the_preview_with_a_sentence() -> None:
    job = preview(make_project(), b'<!DOCTYPE tmx [<!ENTITY a "b">]><tmx/>', text_format="tmx")
    assert job.state == Job.State.FAILED
    assert job.error.startswith("file-1.txt, line 1: The file declares a document type or entities")


@pytest.mark.parametrize("encoding", ["bz2", "zlib", "hex", "no-such-thing"])
def test_what_is_no_encoding_of_text_is_refused(encoding: str) -> None:
    with pytest.raises(DomainError, match="is not an encoding"):
        preview(make_project(), b"BZh9", text_format="tmx", encoding=encoding)
