"""Limits of what one person may send, and terms for which things are kept."""

import os

from annotation_site.settings.deployment import ENVIRONMENT
from annotation_site.settings.environment import read_quota

UPLOAD_LIMIT_BYTES = int(os.environ.get("UPLOAD_LIMIT_BYTES", str(200 * 1024 * 1024)))
# Of everything that is no file; the largest save of the editor is a quarter of it.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# Quotas (`annotation_site.quotas`); operators set others for single people and projects. Empty: as much as they like.
# So many uploads of the largest size may one person send within a day, or more smaller ones.
UPLOADS_PER_DAY = int(os.environ.get("UPLOADS_PER_DAY", "20"))
UPLOAD_BYTES_PER_PERSON = read_quota("UPLOAD_BYTES_PER_PERSON", 20 << 30)
UPLOAD_BYTES_PER_PROJECT = read_quota("UPLOAD_BYTES_PER_PROJECT", 50 << 30)
UPLOAD_BYTES_PER_SITE = read_quota("UPLOAD_BYTES_PER_SITE", None)
ITEMS_PER_PROJECT = read_quota("ITEMS_PER_PROJECT", 2_000_000)
PROJECTS_PER_PERSON = read_quota("PROJECTS_PER_PERSON", 200)
PROJECTS_PER_SITE = read_quota("PROJECTS_PER_SITE", None)
JOBS_WAITING_PER_PERSON = read_quota("JOBS_WAITING_PER_PERSON", 10)
JOBS_WAITING_PER_PROJECT = read_quota("JOBS_WAITING_PER_PROJECT", 50)
JOBS_WAITING_PER_SITE = read_quota("JOBS_WAITING_PER_SITE", 2_000)
# What nobody needs any more is deleted by one sweep (`@kept`): files that no job uses, previews that nobody confirmed,
# jobs that failed, notices to people who get no mail.
UPLOADS_KEPT_DAYS = int(os.environ.get("UPLOADS_KEPT_DAYS", "7"))
PREVIEWS_KEPT_DAYS = int(os.environ.get("PREVIEWS_KEPT_DAYS", "30"))
JOBS_KEPT_DAYS = int(os.environ.get("JOBS_KEPT_DAYS", "180"))
NOTICES_KEPT_DAYS = int(os.environ.get("NOTICES_KEPT_DAYS", "30"))
SLOW_REQUESTS_KEPT_DAYS = int(os.environ.get("SLOW_REQUESTS_KEPT_DAYS", "7"))
ENDED_SESSIONS_KEPT_DAYS = int(os.environ.get("ENDED_SESSIONS_KEPT_DAYS", "0"))
# Of one person to the API. The busiest editor sends two or three a second; tests send what they can.
API_REQUESTS_PER_MINUTE = int(os.environ.get("API_REQUESTS_PER_MINUTE", "60000" if ENVIRONMENT == "test" else "1200"))
ASSIGNMENT_LEASE_HOURS = 24
# A deleted project can be restored for so long; then everything in it is erased.
PROJECT_GRACE_DAYS = int(os.environ.get("PROJECT_GRACE_DAYS", "30"))
# So long may a request wait for a lock, and for one statement; jobs and commands wait as long as they need.
WEB_LOCK_MS = 1_000
WEB_STATEMENT_MS = 20_000
# The database is taken for hanging when it has not answered for so long.
WEB_SILENT_SECONDS = 3.2
