"""The report of a judging round."""

import pytest

from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.leasing import lease_next
from evaluation.correlation.queries.human_scores import (
    find_judging_round_report,
    list_judgements,
    read_preferences,
    read_scores,
)
from tests.evaluation.judgements import (
    answer,
    answer_everything,
    lease_judgement,
    make_evaluation_project,
    make_round,
)
from tests.evaluation.judging.saving import SCORES
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def test_a_report_has_means_alpha_and_annotators() -> None:
    opened = make_round(required_count=3, repeat_share=34, hides_reference=True)
    people = [make_member(opened.project) for _ in range(3)]
    worse = {text: max(1, score - 1) for text, score in SCORES.items()}
    for annotator, scores in zip(people, (SCORES, SCORES, worse), strict=True):
        answer_everything(annotator, scores)
    report = find_judging_round_report(opened)
    means = {row.system: row.mean for row in report.systems}
    assert means["system two"] == pytest.approx((14 + 14 + 11) / 9)
    assert means["system one"] == pytest.approx((6 + 6 + 5) / 9)
    assert report.systems[0].system == "system two"
    assert report.systems[0].interval[0] <= means["system two"] <= report.systems[0].interval[1]
    assert [row.level for row in report.alphas] == ["ordinal", "interval", "nominal"]
    assert all(0 < row.alpha.value < 1 for row in report.alphas)
    assert [row.pearson.value for row in report.pairs] == pytest.approx([1, 1, 1])
    assert {(row.repeated, row.same) for row in report.annotators} == {(2, 2)}


def test_identical_outputs_count_for_each_system() -> None:
    project = make_evaluation_project()
    table = "source\texpression\tlabel\tone\ttwo\nShe did.\tfatto\tdo\tFatto.\tFatto.\n"
    columns = {"source": "source", "expression": "expression", "label": "label"}
    opened = make_round(project, make_test_set(project, table, columns, ["one", "two"]))
    done = answer(lease_judgement(make_member(project)), [3])
    assert [(each.system, each.score) for each in read_scores(opened)] == [("one", 3.0), ("two", 3.0)]
    assert list(list_judgements(opened))[1:] == [("1", name, done.annotator.pseudonym, 3, 0) for name in ("one", "two")]


def test_preferences_name_the_better_system_whatever_was_shown_first() -> None:
    opened = make_round(method="preference")
    annotator = make_member(opened.project)
    while (assignment := lease_next(user=annotator.user, project=opened.project)) is not None:
        texts = describe_state(assignment)["outputs"]
        answer(assignment, [1 if SCORES[texts[0]] > SCORES[texts[1]] else 3])
    found = [(each.segment, each.better, each.worse) for each in read_preferences(opened)]
    assert sorted(found) == [(number, "system two", "system one") for number in "123"]
    report = find_judging_round_report(opened)
    assert [(row.system, row.mean) for row in report.systems] == [("system two", 1.0), ("system one", 0.0)]
