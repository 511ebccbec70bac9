"""Jobs that wait for a manager."""

from datetime import timedelta

from django.db.models import OuterRef
from django.utils import timezone

from annotation_site.jobs.models import Job
from annotation_site.notices.matters import Matter
from annotation_site.projects.abilities import can_manage

# Whoever has not looked after so long does not need the result.
DAYS_SHOWN = 14

FAILED_JOBS = Matter(
    name="failed_jobs",
    ability=can_manage,
    route="projects:jobs",
    one="See 1 failed job",
    many="See {count} failed jobs",
    rows=lambda user: Job.objects.filter(
        project=OuterRef("pk"), state=Job.State.FAILED, finished_at__gt=timezone.now() - timedelta(days=DAYS_SHOWN)
    ),
)
