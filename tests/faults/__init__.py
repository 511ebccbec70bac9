"""Promises of docs/reliability.md, each tried by a script that breaks something and counts what is left.

Run one with `python -m tests.faults.jobs.r1_worker_killed [--small]`.
"""

import tests.scripts  # noqa: F401 - sets Django up
