"""The tabs of a project, by ability."""

from typing import Any

from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.notices.queries import list_waiting
from annotation_site.projects.abilities import list_abilities
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project


def project_context(user: User, project: Project, current: str) -> dict[str, Any]:
    """Return the context of `projects/project_base.html`: project, the person's abilities, what waits for them, tabs
    with the current one marked and the number of things that wait there.
    """
    kind = find_kind(project.kind)
    current = kind.under.get(current, current)
    waiting = list_waiting(user, [project])[project.pk]
    navigation = [
        {
            "label": tab.label,
            "url": reverse(tab.route, args=[project.slug]),
            "is_current": tab.route == current,
            "count": sum(
                each.count for each in waiting if kind.under.get(each.matter.route, each.matter.route) == tab.route
            ),
        }
        for tab in kind.tabs
        if tab.ability(user, project)
    ]
    return {
        "waiting": waiting,
        "project": project,
        "can": list_abilities(user, project),
        "navigation": navigation,
        "page_name": "",
    }
