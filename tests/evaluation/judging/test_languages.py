"""Judges answer in their language: questions and “I cannot judge” are translated unless a manager worded them."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Project
from evaluation.judging.methods import DEFAULTS
from tests.annotation_site.languages.english import LANGUAGES, find_english
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member, make_user

pytestmark = pytest.mark.django_db


def open_work(language: str, **settings: object) -> str:
    project = make_evaluation_project()
    annotator = make_member(project, user=make_user("Zo"))
    make_round(project, make_test_set(project), name="Zi", **settings)
    User.objects.filter(pk=annotator.user_id).update(language=language)
    Project.objects.filter(pk=project.pk).update(name="Zu")
    assignment: Assignment = lease_judgement(annotator)
    client = Client()
    client.force_login(User.objects.get(pk=annotator.user_id))
    return client.get(reverse("evaluation:judge", args=[assignment.pk])).content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_work_has_no_english_text_of_ours(language: str) -> None:
    page = open_work(language)
    assert f'<html lang="{language}" dir="ltr">' in page
    assert [found for found in find_english(page, language) if not found.islower()] == []
    assert "I cannot judge" not in page and "How well is" not in page


def test_the_words_of_a_manager_are_shown_as_written() -> None:
    own = DEFAULTS["score"].to_json() | {"question": "Hält das?", "cannot_judge": "Weiß nicht"}
    page = open_work("fr", wording=own)
    assert "Hält das?" in page and "Weiß nicht" in page and "parfaitement" in page
