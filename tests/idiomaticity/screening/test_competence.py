"""The report on the raters' competence: estimated by a job, shown on the page and through the API."""

from copy import deepcopy

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.annotator_quality.queries import preview_exclusions
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.screening.competence import label_scores
from idiomaticity.screening.queries.competence import find_competence
from idiomaticity.screening.queries.quality import RATING_QUALITY
from idiomaticity.screening.services.known_ratings import request_competence
from tests.idiomaticity.making import bring_study, make_rating_project, run_job
from tests.running.module_rows import made_for_module

ITEMS = [f"{letter} tank" for letter in "abcdefghijkl"]
TEXT = "compound\thead\tmodifier\tsentence\n" + "".join(f"{name}\ttank\t{name[0]}\tOne {name}.\n" for name in ITEMS)


def make_rated() -> Project:
    """Three who agree, one a point higher than they, and one whose scores have nothing to do with the items."""
    project = make_rating_project(text=TEXT)
    truths = [0, 4, 1, 3, 2, 0, 3, 1, 4, 2, 0, 3]
    scores = dict.fromkeys(("w1", "w2", "w3"), truths)
    scores |= {"w4": [each + 1 for each in truths], "w5": [5, 0, 2, 0, 5, 3, 1, 4, 0, 5, 4, 1]}
    rows = [
        f"{item},1,whole,{name},{score}" for name in scores for item, score in zip(ITEMS, scores[name], strict=True)
    ]
    bring_study(project, "\n".join(["compound,sentence_number,scale,annotator,rating", *rows]).encode())
    return project


made = made_for_module(make_rated)


@pytest.fixture
def project(db: None, made: Project) -> Project:
    return deepcopy(made)


def estimate(project: Project) -> Job:
    return run_job(request_competence(user=project.created_by, project=project))


def test_raters_are_told_apart(project: Project) -> None:
    assert find_competence(project) is None
    job = estimate(project)
    report = find_competence(project)
    assert report is not None
    assert report.is_current
    found = {each.annotator: each for each in report.raters}
    assert list(found) == list("ABCDE")
    assert min(found[name].competence for name in "ABC") > 0.85
    assert max(found[name].competence for name in "DE") < 0.2
    # D is a point higher and as precise as the others; E is not.
    assert found["D"].bias - found["A"].bias == pytest.approx(1, abs=0.05)
    assert found["D"].sd == pytest.approx(found["A"].sd, abs=0.05)
    assert found["E"].sd > 2 * found["D"].sd
    assert {each.scores for each in report.raters} == {12}
    assert request_competence(user=project.created_by, project=project).pk == job.pk


def test_the_report_goes_out_of_date_and_leaves_out_who_is_excluded(project: Project) -> None:
    estimate(project)
    last = project.memberships.get(pseudonym="E")
    exclude_annotator(user=project.created_by, project=project, annotator_id=last.pk, reason="Random.")
    report = find_competence(project)
    assert report is not None
    assert not report.is_current
    estimate(project)
    report = find_competence(project)
    assert report is not None
    assert [each.annotator for each in report.raters] == list("ABCD")


def test_it_suggests_and_does_nothing_else(project: Project) -> None:
    rule = {"competence": 0.3}
    assert preview_exclusions(RATING_QUALITY, project, rule).suggested == []
    estimate(project)
    suggested = preview_exclusions(RATING_QUALITY, project, rule).suggested
    assert {one.row.annotator.pseudonym for one in suggested} == {"D", "E"}
    assert not project.memberships.filter(exclusions__isnull=False).exists()


@pytest.mark.django_db
def test_without_ratings_there_is_nothing_to_estimate() -> None:
    project = make_rating_project(text=TEXT)
    with pytest.raises(DomainError, match="no ratings yet"):
        request_competence(user=project.created_by, project=project)


def test_page_and_api_show_the_report(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    page, api = (
        reverse(name, args=[project.slug]) for name in ("idiomaticity:annotator_quality", "api:rater-competence")
    )
    assert "Estimate competence" in client.get(page).content.decode()
    assert client.get(api).status_code == 404
    assert client.post(api).status_code == 202
    started = client.post(reverse("idiomaticity:competence", args=[project.slug]))
    job = Job.objects.get(project=project, kind="rater_competence")
    assert started["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    estimate(project)
    assert "MACE" in client.get(page).content.decode()
    told = client.get(api).json()
    assert told["is_current"]
    assert [each["annotator"] for each in told["raters"]] == list("ABCDE")


def test_the_places_of_a_slider_are_taken_in_ranges() -> None:
    few = np.array([0, 5, 3, 5])
    assert label_scores(few) is few
    labels = label_scores(np.arange(101))
    assert (labels[0], labels[50], labels[100]) == (0, 5, 10)
    assert set(np.bincount(labels)) == {9, 10}


def test_what_the_ratings_cannot_tell_is_a_dash_with_its_reason(db: None) -> None:
    project = make_rating_project(text=TEXT)
    shares = {"w1": ITEMS[:4], "w2": ITEMS[:4], "w3": ITEMS[4:8]}
    rows = [f"{item},1,whole,{name},{len(item) % 3}" for name, items in shares.items() for item in items]
    bring_study(project, "\n".join(["compound,sentence_number,scale,annotator,rating", *rows]).encode())
    estimate(project)
    report = find_competence(project)
    assert report is not None
    assert [(each.competence, each.bias is None, each.obstacle) for each in report.raters] == [
        (None, False, "in pairs"),
        (None, False, "in pairs"),
        (None, True, "alone"),
    ]
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:annotator_quality", args=[project.slug])).content.decode()
    assert page.count("It takes three who share items") == 2 and "Nobody else rated the same items." in page
    row = client.get(f"/api/v1/projects/{project.slug}/rater-competence/").json()["raters"][2]
    assert (row["competence"], row["sd"], row["reason"]) == (None, None, "Nobody else rated the same items.")
    assert not preview_exclusions(RATING_QUALITY, project, {"competence": 0.9}).suggested
