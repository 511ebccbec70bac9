"""A questionnaire saved from a page that was opened before somebody else changed it, or before the first answer."""

from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Project
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.questionnaires.models import Questionnaire
from idiomaticity.questionnaires.services import FIXED, answer_questionnaire
from tests.idiomaticity.crowd.entering import come_in
from tests.idiomaticity.questionnaires.asking import ANSWERS, QUESTIONS, ask, make_asking_project
from tests.round_trips.page_forms import PageForm, read_forms
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
ONE = [{"name": "town", "kind": "text", "text": "Where do you live?"}]

made = made_for_module(lambda: make_asking_project())


@pytest.fixture
def project(made: Project) -> Project:
    return deepcopy(made)


@pytest.fixture
def manager(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def read_form(page: str) -> PageForm:
    [form] = [form for form in read_forms(page) if "moment" in form.names]
    return form


def address_of(project: Project) -> str:
    return reverse("idiomaticity:questionnaire_edit", args=[project.slug])


def names() -> list[str]:
    return [each.name for each in Questionnaire.objects.get().rater_questions]


@pytest.mark.parametrize("theirs", [[], ONE, [*QUESTIONS, *ONE]])
def test_questions_of_another_stay_where_only_the_debriefing_was_written(
    manager: Client, project: Project, theirs: list[dict[str, object]]
) -> None:
    stale = read_form(manager.get(address_of(project)).text)
    ask(project, questions=theirs, moment="end")
    assert manager.post(address_of(project), stale.sent() | {"debriefing": "Thank you."}).status_code == 302
    stored = Questionnaire.objects.get()
    assert (names(), stored.moment, stored.debriefing) == ([each["name"] for each in theirs], "end", "Thank you.")


@pytest.mark.parametrize("theirs", [ONE, [*QUESTIONS, *ONE]])
def test_questions_that_both_changed_are_shown_and_asked_about(
    manager: Client, project: Project, theirs: list[dict[str, object]]
) -> None:
    stale = read_form(manager.get(address_of(project)).text)
    ask(project, questions=theirs)
    mine = stale.sent() | {"question-0-text": "What is your age in years?"}
    refused = manager.post(address_of(project), mine)
    assert refused.status_code == 400
    assert "town: Where do you live?" in refused.text
    assert names() == [each["name"] for each in theirs]
    again = read_form(refused.text)
    assert again.shown()["question-0-text"] == ["What is your age in years?"]
    assert manager.post(address_of(project), again.sent()).status_code == 302
    assert Questionnaire.objects.get().rater_questions[0].text == "What is your age in years?"
    assert names() == ["age", "native", "degree"]


def test_questions_changed_before_the_first_answer_are_refused_and_kept_on_the_page(
    manager: Client, project: Project
) -> None:
    stale = read_form(manager.get(address_of(project)).text)
    come_in(project)
    worker = CrowdWorker.objects.get()
    answer_questionnaire(user=worker.membership.user, project=project, answers=ANSWERS)
    refused = manager.post(address_of(project), stale.sent() | {"question-0-text": "Your age?"})
    assert refused.status_code == 400
    assert FIXED in refused.text
    assert read_form(refused.text).shown()["question-0-text"] == ["Your age?"]
    assert manager.post(address_of(project), stale.sent() | {"debriefing": "Thank you."}).status_code == 302
    assert Questionnaire.objects.get().debriefing == "Thank you."
