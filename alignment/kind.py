"""Word alignment as a kind of project."""

from typing import Any

from alignment.feedback.services import show_feedback
from alignment.pairs.models import AlignmentSettings
from alignment.projects.access import describe_project
from alignment.projects.forms import AlignmentForm
from alignment.projects.services import check_settings
from annotation_site.projects.abilities import (
    can_adjudicate,
    can_annotate,
    can_manage,
    can_run_jobs,
    can_see_agreement,
    can_see_everyones_work,
    can_see_quality,
    can_see_results,
    can_visit,
)
from annotation_site.projects.kinds import ProjectKind, Tab
from annotation_site.projects.models import Project


class WordAlignment(ProjectKind):
    """Sentence pairs whose words are linked as Sure or Possible."""

    kind = Project.Kind.ALIGNMENT
    title = "New word alignment project"
    fixed_note = "Languages and what is aligned are fixed from here on; the rest can be changed later."
    sentence = "Link the words of sentences and their translations, as Sure or Possible."
    invitation = "You read sentence pairs and link their words"
    next_step = "import its text"
    beginning = ("Import text", "import")
    form = AlignmentForm
    model = AlignmentSettings
    tabs = (
        Tab("Overview", "alignment:overview", can_visit),
        Tab("My work", "alignment:work", can_annotate),
        Tab("Reconciliation", "alignment:reconciliation", can_annotate),
        Tab("Feedback", "alignment:feedback", can_annotate),
        Tab("Pairs", "alignment:pairs", can_manage),
        Tab("Import", "alignment:import", can_manage),
        Tab("Rounds", "alignment:rounds", can_see_everyones_work),
        Tab("Adjudication", "alignment:adjudication", can_adjudicate),
        Tab("Agreement", "evaluation:agreement", can_see_agreement),
        Tab("Quality", "evaluation:quality", can_see_quality),
        Tab("Releases", "projects:releases", can_see_results),
        Tab("Systems", "evaluation:systems", can_see_results),
        Tab("Test sets", "evaluation:test_sets", can_see_results),
        Tab("Guidelines", "projects:guidelines", can_visit),
        Tab("Members", "projects:members", can_manage),
        Tab("Jobs", "projects:jobs", can_run_jobs),
        Tab("Settings", "alignment:settings", can_manage),
    )

    def clean(self, settings: dict[str, Any], project: Project | None) -> dict[str, Any]:
        """Refuse a majority of two, and another share of control pairs once it shows."""
        check_settings(settings, project)
        return settings

    def after_change(self, project: Project, changed: dict[str, Any]) -> None:
        """Show annotators the feedback that waits."""
        if changed.get("shows_feedback"):
            show_feedback(project)

    def describe(self, project: Project) -> dict[str, Any]:
        return describe_project(project)
