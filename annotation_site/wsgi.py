import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection

from annotation_site.checks import refuse_incomplete_start
from annotation_site.server.tables import refuse_newer_tables

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")

# Code is never garbage: looking for cycles in it took a tenth of the start.
gc.disable()
application = get_wsgi_application()
refuse_incomplete_start()
refuse_newer_tables()
connection.close()  # requests open their own, with limits
# Every page, or the first one who asks would wait until it is loaded.
import_module(settings.ROOT_URLCONF)
# Nor need any request search it.
gc.freeze()
gc.enable()


def start_rounds() -> None:
    """Let this process look after jobs and incidents."""
    from annotation_site.jobs.workers.rounds import Rounds
    from annotation_site.monitoring.services import look_for_incidents

    Rounds(rare_duty=look_for_incidents).start()
