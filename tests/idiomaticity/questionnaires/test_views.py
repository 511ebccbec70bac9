"""The pages of a questionnaire, for its manager and for raters."""

import csv
from copy import deepcopy
from io import StringIO
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import publish_guideline
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.questionnaires.models import Questionnaire, SealedAnswers
from tests.factories import make_member
from tests.idiomaticity.crowd.entering import come_in, enter, rate, set_up
from tests.idiomaticity.questionnaires.asking import ANSWERS, QUESTIONS, ask, make_asking_project
from tests.round_trips.page_forms import PageForm, read_forms
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db


made = made_for_module(lambda: make_asking_project())


@pytest.fixture
def project(made: Project) -> Project:
    return deepcopy(made)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def question(place: int, name: str, kind: str, text: str, choices: str = "", **changes: Any) -> dict[str, Any]:
    values = {"name": name, "kind": kind, "text": text, "choices": choices, "ORDER": place + 1, **changes}
    return {f"question-{place}-{field}": value for field, value in values.items()}


def read(answer: HttpResponse | StreamingHttpResponse) -> list[list[str]]:
    assert isinstance(answer, StreamingHttpResponse)
    return list(csv.reader(StringIO(answer.getvalue().decode("utf-8-sig"))))


def test_questions_are_added_ordered_and_removed_without_a_script(project: Project) -> None:
    ask(project, questions=[])
    client, address = signed_in(project.created_by), reverse("idiomaticity:questionnaire_edit", args=[project.slug])
    assert client.get(address).status_code == 200
    beside = {"moment": "end", "debriefing": "**Thank you.**", "question-INITIAL_FORMS": 0, "question-TOTAL_FORMS": 2}
    two = {**question(0, "age", "number", "Age?"), **question(1, "degree", "choice", "Degree?", "yes\r\n\r\nno")}
    assert client.post(address, {**beside, **two}).status_code == 302
    assert [each.name for each in Questionnaire.objects.get().rater_questions] == ["age", "degree"]
    assert Questionnaire.objects.get().rater_questions[1].choices == ("yes", "no")
    changed = {
        **question(0, "age", "number", "Age?", DELETE="on"),
        **question(1, "degree", "choice", "Degree?", "yes\nno", ORDER=2),
        **question(2, "native_language", "language", "Native language?", ORDER=1),
    }
    counts = {"question-INITIAL_FORMS": 2, "question-TOTAL_FORMS": 3}
    assert client.post(address, {**beside, **changed, **counts}).status_code == 302
    assert [each.name for each in Questionnaire.objects.get().rater_questions] == ["native_language", "degree"]
    preview = client.get(reverse("idiomaticity:questionnaire_preview", args=[project.slug])).content.decode()
    assert preview.index("Native language?") < preview.index("Degree?")
    assert "Portuguese" in preview


def read_as_browser(client: Client, address: str) -> PageForm:
    [form] = [form for form in read_forms(client.get(address).content.decode()) if "moment" in form.names]
    return form


@pytest.mark.parametrize("questions", [[], QUESTIONS])
def test_it_is_saved_as_it_stands(project: Project, questions: list[dict[str, Any]]) -> None:
    ask(project, questions=questions, moment="end", debriefing="Thank you.")
    client, address = signed_in(project.created_by), reverse("idiomaticity:questionnaire_edit", args=[project.slug])
    form = read_as_browser(client, address)
    assert client.post(address, form.sent()).status_code == 302
    assert read_as_browser(client, address).shown() == form.shown()
    assert len(Questionnaire.objects.get().rater_questions) == len(questions)


def test_the_debriefing_is_saved_alone(project: Project) -> None:
    client, address = signed_in(project.created_by), reverse("idiomaticity:questionnaire_edit", args=[project.slug])
    sent = read_as_browser(client, address).sent() | {"debriefing": "It was about tanks."}
    assert client.post(address, sent).status_code == 302
    assert Questionnaire.objects.get().debriefing == "It was about tanks."


@pytest.mark.parametrize(
    ("language", "text"), [("it", "Qual è la Sua lingua madre?"), ("zh", "What is your native language?")]
)
def test_the_native_language_is_added_in_the_studys_language_to_what_was_typed(
    project: Project, language: str, text: str
) -> None:
    ask(project, questions=QUESTIONS[:1])
    project.idiomaticity.language = language
    project.idiomaticity.save()
    client, address = signed_in(project.created_by), reverse("idiomaticity:questionnaire_edit", args=[project.slug])
    typed = {
        "debriefing": "Half of it",
        "asks_annotators": "on",
        "question-1-text": "Half a qu",
        "question-1-kind": "text",
    }
    sent = read_as_browser(client, address).sent() | typed | {"add": "native-language"}
    page = client.post(address, sent)
    assert page.status_code == 200
    [form] = [form for form in read_forms(page.content.decode()) if "moment" in form.names]
    shown = form.shown()
    assert (shown["debriefing"], shown["asks_annotators"]) == (["Half of it"], ["on"])
    assert (shown["question-1-text"], shown["question-1-kind"]) == (["Half a qu"], ["text"])
    assert (shown["question-2-name"], shown["question-2-text"]) == (["native_language"], [text])
    assert Questionnaire.objects.get().debriefing == "", "nothing was saved"
    saved = form.sent() | {"question-1-name": "half"}
    assert client.post(address, saved).status_code == 302
    assert [each.name for each in Questionnaire.objects.get().rater_questions] == ["age", "half", "native_language"]
    again = client.post(address, read_as_browser(client, address).sent() | {"add": "native-language"})
    assert again.content.decode().count('value="native_language"') == 1


