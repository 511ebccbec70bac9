"""The quotas, what is used of each, and the refusal of what does not fit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Model, QuerySet, Sum
from django.db.models.functions import Now
from django.template.defaultfilters import filesizeformat

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import LimitReached


@dataclass(frozen=True)
class Quota:
    """The amount of something that one holder may use: a person, a project, or the site, which is None.

    `sentence` says what, how much, and what to do; it names `used`, `most` and `more` as it needs them.
    """

    name: str
    resource: str
    holder: type[Model] | None
    label: str
    count: Callable[[Any], int]
    sentence: str
    # What it is where no operator set another amount; None for any amount.
    setting: Callable[[], int | None]
    is_bytes: bool = False

    def read(self, holder: User | Project | None) -> int | None:
        """Return the amount that holds for somebody; None for no limit."""
        amount: int | None = holder.quotas.get(self.name) if holder is not None else None
        return self.setting() if amount is None else amount

    def describe(self, amount: int) -> str:
        """Return an amount in words."""
        return filesizeformat(amount).replace("\xa0", " ") if self.is_bytes else f"{amount:,}"


def _add_sizes(uploads: QuerySet[Upload]) -> int:
    total: int | None = uploads.aggregate(total=Sum("size"))["total"]
    return total or 0


def _standing() -> QuerySet[Project]:
    projects: QuerySet[Project] = Project.objects.exclude(state=Project.State.ERASING)
    return projects


MORE_ROOM = "Ask an operator of this site for more room."
QUOTAS = (
    Quota(
        "upload_bytes_per_day",
        "uploads",
        User,
        "Uploads within a day",
        lambda user: _add_sizes(Upload.objects.filter(uploaded_by=user, created_at__gt=Now() - timedelta(days=1))),
        "You have uploaded {used} within a day, and may upload {most}; this file has {more}. Continue tomorrow.",
        lambda: settings.UPLOADS_PER_DAY * settings.UPLOAD_LIMIT_BYTES,
        is_bytes=True,
    ),
    Quota(
        "upload_bytes",
        "uploads",
        User,
        "Uploads",
        lambda user: _add_sizes(Upload.objects.filter(uploaded_by=user)),
        f"You have stored {{used}} of the {{most}} allowed to you, and this file has {{more}}. {MORE_ROOM}",
        lambda: settings.UPLOAD_BYTES_PER_PERSON,
        is_bytes=True,
    ),
    Quota(
        "upload_bytes",
        "uploads",
        Project,
        "Uploads",
        lambda project: _add_sizes(Upload.objects.filter(project=project)),
        f"This project stores {{used}} of the {{most}} allowed to it, and this file has {{more}}. {MORE_ROOM}",
        lambda: settings.UPLOAD_BYTES_PER_PROJECT,
        is_bytes=True,
    ),
    Quota(
        "upload_bytes",
        "uploads",
        None,
        "Uploads",
        lambda site: _add_sizes(Upload.objects.all()),
        "This site stores {used} of at most {most}, and this file has {more}. Ask its operator to make room.",
        lambda: settings.UPLOAD_BYTES_PER_SITE,
        is_bytes=True,
    ),
    Quota(
        "items",
        "items",
        Project,
        "Items",
        lambda project: project.item_count,
        "This project has {used} of the {most} items allowed to it, and {more} more do not fit. Import fewer, or ask "
        "an operator of this site for a higher quota.",
        lambda: settings.ITEMS_PER_PROJECT,
    ),
    Quota(
        "projects",
        "projects",
        User,
        "Projects created",
        lambda user: _standing().filter(created_by=user).count(),
        "You have created {used} projects, and may create {most}. Delete one that you do not need, or ask an operator "
        "of this site for a higher quota.",
        lambda: settings.PROJECTS_PER_PERSON,
    ),
    Quota(
        "projects",
        "projects",
        None,
        "Projects",
        lambda site: _standing().count(),
        "This site has {used} projects, and may have {most}. Ask its operator to make room.",
        lambda: settings.PROJECTS_PER_SITE,
    ),
    Quota(
        "jobs",
        "jobs",
        User,
        "Waiting jobs",
        lambda user: Job.objects.unfinished().filter(requested_by=user).count(),
        "You already have {most} waiting jobs. Wait for some to finish.",
        lambda: settings.JOBS_WAITING_PER_PERSON,
    ),
    Quota(
        "jobs",
        "jobs",
        Project,
        "Waiting jobs",
        lambda project: Job.objects.unfinished().filter(project=project).count(),
        "This project already has {most} waiting jobs. Wait for some to finish.",
        lambda: settings.JOBS_WAITING_PER_PROJECT,
    ),
    Quota(
        "jobs",
        "jobs",
        None,
        "Waiting jobs",
        lambda site: Job.objects.unfinished().count(),
        "{used} jobs are waiting on this site, which is full. Try again later.",
        lambda: settings.JOBS_WAITING_PER_SITE,
    ),
)


def list_quotas(holder: type[Model] | None) -> list[Quota]:
    """Return the quotas of people, of projects, or of the site."""
    return [quota for quota in QUOTAS if quota.holder is holder]


def require_room(resource: str, more: int = 1, *, user: User | None = None, project: Project | None = None) -> None:
    """Raise LimitReached if a quota of the person, the project or the site has no room for so much more.

    Whoever must hold it against simultaneous requests locks the holder's row before.
    """
    holders = {User: user, Project: project}
    for quota in QUOTAS:
        holder = holders.get(quota.holder) if quota.holder else None
        if quota.resource != resource or (quota.holder and holder is None):
            continue
        most = quota.read(holder)
        if most is not None and (used := quota.count(holder)) + more > most:
            amounts = {"used": used, "most": most, "more": more}
            raise LimitReached(
                quota.sentence.format(**{name: quota.describe(amount) for name, amount in amounts.items()})
            )


def describe_change(payload: Mapping[str, Any]) -> str:
    """Return what a recorded act made of a quota, to be added to the act in words; empty for acts of other kinds."""
    quota = next((known for known in QUOTAS if known.holder and known.name == payload.get("quota")), None)
    if quota is None:
        return ""
    after = payload["after"]
    return f": {quota.label}, {'as set for the site' if after is None else quota.describe(after)}"
