"""Questions of annotators: their own with the answers, and those of others for whoever answers."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import F, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.accounts.models import User
from annotation_site.assignments.forms import AnswerForm
from annotation_site.assignments.kinds import kind_of
from annotation_site.assignments.models import LONGEST_COMMENT, Comment
from annotation_site.assignments.services.questions import answer_question, mark_answer_read
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_annotate, can_see_everyones_work, can_visit
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError

PAGE_SIZE = 25


@require_safe
@admits(can_visit)
@never_cache
@translated
def questions(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the questions that the person may answer, oldest first, and their own."""
    return _render_questions(request, request.project)


@require_POST
@admits(can_see_everyones_work)
@never_cache
def question_answer(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Answer a question, or show the page again with the reason for the refusal."""
    project = request.project
    form = AnswerForm(request.POST)
    text = form.cleaned_data["text"] if form.is_valid() else ""
    try:
        answer_question(user=request.user, project=project, comment_id=pk, text=text)
    except DomainError as error:
        return _render_questions(request, project, trouble=(pk, error.sentence, request.POST.get("text", "")))
    messages.success(request, "The answer was sent.")
    return redirect("projects:questions", slug)


@require_POST
@admits(can_annotate)
@translated
def answer_read(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Mark the answer to one's own question as read."""
    project = request.project
    mark_answer_read(user=request.user, project=project, comment_id=pk)
    return redirect("projects:questions", slug)


def _render_questions(
    request: SignedInRequest, project: Project, trouble: tuple[int, str, str] | None = None
) -> HttpResponse:
    may_answer = can_see_everyones_work(request.user, project)
    to_answer = Comment.objects.to_answer(request.user).filter(item__project=project).order_by("pk")
    context = {
        **project_context(request.user, project, "projects:questions"),
        "page_name": "Questions",
        "kind": kind_of(project),
        "may_answer": may_answer,
        "page": Paginator(_with_item(to_answer), PAGE_SIZE).get_page(request.GET.get("page")) if may_answer else None,
        "own": _with_item(_list_own(request.user, project))[:PAGE_SIZE],
        "trouble": trouble,
        "longest": LONGEST_COMMENT,
    }
    return render(request, "assignments/questions.html", context, status=400 if trouble else 200)


def _list_own(user: User, project: Project) -> QuerySet[Comment]:
    own = Comment.objects.filter(author=user, item__project=project, is_question=True, in_round=None)
    return own.order_by(F("answered_at").desc(nulls_last=True), "-pk")


def _with_item(comments: QuerySet[Comment]) -> QuerySet[Comment]:
    return comments.select_related("item", "assignment__annotator")
