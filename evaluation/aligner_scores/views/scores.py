"""Page of one score of an aligner's output, with the pairs with most errors."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from evaluation.aligner_scores.models import Score
from evaluation.aligner_scores.queries import find_later


@require_safe
@admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
def score(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show one output's figures, their inputs, and the pairs with most errors."""
    project = request.project
    scores = Score.objects.for_user(request.user).filter(output__system__project=project)
    shown_score = get_object_or_404(scores.select_related("output__system", "output__release", "output__upload"), pk=pk)
    context = {
        **project_context(request.user, project, "evaluation:systems"),
        "page_name": f"{shown_score.output.system.name}",
        "score": shown_score,
        "later": find_later(shown_score),
        "worst": [_mark_errors(row) for row in shown_score.result["worst"]],
        "source": find_language(project.alignment.source_language),
        "target": find_language(project.alignment.target_language),
    }
    return render(request, "evaluation/aligner_scores/score.html", context)


def _mark_errors(row: dict[str, Any]) -> dict[str, Any]:
    """Return the pair with its words, each marked `missing`, `wrong`, both or neither for the errors in its links."""
    sides = []
    for side, text in enumerate((row["source"], row["target"])):
        missing, wrong = ({link[side] for link in row["missing"]}, {link[side] for link in row["wrong"]})
        words = []
        for position, word in enumerate(text.split(" ")):
            faults = [name for name, positions in (("missing", missing), ("wrong", wrong)) if position in positions]
            words.append((word, " ".join(faults)))
        sides.append(words)
    return {**row, "words": sides}
