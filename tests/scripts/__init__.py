"""The machinery of scripts that break something (tests/faults) or measure something (tests/benchmarks).

A script is a function under `@script`: its defaults are the full size, and `small` names what differs in the form that
the tests play (test_small_forms.py). DATABASE_URL names a server on which its user may create databases; nothing there
but the script's own database is touched.
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
os.environ.setdefault("INTERLINEA_ENVIRONMENT", "test")
django.setup()
