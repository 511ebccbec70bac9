"""Raters and sentences that means and ρ need: against closed forms, whole simulated studies, and NCTTI's own files."""

import csv
from math import sqrt
from statistics import mean, variance
from xml.etree import ElementTree

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse
from scipy import stats

from annotation_site.projects.models import Project
from evaluation.rating_agreement.precision import (
    BY_ITSELF,
    Precision,
    choose_designs,
    simulate_correlation,
    simulate_means,
)
from evaluation.rating_agreement.precision_plots import plot_precision
from evaluation.rating_agreement.variances import (
    NCTTI_COVARIANCE,
    NCTTI_SENTENCE_MEANS,
    NCTTI_TOKEN,
    NCTTI_TYPE,
    LevelVariance,
    Scores,
    ScoreVariances,
    convert_nctti,
    estimate_variances,
)
from idiomaticity.ratings.scores import find_interval
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating
from tests.shared_data import shared


def by_design(planned: list[Precision]) -> dict[tuple[int, int], float]:
    return {(row.sentences, row.raters): row.width for row in planned}


def test_the_width_of_a_mean_is_that_of_the_interval_with_a_known_variance() -> None:
    level = LevelVariance(compounds=2.0, ratings=1.7)
    widths = by_design(simulate_means(level, 0.0, sentences=(1, 3), raters=(2, 8, 30)))
    for (sentences, raters), width in widths.items():
        low, high = stats.norm.interval(0.95, scale=sqrt(1.7 / (sentences * raters)))
        assert width == pytest.approx(high - low, rel=0.04)
    # With so many degrees of freedom, the interval of Student's t is the same.
    low, high = stats.t.interval(0.95, df=10**6, scale=sqrt(1.7 / 8))
    assert widths[1, 8] == pytest.approx(high - low, rel=0.04)


def test_the_width_falls_with_the_square_root_of_raters() -> None:
    widths = by_design(simulate_means(LevelVariance(1.0, 1.0), 0.0, sentences=(1,), raters=(2, 8, 32)))
    assert widths[1, 2] / widths[1, 8] == pytest.approx(2, rel=0.05)
    assert widths[1, 8] / widths[1, 32] == pytest.approx(2, rel=0.05)


@pytest.mark.parametrize("has_shared_raters", [True, False])
def test_sentences_and_severity_even_out_as_far_as_they_are_sampled(has_shared_raters: bool) -> None:
    level = LevelVariance(compounds=2.0, ratings=1.5, severity=0.5)
    planned = simulate_means(level, 0.4, sentences=(1, 4), raters=(3, 10), has_shared_raters=has_shared_raters)
    for (sentences, raters), width in by_design(planned).items():
        severity = 0.5 / raters if has_shared_raters else 0.5 / (raters * sentences)
        deviation = sqrt(0.4 / sentences + severity + 1.0 / (raters * sentences))
        assert width == pytest.approx(2 * stats.norm.ppf(0.975) * deviation, rel=0.04)


def test_ratings_are_drawn_from_those_that_were_given() -> None:
    # Nine of ten agree; one is three points off: with one rater, 95 % of ratings reach from the usual to the odd one.
    deviations = np.array([-0.3] * 9 + [2.7])
    level = LevelVariance(1.0, float(np.mean(deviations**2)), deviations=deviations)
    assert by_design(simulate_means(level, 0.0, sentences=(1,), raters=(1,)))[1, 1] == pytest.approx(3.0, rel=1e-5)


def test_the_same_seed_gives_the_same_widths() -> None:
    level = LevelVariance(1.0, 1.0)
    first, again, other = (simulate_means(level, 0.1, sentences=(2,), raters=(4,), seed=seed) for seed in (1, 1, 2))
    assert first == again != other


def make_scores(generator: np.random.Generator, compounds: int, raters: int) -> Scores:
    """Return scores of two sentences of each compound and of the compound, by the same raters."""
    severity = generator.normal(0, 0.6, raters)
    rows = []
    for compound in range(compounds):
        score = generator.normal(0, 1.4)
        for sentence in range(3):
            own = score + generator.normal(0, 0.5)
            for rater in range(raters):
                given = own + severity[rater] + generator.normal(0, 1.1)
                rows.append((3 * compound + sentence, rater, compound, sentence == 2, given))
    columns = list(zip(*rows, strict=True))
    return Scores(*(np.array(column) for column in columns))  # type: ignore[arg-type]


