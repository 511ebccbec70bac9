"""Abilities of a project's members: the one place that knows what a role allows.

A new role is a line of `Role`, and its place in the abilities below. Pages and services that let somebody do something
ask for an ability and never for a role; the membership of an annotator, whose work belongs to it, is found by
`require_annotator`.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.accounts.models import User
from annotation_site.prepared import Prepared
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.web.exceptions import RoleRequired

CREATORS_ONLY = "Your account cannot create projects. Ask the operator of this site."

OPERATORS_ONLY = "Only operators of this site can do this."
_find_roles = Prepared(lambda user, project: list_own_roles(user, project))
_find_annotator = Prepared(lambda user, project: own_membership(user, project))
_find_state = Prepared(lambda project: Project.objects.filter(pk=project).only("state").order_by())


NAMES = {
    Role.ANNOTATOR: gettext_noop("annotator"),
    Role.ADJUDICATOR: gettext_noop("adjudicator"),
    Role.MANAGER: gettext_noop("manager"),
}


class Ability:
    """Something that members in certain roles may do. Called with a person and a project, it returns
    whether they may.
    """

    def __init__(self, *roles: Role) -> None:
        self.roles = frozenset(roles)
        self.names = [NAMES[role] for role in roles]

    @property
    def refusal(self) -> str:
        """The sentence for those who lack it."""
        names = [_(name) for name in self.names]
        roles = _(" or ").join(filter(None, [", ".join(names[:-1]), names[-1]]))
        return _("Only a project's {roles} can do this.").format(roles=roles)

    def __call__(self, user: User, project: Project) -> bool:
        return not self.roles.isdisjoint(read_roles(user, project))

    def projects_of(self, user: User) -> QuerySet[Any, Any]:
        """Return the ids of the projects in which the person has the ability, as a subquery for filters."""
        memberships: QuerySet[Any, Any] = Membership.objects.active().filter(user=user, role__in=self.roles)
        return memberships.values("project")


# See the overview and the guidelines.
can_visit = Ability(*Role)
# Be given items.
can_annotate = Ability(Role.ANNOTATOR)
# Decide on pairs, compounds, paraphrases and expressions found in text.
can_adjudicate = Ability(Role.ADJUDICATOR, Role.MANAGER)
# Change settings and members, import, hold rounds, measure.
can_manage = Ability(Role.MANAGER)
can_release = Ability(Role.MANAGER)
# Upload files, and ask for work that takes long.
can_run_jobs = Ability(Role.ADJUDICATOR, Role.MANAGER)
can_see_agreement = Ability(Role.ADJUDICATOR, Role.MANAGER)
# See items with the answers of all annotators, and how far these are.
can_see_everyones_work = Ability(Role.ADJUDICATOR, Role.MANAGER)
# See how well annotators work: annotators themselves, managers everybody.
can_see_annotator_quality = Ability(Role.ANNOTATOR, Role.MANAGER)
# See scores, test sets, predictors and releases.
can_see_results = Ability(Role.ADJUDICATOR, Role.MANAGER)

# What an invitation says of a role; the work of annotators is told by the kind of the project.
DUTIES = {
    Role.ADJUDICATOR: gettext_noop("You decide where annotators disagree."),
    Role.MANAGER: gettext_noop("You import text, invite people, follow progress and create releases."),
}
# For templates, which write `can.manage`.
ABILITIES = {name.removeprefix("can_"): each for name, each in list(globals().items()) if isinstance(each, Ability)}


def require(ability: Ability, user: User, project: Project) -> None:
    """Raise RoleRequired unless the person has the ability, and NotEditable if the project is archived or deleted: for
    services, which write. Queries the database each time: a service does not rely on what a page read before.
    """
    _known(project).pop(user.pk, None)
    require_ability(ability, user, project)
    [found] = _find_state(project.pk)
    found.require_active()


def require_ability(ability: Ability, user: User, project: Project) -> None:
    """Raise RoleRequired unless the person has the ability."""
    if not ability(user, project):
        raise RoleRequired(ability.refusal)


def require_annotator(user: User, project: Project) -> Membership:
    """Return the person's own membership as an annotator, or raise RoleRequired."""
    membership = _find_annotator.first(user.pk, project.pk)
    if membership is None:
        raise RoleRequired(can_annotate.refusal)
    membership.project = project
    return membership


def own_membership(user: Any, project: Any) -> QuerySet[Membership]:
    """Return the person's membership as an annotator, as a query; empty for others."""
    memberships: QuerySet[Membership] = Membership.objects.active().annotators().filter(user=user, project=project)
    return memberships


def list_abilities(user: User, project: Project) -> dict[str, bool]:
    """Return every ability by name, for templates."""
    return {name: ability(user, project) for name, ability in ABILITIES.items()}


def can_create_projects(user: User) -> bool:
    """Return whether the person may start projects: operators, those they named, and whoever manages one already."""
    return bool(user.is_superuser or user.can_create_projects or can_manage.projects_of(user).exists())


def require_creator(user: User) -> None:
    """Raise RoleRequired unless the person may start projects."""
    if not can_create_projects(user):
        raise RoleRequired(CREATORS_ONLY)


def require_operator(user: User) -> None:
    """Raise RoleRequired unless the person runs the site."""
    if not user.is_superuser:
        raise RoleRequired(OPERATORS_ONLY)


def require_manager_or_operator(user: User, project: Project) -> None:
    """Raise RoleRequired unless the person manages the project or runs the site: for archiving and deleting it."""
    if not user.is_superuser:
        require_ability(can_manage, user, project)


def read_roles(user: User, project: Project) -> frozenset[str]:
    """Return the person's roles, read once per project object, so that a request with several abilities
    queries once.
    """
    known = _known(project)
    if user.pk not in known:
        known[user.pk] = frozenset(_find_roles(user.pk, project.pk))
    return known[user.pk]


def list_own_roles(user: Any, project: Any) -> QuerySet[Any, str]:
    """Return the person's roles, as a query."""
    own: QuerySet[Any, Any] = Membership.objects.active().filter(user=user, project=project)
    return own.order_by().values_list("role", flat=True)


def list_all_roles(user: User) -> QuerySet[Any, str]:
    """Return the person's roles in any project, as a query."""
    own: QuerySet[Any, Any] = Membership.objects.active().filter(user=user)
    return own.order_by().values_list("role", flat=True).distinct()


def remember_roles(user: User, project: Project, roles: Iterable[str]) -> None:
    """Store roles that came with the project, so that abilities need no query of their own."""
    _known(project)[user.pk] = frozenset(roles)


def _known(project: Project) -> dict[int, frozenset[str]]:
    known: dict[int, frozenset[str]] = project.__dict__.setdefault("_roles_by_user", {})
    return known
