"""Rating through pages alone, and what the annotator sees of their own work."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership
from idiomaticity.ratings.models import Rating
from idiomaticity.ratings.queries import read_judgement
from idiomaticity.scales.judgements import Judgement
from idiomaticity.scales.paraphrase_texts import LONGEST_PARAPHRASE
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating, make_rating_project
from tests.markup import markup_of
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db


made = made_for_module(lambda: make_member(make_rating_project()))


@pytest.fixture
def annotator(made: Membership) -> Membership:
    return deepcopy(made)


def client_of(annotator: Membership) -> Client:
    client = Client()
    client.force_login(annotator.user)
    return client


def send(annotator: Membership, assignment: Assignment, **fields: object) -> object:
    values = {"operation_id": str(uuid4()), "version": assignment.version, **fields}
    return client_of(annotator).post(reverse("idiomaticity:submit", args=[assignment.pk]), values)


def test_a_form_submits_and_leads_to_the_next(annotator: Membership) -> None:
    assignment = lease_rating(annotator)
    answer = send(annotator, assignment, head="5", modifier="-1", whole="0", paraphrase_2=" other words ")
    following = Assignment.objects.get(annotator=annotator, state="in_progress")
    assert answer["Location"] == reverse("idiomaticity:rate", args=[following.pk])  # type: ignore[index]
    assert read_judgement(assignment) == Judgement(5, -1, 0, ("other words",))


def test_what_was_filled_in_stays_on_the_page_when_something_is_missing(annotator: Membership) -> None:
    assignment = lease_rating(annotator)
    answer = send(annotator, assignment, head="5", paraphrase_1="other words")
    page = markup_of(answer)  # type: ignore[attr-defined]
    assert answer.status_code == 400  # type: ignore[attr-defined]
    assert "Score the modifier and the whole first." in page
    assert 'name="head" value="5" required checked' in page
    assert f'value="other words" maxlength="{LONGEST_PARAPHRASE}"' in page


def test_a_score_that_is_none_is_refused(annotator: Membership) -> None:
    assignment = lease_rating(annotator)
    answer = send(annotator, assignment, head="6", modifier="1", whole="1")
    assert answer.status_code == 400  # type: ignore[attr-defined]
    assert not Rating.objects.filter(assignment=assignment).exists()


def test_a_stale_form_shows_what_is_stored(annotator: Membership) -> None:
    assignment = lease_rating(annotator)
    Assignment.objects.filter(pk=assignment.pk).update(version=3)
    answer = send(annotator, assignment, head="5", modifier="1", whole="1")
    assert answer.status_code == 409  # type: ignore[attr-defined]
    assert "changed elsewhere" in markup_of(answer)  # type: ignore[attr-defined]


def test_the_annotator_finds_their_ratings_and_reopens_one(annotator: Membership) -> None:
    done = make_rating(annotator, 4, "other words")
    client = client_of(annotator)
    page = markup_of(client.get(reverse("idiomaticity:assignments", args=[annotator.project.slug])))
    assert reverse("idiomaticity:reopen", args=[done.pk]) in page
    sent = {"operation_id": str(uuid4()), "version": done.version}
    client.post(reverse("idiomaticity:reopen", args=[done.pk]), sent)
    assert Assignment.objects.get(pk=done.pk).state == "in_progress"


def test_skipping_gives_the_place_back(annotator: Membership) -> None:
    assignment = lease_rating(annotator)
    sent = {"operation_id": str(uuid4()), "version": 0, "reason": "The sentence is cut off."}
    client_of(annotator).post(reverse("idiomaticity:skip", args=[assignment.pk]), sent)
    assignment.refresh_from_db()
    assert (assignment.state, assignment.item.assigned_count) == ("skipped", 0)


def test_whoever_is_done_is_told_so(annotator: Membership) -> None:
    for _ in range(6):
        make_rating(annotator)
    client = client_of(annotator)
    answer = client.post(reverse("idiomaticity:assignments_next", args=[annotator.project.slug]), follow=True)
    assert "There is nothing more for you to rate at the moment" in markup_of(answer)


def test_at_type_level_all_sentences_stand_together() -> None:
    annotator = make_member(make_rating_project(level="type"))
    assignment = lease_rating(annotator)
    page = markup_of(client_of(annotator).get(reverse("idiomaticity:rate", args=[assignment.pk])))
    sentences = assignment.item.compound.occurrences.count()
    assert page.count("<mark>") == sentences
