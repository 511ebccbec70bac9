"""The overview of each kind of project, for annotators and adjudicators in their language, for managers in English."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from idiomaticity.questionnaires.services import set_up_questionnaire
from tests.alignment.rounds.two import Two
from tests.annotation_site.languages.english import LANGUAGES, find_english
from tests.evaluation.judgements import make_evaluation_project
from tests.factories import make_member, make_project, make_user
from tests.idiomaticity.crowd.entering import set_up
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
ASKED = [{"name": "va", "kind": "choice", "text": "Vu?", "choices": ["Xa", "Xo"], "is_required": True}]


def make_asking_project() -> Project:
    """Make a study that asks its raters about themselves."""
    project = make_rating_project()
    set_up(project, forget_on=timezone.localdate() + timedelta(days=1))
    set_up_questionnaire(user=project.created_by, project=project, questions=ASKED, asks_annotators=True)
    return project


MAKERS: list[Callable[[], Project]] = [
    lambda: make_project(pairs=1),
    lambda: make_project(scope="target_words"),
    make_evaluation_project,
    make_rating_project,
    make_asking_project,
]


def open_overview(user: User, project: Project) -> str:
    client = Client()
    client.force_login(user)
    return client.get(reverse(f"{project.kind}:overview", args=[project.slug])).content.decode()


@pytest.mark.parametrize("make", MAKERS)
def test_an_annotator_s_overview_has_no_english_word(make: Callable[[], Project]) -> None:
    project = make()
    annotator = make_member(project, user=make_user(name="Zo"))
    Project.objects.filter(pk=project.pk).update(name="Zu", description="Vu.")
    for language in LANGUAGES:
        User.objects.filter(pk=annotator.user_id).update(language=language)
        page = open_overview(User.objects.get(pk=annotator.user_id), project)
        assert f'<html lang="{language}" dir="ltr">' in page
        assert find_english(page, language) == []
        asks = make is make_asking_project
        assert (asks and reverse("idiomaticity:questionnaire", args=[project.slug]) in page) == asks


@pytest.mark.parametrize("make", MAKERS)
def test_an_adjudicator_s_overview_has_no_english_word(make: Callable[[], Project]) -> None:
    project = make()
    make_member(project, user=make_user(name="Zo"))
    adjudicator = make_member(project, Role.ADJUDICATOR, make_user(name="Zu"))
    Project.objects.filter(pk=project.pk).update(name="Zu", description="Vu.")
    for language in LANGUAGES:
        User.objects.filter(pk=adjudicator.user_id).update(language=language)
        page = open_overview(User.objects.get(pk=adjudicator.user_id), project)
        assert f'<html lang="{language}" dir="ltr">' in page
        assert find_english(page, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_adjudicator_reads_about_pairs_and_their_agreement_in_their_language(language: str) -> None:
    two = Two()
    adjudicator = make_member(two.project, Role.ADJUDICATOR, make_user(name="Zu")).user
    User.objects.filter(pk=adjudicator.pk).update(language=language)
    Project.objects.filter(pk=two.project.pk).update(name="Zu")
    page = open_overview(User.objects.get(pk=adjudicator.pk), two.project)
    assert "AGR" in page and find_english(page, language) == []
    if language == "de":
        assert "Unterschiede in 1 Satzpaar entscheiden" in " ".join(page.split())
    two.open(note="Vu.")
    page = open_overview(User.objects.get(pk=adjudicator.pk), two.project)
    assert find_english(page, language) == []


@pytest.mark.parametrize("make", MAKERS)
def test_a_manager_s_overview_stays_english(make: Callable[[], Project]) -> None:
    project = make()
    User.objects.filter(pk=project.created_by_id).update(language="fr")
    assert '<html lang="en-gb" dir="ltr">' in open_overview(User.objects.get(pk=project.created_by_id), project)
