"""The length of each worker's list, and the attention items in it."""

from collections.abc import Collection

from django.db.models import Count, Q

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.quotas import CheckQuota, ListQuota
from annotation_site.prepared import Prepared, among
from annotation_site.projects.models import Membership
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.places import BEGUN, WORK
from idiomaticity.crowd.queries.repeats import count_repeats
from idiomaticity.screening.answers import count_checks
from idiomaticity.screening.models import KnownRating, ScreeningSettings

Use, Purpose = KnownRating.Use, Assignment.Purpose
_IS_BEGUN = Q(membership__assignments__state__in=BEGUN)
_find_workers_with_counts = Prepared(
    lambda annotators: (
        CrowdWorker.objects.select_related("call")
        .filter(pk__in=among(annotators))
        .annotate(
            checks=Count("pk", filter=_IS_BEGUN & Q(membership__assignments__purpose=Purpose.CHECK)),
            ratings=Count("pk", filter=_IS_BEGUN & Q(membership__assignments__purpose__in=WORK)),
        )
    )
)
_find_shares = Prepared(
    lambda projects: ScreeningSettings.objects.filter(project__in=among(projects)).values_list(
        "project", "attention_share"
    )
)
_count_attention_items = Prepared(
    lambda projects: (
        KnownRating.objects.filter(project__in=among(projects), use=Use.ATTENTION)
        .order_by()
        .values_list("project")
        .annotate(n=Count("pk"))
    )
)


def find_attention_quotas(annotators: Collection[Membership]) -> dict[int, CheckQuota]:
    """Return quotas of attention items; workers of a crowd have equally many beside the ratings they are paid for."""
    if not annotators:
        return {}
    screening = _read_attention({annotator.project_id for annotator in annotators})
    quotas = {
        annotator.pk: CheckQuota(
            annotator.project.seed, annotator.pk, screening[annotator.project_id][0], annotator.search_count
        )
        for annotator in annotators
    }
    for worker in _find_workers_with_counts([annotator.pk for annotator in annotators]):
        share, items = screening[worker.call_id]
        count = _count_checks(worker, share, items)
        usual = quotas[worker.pk]
        quotas[worker.pk] = ListQuota(
            *(usual.seed, usual.annotator, share, usual.searched),
            length=worker.limit + count,
            count=count,
            begun=worker.checks + worker.ratings,
            begun_checks=worker.checks,
        )
    return quotas


def find_limits(annotators: Collection[Membership]) -> dict[int, int]:
    """Return the length of each worker's list, attention items and repeats included; none follow once they completed or
    failed.
    """
    workers = CrowdWorker.objects.select_related("call").filter(pk__in=annotators)
    screening, repeats = _read_attention({worker.call_id for worker in workers}), count_repeats(workers)
    return {
        worker.pk: 0
        if worker.state in ("done", "failed")
        else worker.limit + _count_checks(worker, *screening[worker.call_id]) + repeats.get(worker.pk, 0)
        for worker in workers
    }


def count_most_asked(call: CrowdCall) -> int:
    """Return the number of items in a full list, attention items and repeats included."""
    return call.limit_each + count_checks_each(call) + call.repeats


def count_checks_each(call: CrowdCall) -> int:
    """Return the number of attention items in a full list."""
    return count_checks(call.limit_each, *_read_attention({call.pk})[call.pk])


def _count_checks(worker: CrowdWorker, share: int, items: int) -> int:
    """Return the number of attention items for a worker; all lists have the same, though some are shorter by one."""
    if worker.call.lists:
        return min(worker.limit, count_checks(worker.call.limit_each, share, items))
    return count_checks(worker.limit, share, items)


def _read_attention(projects: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return project → share (%) and number of attention items."""
    if not projects:
        return {}
    keys = list(projects)
    shares, items = dict(_find_shares(keys)), dict(_count_attention_items(keys))
    usual = ScreeningSettings().attention_share
    return {project: (shares.get(project, usual), items.get(project, 0)) for project in projects}
