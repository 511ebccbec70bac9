"""A project that marks expressions, from import to release and verification, through services and pages."""

import zipfile
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.adjudication.queues import find_next
from annotation_site.assignments.models import Assignment, Item
from annotation_site.imports.queries import plan_taking
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import find_brought
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.releases.verification import verify_release
from annotation_site.web.exceptions import DomainError, StaleVersion
from expressions.adjudication.queries import compare_item, find_passage, list_queue
from expressions.adjudication.services import PassageVerdict, adjudicate_passage, undo_adjudication
from expressions.agreement.queries import read_agreement
from expressions.marks.marking import Mark
from expressions.passages.models import Passage, PassageSentence
from tests.expressions.making import (
    FIRST,
    SECOND,
    TEXT,
    import_files,
    make_annotated_project,
    make_empty_project,
    make_passage_project,
    make_release,
    preview_files,
    submit_marks,
    write_cupt,
)
from tests.factories import make_member

pytestmark = pytest.mark.django_db
DOUBT = ([1, 4, 5], "LVC.full")


def adjudicate(project: Project, number: int, *marks: tuple[list[int], str], version: int = 0, seen: str = "") -> None:
    verdict = PassageVerdict([Mark(tuple(words), category) for words, category in marks], seen=seen)
    adjudicate_passage(
        user=project.created_by,
        project=project,
        number=number,
        version=version,
        verdict=verdict,
        operation_id=uuid4(),
    )


def test_a_text_comes_in_with_every_line() -> None:
    text = write_cupt()
    project = make_passage_project(text=text)
    assert project.item_count == 3
    passages = Passage.objects.filter(item__project=project).order_by("item__number")
    assert [(each.document, each.word_count) for each in passages] == [
        ("https://example.org/ text-1", 6),
        ("https://example.org/ text-2", 7),
        ("https://example.org/ text-3", 6),
    ]
    sentences = PassageSentence.objects.filter(passage__in=passages).order_by("passage__item__number")
    assert "".join(f"{each.lines}\n\n" for each in sentences) == text


def test_sentences_of_a_document_are_read_together_up_to_a_number_of_words() -> None:
    project = make_empty_project()
    import_files(project, write_cupt(TEXT * 3, documents=False), passage_words=20)
    counts = Passage.objects.filter(item__project=project).values_list("word_count", flat=True)
    assert list(counts) == [19, 19, 19]
    sentences = PassageSentence.objects.filter(passage__item__project=project).order_by("passage", "place")
    assert list(sentences.values_list("first_word", flat=True)) == [0, 6, 13] * 3


def test_marks_that_the_project_cannot_hold_are_left_out_only_with_consent() -> None:
    project = make_empty_project(category_set="own", categories=["VID"])
    files = [write_cupt(TEXT, FIRST), write_cupt(TEXT, SECOND)]
    found = preview_files(project, *files, use="readings").result
    assert found["counts"]["refused"] == 1
    assert found["refused"] == [{"reason": "category LVC.full", "count": 1}]
    assert found["editions"][:1] == ["PARSEME 1.1–1.3"]
    with pytest.raises(DomainError, match="would be left out"):
        import_files(project, *files, use="readings")
    import_files(project, *files, use="readings", leave_out=True)
    assert read_agreement(project).pooled.spans.counts == (2, 2, 1)


def test_files_of_different_texts_are_no_double_annotation() -> None:
    with pytest.raises(DomainError, match=r"reader-2\.cupt.*ends after 2 sentences"):
        preview_files(make_empty_project(), write_cupt(TEXT, FIRST), write_cupt(TEXT[:2], FIRST[:2]), use="readings")


def test_an_import_is_taken_back_as_a_whole() -> None:
    project = make_empty_project()
    job = import_files(project, write_cupt(TEXT, FIRST), write_cupt(TEXT, SECOND), use="readings")
    brought = find_brought(job)
    assert brought is not None
    assert plan_taking(brought).refusal == ""


def test_two_files_are_a_finished_double_annotation() -> None:
    project = make_annotated_project()
    assert set(Item.objects.filter(project=project).values_list("state", flat=True)) == {"annotated"}
    found = read_agreement(project)
    assert (found.passages, found.pooled.spans.counts) == (3, (3, 2, 2))
    figures = found.pooled.figures
    assert figures["f_span"].value == pytest.approx(4 / 5)
    kinds = found.pooled.spans.disagreements
    assert (kinds["category"], kinds["only_first"], kinds.total()) == (1, 1, 2)


def test_people_submit_passages_with_marks_and_without() -> None:
    project = make_passage_project()
    annotators = [make_member(project), make_member(project)]
    for annotator in annotators:
        for _ in range(3):
            submit_marks(annotator)
    assert Assignment.objects.filter(item__project=project, state="submitted").count() == 6
    assert [list_queue(project, shown).count() for shown in ("to-decide", "agreed")] == [0, 3]


def test_what_differs_waits_worst_first_and_is_decided() -> None:
    project = make_annotated_project()
    assert [(row.item.number, row.strength) for row in list_queue(project)] == [(2, 1), (3, 1)]
    adjudicate(project, 2, DOUBT)
    assert [row.item.number for row in list_queue(project)] == [3]
    assert find_next(list_queue(project)) == 3
    undo_adjudication(user=project.created_by, project=project, number=2, version=1, operation_id=uuid4())
    assert [row.item.number for row in list_queue(project)] == [2, 3]
    assert Item.objects.get(project=project, number=2).state == Item.State.ANNOTATED


