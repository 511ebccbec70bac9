"""The cost of an id, counts and a line of the log for each request: the middleware around a view that does nothing.

Counts go to files that the processes of a web server share, as there, unless this process has counted before.
"""

import io
import logging
import time
from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext

from annotation_site.server import sharing
from annotation_site.server.logs import JsonFormatter, TextFormatter
from tests.scripts.machine import print_table
from tests.scripts.script import script


def answer(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


@script(small={"times": 50})
def measure_observing(times: int = 20_000) -> None:
    """Print microseconds a request, without and with the line of the log."""
    sharing.open_folder(None)
    try:
        from prometheus_client import values

        from annotation_site.monitoring.middleware import ObservingMiddleware

        rows = [("nothing", _time(answer, times))]
        with CaptureQueriesContext(connection) as statements:
            with override_settings(ACCESS_LOG=False):
                rows.append(("id and counts", _time(ObservingMiddleware(answer), times)))
            for formatter in (TextFormatter(), JsonFormatter()):
                rows.append((f"and a line ({type(formatter).__name__})", _time_with_line(formatter, times)))
        assert len(statements) == 0
        print_table(f"Microseconds a request, {values.ValueClass.__name__}", ("", "µs"), rows)
    finally:
        sharing.remove_folder()


def _time_with_line(formatter: logging.Formatter, times: int) -> str:
    from annotation_site.monitoring.middleware import ObservingMiddleware, logger

    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(formatter)
    logger.addHandler(handler)
    logger.propagate = False
    try:
        with override_settings(ACCESS_LOG=True):
            return _time(ObservingMiddleware(answer), times)
    finally:
        logger.propagate = True
        logger.removeHandler(handler)


def _time(handle: Callable[[HttpRequest], HttpResponse], times: int) -> str:
    requests = [RequestFactory().get(f"/assignments/{number}/") for number in range(times)]
    began = time.perf_counter()
    for request in requests:
        handle(request)
    return f"{(time.perf_counter() - began) / times * 1e6:.1f}"


if __name__ == "__main__":
    measure_observing.main()
