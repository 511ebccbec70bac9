"""Compositionality as a kind of project."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

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
from idiomaticity.compounds.models import IdiomaticitySettings
from idiomaticity.projects.access import describe_project
from idiomaticity.projects.forms import IdiomaticityForm
from idiomaticity.projects.services import clean_wording
from idiomaticity.projects.wording import LONGEST, find_wording


class Wording(serializers.DictField):
    """Texts by name; what is left out is asked in the language's own words."""

    child = serializers.CharField(max_length=LONGEST)


class Compositionality(ProjectKind):
    """Noun compounds whose parts and whole are rated for how far they mean what their words mean."""

    kind = Project.Kind.IDIOMATICITY
    title = "New compositionality project"
    fixed_note = "Language and level are fixed from here on; the rest, the questions too, can be changed later."
    sentence = "Rate in sentences how far a compound means what its words mean, and paraphrase it."
    invitation = "You rate in sentences how far a compound means what its words mean"
    next_step = "import its compounds"
    beginning = ("Import compounds", "import")
    form = IdiomaticityForm
    model = IdiomaticitySettings
    shapes = {"wording": Wording}
    tabs = (
        Tab("Overview", "idiomaticity:overview", can_visit),
        Tab("My work", "idiomaticity:work", can_annotate),
        Tab("Import", "idiomaticity:import", can_manage),
        Tab("Results", "idiomaticity:results", can_see_results),
        Tab("Paraphrases", "idiomaticity:paraphrases", can_adjudicate),
        Tab("Classes", "idiomaticity:classes", can_see_everyones_work),
        Tab("Adjudication", "idiomaticity:adjudication", can_adjudicate),
        Tab("Agreement", "evaluation:rating_agreement", can_see_agreement),
        Tab("Releases", "projects:releases", can_see_results),
        Tab("Quality", "idiomaticity:quality", can_see_quality),
        Tab("Guidelines", "projects:guidelines", can_visit),
        Tab("Members", "projects:members", can_manage),
        Tab("Jobs", "projects:jobs", can_run_jobs),
        Tab("Settings", "idiomaticity:settings", can_manage),
    )
    under = {
        "idiomaticity:predictors": "idiomaticity:results",
        "evaluation:rating_plan": "evaluation:rating_agreement",
        "idiomaticity:crowd": "projects:members",
    }

    def read_settings(self, project: Project) -> dict[str, Any]:
        """Return the settings, with every text as annotators see it."""
        own = project.idiomaticity
        return {**super().read_settings(project), "wording": asdict(find_wording(own.language, own.wording))}

    def clean(self, settings: dict[str, Any], project: Project | None) -> dict[str, Any]:
        """Keep of the texts the project's own."""
        return {**settings, "wording": clean_wording(settings["language"], settings["wording"])}

    def describe(self, project: Project) -> dict[str, Any]:
        return describe_project(project)
