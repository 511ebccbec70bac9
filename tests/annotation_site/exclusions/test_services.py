"""Excluding an annotator from every figure, and lifting it."""

import json
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.http import Http404
from django.test import Client
from django.urls import reverse

from annotation_site.exclusions.models import Exclusion
from annotation_site.exclusions.services import exclude_annotator, lift_exclusion
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, RoleRequired
from evaluation.sources.ratings import count_rating_changes, read_ratings
from idiomaticity.ratings.models import Rating
from idiomaticity.results.queries.results import read_compound, read_distributions, read_paraphrases, read_scores
from tests.factories import make_member
from tests.idiomaticity.making import bring_study, lease_rating, make_rating_project, submit_rating
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
ONE = "compound\tsentence\nfish tank\tA fish tank.\n"


@pytest.fixture
def project() -> Project:
    """One sentence: A gave it 4, B gave it 0 and a paraphrase."""
    project = make_rating_project(text=ONE)
    submit_rating(lease_rating(make_member(project)), 4, 4, 4, "aquarium")
    submit_rating(lease_rating(make_member(project)), 0, 0, 0, "sweet")
    return project


def exclude(project: Project, pseudonym: str = "B", reason: str = "Always 0.", **more: object) -> Exclusion:
    annotator = project.memberships.get(pseudonym=pseudonym)
    known = {"user": project.created_by, "project": project, "annotator_id": annotator.pk, "reason": reason}
    return exclude_annotator(**{**known, **more})  # type: ignore[arg-type]


def lift(project: Project, pseudonym: str = "B", **more: object) -> Exclusion | None:
    annotator = project.memberships.get(pseudonym=pseudonym)
    return lift_exclusion(user=project.created_by, project=project, annotator_id=annotator.pk, **more)  # type: ignore[arg-type]


def test_every_figure_leaves_excluded_annotators_out_unless_asked_for(project: Project) -> None:
    exclude(project)
    (row,), (with_all,) = read_scores(project), read_scores(project, with_excluded=True)
    assert (row.score.token, row.ratings) == (4.0, 1)
    assert (with_all.score.token, with_all.ratings) == (2.0, 2)
    compound = row.compound
    assert read_compound(compound).score.token == 4.0
    assert [row.text for row in read_paraphrases(compound)] == ["aquarium"]
    assert {row.text for row in read_paraphrases(compound, with_excluded=True)} == {"aquarium", "sweet"}
    assert list(read_distributions(compound).values()) == [{4: 1}]
    assert list(read_distributions(compound, with_excluded=True).values()) == [{4: 1, 0: 1}]
    assert read_ratings(project).rated_by == {"A"}
    assert read_ratings(project, with_excluded=True).rated_by == {"A", "B"}


def test_lifting_an_exclusion_brings_every_rating_back_and_keeps_the_history(project: Project) -> None:
    before, stored = read_scores(project)[0].score, Rating.objects.count()
    first = exclude(project)
    lifted = lift(project)
    assert lifted == first
    assert lifted.lifted_by == project.created_by
    assert read_scores(project)[0].score == before
    exclude(project, reason="On second thoughts.")
    assert [each.reason for each in Exclusion.objects.all()] == ["On second thoughts.", "Always 0."]
    assert Rating.objects.count() == stored
    kinds = Operation.objects.filter(project=project, kind__contains="exclu").values_list("kind", flat=True)
    assert list(kinds) == ["exclude_annotator", "lift_exclusion", "exclude_annotator"]


def test_an_annotator_is_excluded_once_at_a_time(project: Project) -> None:
    first = exclude(project)
    assert exclude(project, reason="Something else.") == first
    annotator = project.memberships.get(pseudonym="B")
    with pytest.raises(IntegrityError), transaction.atomic():
        Exclusion.objects.create(membership=annotator, reason="Again.", by=project.created_by)


def test_the_same_request_sent_again_does_nothing_more(project: Project) -> None:
    operation = uuid4()
    exclude(project, operation_id=operation)
    exclude(project, operation_id=operation)
    assert lift(project) is not None
    assert lift(project) is None
    with pytest.raises(DomainError, match="This exclusion has already been lifted"):
        exclude(project, operation_id=operation)
    assert Exclusion.objects.count() == 1


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_an_exclusion_needs_a_reason(project: Project, reason: str) -> None:
    with pytest.raises(DomainError, match="Give a reason of 1 to 500 characters"):
        exclude(project, reason=reason)
    assert not Exclusion.objects.exists()


def test_only_a_manager_excludes_and_only_an_annotator_of_the_project(project: Project) -> None:
    annotator: Membership = project.memberships.get(pseudonym="A")
    with pytest.raises(RoleRequired):
        exclude(project, user=annotator.user)
    foreign = make_member(make_rating_project())
    with pytest.raises(Http404):
        exclude(project, annotator_id=foreign.pk)
    manager = project.memberships.get(role="manager")
    with pytest.raises(Http404):
        exclude(project, annotator_id=manager.pk)


def test_kept_agreement_is_computed_anew_after_an_exclusion(project: Project) -> None:
    before = count_rating_changes(project)
    exclude(project)
    between = count_rating_changes(project)
    lift(project)
    assert before < between < count_rating_changes(project)


def test_pages_say_how_many_are_left_out_and_show_the_figures_with_them(project: Project) -> None:
    exclude(project)
    client = Client()
    client.force_login(project.created_by)
    pages = [
        reverse("idiomaticity:results", args=[project.slug]),
        reverse("idiomaticity:compound", args=[project.slug, 1]),
        reverse("projects:agreement", args=[project.slug]),
    ]
    for page in pages:
        without, with_all = (markup_of(client.get(page + query)) for query in ("", "?excluded=with"))
        assert "1 excluded annotator left out." in without
        assert "Including 1 excluded annotator." in with_all
    listed = reverse("api:compounds", args=[project.slug])
    scores = [client.get(listed + query).json()["results"][0]["token_score"] for query in ("", "?excluded=with")]
    assert scores == [4.0, 2.0]


def test_the_api_excludes_lifts_and_tells_the_history(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:exclusion", args=[project.slug, project.memberships.get(pseudonym="B").pk])
    body = json.dumps({"operation_id": str(uuid4()), "reason": "Always 0."})
    answer = client.post(address, body, content_type="application/json")
    assert (answer.status_code, answer.json()["annotator"], answer.json()["lifted_at"]) == (200, "B", None)
    assert client.delete(address).status_code == 204
    (row,) = client.get(address).json()
    assert row["lifted_by"] == project.created_by.name


def test_a_study_brings_its_own_exclusions() -> None:
    project = make_rating_project(text=ONE)
    study = b"compound,sentence_number,scale,annotator,rating\n"
    study += b"fish tank,1,whole,7,5\nfish tank,1,whole,8_excluded,1\n"
    job = bring_study(project, study)
    assert job.result["excluded"] == 1
    assert "8_excluded" in Exclusion.objects.get().reason
    assert read_scores(project)[0].score.token == 5.0
