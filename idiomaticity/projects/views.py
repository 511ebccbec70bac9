"""The preview of a study's questions."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import (
    can_manage,
)
from annotation_site.projects.access import SignedInRequest
from idiomaticity.compounds.models import Occurrence
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.projects.asked_questions import list_choices
from idiomaticity.ratings.queries import describe_questions, write_occurrence
from idiomaticity.scales.paraphrase_texts import MOST_PARAPHRASES

PLACEHOLDERS = ("{compound}", "{head}", "{modifier}")


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
