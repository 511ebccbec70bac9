"""Readings of another tool are imported as their annotators' work."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from alignment.agreement.queries.figures import read_agreement
from alignment.agreement.services.recount import recount_agreement
from alignment.imported_annotation.jobs.reading import import_readings
from alignment.pairs.models import SentencePair
from alignment.readings.models import AlignmentLink
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, JobStopped
from tests.alignment.imported_annotation.importing import (
    FIRST,
    SECOND,
    TABLE,
    bring_in,
    confirm,
    look,
    make_numbered_pair,
    packed,
    work,
)
from tests.factories import make_pair, make_project

pytestmark = pytest.mark.django_db


def test_each_file_becomes_one_annotators_submissions():
    project = make_project()
    assert bring_in(project, FIRST, SECOND).result["pseudonyms"] == ["A", "B"]
    item = Item.objects.get(project=project)
    assert (item.state, item.submitted_count, item.sentence_pair.target_tokens) == ("annotated", 2, ["un", "gatto"])
    first, second = Assignment.objects.filter(item=item).order_by("annotator")
    assert first.submissions.get().reading["sure"] == "0-0 1-1"
    assert first.submissions.get().guideline is None
    assert second.submissions.get().reading == {
        "sure": "",
        "possible": "1-1",
        "unaligned_source": [0],
        "unaligned_target": [0],
    }
    assert {link.label for link in AlignmentLink.objects.filter(assignment=second)} == {"P"}
    assert first.annotator.submitted_count == 1
    assert project.operations.filter(kind="import_readings").count() == 1
    assert recount_agreement(project) == []


def test_mt_equal_brings_its_words_and_labels():
    project = make_project()
    table = TABLE.format(kind=1, links="1-1") + TABLE.format(kind=0, links="2-2")
    bring_in(project, table, TABLE.format(kind=1, links="1-1 2-2"), alignment_format="mt-equal")
    assert project.items.get().sentence_pair.source_tokens == ["a", "cat"]
    readings = [each.reading for each in Submission.objects.order_by("assignment__annotator")]
    assert [(r["sure"], r["possible"]) for r in readings] == [("0-0", "1-1"), ("0-0 1-1", "")]


def test_one_zip_of_blinker_holds_several_annotators_of_the_text_that_is_here():
    project = make_project(pairs=2)
    archive = packed(A1__samp1_SentPair0="1 1\n3 0\n", A1__samp1_SentPair1="1 1\n", A2__samp1_SentPair0="2 3\n")
    preview = look(project, [archive], "blinker")
    assert [reader["annotator"] for reader in preview.result["readers"]] == ["A1", "A2"]
    work(confirm(preview), import_readings)
    first, second = project.items.order_by("number")
    assert (first.state, first.submitted_count, second.submitted_count) == ("annotated", 2, 1)
    reading = Submission.objects.get(assignment__item=first, assignment__annotator__pseudonym="A").reading
    assert (reading["sure"], reading["unaligned_source"]) == ("0-0", [2])
    assert recount_agreement(project) == []


def test_our_own_format_fills_pairs_that_are_here():
    project = make_project()
    make_pair(project, "a cat", "un gatto")
    line = '{"id": "pair-1", "sure": "0-0 1-1"}'
    bring_in(project, line, line, alignment_format="jsonl", accept_identical=True)
    report = read_agreement(project)
    assert report is not None
    assert report.pooled.figures["both"].value == 1


def test_our_own_format_tells_several_annotators_apart_and_brings_its_words():
    project = make_project()
    line = '{"id": "a", "annotator": "%s", "source_tokens": ["a"], "target_tokens": ["un"], "sure": "0-0"}\n'
    bring_in(project, line % "Ada" + line % "Bea", alignment_format="jsonl", accept_identical=True)
    assert project.items.get().identifier == "a"
    assert SentencePair.objects.get().source_tokens == ["a"]
    assert Submission.objects.count() == 2


def test_a_pair_without_an_id_goes_by_its_number():
    project = make_project(pairs=2)
    Item.objects.filter(project=project).update(identifier="")
    bring_in(project, '{"sure": "0-0"}\n{"sure": "1-1"}\n', alignment_format="jsonl")
    assert Submission.objects.get(assignment__item__number=2).reading["sure"] == "1-1"


def test_a_null_token_comes_into_a_text_without_readings():
    project = make_project()
    make_numbered_pair(project, "a cat", "un gatto")
    bring_in(project, FIRST.replace(" / / ", " "), alignment_format="giza")
    project.alignment.refresh_from_db()
    assert project.alignment.has_null_token
    assert Submission.objects.get().reading["sure"] == "0-0 1-1"


def test_a_cancelled_import_leaves_nothing():
    project = make_project()
    job = confirm(look(project, [FIRST]))
    Job.objects.filter(pk=job.pk).update(state=Job.State.CANCELLED)
    with pytest.raises(JobStopped):
        import_readings(JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    assert not project.items.exists()
    assert not project.memberships.exclude(pseudonym="").exists()


def test_counting_does_not_ask_pair_by_pair():
    asked = []
    for size in (20, 60):
        project = make_project()
        pairs = "".join(FIRST.replace("pair 1", f"pair {number}") for number in range(1, size + 1))
        job = confirm(look(project, [pairs, pairs]), accept_identical=True)
        with CaptureQueriesContext(connection) as queries:
            work(job, import_readings)
        asked.append(len(queries))
        assert recount_agreement(project) == []
    assert asked[0] == asked[1] <= 90
