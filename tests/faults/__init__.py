"""Promises of docs/reliability.md, each tried by a script that breaks something and counts what is left.

Run one with `python -m tests.faults.r1_worker_killed [--short]`; DATABASE_URL names a server on which its user may
create databases. Nothing on that server but the script's own database is touched.
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
os.environ.setdefault("INTERLINEA_ENVIRONMENT", "test")
django.setup()
