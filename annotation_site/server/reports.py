"""Reports of errors to a collector that speaks Sentry's protocol; imported only where `SENTRY_DSN` names one.

A report says which error arose where in the code, and the ids of request and job, by which the log tells the rest. It
holds nothing that people wrote: no message of an exception, no value of a variable, no address, nobody's name.
"""

import logging
from typing import Any

import sentry_sdk
from sentry_sdk.integrations.logging import EventHandler

from annotation_site.server.logs import find_fields, mask_secrets

# Long enough for a collector nearby; a worker's process waits so long when it ends.
FLUSH_SECONDS = 2.0
TAGS = ("request_id", "job", "kind", "view", "status")
KEPT = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")


class ReportHandler(EventHandler):
    """Sends what is logged as an error; `logging.shutdown`, by which a job's process ends, waits for it."""

    def flush(self) -> None:
        """Wait until what was reported is sent."""
        sentry_sdk.flush(timeout=FLUSH_SECONDS)


def make_handler(dsn: str, release: str, environment: str) -> logging.Handler:
    """Return the handler, and get ready to send."""
    sentry_sdk.init(
        dsn=dsn,
        release=release,
        environment=environment,
        default_integrations=False,  # they would add addresses, bodies and variables of requests
        auto_enabling_integrations=False,
        max_breadcrumbs=0,
        include_local_variables=False,
        send_client_reports=False,
        before_send=strip,
    )
    return ReportHandler(level=logging.ERROR)


def strip(event: Any, hint: dict[str, Any]) -> Any:
    """Return a report with nothing but what is listed here; None for answers by 5xx that were no fault of the code."""
    record: logging.LogRecord = hint["log_record"]
    if "exception" not in event and record.name == "django.request":
        return None
    fields = find_fields(record)
    kept = {name: event[name] for name in KEPT if name in event}
    kept["tags"] = {name: fields[name] for name in TAGS if name in fields}
    # The template alone: its arguments may be addresses or texts.
    kept["logentry"] = {"message": mask_secrets(str(record.msg))}
    if "exception" in event:
        kept["exception"] = {"values": [_strip_exception(each) for each in event["exception"]["values"]]}
    return kept


def _strip_exception(exception: dict[str, Any]) -> dict[str, Any]:
    return {name: exception[name] for name in ("type", "module", "mechanism", "stacktrace") if name in exception}
