"""Comments that ask: to whom they go, who answers, and what the one who asked sees."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.http import Http404
from django.test import Client
from django.utils import timezone

from alignment.rounds.services.steps import post_round_comment
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Comment
from annotation_site.assignments.services.assignments import post_comment
from annotation_site.assignments.services.questions import answer_question, mark_answer_read
from annotation_site.notices.jobs import mail_notices
from annotation_site.notices.models import Notice
from annotation_site.notices.queries import list_waiting
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import DomainError, RoleRequired
from tests.alignment.rounds.two import Two
from tests.factories import lease, make_member, make_project
from tests.idiomaticity.making import lease_rating, make_rating_project

pytestmark = pytest.mark.django_db


def ask(assignment: Assignment, text: str = "One word or two?", **more: object) -> Comment:
    asked = {"user": assignment.annotator.user, "assignment_id": assignment.pk, "operation_id": uuid4(), **more}
    return post_comment(**asked, text=text, is_question=True)


def waiting(user: User, project: Project) -> dict[str, int]:
    fresh = Project.objects.get(pk=project.pk)
    return {each.task.name: each.count for each in list_waiting(user, [fresh])[project.pk]}


def page_of(user: User, project: Project) -> str:
    client = Client()
    client.force_login(user)
    return client.get(f"/projects/{project.slug}/questions/").content.decode()


@pytest.fixture
def mine() -> Assignment:
    return lease(make_member(make_project(pairs=2)))


def test_a_question_waits_for_those_who_see_everybodys_work_and_a_comment_for_nobody(mine: Assignment) -> None:
    project = mine.item.project
    adjudicator, other = make_member(project, Role.ADJUDICATOR).user, make_member(project).user
    post_comment(user=mine.annotator.user, assignment_id=mine.pk, operation_id=uuid4(), text="Just saying?")
    assert waiting(project.created_by, project) == {}
    ask(mine)
    for person in (project.created_by, adjudicator):
        assert waiting(person, project) == {"questions": 1}
    for person in (mine.annotator.user, other):
        assert waiting(person, project) == {}
        assert "One word or two?" not in page_of(other, project)


def test_the_same_question_sent_twice_is_one(mine: Assignment) -> None:
    operation_id = uuid4()
    assert ask(mine, operation_id=operation_id).pk == ask(mine, operation_id=operation_id).pk
    assert Comment.objects.count() == 1


def test_the_answer_reaches_the_one_who_asked_until_read(mine: Assignment) -> None:
    project, annotator = mine.item.project, mine.annotator.user
    question = ask(mine)
    assert "Not answered yet." in page_of(annotator, project)
    answer_question(user=project.created_by, project=project, comment_id=question.pk, text=" Two. ")
    assert waiting(project.created_by, project) == {}
    assert waiting(annotator, project) == {"answers": 1}
    assert "Two." in page_of(annotator, project)
    client = Client()
    client.force_login(annotator)
    assert "Two." in client.get(f"/alignment/annotate/{mine.pk}/").content.decode()
    state = client.get(f"/api/v1/assignments/{mine.pk}/").json()
    assert [(each["is_question"], each["answer"]) for each in state["comments"]] == [(True, "Two.")]
    mark_answer_read(user=annotator, project=project, comment_id=question.pk)
    assert waiting(annotator, project) == {}


def test_mail_tells_of_question_and_answer(mine: Assignment) -> None:
    project, annotator = mine.item.project, mine.annotator.user
    User.objects.update(notice_mails="immediately")
    question = ask(mine)

    def send() -> tuple[str, list[str]]:
        Notice.objects.update(arose_at=timezone.now() - timedelta(minutes=2))
        mail_notices()
        return mail.outbox[-1].subject, mail.outbox[-1].to

    assert send() == (f"Interlinea: Answer 1 question in {project}", [project.created_by.email])
    answer_question(user=project.created_by, project=project, comment_id=question.pk, text="Two.")
    assert send() == (f"Interlinea: Read 1 answer in {project}", [annotator.email])
    assert len(mail.outbox) == 2


def test_who_annotates_as_well_sees_no_question_on_what_they_may_still_read(mine: Assignment) -> None:
    project = mine.item.project
    question = ask(mine)
    make_member(project, user=project.created_by)
    assert waiting(project.created_by, project) == {}
    assert "One word or two?" not in page_of(project.created_by, project)
    with pytest.raises(Http404):
        answer_question(user=project.created_by, project=project, comment_id=question.pk, text="Two.")
    mine.item.__class__.objects.filter(pk=mine.item_id).update(state="annotated")
    assert waiting(project.created_by, project) == {"questions": 1}


def test_nobody_answers_themselves_or_twice_or_with_nothing(mine: Assignment) -> None:
    project = mine.item.project
    question = ask(mine)
    asked = {"project": project, "comment_id": question.pk}
    with pytest.raises(RoleRequired):
        answer_question(user=mine.annotator.user, text="Two.", **asked)
    with pytest.raises(DomainError, match="Enter 1 to 2,000 characters"):
        answer_question(user=project.created_by, text="  ", **asked)
    answer_question(user=project.created_by, text="Two.", **asked)
    with pytest.raises(Http404):
        answer_question(user=project.created_by, text="No, one.", **asked)


def test_a_refused_answer_stays_in_its_box(mine: Assignment) -> None:
    project = mine.item.project
    question = ask(mine)
    client = Client()
    client.force_login(project.created_by)
    address = f"/projects/{project.slug}/questions/{question.pk}/answer/"
    refused = client.post(address, {"text": "x" * 2001})
    assert refused.status_code == 400
    assert f">{'x' * 2001}</textarea>" in refused.content.decode()
    assert client.post(address, {"text": "Two."}).status_code == 302


def test_questions_are_asked_by_forms_of_every_kind_and_by_the_api(mine: Assignment) -> None:
    rated = lease_rating(make_member(make_rating_project()))
    for assignment, address in ((mine, "alignment/annotate"), (rated, "idiomaticity/rate")):
        client = Client()
        client.force_login(assignment.annotator.user)
        form = {"operation_id": str(uuid4()), "text": "Why?", "is_question": "on"}
        assert client.post(f"/{address}/{assignment.pk}/comment/", form).status_code == 302
        body = {"operation_id": str(uuid4()), "text": "And how?", "is_question": True}
        answer = client.post(f"/api/v1/assignments/{assignment.pk}/comments/", body, content_type="application/json")
        assert (answer.status_code, answer.json()["is_question"]) == (201, True)
        project = assignment.item.project
        assert waiting(project.created_by, project) == {"questions": 2}


def test_a_question_in_a_round_waits_for_the_others_of_the_pair_until_they_speak() -> None:
    two = Two()
    two.open()
    for assignment in (two.mine, two.theirs):
        assignment.refresh_from_db()

    def say(assignment: Assignment, text: str, **more: bool) -> None:
        person = assignment.annotator.user
        post_round_comment(user=person, assignment_id=assignment.pk, operation_id=uuid4(), text=text, **more)

    say(two.mine, "Why is it Possible?", is_question=True)
    assert waiting(two.b.user, two.project) == {"round_questions": 1, "open_round": 1}
    assert "round_questions" not in waiting(two.a.user, two.project)
    assert "questions" not in waiting(two.manager, two.project)
    assert Notice.objects.filter(task="round_questions").values_list("user", flat=True).get() == two.b.user.pk
    say(two.theirs, "Because of the article. And yours?", is_question=True)
    assert "round_questions" not in waiting(two.b.user, two.project)
    assert waiting(two.a.user, two.project)["round_questions"] == 1
    two.close()
    assert waiting(two.a.user, two.project) == {}


def test_questions_are_listed_and_answered_over_the_api(mine: Assignment) -> None:
    project = mine.item.project
    questions = [ask(mine), ask(mine, "And here?")]
    page = f"/api/v1/projects/{project.slug}/questions/"
    manager, annotator = Client(), Client()
    manager.force_login(project.created_by)
    annotator.force_login(mine.annotator.user)
    rows = manager.get(page).json()["results"]
    assert [(row["id"], row["item"], row["annotator"], row["text"], row["answered_at"]) for row in rows] == [
        (question.pk, mine.item.number, mine.annotator.pseudonym, question.text, None) for question in questions
    ]
    at, body = f"{page}{questions[0].pk}/answer/", {"text": "Two."}
    assert annotator.post(at, body, "application/json").status_code == 403
    assert manager.post(at, {"text": " "}, "application/json").status_code == 400
    assert manager.post(at, body, "application/json").json()["answer"] == "Two."
    assert manager.post(at, body, "application/json").status_code == 404
    assert [row["id"] for row in manager.get(page).json()["results"]] == [questions[1].pk]
    assert waiting(mine.annotator.user, project) == {"answers": 1}
