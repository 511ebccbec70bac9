"""Intervals of agreement: drawn over sentence pairs, by a job where there are many, and never taken for newer ones."""

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse

from alignment.agreement.intervals import agr_rates, chance_rates
from alignment.agreement.queries import resampling
from alignment.agreement.queries.figures import read_agreement
from alignment.agreement.queries.link_tables import add_both, read_item_table
from alignment.agreement.queries.resampling import SEED, bootstrap_agreement
from alignment.agreement.report import FLAVOURS
from alignment.agreement.views import LinkAgreementKind, LinkOptions
from alignment.coefficients.agr import Flavour, PairCounts, agr
from annotation_site.agreement.jobs import compute_agreement
from annotation_site.agreement.models import AgreementFigures
from annotation_site.agreement.services import request_agreement
from annotation_site.coefficients.kappa import CategorySums, fleiss_kappa, nominal_alpha
from annotation_site.coefficients.resampling import resample_sums
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project, Role
from tests.alignment.agreement.test_links import make_read_project
from tests.factories import make_member, make_pair, make_project, make_reading
from tests.markup import markup_of


def test_rates_of_a_row_are_the_figures_of_its_counts():
    counts = PairCounts(9, 8, 6, 5, 6, 5, 4, 3, 3, 1, 2, 3, 1, 1, 0)
    rates = agr_rates(add_both([counts.as_row()]))[0]
    variants: list[tuple[Flavour, bool]] = [*((flavour, False) for flavour in FLAVOURS), ("any", True), ("both", True)]
    assert rates.tolist() == pytest.approx(
        [agr(counts, flavour, count_unaligned=unaligned).value for flavour, unaligned in variants]
    )


def test_kappa_and_alpha_of_a_row_are_those_of_its_sums_whatever_the_raters():
    two = CategorySums(2, 12, 8.0, {"S": 10, "P": 3, "N": 11})
    three = CategorySums(3, 5, 3.0, {"S": 8, "P": 2, "N": 5})
    rows = [[each.items, each.agreement, each.raters * each.agreement, *each.labels.values()] for each in (two, three)]
    rates = chance_rates(np.array(rows).sum(axis=0, keepdims=True))[0]
    assert rates.tolist() == pytest.approx([fleiss_kappa([two, three]).value, nominal_alpha([two, three]).value])


def test_one_label_from_everybody_leaves_chance_figures_undefined():
    assert np.isnan(chance_rates(np.array([[4.0, 4.0, 8.0, 8.0, 0.0, 0.0]]))).all()


@pytest.mark.django_db
def test_a_pair_is_drawn_with_all_its_readings():
    project = make_project(pairs=4, annotators_per_item=3)
    for links in ("0-0S", "0-0S 1-1S", "1-1P"):
        annotator = make_member(project)
        for _ in range(4):
            make_reading(annotator, links)
    result = bootstrap_agreement(project)
    # Every pair is alike, so a draw of pairs changes nothing; a draw of comparisons would.
    pooled = read_agreement(project).pooled.figures["any"].value  # type: ignore[union-attr]
    assert result["units"] == 4
    assert result["pooled"]["any"] == pytest.approx((pooled, pooled))
    assert set(result["annotators"]) == {"A–B", "A–C", "B–C"}


@pytest.mark.django_db
def test_readings_in_pieces_keep_the_comparisons_of_a_pair_together(monkeypatch):
    project = make_project(pairs=5, annotators_per_item=3)
    for links in ("0-0S", "0-0S 1-1S", "1-1P"):
        annotator = make_member(project)
        for _ in range(5):
            make_reading(annotator, links)
    whole = bootstrap_agreement(project)
    monkeypatch.setattr(resampling, "PIECE", 2)
    seen = []
    pieces = bootstrap_agreement(project, lambda done, total: seen.append((done, total)))
    # Every pair is alike: however the draws fall, the figures are the same.
    assert pieces == whole
    assert seen[-1] == (10, 10)
    assert len(seen) > 5


@pytest.mark.django_db
def test_the_interval_is_that_of_the_draws_of_the_seed():
    project = make_read_project()
    table = np.array(list(read_item_table(project)), dtype=float)
    sampled = chance_rates(resample_sums(table, resamples=1000, seed=SEED))[:, 0]
    low, high = np.percentile(sampled[~np.isnan(sampled)], [2.5, 97.5])
    assert bootstrap_agreement(project)["pooled"]["fleiss_kappa"] == pytest.approx((low, high))


@pytest.mark.django_db
def test_target_words_have_intervals_of_their_own():
    project = make_project()
    make_pair(project, source_target_words=[0])
    for links in ("0-0S 1-1S", "0-0S 2-2S"):
        make_reading(make_member(project), links)
    result = bootstrap_agreement(project)
    assert result["target"]["any"] == (1.0, 1.0)
    assert result["pooled"]["any"] == (0.5, 0.5)


@pytest.mark.django_db
def test_a_large_project_waits_for_its_job_and_old_intervals_say_so(monkeypatch):
    monkeypatch.setattr(LinkAgreementKind, "at_once", 0)
    project = make_read_project()
    manager = make_member(project, Role.MANAGER).user
    page = open_page(project, manager)
    assert "Compute 95 % intervals" in page
    browser = Client()
    browser.force_login(manager)
    for _ in range(2):
        browser.post(reverse("projects:agreement_intervals", args=[project.slug]))
    job = Job.objects.get(project=project, kind="agreement")
    assert "The intervals are being computed" in open_page(project, manager)
    run(job)
    ends = AgreementFigures.objects.get(project=project).result["pooled"]["both"]
    page = open_page(project, manager)
    assert f"{ends[0]:.3f}–{ends[1]:.3f}" in page
    assert "seed 12345" in page
    assert "Annotations have changed since" not in page
    make_pair(project)
    for membership in project.memberships.filter(role=Role.ANNOTATOR):
        make_reading(membership)
    page = open_page(project, manager)
    assert "Annotations have changed since." in page
    assert "Recompute 95 % intervals" in page
    assert request_agreement(user=manager, project=project, options=LinkOptions()).pk != job.pk


def open_page(project: Project, user) -> str:
    client = Client()
    client.force_login(user)
    return markup_of(client.get(reverse("projects:agreement", args=[project.slug])))


def run(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    compute_agreement(JobRun(Job.objects.get(pk=job.pk), 1))
