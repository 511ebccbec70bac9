"""The tabs of a project, by role."""

from typing import Any

from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from annotation_site.projects.queries import find_roles

ANNOTATOR, ADJUDICATOR, MANAGER = Role.ANNOTATOR, Role.ADJUDICATOR, Role.MANAGER
# Label, route, roles that see it. Routes are names, so that this module knows no app above it.
Tab = tuple[str, str, tuple[str, ...]]
EVERYONE, REVIEWERS = (ANNOTATOR, ADJUDICATOR, MANAGER), (ADJUDICATOR, MANAGER)
TABS: dict[str, list[Tab]] = {
    Project.Kind.ALIGNMENT: [
        ("Overview", "alignment:overview", EVERYONE),
        ("My work", "alignment:work", (ANNOTATOR,)),
        ("Reconciliation", "alignment:reconciliation", (ANNOTATOR,)),
        ("Feedback", "alignment:feedback", (ANNOTATOR,)),
        ("Pairs", "alignment:pairs", (MANAGER,)),
        ("Import", "alignment:import", (MANAGER,)),
        ("Rounds", "alignment:rounds", REVIEWERS),
        ("Adjudication", "alignment:adjudication", REVIEWERS),
        ("Agreement", "evaluation:agreement", REVIEWERS),
        ("Quality", "evaluation:quality", (ANNOTATOR, MANAGER)),
        ("Releases", "projects:releases", REVIEWERS),
        ("Systems", "evaluation:systems", REVIEWERS),
        ("Test sets", "evaluation:test_sets", REVIEWERS),
        ("Guidelines", "projects:guidelines", EVERYONE),
        ("Members", "projects:members", (MANAGER,)),
        ("Jobs", "projects:jobs", REVIEWERS),
        ("Settings", "alignment:settings", (MANAGER,)),
    ],
    Project.Kind.IDIOMATICITY: [
        ("Overview", "idiomaticity:overview", EVERYONE),
        ("My work", "idiomaticity:work", (ANNOTATOR,)),
        ("Import", "idiomaticity:import", (MANAGER,)),
        ("Results", "idiomaticity:results", REVIEWERS),
        ("Paraphrases", "idiomaticity:paraphrases", REVIEWERS),
        ("Classes", "idiomaticity:classes", REVIEWERS),
        ("Adjudication", "idiomaticity:adjudication", REVIEWERS),
        ("Agreement", "evaluation:rating_agreement", REVIEWERS),
        ("Releases", "projects:releases", REVIEWERS),
        ("Quality", "idiomaticity:quality", (ANNOTATOR, MANAGER)),
        ("Guidelines", "projects:guidelines", EVERYONE),
        ("Members", "projects:members", (MANAGER,)),
        ("Jobs", "projects:jobs", REVIEWERS),
        ("Settings", "idiomaticity:settings", (MANAGER,)),
    ],
    Project.Kind.EVALUATION: [
        ("Overview", "evaluation:overview", EVERYONE),
        ("My work", "evaluation:work", (ANNOTATOR,)),
        ("Expressions", "evaluation:findings", REVIEWERS),
        ("Test sets", "evaluation:test_sets", REVIEWERS),
        ("Human judgement", "evaluation:judgement_rounds", REVIEWERS),
        ("Guidelines", "projects:guidelines", EVERYONE),
        ("Members", "projects:members", (MANAGER,)),
        ("Jobs", "projects:jobs", REVIEWERS),
        ("Settings", "evaluation:settings", (MANAGER,)),
    ],
}
# Pages reached from another, under whose tab they stand: more tabs than a window's width are no help.
UNDER = {
    "idiomaticity:predictors": "idiomaticity:results",
    "evaluation:rating_plan": "evaluation:rating_agreement",
    "idiomaticity:crowd": "projects:members",
}


def project_context(user: User, project: Project, current: str) -> dict[str, Any]:
    """What `projects/project_base.html` needs: project, the person's roles, tabs with the current one marked."""
    roles = find_roles(user, project)
    tab = UNDER.get(current, current)
    navigation = [
        {"label": label, "url": reverse(route, args=[project.slug]), "is_current": route == tab}
        for label, route, allowed in TABS[project.kind]
        if roles & set(allowed)
    ]
    return {"project": project, "roles": roles, "navigation": navigation}
