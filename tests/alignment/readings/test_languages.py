"""The editor speaks the language of the annotator: no page of it has an English word of ours."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment
from annotation_site.projects.services.projects import publish_guideline
from annotation_site.texts.languages import find_language
from tests.annotation_site.languages.english import find_english
from tests.factories import make_member, make_pair, make_project, make_user
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


class Reader:
    """An annotator each of whose pages is read."""

    def __init__(self, language: str) -> None:
        project = make_project(name="Zu", source_language="en", target_language="pt-br")
        for name in "ABC":
            make_pair(project, f"xu{name} qa", f"zo{name} va", source_target_words=[0])
        publish_guideline(user=project.created_by, project=project, text="Vu.")
        self.language, self.client, self.project = language, Client(), project
        self.annotator = make_member(project, user=make_user(language=language))
        self.client.force_login(self.annotator.user)

    @property
    def assignment(self) -> Assignment:
        return self.annotator.assignments.latest("pk")

    def look(self, route: str, status: int = 200, **sent: object) -> str:
        """Return a page of the latest assignment on which no English was found."""
        address = reverse(f"alignment:{route}", args=[self.assignment.pk])
        if route == "annotate":
            answer = self.client.get(address)
        else:
            fields = {"operation_id": uuid4(), "version": self.assignment.version, **sent}
            answer = self.client.post(address, fields, follow=True)
        page = markup_of(answer)
        assert answer.status_code == status, route
        assert f'<html lang="{self.language}" dir="ltr">' in page
        assert find_english(page, self.language) == [], route
        return page

    def begin(self) -> None:
        self.client.post(reverse("alignment:assignments_next", args=[self.project.slug]))


@pytest.mark.parametrize("language", ["es"])  # what is not marked is English in any; test_catalogue has all
def test_no_state_of_the_editor_has_an_english_word(language: str) -> None:
    reader = Reader(language)
    reader.begin()
    reader.look("annotate")
    reader.look("comment", text="Vu.", is_question="on")
    reader.look("submit", status=400)
    reader.look("submit", status=409, version=99)
    reader.look("skip", status=400)
    first = reader.assignment
    reader.look("submit", mark_rest="on")
    assert reader.assignment != first
    reader.look("skip", ready_reason="Words are split wrongly")
    skipped, left = reader.annotator.assignments.order_by("pk")[1:3]
    assert (skipped.state, left.state) == (Assignment.State.SKIPPED, Assignment.State.IN_PROGRESS)
    for pk in (first.pk, skipped.pk):
        page = markup_of(reader.client.get(reverse("alignment:annotate", args=[pk])))
        assert find_english(page, language) == []
    work = markup_of(reader.client.get(reverse("alignment:assignments", args=[reader.project.slug])))
    assert f'<html lang="{language}" dir="ltr">' in work
    assert find_english(work, language) == []


def test_names_of_languages_and_refusals_are_said_in_the_language_of_the_annotator() -> None:
    reader = Reader("fr")
    reader.begin()
    state = reader.client.get(reverse("api:assignment-detail", args=[reader.assignment.pk])).json()
    assert [state[side]["name"] for side in ("source", "target")] == ["anglais", "portugais brésilien"]
    sent = {"operation_id": str(uuid4()), "version": state["version"]}
    address = reverse("api:assignment-submit", args=[reader.assignment.pk])
    refused = reader.client.post(address, sent, content_type="application/json").json()
    assert (refused["code"], refused["detail"]) == ("untouched", "4 mots n’ont ni lien ni marque.")


def test_english_pages_keep_their_words() -> None:
    reader = Reader("")
    reader.begin()
    page = markup_of(reader.client.get(reverse("alignment:annotate", args=[reader.assignment.pk])))
    assert ": English to Portuguese (Brazil)</h1>" in page
    assert "<kbd>Space</kbd> pick" in page
    assert find_language("pt-br").name == "Portuguese (Brazil)"
