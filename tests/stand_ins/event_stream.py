"""The site with one more address, on which a page of a round listens instead of asking: server-sent events, as the
alternative that `tests.benchmarks.reconciling` measures. PostgreSQL wakes each listener by LISTEN and NOTIFY.
"""

import os
import select
from collections.abc import Iterator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import Http404, StreamingHttpResponse  # noqa: E402
from django.urls import path  # noqa: E402

from alignment.rounds.queries.presence import find_together  # noqa: E402
from annotation_site.projects.access import OWNER, SignedInRequest, admits  # noqa: E402
from annotation_site.urls import urlpatterns as of_the_site  # noqa: E402
from tests.benchmarks.reconciling import CHANNEL  # noqa: E402

# A comment line, by which both sides notice that the other is gone.
ALIVE_SECONDS = 15


@admits(OWNER)
def listen(request: SignedInRequest, pk: int) -> StreamingHttpResponse:
    """Send a line for each change of the pair, until the page closes the connection."""
    together = find_together(request.user, pk)
    if together is None:
        raise Http404
    return StreamingHttpResponse(_events(together.round_item), content_type="text/event-stream")


def _events(round_item: int) -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"LISTEN {CHANNEL}")
    yield ": open\n\n"
    heard = connection.connection
    while True:
        if not any(select.select([heard], [], [], ALIVE_SECONDS)):
            yield ": alive\n\n"
            continue
        heard.poll()
        while heard.notifies:
            if heard.notifies.pop(0).payload == str(round_item):
                yield "data: changed\n\n"


urlpatterns = [path("listen/<int:pk>/", listen), *of_the_site]
settings.ROOT_URLCONF = __name__
application = get_wsgi_application()
