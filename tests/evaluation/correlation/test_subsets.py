"""Measures held against people on part of a test set."""

import pytest
from django.test import Client
from django.urls import reverse
from scipy import stats

from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.correlation.jobs.correlations import compute_correlation
from evaluation.correlation.models import Correlation
from evaluation.correlation.queries.human_sources import HumanSource
from evaluation.correlation.services import request_correlation
from evaluation.correlation.subsets import ANY, SUBSETS
from evaluation.measures.groups import ExpressionFacts, SegmentFacts
from evaluation.metrics.correlation.judgements import HumanScore
from tests.evaluation.judgements import bring_study, follow_study, make_evaluation_project, measure_all
from tests.evaluation.translated import make_test_set, run
from tests.markup import markup_of

STUDY = "system,segment,annotator,score\n" + "".join(
    f"system {name},{segment},A,{score}\n"
    for segment, (one, two) in enumerate([(4, 5), (1, 3), (2, 4), (1, 5)], 1)
    for name, score in (("one", one), ("two", two))
)


def test_an_expression_of_the_group_counts_and_a_segment_that_has_one() -> None:
    idiom = ExpressionFacts("break the ice", "idiomatic", ((0, 5), (9, 12)), 3)
    plain = ExpressionFacts("olive oil", "compositional", ((13, 22),), 2)
    facts = [SegmentFacts(8, [idiom, plain]), SegmentFacts(30, [plain]), SegmentFacts(4, [])]
    said = [
        HumanScore("1", "S", "A", 1, 0),
        HumanScore("1", "S", "A", 2, 1),
        HumanScore("1", "S", "B", 3),
        HumanScore("2", "S", "A", 4, 0),
        HumanScore("3", "S", "A", 5),
    ]
    expected = {
        "class:idiomatic": [1, 3],
        "class:compositional": [2, 3, 4],
        "class:partly": [],
        "form:discontinuous": [1, 3],
        "expression-length:2": [2, 3, 4],
        "sentence-length:up to 10": [1, 2, 3, 5],
        "sentence-length:21 to 40": [4],
        ANY: [1, 2, 3, 4],
    }
    assert {key: [each.score for each in SUBSETS[key].choose(said, facts)] for key in expected} == expected


@pytest.mark.django_db
def test_a_subset_is_computed_beside_the_whole_and_listed() -> None:
    test_set = make_test_set(make_evaluation_project())
    measure_all(test_set, "chrf", "bleu")
    study = bring_study(test_set, STUDY)
    whole = follow_study(study)
    client = Client()
    client.force_login(test_set.project.created_by)
    listed = reverse("evaluation:correlations", args=[test_set.project.slug, test_set.pk])
    assert "Segments with a marked expression" in markup_of(client.get(listed))
    assert client.post(listed, {"study": study.pk, "subset": ANY}).status_code == 302
    job = run(Job.objects.get(kind="correlation", parameters__subset=ANY), compute_correlation)
    part = Correlation.objects.get(job=job)
    # The last segment has no marked expression.
    assert (whole.result["segments"], part.result["segments"]) == (4, 3)
    assert [row["human"] for row in part.result["systems"]] == [4.0, pytest.approx(7 / 3)]
    assert part.result["subset"] == {"key": ANY, "title": "Segments with a marked expression"}
    assert "subset:expression" in part.signature and "subset" not in whole.signature
    page = client.get(reverse("evaluation:correlation_of_job", args=[test_set.project.slug, job.pk]), follow=True)
    assert "· Segments with a marked expression · 6 scores" in markup_of(page)
    # The list leads to both, and the whole is still current.
    page = client.get(listed)
    (row,) = page.context["rows"]
    assert (row["latest"], row["is_current"]) == (whole, True)
    assert row["parts"] == [("Segments with a marked expression", part.pk)]


@pytest.mark.django_db
def test_figures_of_a_group_are_those_of_the_board() -> None:
    test_set = make_test_set(make_evaluation_project())
    measure_all(test_set, "chrf", "bleu")
    source = HumanSource(test_set, None, bring_study(test_set, STUDY))
    user = test_set.project.created_by
    run(request_correlation(user=user, source=source, subset="sentence-length:up to 10"), compute_correlation)
    found = Correlation.objects.get().result
    # Every sentence is that short: the group is the whole.
    whole = {row["system"]: row["measures"] for row in follow_study(source.study).result["systems"]}
    for row in found["systems"]:
        assert row["measures"] == {name: pytest.approx(value) for name, value in whole[row["system"]].items()}
    people = [row["human"] for row in found["systems"]]
    expected = stats.pearsonr(people, [row["measures"]["bleu"] for row in found["systems"]]).statistic
    assert found["measures"][0]["corpus"]["value"] == pytest.approx(expected)
    with pytest.raises(DomainError, match="subset must be one of: expression, class:idiomatic"):
        request_correlation(user=user, source=source, subset="class:odd")
    job = request_correlation(user=user, source=source, subset="class:idiomatic")
    with pytest.raises(DomainError, match="There are no judgements of “Compound class: idiomatic”"):
        run(job, compute_correlation)
