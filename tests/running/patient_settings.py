"""The site's settings for web servers that share a machine with many other tests: there, a lock may be held, and an
answer of the database be awaited, for longer than an installation lets people wait.
"""

import os

from annotation_site.settings import *  # noqa: F403 - every other setting is as installed

# A script that tries how long people wait names the time of an installation.
WEB_LOCK_MS = int(os.environ.get("TEST_WEB_LOCK_MS", "60000"))
WEB_STATEMENT_MS = 120_000
WEB_SILENT_SECONDS = 60.0
