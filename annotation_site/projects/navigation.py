"""The pages of a project that somebody may open, in groups of work."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.notices.queries import list_waiting
from annotation_site.prepared import Prepared
from annotation_site.projects.abilities import (
    can_adjudicate,
    can_annotate,
    can_manage,
    can_visit,
    list_abilities,
    read_roles,
)
from annotation_site.projects.kinds import SIGNS, Group, Tab, find_kind
from annotation_site.projects.models import Project

# So many pages stand beside each other in a window of 820 px; whoever has more finds them in groups.
MOST_BESIDE = 7
# Documents below docs/ for those with an ability; of several, the first.
GUIDES = (
    (can_manage, "guides/managers"),
    (can_adjudicate, "guides/adjudicators"),
    (can_annotate, "guides/annotators"),
)
# Pages of annotators and adjudicators, whose names are translated; those of managers are English.
TRANSLATED = [
    gettext_noop("Overview"),
    gettext_noop("Guidelines"),
    gettext_noop("Annotator quality"),
    gettext_noop("Reconciliation"),
    gettext_noop("Feedback"),
    gettext_noop("Agreement"),
    gettext_noop("Adjudication"),
    gettext_noop("Rounds"),
    gettext_noop("Classes"),
    gettext_noop("Consistency"),
    gettext_noop("Paraphrases"),
    gettext_noop("Systems"),
    gettext_noop("Test sets"),
    gettext_noop("Results"),
    gettext_noop("Predictors"),
    gettext_noop("Releases"),
    gettext_noop("Jobs"),
]


@dataclass(frozen=True)
class NavigationLink:
    """A page or a group of pages, with the number of things that wait there."""

    label: str
    url: str
    is_current: bool
    count: int
    # At the end of the row, by this sign.
    sign: str = ""
    # Something works there just now.
    is_running: bool = False


def project_context(user: User, project: Project, current: str) -> dict[str, Any]:
    """Return the context of `projects/project_base.html`: project, the person's abilities, what waits for them, the
    pages or groups of pages with the current one marked; of its group, if it has one, all pages; the page of help.
    """
    kind = find_kind(project.kind)
    current = kind.under.get(current, current)
    waiting = list_waiting(user, [project])[project.pk]
    groups: dict[Group, list[NavigationLink]] = {}
    allowed = [tab for tab in kind.tabs if tab.ability(user, project)]
    is_running, used = _read_use(project, allowed)
    for tab in allowed:
        if is_in_row(tab, current, used):
            count = sum(row.count for row in waiting if kind.under.get(row.task.route, row.task.route) == tab.route)
            link = NavigationLink(
                _(tab.label),
                reverse(tab.route, args=[project.slug]),
                tab.route == current,
                count,
                is_running=is_running and tab.group == Group.JOBS,
            )
            groups.setdefault(tab.group, []).append(link)
    pages = [link for group in groups.values() for link in group]
    is_grouped = len(pages) > MOST_BESIDE
    return {
        "waiting": waiting,
        "project": project,
        "can": list_abilities(user, project),
        "navigation": [_head(*group) for group in groups.items()] if is_grouped else pages,
        "navigation_group": _find_current(groups) if is_grouped else None,
        "help_page": next(
            (_find_help(user, project, tab) for tab in kind.tabs if tab.route == current and tab.is_own_page), ""
        ),
        # That of the tab, unless the view gives the page a name of its own.
        "page_name": next((page.label for page in pages if page.is_current), ""),
    }


def list_extras(user: User, project: Project) -> list[tuple[str, list[Tab]]]:
    """Return the extra pages that the person may open, by the names of their groups."""
    extras: dict[Group, list[Tab]] = {}
    for tab in find_kind(project.kind).tabs:
        if tab.extra and tab.ability(user, project):
            extras.setdefault(tab.group, []).append(tab)
    return [(_(group), tabs) for group, tabs in extras.items()]


def is_in_row(tab: Tab, current: str, used: Collection[Tab]) -> bool:
    """Return whether a page has a tab: an extra one only where it is used or open."""
    return tab.extra is None or tab in used or (tab.is_own_page and tab.route == current)


def find_guide(roles: Collection[str]) -> str:
    """Return the guide for people in these roles; without any, that of annotators, which begins with an invitation."""
    return next((guide for ability, guide in GUIDES if not ability.roles.isdisjoint(roles)), GUIDES[-1][1])


def _read_use(project: Project, tabs: Sequence[Tab]) -> tuple[bool, list[Tab]]:
    """Return whether a job is running, and those extra pages that the project uses; one query for both."""
    conditions = {tab: tab.extra.used for tab in tabs if tab.extra and tab.extra.used is not None}
    if not conditions and not any(tab.group == Group.JOBS for tab in tabs):
        return False, []
    [(is_running, *are_used)] = _uses_of_one(tuple(conditions.values()))(project.pk)
    return is_running, [tab for tab, is_used in zip(conditions, are_used, strict=True) if is_used]


@cache
def _uses_of_one(conditions: tuple[Q, ...]) -> Prepared[tuple[bool, ...]]:
    return Prepared(lambda project: _with_uses(Project.objects.filter(pk=project), conditions))


def _with_uses(projects: QuerySet[Project], conditions: Sequence[Q]) -> QuerySet[Any, tuple[bool, ...]]:
    columns = {"is_running": Exists(Job.objects.unfinished().filter(project=OuterRef("pk")))}
    for number, condition in enumerate(conditions):
        columns[f"is_used_{number}"] = Exists(Project.objects.filter(condition, pk=OuterRef("pk")))
    return projects.order_by().annotate(**columns).values_list(*columns)


def _find_help(user: User, project: Project, tab: Tab) -> str:
    """Return the document about a page; of those that everybody visits, only managers have one."""
    if tab.ability is can_visit and not can_manage(user, project):
        return find_guide(read_roles(user, project))
    return tab.help_page


def _head(group: Group, pages: list[NavigationLink]) -> NavigationLink:
    """Return the link to a group: it leads to the first page on which something waits, else to the first of all."""
    entry = next((page for page in pages if page.count), pages[0])
    return NavigationLink(
        _(group),
        entry.url,
        is_current=any(page.is_current for page in pages),
        count=sum(page.count for page in pages),
        sign=SIGNS.get(group, ""),
        is_running=any(page.is_running for page in pages),
    )


def _find_current(groups: dict[Group, list[NavigationLink]]) -> tuple[str, list[NavigationLink]] | None:
    """Return name and pages of the group of the current page, if it has others."""
    for group, pages in groups.items():
        if len(pages) > 1 and any(page.is_current for page in pages):
            return _(group), pages
    return None
