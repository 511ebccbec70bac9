"""People of the site, and what operators see of one of them: memberships, activity, acts, what erasing cannot reach."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.shortcuts import get_object_or_404

from annotation_site.accounts.models import ApiToken, User
from annotation_site.jobs.models import Job, Upload
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.queries import last_action

WITHOUT_ACCOUNT = Q(email__endswith=".invalid")
# Lists of people, by the word in the address of the page.
STATES: dict[str, tuple[str, Q]] = {
    "active": ("Active", ~WITHOUT_ACCOUNT & Q(is_active=True)),
    "deactivated": ("Deactivated", ~WITHOUT_ACCOUNT & Q(is_active=False)),
    "without_account": ("Without account", WITHOUT_ACCOUNT),
    "operators": ("Operators", Q(is_superuser=True)),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A project of a person, with their roles and last action in it."""

    project: Project
    roles: list[str]
    submitted: int
    active_at: datetime | None
    is_only_manager: bool
    is_member: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """Amounts that an account holds."""

    has_second_factor: bool
    tokens: int
    uploads: int
    upload_bytes: int
    jobs: int


def list_people(user: User, *, state: str = "", search: str = "") -> QuerySet[User]:
    """Return people by name with the number of their projects, for an operator."""
    is_found = Q(name__icontains=search) | Q(email__icontains=search) if search else Q()
    is_listed = STATES[state][1] if state else Q()
    ongoing = Q(memberships__state=Membership.State.ACTIVE)
    people: QuerySet[User] = User.objects.for_operator(user).filter(is_found, is_listed).order_by("name", "email")
    return people.annotate(project_count=Count("memberships__project", filter=ongoing, distinct=True))


def count_people(user: User, search: str) -> dict[str, int]:
    """Return the number of people found in each list, in one query."""
    people = list_people(user, search=search).order_by()
    columns = {name: Count("pk", filter=condition) for name, (_, condition) in STATES.items()}
    counts = User.objects.filter(pk__in=people.values("pk")).aggregate(everybody=Count("pk"), **columns)
    return {"": counts.pop("everybody"), **counts}


def open_person(user: User, pk: int) -> User:
    """Return a person for an operator; for others there is none."""
    return get_object_or_404(User.objects.for_operator(user), pk=pk)


def list_places(person: User) -> list[Place]:
    """Return the projects that the person is or was in, by name."""
    memberships = Membership.objects.filter(user=person).order_by("role")
    projects: QuerySet[Any] = Project.objects.filter(Exists(memberships.filter(project=OuterRef("pk")))).annotate(
        active_at=last_action(person=person.pk, project=OuterRef("pk"))
    )
    own: dict[int, list[Membership]] = {}
    for membership in memberships:
        own.setdefault(membership.project_id, []).append(membership)
    alone = set(find_sole_projects(person).values_list("pk", flat=True))
    return [_describe_membership(project, own[project.pk], is_only_manager=project.pk in alone) for project in projects]


def _describe_membership(project: Any, own: list[Membership], *, is_only_manager: bool) -> Place:
    active = [membership for membership in own if membership.state == Membership.State.ACTIVE]
    return Place(
        project=project,
        roles=[f"{membership.get_role_display()} {membership.pseudonym}".strip() for membership in active or own],
        submitted=sum(membership.submitted_count for membership in own),
        active_at=project.active_at,
        is_only_manager=is_only_manager,
        is_member=bool(active),
    )


def find_sole_projects(person: User) -> QuerySet[Project]:
    """Return the projects, neither archived nor deleted, that nobody else who can sign in manages."""
    managers = Membership.objects.filter(role=Role.MANAGER, state=Membership.State.ACTIVE, project=OuterRef("pk"))
    others = managers.filter(user__is_active=True).exclude(user=person)
    projects: QuerySet[Project] = Project.objects.filter(state=Project.State.ACTIVE)
    return projects.filter(Exists(managers.filter(user=person)) & ~Exists(others))


def count_facts(person: User) -> Facts:
    """Return what the account holds."""
    uploads = Upload.objects.filter(uploaded_by=person).aggregate(n=Count("pk"), size=Sum("size"))
    return Facts(
        has_second_factor=Authenticator.objects.filter(user=person).exists(),
        tokens=ApiToken.objects.usable().filter(user=person).count(),
        uploads=uploads["n"],
        upload_bytes=uploads["size"] or 0,
        jobs=Job.objects.filter(requested_by=person).count(),
    )


def list_remains(person: User) -> list[str]:
    """Return in sentences what pseudonymising the person leaves as it is."""
    releases = Project.objects.filter(memberships__user=person, releases__isnull=False)
    count = releases.aggregate(n=Count("releases", distinct=True))["n"]
    published = {0: "no release", 1: "1 release"}.get(count, f"{count:,} releases")
    return [
        "Readings, ratings, decisions and comments stay, under the letters that exports show. Names that somebody "
        "wrote into a comment, a guideline or a project's description stay, too.",
        f"Published releases cannot be changed: {published} of their projects so far. They show letters instead of "
        "names, but a citation may name the person.",
        "Uploaded files stay as they are, with their names.",
        "Backups, logs of the server and files that somebody downloaded are out of reach. Delete old backups yourself.",
    ]
