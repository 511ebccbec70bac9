from django.urls import URLPattern, path

from annotation_site.assignments.api import assignments
from annotation_site.assignments.api import items as items_api
from annotation_site.assignments.api import questions as questions_api
from annotation_site.assignments.views import items, questions, steps, work


def work_pages(project_kind: str, page: str) -> list[URLPattern]:
    """Return the pages of a kind's assignments; an assignment identifies its project."""
    at = f"{page}/<int:pk>/"
    kind = {"project_kind": project_kind}
    return [
        path(at, work.page, kind, name=page),
        path(f"{at}submit/", steps.submit, kind, name="submit"),
        path(f"{at}skip/", steps.skip, kind, name="skip"),
        path(f"{at}reopen/", steps.reopen, kind, name="reopen"),
        path(f"{at}resume/", steps.resume, kind, name="resume"),
        path(f"{at}comment/", steps.comment, kind, name="comment"),
        path("<slug:slug>/assignments/", work.assignments, kind, name="assignments"),
        path("<slug:slug>/assignments/next/", work.assignments_next, kind, name="assignments_next"),
    ]


site_api: list[URLPattern] = [path("assignments/", assignments.AssignmentsView.as_view(), name="assignments")]

project_pages: list[URLPattern] = [
    path("items/", items.items, name="items"),
    path("items/withdraw/", items.items_withdraw, name="items_withdraw"),
    path("items/bring-back/", items.items_bring_back, name="items_bring_back"),
    path("questions/", questions.questions, name="questions"),
    path("questions/<int:pk>/answer/", questions.question_answer, name="question_answer"),
    path("questions/<int:pk>/read/", questions.answer_read, name="answer_read"),
]

project_api: list[URLPattern] = [
    path("next/", assignments.NextView.as_view(), name="next"),
    path("items/withdraw/", items_api.WithdrawView.as_view(), name="items-withdraw"),
    path("items/bring-back/", items_api.BringBackView.as_view(), name="items-bring-back"),
    path("questions/", questions_api.QuestionsView.as_view(), name="questions"),
    path("questions/<int:pk>/answer/", questions_api.AnswerView.as_view(), name="question-answer"),
]

assignment_api: list[URLPattern] = [
    path("", assignments.AssignmentView.as_view(), name="assignment-detail"),
    path("operations/", assignments.OperationsView.as_view(), name="assignment-operations"),
    path("operations/batch/", assignments.BatchView.as_view(), name="assignment-batch"),
    path("submit/", assignments.SubmitView.as_view(), name="assignment-submit"),
    path("skip/", assignments.SkipView.as_view(), name="assignment-skip"),
    path("reopen/", assignments.ReopenView.as_view(), name="assignment-reopen"),
    path("resume/", assignments.ResumeView.as_view(), name="assignment-resume"),
    path("comments/", assignments.CommentsView.as_view(), name="assignment-comments"),
]