def test_the_task_to_adjudicate_counts_what_differs_alone() -> None:
    project = make_annotated_project()
    tasks = {task.label: task for task in find_kind(project.kind).list_tasks(project)}
    assert tasks["Adjudicate"].sentence == "2 passages to decide."
    for number in (2, 3):
        adjudicate(project, number, DOUBT)
    tasks = {task.label: task for task in find_kind(project.kind).list_tasks(project)}
    assert tasks["Adjudicate"].state == "done"


def test_a_decision_on_readings_that_changed_is_refused() -> None:
    project = make_annotated_project()
    seen = compare_item(find_passage(project, 2))[1]
    assignment = Assignment.objects.filter(item__project=project, item__number=2).first()
    assert assignment is not None
    assignment.marks.all().delete()
    with pytest.raises(StaleVersion, match="have changed since"):
        adjudicate(project, 2, DOUBT, seen=seen)
    adjudicate(project, 2, DOUBT, seen=compare_item(find_passage(project, 2))[1])


def test_a_card_is_decided_on_the_page(client: Client) -> None:
    project = make_annotated_project()
    client.force_login(project.created_by)
    make_member(project, role="adjudicator", user=project.created_by)
    address = reverse("expressions:adjudicate", args=[project.slug, 2])
    page = client.get(address)
    (card,) = page.context["state"]["cards"]
    assert (card["kind"], [choice["readers"] for choice in card["choices"]]) == ("category", [["A"], ["B"]])
    sent = {"operation_id": str(uuid4()), "version": 0, "seen": page.context["state"]["seen"], "note": ""}
    decide = reverse("expressions:adjudicate_decide", args=[project.slug, 2])
    refused = client.post(decide, sent)
    assert (refused.status_code, "Decide on every difference." in refused.content.decode()) == (400, True)
    answer = client.post(decide, {**sent, "card_0": "own", "own_0": "2 5 VID"})
    assert answer["Location"] == reverse("expressions:adjudicate", args=[project.slug, 3])
    state = client.get(address).context["state"]
    assert [mark["words"] for mark in state["decided"]] == [[1, 4]]


@pytest.mark.django_db(transaction=True)
def test_a_release_has_gold_and_readings_and_verifies(tmp_path: Path) -> None:
    project = make_annotated_project()
    adjudicate(project, 2, DOUBT)
    release = make_release(project)
    counts = release.manifest["counts"]
    assert (counts["agreed"], counts["adjudicated"], counts["undecided"], counts["expressions"]) == (1, 1, 1, 2)
    assert release.manifest["validation"] == {"level": 3, "faults": 0, "rules": {}}
    path = tmp_path / "release.zip"
    with release.file.open("rb") as file:
        path.write_bytes(file.read())
    report = verify_release(path)
    assert (report["verified"], report["differences"]) == (True, [])


@pytest.mark.django_db(transaction=True)
def test_gold_of_one_reader_is_the_imported_file_again() -> None:
    text = write_cupt(TEXT, FIRST)
    project = make_empty_project(annotators_per_item=1)
    import_files(project, text, use="readings")
    release = make_release(project)
    with release.file.open("rb") as file, zipfile.ZipFile(file) as archive:
        assert archive.read(f"{release.file_name[:-4]}/gold.cupt").decode() == text


@pytest.mark.django_db(transaction=True)
def test_a_release_is_split_by_unseen_expressions_and_verifies(tmp_path: Path) -> None:
    project = make_empty_project()
    files = [write_cupt(TEXT * 4, FIRST * 4), write_cupt(TEXT * 4, FIRST * 4)]
    import_files(project, *files, use="readings")
    with pytest.raises(DomainError, match="both test and dev"):
        make_release(project, unseen_test=1)
    with pytest.raises(DomainError, match="cannot be unseen"):
        make_release(project, unseen_test=9, unseen_dev=9)
    project.jobs.filter(kind="expression_release").update(state=Job.State.FAILED)
    release = make_release(project, unseen_test=1, unseen_dev=1, seed=3)
    split = release.manifest["split"]
    assert sum(split["sentences"].values()) == 12
    path = tmp_path / "release.zip"
    with release.file.open("rb") as file:
        path.write_bytes(file.read())
    report = verify_release(path)
    assert (report["verified"], report["differences"]) == (True, [])
    with zipfile.ZipFile(path) as archive:
        names = {name.partition("/")[2] for name in archive.namelist()}
    assert {"train.cupt", "dev.cupt", "dev.blind.cupt", "test.cupt", "test.blind.cupt"} <= names


def test_a_preview_refuses_what_is_no_corpus() -> None:
    with pytest.raises(DomainError, match=r"reader-1\.cupt"):
        preview_files(make_empty_project(), "no corpus at all\n")


def test_every_page_of_a_manager_answers(client: Client) -> None:
    project = make_annotated_project()
    client.force_login(project.created_by)
    for route in ("overview", "passages", "import", "release_new", "settings"):
        answer = client.get(reverse(f"expressions:{route}", args=[project.slug]))
        assert answer.status_code == 200, route
    assert client.get(reverse("expressions:passage", args=[project.slug, 2])).status_code == 200
    preview = project.jobs.filter(kind="expression_preview").get()
    assert client.get(reverse("expressions:import_preview", args=[project.slug, preview.pk])).status_code == 200
    assert Job.objects.filter(project=project, state=Job.State.SUCCEEDED).count() == 2
