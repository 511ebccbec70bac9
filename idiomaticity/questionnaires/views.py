"""Pages of a questionnaire: setting it up and looking at it, answering it, and the answers as a file."""

from django.contrib import messages
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.languages.locales import translated, using_locale
from annotation_site.projects.abilities import can_annotate, can_manage, require_annotator
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.contested import present_values_on
from annotation_site.projects.models import Project
from annotation_site.tables.cells import write_csv
from annotation_site.web.forms import refusals_on
from idiomaticity.crowd.queries.storing import find_deletion_day
from idiomaticity.crowd.queries.workers import find_own_worker
from idiomaticity.page_texts.queries import find_locale
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.questionnaires.forms import (
    AnswersForm,
    QuestionnaireForm,
    RaterQuestionSet,
    add_native_language,
    list_rows,
    make_question_forms,
)
from idiomaticity.questionnaires.queries import find_due, find_questionnaire, is_answered, keeps_answers, list_answers
from idiomaticity.questionnaires.services import FIXED, answer_questionnaire, set_up_questionnaire


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def questionnaire_edit(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the questions, which can be changed until somebody has answered; POST saves them, or adds one to what was
    entered and saves nothing.
    """
    project = request.project
    stored = find_questionnaire(project)
    # A page opened before the first answer still has questions, which the service refuses if they were changed.
    fixed = is_answered(project) and "question-TOTAL_FORMS" not in request.POST
    rows = list_rows(stored.rater_questions)
    if request.method != "POST":
        form = QuestionnaireForm(initial=stored.read_settings(), stored=stored)
        return _render_questionnaire(request, project, form, make_question_forms(rows), fixed=fixed)
    form = QuestionnaireForm(request.POST, stored=stored)
    questions = make_question_forms(rows, None if fixed else request.POST)
    if request.POST.get("add") == "native-language" and not fixed:
        typed = QuestionnaireForm(initial={name: form[name].data for name in form.fields}, stored=stored)
        with using_locale(find_locale(project)):
            longer = add_native_language(questions.read_typed())
        return _render_questionnaire(request, project, typed, make_question_forms(longer), fixed=fixed)
    if form.is_valid() and (fixed or questions.is_valid()):
        kept = stored.questions if fixed else questions.read_questions()
        with refusals_on(form), present_values_on(form):
            set_up_questionnaire(user=request.user, project=project, questions=kept, **form.cleaned_data)
            messages.success(request, "The questionnaire was saved.")
            return redirect("idiomaticity:questionnaire_edit", slug)
    return _render_questionnaire(request, project, form, questions, fixed=fixed, status=400)


@require_safe
@admits(can_manage)
def questionnaire_preview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the questionnaire as raters see it; nothing is saved."""
    project = request.project
    context = {
        **rating_context(request.user, project, "idiomaticity:crowd"),
        "page_name": "Preview",
        "form": AnswersForm(questions=find_questionnaire(project).rater_questions),
    }
    return render(request, "idiomaticity/questionnaires/questionnaire_preview.html", context)


@require_safe
@never_cache
@admits(can_manage)
def questionnaire_answers(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return everybody's answers as a file, as long as they are kept."""
    project = request.project
    answer = StreamingHttpResponse(write_csv(list_answers(project)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-questionnaire.csv"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@translated
@admits(can_annotate)
def questionnaire(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the questionnaire to a rater who is to answer it now; POST stores the answers."""
    project = request.project
    if request.method == "POST":
        project.require_active()
    due = find_due(require_annotator(request.user, project))
    worker = find_own_worker(request.user, project)
    is_of_crowd = worker is not None
    home = redirect("idiomaticity:crowd_home" if is_of_crowd else "idiomaticity:overview", slug)
    if due is None:
        return home
    form = AnswersForm(request.POST if request.method == "POST" else None, questions=due.rater_questions)
    if form.is_valid():
        with refusals_on(form):
            answer_questionnaire(user=request.user, project=project, answers=form.read_answers())
            return home
    day = find_deletion_day(worker) if worker is not None else project.crowd_call.forget_on
    context = {"project": project, "form": form, "deletion_day": day, "is_of_crowd": is_of_crowd}
    status = 400 if form.errors else 200
    return render(request, "idiomaticity/questionnaires/questionnaire.html", context, status=status)


def _render_questionnaire(
    request: SignedInRequest,
    project: Project,
    form: QuestionnaireForm,
    questions: RaterQuestionSet,
    *,
    fixed: bool,
    status: int = 200,
) -> HttpResponse:
    context = {
        **rating_context(request.user, project, "idiomaticity:crowd"),
        "page_name": "Questionnaire",
        "form": form,
        "questions": questions,
        "stored": find_questionnaire(project).rater_questions,
        "why_fixed": FIXED if fixed else "",
        "keeps_answers": keeps_answers(project),
    }
    return render(request, "idiomaticity/questionnaires/questionnaire_edit.html", context, status=status)
