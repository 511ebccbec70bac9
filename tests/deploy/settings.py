"""Settings by variables of the environment: those that the code reads, and those that the documents tell of."""

import re

from django.conf import settings

ROOT = settings.BASE_DIR
READS = re.compile(r'(?:environ(?:\.get)?[(\[]|read_(?:flag|hosts|list|quota)\()\s*"([A-Z][A-Z0-9_]+)"')
# Of tests, of the image and of the cluster, and times that hold together with each other.
NOT_FOR_OPERATORS = {
    "TEST_DATABASE_NAME",
    "INTERLINEA_DEBUG",
    "STATIC_ROOT",
    "EMAIL_BACKEND",
    "SECURE_SSL_REDIRECT",
    "JOB_LEASE_SECONDS",
    "JOB_SWEEP_SECONDS",
    "MAIL_SECONDS",
    "WEBHOOK_SECONDS",
    "BROKER_VISIBILITY_TIMEOUT",
    "KUBERNETES_SERVICE_HOST",
}
# Of libraries, which read them themselves.
OF_LIBRARIES = {"DATABASE_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_S3"}


def find_read() -> set[str]:
    """Return the variables that the settings read."""
    paths = [*(ROOT / "annotation_site" / "settings").glob("*.py"), ROOT / "annotation_site" / "server" / "logs.py"]
    return {name for path in paths for name in READS.findall(path.read_text())}


def find_documented() -> set[str]:
    """Return the variables in tables of the documents."""
    paths = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    rows = [line for path in paths for line in path.read_text().splitlines() if line.startswith("|")]
    return {name for row in rows for name in re.findall(r"`([A-Z][A-Z0-9_]+)(?:=[^`]*)?`", row)}


def find_passed_on() -> set[str]:
    """Return the variables that every deployment must pass on."""
    return (find_read() - NOT_FOR_OPERATORS) | OF_LIBRARIES
