"""The tabs of a project, by ability."""

from typing import Any

from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import list_abilities
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project


def project_context(user: User, project: Project, current: str) -> dict[str, Any]:
    """Return the context of `projects/project_base.html`: project, the person's abilities, tabs with the current one
    marked.
    """
    kind = find_kind(project.kind)
    current = kind.under.get(current, current)
    navigation = [
        {"label": tab.label, "url": reverse(tab.route, args=[project.slug]), "is_current": tab.route == current}
        for tab in kind.tabs
        if tab.ability(user, project)
    ]
    return {
        "project": project,
        "can": list_abilities(user, project),
        "navigation": navigation,
        "page_name": "",
    }
