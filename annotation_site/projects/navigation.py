"""The tabs of a project, by role."""

from typing import Any

from django.urls import reverse

from annotation_site.projects.models import Project, Role, User
from annotation_site.projects.selectors import find_roles

ANNOTATOR, ADJUDICATOR, MANAGER = Role.ANNOTATOR, Role.ADJUDICATOR, Role.MANAGER
# Label, route, roles that see it. Routes are names, so that this module knows no app above it.
TABS: list[tuple[str, str, tuple[str, ...]]] = [
    ("Overview", "alignment:overview", (ANNOTATOR, ADJUDICATOR, MANAGER)),
    ("My work", "alignment:work", (ANNOTATOR,)),
    ("Reconciliation", "alignment:reconciliation", (ANNOTATOR,)),
    ("Pairs", "alignment:pairs", (MANAGER,)),
    ("Import", "alignment:import", (MANAGER,)),
    ("Rounds", "alignment:rounds", (ADJUDICATOR, MANAGER)),
    ("Adjudication", "alignment:adjudication", (ADJUDICATOR, MANAGER)),
    ("Agreement", "evaluation:agreement", (ADJUDICATOR, MANAGER)),
    ("Releases", "projects:releases", (ADJUDICATOR, MANAGER)),
    ("Systems", "evaluation:systems", (ADJUDICATOR, MANAGER)),
    ("Test sets", "evaluation:test_sets", (ADJUDICATOR, MANAGER)),
    ("Guidelines", "projects:guidelines", (ANNOTATOR, ADJUDICATOR, MANAGER)),
    ("Members", "projects:members", (MANAGER,)),
    ("Jobs", "projects:jobs", (ADJUDICATOR, MANAGER)),
    ("Settings", "alignment:settings", (MANAGER,)),
]


def project_context(user: User, project: Project, current: str) -> dict[str, Any]:
    """What `projects/project_base.html` needs: project, the person's roles, tabs with the current one marked."""
    roles = find_roles(user, project)
    navigation = [
        {"label": label, "url": reverse(route, args=[project.slug]), "is_current": route == current}
        for label, route, allowed in TABS
        if roles & set(allowed)
    ]
    return {"project": project, "roles": roles, "navigation": navigation}
