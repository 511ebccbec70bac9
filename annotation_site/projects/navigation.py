"""The tabs of a project, by ability."""

from typing import Any

from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import (
    Ability,
    can_adjudicate,
    can_annotate,
    can_manage,
    can_run_jobs,
    can_see_agreement,
    can_see_everyones_work,
    can_see_quality,
    can_see_results,
    can_visit,
    list_abilities,
)
from annotation_site.projects.models import Project

# Label, route, ability of those who see it. Routes are names, so that this module knows no app above it.
Tab = tuple[str, str, Ability]
TABS: dict[str, list[Tab]] = {
    Project.Kind.ALIGNMENT: [
        ("Overview", "alignment:overview", can_visit),
        ("My work", "alignment:work", can_annotate),
        ("Reconciliation", "alignment:reconciliation", can_annotate),
        ("Feedback", "alignment:feedback", can_annotate),
        ("Pairs", "alignment:pairs", can_manage),
        ("Import", "alignment:import", can_manage),
        ("Rounds", "alignment:rounds", can_see_everyones_work),
        ("Adjudication", "alignment:adjudication", can_adjudicate),
        ("Agreement", "evaluation:agreement", can_see_agreement),
        ("Quality", "evaluation:quality", can_see_quality),
        ("Releases", "projects:releases", can_see_results),
        ("Systems", "evaluation:systems", can_see_results),
        ("Test sets", "evaluation:test_sets", can_see_results),
        ("Guidelines", "projects:guidelines", can_visit),
        ("Members", "projects:members", can_manage),
        ("Jobs", "projects:jobs", can_run_jobs),
        ("Settings", "alignment:settings", can_manage),
    ],
    Project.Kind.IDIOMATICITY: [
        ("Overview", "idiomaticity:overview", can_visit),
        ("My work", "idiomaticity:work", can_annotate),
        ("Import", "idiomaticity:import", can_manage),
        ("Results", "idiomaticity:results", can_see_results),
        ("Paraphrases", "idiomaticity:paraphrases", can_adjudicate),
        ("Classes", "idiomaticity:classes", can_see_everyones_work),
        ("Adjudication", "idiomaticity:adjudication", can_adjudicate),
        ("Agreement", "evaluation:rating_agreement", can_see_agreement),
        ("Releases", "projects:releases", can_see_results),
        ("Quality", "idiomaticity:quality", can_see_quality),
        ("Guidelines", "projects:guidelines", can_visit),
        ("Members", "projects:members", can_manage),
        ("Jobs", "projects:jobs", can_run_jobs),
        ("Settings", "idiomaticity:settings", can_manage),
    ],
    Project.Kind.EVALUATION: [
        ("Overview", "evaluation:overview", can_visit),
        ("My work", "evaluation:work", can_annotate),
        ("Expressions", "evaluation:findings", can_adjudicate),
        ("Test sets", "evaluation:test_sets", can_see_results),
        ("Human judgement", "evaluation:judgement_rounds", can_see_everyones_work),
        ("Guidelines", "projects:guidelines", can_visit),
        ("Members", "projects:members", can_manage),
        ("Jobs", "projects:jobs", can_run_jobs),
        ("Settings", "evaluation:settings", can_manage),
    ],
}
# Pages reached from another, under whose tab they stand: more tabs than a window's width are no help.
UNDER = {
    "idiomaticity:predictors": "idiomaticity:results",
    "evaluation:rating_plan": "evaluation:rating_agreement",
    "idiomaticity:crowd": "projects:members",
}


def project_context(user: User, project: Project, current: str) -> dict[str, Any]:
    """Return what `projects/project_base.html` needs: project, the person's abilities, tabs with the current one
    marked."""
    tab = UNDER.get(current, current)
    navigation = [
        {"label": label, "url": reverse(route, args=[project.slug]), "is_current": route == tab}
        for label, route, ability in TABS[project.kind]
        if ability(user, project)
    ]
    return {"project": project, "can": list_abilities(user, project), "navigation": navigation}
