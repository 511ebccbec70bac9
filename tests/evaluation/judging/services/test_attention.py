"""Attention items of judging rounds: made at opening, given after what they copy, and counted nowhere else."""

from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.progress import read_own_progress
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.web.exceptions import DomainError
from evaluation.judging.models import JudgementTask
from evaluation.judging.queries.annotator_quality import read_judging_annotator_quality
from tests.evaluation.attention import attend, guess, judge_all, make_attention_round, write_table
from tests.evaluation.judgements import answer, lease_judgement, make_evaluation_project, make_round
from tests.evaluation.measures.services.test_measures import align
from tests.evaluation.translated import COLUMNS, make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def original_of(copy: Any) -> str:
    """Return the translation that a task with two outputs degrades."""
    return str(copy.repeats.outputs[copy.degraded_output]["text"])


@pytest.mark.parametrize("method", ["score", "percent", "esa", "mqm", "expression"])
def test_half_of_the_items_are_copied_with_one_translation_degraded(method: str) -> None:
    opened = make_attention_round(method=method)
    copies = list(JudgementTask.objects.filter(degraded_output__isnull=False))
    assert (opened.task_count, len(copies), opened.project.item_count) == (12, 6, 12)
    job = opened.project.jobs.get(kind="judging_round")
    assert job.result["summary"] == "The judging round is open with 12 items and 6 attention items."
    for copy in copies:
        place = copy.degraded_output
        degraded, original = copy.outputs[place], copy.repeats.outputs[place]
        assert degraded["systems"] == [] and original["systems"]
        assert degraded["text"] not in {output["text"] for output in copy.repeats.outputs}
        assert [each for at, each in enumerate(copy.outputs) if at != place] == [
            each for at, each in enumerate(copy.repeats.outputs) if at != place
        ]
        assert copy.label not in degraded["text"], "the expression is gone"
        assert (copy.source, copy.segment, copy.item.identifier) == (
            copy.repeats.source, copy.repeats.segment, copy.repeats.item.identifier
        )  # fmt: skip


def test_of_a_pair_the_copy_stands_beside_its_original() -> None:
    make_attention_round(method="preference")
    for copy in JudgementTask.objects.filter(degraded_output__isnull=False):
        texts = {output["text"] for output in copy.repeats.outputs}
        assert [output["text"] in texts for output in copy.outputs] == [True, False]


def test_the_same_seed_makes_the_same_copies() -> None:
    first, second, third = (make_attention_round(seed=seed) for seed in (1, 1, 2))
    texts = [
        [task.outputs for task in JudgementTask.objects.filter(judging_round=each, degraded_output__isnull=False)]
        for each in (first, second, third)
    ]
    shown = [[[output["text"] for output in outputs] for outputs in each] for each in texts]
    assert shown[0] == shown[1] != shown[2]


def test_a_round_that_is_too_small_is_refused() -> None:
    with pytest.raises(DomainError, match=r"25 % of 12 items are 3 attention items; a test needs at least 5\."):
        make_attention_round(attention_share=25)
    with pytest.raises(DomainError, match="share of attention items must be between 0 and 100"):
        make_attention_round(attention_share=101)


def test_every_judge_is_given_the_copies_of_what_they_judged_and_never_beside_it() -> None:
    opened = make_attention_round(attention_share=100, required_count=2)
    for annotator in (make_member(opened.project), make_member(opened.project)):
        total = read_own_progress(annotator).total
        given = judge_all(annotator, attend)
        tasks = [each.item.judgement_task for each in given]
        copied = [task.repeats_id for task in tasks if task.degraded_output is not None]
        originals = [task.pk for task in tasks if task.degraded_output is None]
        # The last one would have come directly after what it copies.
        assert len(copied) in (11, 12) and set(copied) <= set(originals)
        assert all(after.repeats_id != before.pk for before, after in pairwise(tasks))
        assert total - len(given) in (0, 1)
        assert {each.purpose for each in given} == {"work", "check"}


def test_copies_take_nobodys_place() -> None:
    opened = make_attention_round()
    annotators = [make_member(opened.project) for _ in range(2)]
    at_work = True
    while at_work:
        leased = [lease_next(user=each.user, project=opened.project) for each in annotators]
        at_work = any(leased)
        for assignment in filter(None, leased):
            answer(assignment, attend(assignment))
    work = set(Assignment.objects.work().values_list("annotator", "item"))
    copied = Assignment.objects.filter(purpose="check").values_list("annotator", "item__judgement_task__repeats")
    assert len({item for _, item in work}) == len(work) == 12
    assert len(copied) in (5, 6) and set(copied) <= work
    copies = Item.objects.filter(judgement_task__degraded_output__isnull=False)
    assert set(copies.values_list("assigned_count", "state")) == {(0, "withdrawn")}


@pytest.mark.parametrize("method", ["score", "percent", "preference", "esa"])
def test_a_careless_judge_is_found_and_a_careful_one_is_not(method: str) -> None:
    opened = make_attention_round(method=method, attention_share=100, required_count=2)
    careful, careless = make_member(opened.project), make_member(opened.project)
    judge_all(careful, attend)
    judge_all(careless, guess(3))
    found = {row.annotator: row.found for row in read_judging_annotator_quality(opened)}
    assert found[careful].attention.passed == found[careful].attention.pairs >= 11
    assert found[careful].attention.p.value is not None and found[careful].attention.p.value < 0.001
    assert found[careless].attention.p.value is not None and found[careless].attention.p.value > 0.05
    assert "attention" in {flag.name for flag in found[careless].flags}
    assert "attention" not in {flag.name for flag in found[careful].flags}


def test_the_stretch_is_where_the_alignment_finds_the_expression() -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project, write_table(), COLUMNS)
    # The fourth word of the source is the expression; the third of system one is linked with it.
    align(test_set, "system one", "3-2\n" * 12)
    make_round(project, test_set, attention_share=100)
    copies = list(JudgementTask.objects.filter(degraded_output__isnull=False))
    of_one = [copy for copy in copies if "vicino" in original_of(copy)]
    assert 0 < len(of_one) < len(copies) == 12
    for copy in copies:
        words = copy.outputs[copy.degraded_output]["text"].split()
        assert len(words) == 5 and original_of(copy) != " ".join(words)
        # Two of five words are replaced, not all.
        assert len(set(words) & set(original_of(copy).split())) == 3
        assert ("vicino" if copy in of_one else copy.label) not in words


def test_who_skips_is_given_no_copy_beside_its_original() -> None:
    opened = make_attention_round(attention_share=100)
    judge = make_member(opened.project)
    for _ in range(11):
        answer(lease_judgement(judge))
    while (assignment := lease_next(user=judge.user, project=judge.project)) is not None:
        if assignment.purpose == "work":
            skip_assignment(
                user=judge.user,
                assignment_id=assignment.pk,
                operation_id=uuid4(),
                version=assignment.version,
                reason="-",
            )
        else:
            answer(assignment)
    given = judge.assignments.submitted().order_by("pk").values_list("item", "item__judgement_task__repeats")
    assert all(after[1] != before[0] for before, after in pairwise(given))
    assert read_own_progress(judge).left == 0