def test_a_faulty_question_is_refused_where_it_stands(project: Project) -> None:
    client, address = signed_in(project.created_by), reverse("idiomaticity:questionnaire_edit", args=[project.slug])
    sent = {"moment": "end", "question-INITIAL_FORMS": 0, "question-TOTAL_FORMS": 1}
    answer = client.post(address, {**sent, **question(0, "degree", "choice", "Degree?", "yes")})
    assert answer.status_code == 400
    assert "2 to 50 different choices" in answer.content.decode()
    assert len(Questionnaire.objects.get().rater_questions) == 3


def test_a_participant_answers_first_and_reads_the_instructions_then(project: Project) -> None:
    publish_guideline(user=project.created_by, project=project, text="# Rate well\n\nAn *olive oil* is made of olives.")
    client, _ = come_in(project)
    home = reverse("idiomaticity:crowd_home", args=[project.slug])
    asked = reverse("idiomaticity:questionnaire", args=[project.slug])
    assert client.get(home)["Location"] == asked
    refused = client.post(asked, {**ANSWERS, "degree": ""})
    assert refused.status_code == 400
    assert client.post(asked, ANSWERS)["Location"] == home
    page = client.get(home).content.decode()
    assert "An <em>olive oil</em> is made of olives." in page
    assert client.get(asked)["Location"] == home


def test_the_code_and_the_debriefing_come_after_the_questionnaire(project: Project) -> None:
    ask(project, moment="end", debriefing="It was about **tanks**.")
    worker = enter(project)
    rate(worker)
    client = signed_in(worker.membership.user)
    home = reverse("idiomaticity:crowd_home", args=[project.slug])
    asked = reverse("idiomaticity:questionnaire", args=[project.slug])
    assert client.get(home)["Location"] == asked
    client.post(asked, ANSWERS)
    page = client.get(home).content.decode()
    assert CrowdWorker.objects.get().completion_code in page
    assert "It was about <strong>tanks</strong>." in page


def test_an_invited_annotator_is_asked_on_the_overview(project: Project) -> None:
    ask(project, asks_annotators=True)
    annotator = make_member(project)
    client = signed_in(annotator.user)
    overview = reverse("idiomaticity:overview", args=[project.slug])
    asked = reverse("idiomaticity:questionnaire", args=[project.slug])
    assert asked in client.get(overview).content.decode()
    assert client.post(asked, ANSWERS)["Location"] == overview
    assert asked not in client.get(overview).content.decode()


def test_answers_are_downloaded_apart(project: Project) -> None:
    client, _ = come_in(project)
    client.post(reverse("idiomaticity:questionnaire", args=[project.slug]), ANSWERS)
    answer = signed_in(project.created_by).get(reverse("idiomaticity:questionnaire_answers", args=[project.slug]))
    assert read(answer) == [["annotator", "age", "native", "degree"], ["A", "31", "pt", "yes"]]
    page = signed_in(project.created_by).get(reverse("idiomaticity:questionnaire_edit", args=[project.slug]))
    assert "after the first answer" in page.content.decode()
    assert SealedAnswers.objects.count() == 1


def test_everybody_downloads_the_consent_that_they_gave_and_the_manager_every_version(project: Project) -> None:
    first, _ = come_in(project)
    call = project.crowd_call
    set_up(project, consent="A new text.", limit_each=2, forget_on=call.forget_on)
    text = first.get(reverse("idiomaticity:crowd_consent_text", args=[project.slug]))
    assert text.content.decode() == "You may stop at any time."
    assert "consent-1.md" in text["Content-Disposition"]
    rows = read(signed_in(project.created_by).get(reverse("idiomaticity:crowd_consents", args=[project.slug])))
    assert [(row[0], row[2], row[3]) for row in rows[1:]] == [
        ("1", "1", "You may stop at any time."),
        ("2", "0", "A new text."),
    ]


def test_managers_read_and_replace_it_through_the_api(project: Project) -> None:
    client, address = signed_in(project.created_by), reverse("api:questionnaire", args=[project.slug])
    state = client.get(address).json()
    assert [each["name"] for each in state["questions"]] == ["age", "native", "degree"]
    assert state["is_answered"] is False
    sent = {"questions": [{"name": "age", "kind": "number", "text": "Age?"}], "moment": "end"}
    assert client.post(address, sent, content_type="application/json").status_code == 200
    assert client.get(address).json()["moment"] == "end"
