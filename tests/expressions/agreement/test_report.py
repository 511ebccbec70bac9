"""Agreement of a project: intervals against a loop over resamples, groups, page, files, job and API."""

from collections import Counter
from uuid import uuid4

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.agreement import queries
from annotation_site.agreement.jobs import compute_agreement
from annotation_site.agreement.models import AgreementFigures
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import sample_weights
from annotation_site.coefficients.sets import alpha_of_sets, masi_distance
from annotation_site.exclusions.services import exclude_annotators
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import publish_guideline
from expressions.agreement.comparisons import (
    Comparison,
    SpanCounts,
    bootstrap_comparisons,
    bootstrap_words,
    measure_comparisons,
)
from expressions.agreement.passages import ReadPassage, Submitted, measure_agreement
from expressions.agreement.queries import ExpressionAgreementKind, read_agreement
from expressions.agreement.report import bootstrap, describe_agreement
from expressions.agreement.tokens import WordSums
from expressions.marks.marking import Mark
from tests.expressions.making import make_annotated_project, make_empty_project

RESAMPLES, SEED = 60, 4
# Of two sentences: with a gap, without one, and of one word.
WORDS = (((0, 2), (8, 10)), ((0, 1), (8, 9)), ((0,), (8,)))


def make_passages(count: int = 12) -> list[ReadPassage]:
    """Return passages of two sentences that two annotators marked by chance, and a third one some of them."""
    generator = np.random.default_rng(7)
    passages = []
    for number in range(count):
        readings = {}
        for name in "ABC"[: 2 + number % 2]:
            marks = [
                Mark(WORDS[int(generator.integers(3))][start // 8], str(generator.choice(["VID", "IRV"])))
                for start in (0, 8)
                if generator.random() < 0.8
            ]
            readings[name] = marks
        submitted = {name: Submitted(739_000 + number * 6, 1 + number % 2) for name in readings}
        passages.append(ReadPassage((6, 6), readings, submitted))
    return passages


def test_comparisons_add_up_to_the_counts_of_pairs_and_of_all() -> None:
    agreement = measure_agreement(make_passages())
    assert measure_comparisons(agreement.comparisons) == agreement.pooled.figures
    for names, couple in agreement.couples.items():
        mine = [comparison for comparison in agreement.comparisons if comparison.names == names]
        assert measure_comparisons(mine) == couple.figures
        assert len(mine) == couple.passages


def test_intervals_are_those_of_a_loop_over_resamples_of_passages() -> None:
    comparisons = measure_agreement(make_passages()).comparisons
    intervals = bootstrap_comparisons(comparisons, resamples=RESAMPLES, seed=SEED)
    values: dict[str, list[float]] = {}
    for weights in np.concatenate(list(sample_weights(12, resamples=RESAMPLES, seed=SEED))):
        drawn = []
        for comparison in comparisons:
            drawn += [comparison] * int(weights[comparison.passage - 1])
        for name, figure in measure_comparisons(drawn).items():
            values.setdefault(name, []).append(np.nan if figure.value is None else figure.value)
    assert set(intervals) == {"f_span", "kappa_span", "kappa_cat", "token_f", "kappa_token"}
    for name, ends in intervals.items():
        assert ends == pytest.approx(percentile_interval(values[name]))


def test_intervals_of_alpha_are_those_of_a_loop_over_resamples() -> None:
    sums = measure_agreement(make_passages()).word_sums
    intervals = bootstrap_words(sums, resamples=RESAMPLES, seed=SEED)
    alphas = []
    for weights in np.concatenate(list(sample_weights(len(sums), resamples=RESAMPLES, seed=SEED))):
        total = WordSums()
        for place, weight in enumerate(weights):
            for _ in range(int(weight)):
                total += sums[place]
        alphas.append(alpha_of_sets(+total.values, total.masi, masi_distance).value)
    assert intervals["alpha_masi"] == pytest.approx(percentile_interval(np.array(alphas, dtype=np.float64)))


def test_a_figure_without_value_in_every_resample_has_no_interval() -> None:
    nothing = Comparison(1, ("A", "B"), SpanCounts(sentences=2, words=9), Counter())
    intervals = bootstrap_comparisons([nothing], resamples=10, seed=1)
    assert intervals == dict.fromkeys(("f_span", "kappa_span", "kappa_cat", "token_f", "kappa_token"))


def test_groups_add_up_and_follow_time_and_guidelines() -> None:
    agreement = measure_agreement(make_passages())
    report = describe_agreement(agreement, bootstrap(agreement))
    common = agreement.pooled.spans.counts[2]
    assert report.units == 12
    for name in ("time", "guidelines", "category", "continuity", "length"):
        group = report.find_group(name)
        assert group is not None and len(group.rows) > 1, name
        assert group.has_plot
        if name in ("time", "guidelines"):
            assert sum(int(row.counts["common"] or 0) for row in group.rows) == common
            assert sum(int(row.counts["passages"] or 0) for row in group.rows) == len(agreement.comparisons)
    time, pairs = report.find_group("time"), report.find_group("pairs")
    # 66 days are followed by week, from Monday.
    assert time is not None and all((row.place or 0) % 7 == 1 for row in time.rows)
    assert pairs is not None and [row.label for row in pairs.rows] == ["A–B", "A–C", "B–C", "all"]
    assert all(row.estimates["f_span"].interval for row in pairs.rows)


def test_both_under_different_guidelines_are_a_group_of_their_own() -> None:
    readings = {"A": [Mark((0, 1), "VID")], "B": [Mark((0, 1), "VID")]}
    submitted = {"A": Submitted(1, 1), "B": Submitted(2, 2)}
    agreement = measure_agreement([ReadPassage((3,), readings, submitted), ReadPassage((3,), readings)])
    assert [(each.day, each.guideline) for each in agreement.comparisons] == [(2, None), (None, 0)]


@pytest.mark.django_db
def test_the_page_answers_first_and_leads_to_the_cards(client: Client) -> None:
    project = make_annotated_project()
    client.force_login(project.created_by)
    page = client.get(reverse("projects:agreement", args=[project.slug])).content.decode()
    assert "Two annotators mark the same words in <b>80.0&nbsp;%</b> of cases" in page
    assert "(seed 12345)" in " ".join(page.split()) and page.count("<figure") >= 1
    for number in (2, 3):
        assert f'href="{reverse("expressions:adjudicate", args=[project.slug, number])}"' in page
    assert "Savary et al. 2018, section 5.2." in page


@pytest.mark.django_db
def test_files_have_every_pair_as_csv_and_latex(client: Client) -> None:
    project = make_annotated_project()
    client.force_login(project.created_by)
    moved = client.get(f"/expressions/{project.slug}/agreement.csv")
    assert (moved.status_code, moved["Location"]) == (302, f"/projects/{project.slug}/agreement/pairs.csv")
    head, row = client.get(moved["Location"]).getvalue().decode().splitlines()
    assert head.startswith("first_annotator,second_annotator,passages,f_span,kappa_span,kappa_cat,token_f,kappa_token,")
    assert row.split(",")[2:4] == ["3", "0.8"]
    latex = client.get(reverse("projects:agreement_table", args=[project.slug, "pairs", "tex"])).content.decode()
    assert r"\toprule" in latex and "0.800" in latex
    assert client.get(reverse("projects:agreement_table", args=[project.slug, "pairs", "xlsx"])).status_code == 404
    assert client.get(reverse("projects:agreement_table", args=[project.slug, "nothing", "csv"])).status_code == 404
    assert client.get(reverse("projects:agreement_plot", args=[project.slug, "category"])).status_code == 200


@pytest.mark.django_db
def test_a_large_project_has_its_intervals_by_a_job(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_annotated_project()
    client.force_login(project.created_by)
    at_once = client.get(reverse("api:expression-agreement", args=[project.slug])).json()["interval"]
    monkeypatch.setattr(ExpressionAgreementKind, "at_once", 0)
    address = reverse("projects:agreement", args=[project.slug])
    assert "Compute 95 % intervals" in client.get(address).content.decode()
    assert client.get(reverse("api:expression-agreement", args=[project.slug])).json()["interval"] is None
    asked = client.post(reverse("projects:agreement_intervals", args=[project.slug]))
    job = Job.objects.get(project=project, kind=queries.AGREEMENT_JOB)
    assert asked["Location"].endswith(reverse("projects:job", args=[project.slug, job.pk]))
    assert "are being computed" in client.get(address).content.decode()
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    compute_agreement(JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    assert AgreementFigures.objects.get(project=project).result["pooled"] == at_once["pooled"]
    assert "(seed 12345)" in " ".join(client.get(address).content.decode().split())
    exclude_first_annotator(project)
    assert "Nothing to compare yet" in client.get(address).content.decode()


def exclude_first_annotator(project: Project) -> None:
    annotator = Membership.objects.filter(project=project, assignments__isnull=False).first()
    assert annotator is not None
    exclude_annotators(
        user=project.created_by, project=project, annotators=[annotator.pseudonym], reason="odd", operation_id=uuid4()
    )


@pytest.mark.django_db
def test_nothing_is_asked_of_a_job_before_two_have_read_a_passage(client: Client) -> None:
    project = make_empty_project()
    publish_guideline(user=project.created_by, project=project, text="Mark idioms.")
    client.force_login(project.created_by)
    assert "Nothing to compare yet" in client.get(reverse("projects:agreement", args=[project.slug])).content.decode()
    answer = client.post(reverse("projects:agreement_intervals", args=[project.slug]))
    assert answer.status_code == 400 and "No passages can be compared yet." in answer.content.decode()
    assert read_agreement(project).passages == 0
