"""Database, caches, files and static files."""

import os
from pathlib import Path
from typing import Any

import dj_database_url

from annotation_site.settings.deployment import BASE_DIR, DATA_DIR, ENVIRONMENT, IS_PRODUCTION


def limit_store_waiting() -> Any:
    """Return the patience with an object store: a request or a job that meets a silent one ends with a sentence."""
    from botocore.config import Config  # takes long to load, and is of no use where there is no such store

    return Config(connect_timeout=3, read_timeout=10, retries={"total_max_attempts": 2})


DATABASES = {
    "default": dj_database_url.config(
        default="postgresql://interlinea@127.0.0.1:5432/interlinea",
        engine="annotation_site.server.postgresql",
        conn_max_age=600,
        conn_health_checks=True,
    )
}
# A server that vanished from the network is noticed after half a minute; the kernel alone would take hours. Web servers
# are less patient: annotation_site/server/database.py.
DATABASES["default"]["OPTIONS"] = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
    **DATABASES["default"].get("OPTIONS", {}),
}
if test_database := os.environ.get("TEST_DATABASE_NAME"):  # lets two test runs share one server
    DATABASES["default"]["TEST"] = {"NAME": test_database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# The broker only wakes workers up, so that nothing a person sees hangs on it: sessions and caches live in PostgreSQL.
CACHES = {
    # Rate limits, used codes, forms sent: nothing of it may be pushed out. allauth knows no other cache than this.
    "default": {"BACKEND": "annotation_site.accounts.guards.GuardCache"},
    # Computed figures, which are computed again when they are gone.
    "figures": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "site_cache"},
}

STORAGES = {
    "default": (
        {
            "BACKEND": "storages.backends.s3.S3Storage",
            "OPTIONS": {
                "bucket_name": os.environ["STORAGE_S3_BUCKET"],
                "client_config": limit_store_waiting(),
            },
        }
        if os.environ.get("STORAGE_S3_BUCKET")
        # Files are read by views that check rights, never by a web server: no base_url.
        else {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": DATA_DIR / "files", "base_url": None, "file_permissions_mode": 0o600},
        }
    ),
    "staticfiles": {
        "BACKEND": (
            "annotation_site.web.scripts.StaticFilesStorage"
            if IS_PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT", BASE_DIR / "staticfiles"))
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = not IS_PRODUCTION
# The built documentation belongs to the code and not to the data; a test says by itself whether there is any.
HELP_ROOT = (DATA_DIR if ENVIRONMENT == "test" else BASE_DIR / "var") / "help"
