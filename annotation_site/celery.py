"""The Celery application; its few tasks are those of `annotation_site.jobs`."""

import os
from typing import Any

from celery import Celery
from celery.signals import import_modules

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")

app = Celery("interlinea")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["annotation_site.jobs"])


@import_modules.connect(sender=app)
def load_periodic_work(**_: Any) -> None:
    """Set the schedule of periodic work as soon as Django is ready."""
    from annotation_site.jobs.tasks import make_beat_schedule

    app.conf.beat_schedule = make_beat_schedule()
