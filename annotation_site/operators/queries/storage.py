"""Storage of the site: what is kept for how long, what of it is due, how much there is, and the use of quotas."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Count, Sum

from annotation_site.accounts.models import User
from annotation_site.jobs.registry import list_terms
from annotation_site.projects.models import Project
from annotation_site.quotas.queries import Quota, list_quotas
from annotation_site.releases.models import Release


@dataclass(frozen=True, slots=True)
class Due:
    """Rows that the next sweep deletes, with their bytes where they are files."""

    noun: str
    setting: str
    days: int
    count: int
    size: int | None


def list_due() -> list[Due]:
    """Return what is kept for a time, and how much of it is due."""
    rows = []
    for term in list_terms():
        due = term.find_due().order_by()
        figures = due.aggregate(n=Count("pk"), size=Sum("size") if _has_size(due.model) else Count("pk"))
        size = figures["size"] or 0 if _has_size(due.model) else None
        rows.append(Due(term.noun, term.setting, term.days, figures["n"], size))
    return rows


def _has_size(model: Any) -> bool:
    try:
        model._meta.get_field("size")
    except FieldDoesNotExist:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Use:
    """A quota of one holder: what is used, what holds, and what an operator set."""

    quota: Quota
    used: str
    most: str
    own: int | None


def list_uses(holder: User | Project | None) -> list[Use]:
    """Return every quota of a person, a project, or the site."""
    uses = []
    for quota in list_quotas(type(holder) if holder is not None else None):
        most = quota.read(holder)
        own = holder.quotas.get(quota.name) if holder is not None else None
        uses.append(Use(quota, quota.describe(quota.count(holder)), "" if most is None else quota.describe(most), own))
    return uses


def count_release_bytes() -> int:
    """Return how much the files of all releases take."""
    return Release.objects.aggregate(size=Sum("size"))["size"] or 0