def test_variances_are_those_of_an_analysis_of_variance() -> None:
    compounds, raters = 40, 6
    scores = make_scores(np.random.default_rng(5), compounds, raters)
    found = estimate_variances(scores, has_sentences=True)
    assert isinstance(found, ScoreVariances) and found.token and found.type and found.sentences is not None
    cells = {(int(i), int(r)): float(s) for i, r, s in zip(scores.item, scores.rater, scores.score, strict=True)}
    token = [3 * compound + sentence for compound in range(compounds) for sentence in (0, 1)]
    within = mean(variance(cells[item, rater] for rater in range(raters)) for item in token)
    assert found.token.ratings == pytest.approx(within)
    # Two-way: the mean squares of raters and of the rest, whose difference over the items is the severity.
    grand = mean(cells[item, rater] for item in token for rater in range(raters))
    item_means = {item: mean(cells[item, rater] for rater in range(raters)) for item in token}
    rater_means = [mean(cells[item, rater] for item in token) for rater in range(raters)]
    rest = sum(
        (cells[item, rater] - item_means[item] - rater_means[rater] + grand) ** 2
        for item in token
        for rater in range(raters)
    ) / ((len(token) - 1) * (raters - 1))
    assert found.token.severity == pytest.approx(variance(rater_means) - rest / len(token), rel=0.02)
    between = mean(variance([item_means[3 * c], item_means[3 * c + 1]]) for c in range(compounds))
    assert found.sentences == pytest.approx(between - (within - found.token.severity) / raters)
    means = [(item_means[3 * c] + item_means[3 * c + 1]) / 2 for c in range(compounds)]
    assert found.token.compounds == pytest.approx(variance(means) - found.sentences / 2 - within / raters / 2)
    own = [mean(cells[3 * c + 2, rater] for rater in range(raters)) for c in range(compounds)]
    assert found.covariance == pytest.approx(np.cov(means, own)[0, 1])
    assert (found.has_shared_raters, found.compounds, found.raters, found.ratings) == (True, 40, 6, 720)


def test_rho_is_that_of_whole_studies() -> None:
    token, type_ = LevelVariance(2.0, 1.5), LevelVariance(1.6, 1.5)
    variances = ScoreVariances("answers", token, type_, 0.3, 1.5, 60, 10, 900)
    planned = simulate_correlation(variances, 60, sentences=(1, 3), raters=(2, 10))
    generator = np.random.default_rng(8)
    for row in planned:
        rhos, widths = [], []
        for _ in range(300):
            true = generator.multivariate_normal([0, 0], [[2.0, 1.5], [1.5, 1.6]], 60)
            sentences = true[:, :1] + generator.normal(0, sqrt(0.3), (60, row.sentences))
            ratings = sentences[:, :, None] + generator.normal(0, sqrt(1.5), (60, row.sentences, row.raters))
            own = true[:, 1:] + generator.normal(0, sqrt(1.5), (60, row.raters))
            rho = float(stats.spearmanr(ratings.mean(axis=(1, 2)), own.mean(axis=1))[0])
            low, high = find_interval(rho, 60) or (0.0, 0.0)
            rhos.append(rho)
            widths.append(high - low)
        assert row.rho == pytest.approx(mean(rhos), abs=0.015)
        assert row.width == pytest.approx(mean(widths), abs=0.015)


def test_more_compounds_narrow_rho() -> None:
    variances = convert_nctti(PAPER_SCALE)
    assert isinstance(variances, ScoreVariances)
    few, many = (simulate_correlation(variances, number, sentences=(3,), raters=(10,))[0] for number in (60, 240))
    assert few.width / many.width == pytest.approx(2, rel=0.1)


