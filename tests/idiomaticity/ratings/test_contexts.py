"""Raters see the sentences around a sentence, and never its label."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership
from idiomaticity.classes.services import name_expert
from idiomaticity.compounds.models import Occurrence
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project
from tests.markup import markup_of
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
LABEL = "quixotic"
TEXT = f"""compound\tsentence\tlabel\tprevious\tnext
night owl\tThe night owl slept.\t{LABEL}\tIt was noon.\tNobody <saw> it.
cash cow\tA cash cow is rich.\t{LABEL}\t\t
"""

made = made_for_module(lambda: make_member(make_rating_project(text=TEXT)))


@pytest.fixture
def annotator(made: Membership) -> Membership:
    return made


def client_of(annotator: Membership) -> Client:
    client = Client()
    client.force_login(annotator.user)
    return client


def lease_of(annotator: Membership, compound: str) -> Assignment:
    """Return the annotator's assignment of a compound, leasing until it comes."""
    for _ in range(2):
        assignment = lease_rating(annotator)
        if assignment.item.occurrence.compound.text == compound:
            return assignment
        client_of(annotator).post(
            reverse("idiomaticity:submit", args=[assignment.pk]),
            {"operation_id": str(uuid4()), "version": assignment.version, "head": 1, "modifier": 1, "whole": 1},
        )
    raise AssertionError(compound)


def test_the_sentences_around_stand_before_and_after_in_the_language_of_the_project(annotator: Membership) -> None:
    assignment = lease_of(annotator, "night owl")
    page = markup_of(client_of(annotator).get(reverse("idiomaticity:rate", args=[assignment.pk])))
    before = page.index('<span lang="en" dir="ltr">It was noon.</span>')
    after = page.index('<span lang="en" dir="ltr">Nobody &lt;saw&gt; it.</span>')
    assert before < page.index("<mark>night owl</mark>") < after
    assert "Sentence before:" in page
    state = client_of(annotator).get(reverse("api:assignment-detail", args=[assignment.pk])).json()
    assert [(each["previous"], each["next"]) for each in state["sentences"]] == [("It was noon.", "Nobody <saw> it.")]


def test_a_sentence_without_context_stands_alone(annotator: Membership) -> None:
    assignment = lease_of(annotator, "cash cow")
    page = markup_of(client_of(annotator).get(reverse("idiomaticity:rate", args=[assignment.pk])))
    assert "Sentence before:" not in page
    assert 'class="around' not in page


def test_no_page_or_answer_of_the_api_shows_a_rater_the_label(annotator: Membership) -> None:
    """An expert, who rates too, sees more pages than any other rater."""
    project = annotator.project
    assert Occurrence.objects.filter(compound__project=project, label=LABEL).count() == 2
    name_expert(
        user=project.created_by, project=project, annotator_id=annotator.pk, is_asked=True, operation_id=uuid4()
    )
    assignment, client, seen = lease_rating(annotator), client_of(annotator), 0
    operation = {"operation_id": str(uuid4()), "version": assignment.version}
    judgement = {"head": 1, "modifier": 1, "whole": 1, "paraphrases": []}
    addresses = [
        *(reverse(f"idiomaticity:{name}", args=[project.slug]) for name in ("overview", "assignments", "classify")),
        reverse("idiomaticity:rate", args=[assignment.pk]),
        reverse("projects:home"),
        reverse("api:assignment-detail", args=[assignment.pk]),
        reverse("api:assignments"),
        reverse("api:next-class", args=[project.slug]),
    ]
    answers = [client.get(address) for address in addresses]
    answers.append(
        client.post(
            reverse("api:assignment-submit", args=[assignment.pk]),
            {**operation, "judgement": judgement},
            content_type="application/json",
        )
    )
    answers.append(client.get(reverse("idiomaticity:rate", args=[assignment.pk])))
    for answer in answers:
        assert answer.status_code == 200, answer.request["PATH_INFO"]
        assert LABEL not in markup_of(answer), answer.request["PATH_INFO"]
        seen += b"owl" in answer.content or b"cow" in answer.content
    assert seen >= 5
    # Nor do pages and addresses that have it open for a rater.
    for address in (
        reverse("idiomaticity:results", args=[project.slug]),
        reverse("api:compounds", args=[project.slug]),
        reverse("projects:releases", args=[project.slug]),
    ):
        assert client.get(address).status_code in (403, 404)
