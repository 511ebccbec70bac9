"""Translation evaluation as a kind of project."""

from typing import Any

from annotation_site.projects.abilities import (
    can_adjudicate,
    can_annotate,
    can_manage,
    can_run_jobs,
    can_see_everyones_work,
    can_see_results,
    can_visit,
)
from annotation_site.projects.kinds import ProjectKind, Tab
from annotation_site.projects.models import Project
from evaluation.projects.access import describe_project
from evaluation.projects.forms import EvaluationForm
from evaluation.projects.models import EvaluationSettings


class TranslationEvaluation(ProjectKind):
    """Test sets on which systems are measured and judged by people."""

    kind = Project.Kind.EVALUATION
    title = "New translation evaluation"
    fixed_note = "The languages are fixed from here on; the rest can be changed later."
    sentence = "Measure how systems translate expressions, by automatic measures and by people's scores."
    invitation = "You judge how well systems translate marked expressions"
    next_step = "a test set"
    beginning = ("Set up", "overview")
    form = EvaluationForm
    model = EvaluationSettings
    tabs = (
        Tab("Overview", "evaluation:overview", can_visit),
        Tab("My work", "evaluation:work", can_annotate),
        Tab("Expressions", "evaluation:findings", can_adjudicate),
        Tab("Test sets", "evaluation:test_sets", can_see_results),
        Tab("Human judgement", "evaluation:judgement_rounds", can_see_everyones_work),
        Tab("Guidelines", "projects:guidelines", can_visit),
        Tab("Members", "projects:members", can_manage),
        Tab("Jobs", "projects:jobs", can_run_jobs),
        Tab("Settings", "evaluation:settings", can_manage),
    )

    def describe(self, project: Project) -> dict[str, Any]:
        return describe_project(project)