def test_nctti_is_as_published() -> None:
    with shared("data/idiomaticity/nctti/data_en.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    sentences = [[float(row[f"MeanS{number}"]) for number in (1, 2, 3)] for row in rows]
    spread = mean(variance(means) for means in sentences)
    assert (len(rows), spread) == (280, pytest.approx(NCTTI_SENTENCE_MEANS, abs=1e-6))
    tokens = [mean(means) for means in sentences]
    assert variance(tokens) - spread / 3 == pytest.approx(NCTTI_TOKEN, abs=1e-6)
    both = [
        (token, float(row["CompType"]))
        for token, row in zip(tokens, rows, strict=True)
        if row["CompType"].replace(".", "").isdigit()
    ]
    assert variance(type_ for _, type_ in both) == pytest.approx(NCTTI_TYPE, abs=1e-6)
    assert float(np.cov(*zip(*both, strict=True))[0, 1]) == pytest.approx(NCTTI_COVARIANCE, abs=1e-6)


def test_nctti_is_converted_to_the_scale_or_refused() -> None:
    wide = convert_nctti(ScoreScale(0, 100, 1))
    assert isinstance(wide, ScoreVariances) and wide.token
    assert wide.token.ratings == pytest.approx(400 * NCTTI_SENTENCE_MEANS * 8725 / 840)
    assert wide.most_raters == 10
    assert "this one has 2" in str(convert_nctti(ScoreScale(0, 1, 1)))


def test_thin_data_say_what_is_missing() -> None:
    scores = make_scores(np.random.default_rng(5), 40, 6)
    few = estimate_variances(scores.only(scores.rater < 4), has_sentences=True)
    assert isinstance(few, str) and "There are 4 raters and 40 compounds." in few
    one = scores.only((scores.item % 3 == 0) | (scores.item % 3 == 2))
    assert "10 compounds with two or more sentences" in str(estimate_variances(one, has_sentences=True))
    short = estimate_variances(scores.only(scores.compound < 15), has_sentences=True)
    assert isinstance(short, ScoreVariances) and short.covariance is None


def test_designs_are_listed_by_the_ratings_they_take() -> None:
    planned = [Precision(1, 4, 1.2), Precision(1, 8, 0.9), Precision(3, 2, 1.0), Precision(3, 4, 0.7)]
    chosen = choose_designs(planned, 1.0)
    assert [(row.sentences, row.raters, row.ratings) for row in chosen] == [(3, 2, 6), (1, 8, 8)]
    assert choose_designs(planned, 0.1) == []


def test_names_of_curves_do_not_overlap() -> None:
    planned = [Precision(each, raters, 2 / raters) for each in (BY_ITSELF, 1, 2, 3, 6) for raters in (2, 10)]
    svg = ElementTree.fromstring(plot_precision(planned, 0.5, "Widths", "widths").to_svg())
    ends = [float(text.attrib["y"]) for text in svg.iter("text") if "sentence" in (text.text or "")]
    assert len(ends) == 4
    assert min(abs(first - second) for first in ends for second in ends if first is not second) >= 14


@pytest.fixture
def project(db: None) -> Project:
    rows = "".join(f"thing{n} tank\tIt is a thing{n} tank.\nthing{n} tank\tThat thing{n} tank!\n" for n in range(22))
    return make_rating_project(text="compound\tsentence\n" + rows, annotators_per_item=5, level="both")


def rate(project: Project, people: int) -> None:
    generator = np.random.default_rng(2)
    for _ in range(people):
        member = make_member(project)
        for _ in range(66):
            assignment = lease_rating(member)
            compound = getattr(assignment.item, "compound", None) or assignment.item.occurrence.compound
            submit_rating(assignment, 1, 2, int(np.clip(compound.number % 6 + generator.integers(-1, 2), 0, 5)))


def manager_of(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def test_page_plots_and_api_rest_on_the_answers_of_the_project(project: Project) -> None:
    rate(project, 5)
    client = manager_of(project)
    query = {"scale": "whole", "mean_width": "1,5", "correlation_width": "0.3", "compounds": "60"}
    answer = client.get(reverse("api:rating-precision", args=[project.slug]), query).json()
    assert (answer["basis"], answer["mean_width"], answer["compounds"]) == ("answers", 1.5, 60)
    assert (answer["variances"]["of_raters"], answer["variances"]["of_compounds"]) == (5, 22)
    assert {row["sentences"] for row in answer["means"]} == {0, 1, 2, 3, 4, 5, 6}
    assert answer["correlations"] and answer["seed"] == 12345
    page = client.get(reverse("evaluation:rating_plan", args=[project.slug]), query)
    shown = page.content.decode()
    assert "Estimated from 330 whole scores by 5 raters of 22 compounds" in " ".join(shown.split())
    assert all(f"{row['width']:.2f}" in shown for row in [*answer["means"], *answer["correlations"]])
    for of in ("mean", "correlation"):
        plot = client.get(reverse("evaluation:rating_precision_plot", args=[project.slug, of]), query)
        assert ElementTree.fromstring(plot.content).tag.endswith("svg")
    assert client.get(reverse("evaluation:rating_precision_plot", args=[project.slug, "other"])).status_code == 404


def test_before_enough_answers_the_page_names_nctti(project: Project) -> None:
    client = manager_of(project)
    address = reverse("evaluation:rating_plan", args=[project.slug])
    shown = " ".join(client.get(address).content.decode().split())
    assert "There are 0 raters and 0 compounds." in shown
    assert "widths rest on NCTTI (English: 280 compounds, 8,725 ratings) and are upper bounds" in shown
    answer = client.get(reverse("api:rating-precision", args=[project.slug])).json()
    assert (answer["basis"], max(row["raters"] for row in answer["means"])) == ("nctti", 10)


@pytest.mark.parametrize("query", [{"mean_width": "-1"}, {"correlation_width": "much"}, {"compounds": "0"}])
def test_what_is_no_width_is_refused_on_page_and_api(project: Project, query: dict[str, str]) -> None:
    client = manager_of(project)
    page = client.get(reverse("evaluation:rating_plan", args=[project.slug]), query)
    assert page.status_code == 400
    assert "must be" in page.content.decode()
    assert client.get(reverse("api:rating-precision", args=[project.slug]), query).status_code == 400


def test_a_scale_unlike_the_published_one_promises_nothing(db: None) -> None:
    scale = {"lowest": 0, "highest": 1, "step": 1, "labels": {}}
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\n", scale=scale)
    shown = manager_of(project).get(reverse("evaluation:rating_plan", args=[project.slug])).content.decode()
    assert "this one has 2" in shown
    assert "precision-mean" not in shown
