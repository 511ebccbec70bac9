"""The Celery application; its few tasks are those of `annotation_site.jobs`."""

import os
from typing import Any

from celery import Celery
from celery.signals import import_modules

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
# Celery would run all checks of Django, and load every page for them: 25 MB for each process of a worker, which shows
# none. What must be set is checked below; the rest is the code's, and part of the tests.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("interlinea")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["annotation_site.jobs"])


@import_modules.connect(sender=app)
def prepare(**_: Any) -> None:
    """Refuse to start without what the site needs, and set the schedule of periodic work; Django is ready by now."""
    from django.db import connection

    from annotation_site.checks import refuse_incomplete_start
    from annotation_site.jobs.tasks import make_beat_schedule
    from annotation_site.server.tables import refuse_newer_tables

    refuse_incomplete_start()
    refuse_newer_tables()
    connection.close()  # the processes that work are forked from this one

    app.conf.beat_schedule = make_beat_schedule()
