"""The overview page of a project, and the preview of its questions."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.assignments.counts import show_submitted
from annotation_site.assignments.progress import describe_own_work
from annotation_site.languages.locales import Locale, switch_locale, translated
from annotation_site.projects.abilities import (
    can_annotate,
    can_manage,
    can_see_everyones_work,
    can_visit,
    require_annotator,
)
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.queries import list_annotators
from annotation_site.web.access import SignedInRequest
from idiomaticity.classes.queries import read_expert_progress
from idiomaticity.compounds.models import Occurrence
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.projects.asked_questions import list_choices
from idiomaticity.projects.queries import count_ratings, list_tasks
from idiomaticity.questionnaires.queries import find_due
from idiomaticity.ratings.paraphrase_texts import MOST_PARAPHRASES
from idiomaticity.ratings.queries import describe_questions, write_occurrence

ANNOTATORS_SHOWN = 50
NOUNS = {"token": "sentence", "type": "compound", "both": "item"}
PLACEHOLDERS = ("{compound}", "{head}", "{modifier}")


@require_safe
@admits(can_visit)
@translated
def overview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the project's overview, as far as the user's roles allow."""
    project = request.project
    if can_see_everyones_work(request.user, project):
        switch_locale(Locale())
    context = {
        **rating_context(request.user, project, "idiomaticity:overview"),
        "description_html": render_guideline(project.description) if project.description else "",
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
        # For some roles only.
        **dict.fromkeys(("ratings", "tasks", "page", "questionnaire")),
    }
    if can_annotate(request.user, project):
        annotator = require_annotator(request.user, project)
        context |= {**describe_own_work(annotator), "class_progress": read_expert_progress(annotator)}
        context["questionnaire"] = find_due(annotator)
    if can_see_everyones_work(request.user, project):
        context["ratings"] = count_ratings(project)
        noun = NOUNS[project.idiomaticity.level]
        context["rating_sentence"] = context["ratings"].describe(noun, project.annotators_per_item)
    if can_manage(request.user, project):
        page = Paginator(list_annotators(project), ANNOTATORS_SHOWN).get_page(request.GET.get("page"))
        shown = show_submitted(request.user, list(page))
        context |= {
            "tasks": list_tasks(project, context["ratings"]),
            "page": page,
            "people": [(annotator, shown[annotator.pk]) for annotator in page],
        }
    return render(request, "idiomaticity/projects/overview.html", context)


@require_safe
@admits(can_manage)
def preview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the questions about the first compound as raters see them; nothing is saved."""
    project = request.project
    rated = Occurrence.objects.of_study(project).exclude(sentence="").select_related("compound")
    first = rated.order_by("compound__number", "number").first()
    words = (first.compound.text, first.compound.head, first.compound.modifier) if first else PLACEHOLDERS
    state = describe_questions(project.idiomaticity, *words)
    context = {
        **rating_context(request.user, project, "idiomaticity:settings"),
        "page_name": "Preview",
        "state": state,
        "sentences": [write_occurrence(first)] if first else [],
        "scales": [list_choices(question, None) for question in state["questions"]],
        "paraphrases": range(1, MOST_PARAPHRASES + 1),
    }
    return render(request, "idiomaticity/projects/preview.html", context)
