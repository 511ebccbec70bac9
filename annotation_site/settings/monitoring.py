"""Sight for operators: metrics, logs, reports of errors (docs/operating/deployment.md, "Monitoring")."""

import os
from typing import Any

from annotation_site.settings.deployment import ENVIRONMENT, IS_PRODUCTION, VERSION
from annotation_site.settings.environment import read_flag

# Whoever sends it as a bearer token may read /metrics; without it the address does not exist.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
ACCESS_LOG = read_flag("ACCESS_LOG", default=IS_PRODUCTION)
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "annotation_site.server.logs.make_formatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # It would log whole addresses of calls, and those of webhooks may hold keys.
    "loggers": {"httpx2": {"level": "WARNING"}},
}
# A collector of errors that speaks Sentry's protocol, such as GlitchTip or Bugsink; nobody is told without it.
SENTRY_DSN = os.environ.get("SENTRY_DSN", "")
if SENTRY_DSN:
    LOGGING["handlers"]["reports"] = {
        "()": "annotation_site.server.reports.make_handler",
        "dsn": SENTRY_DSN,
        "release": VERSION,
        "environment": ENVIRONMENT,
    }
    LOGGING["root"]["handlers"].append("reports")
