"""Scripts that measure and print a table, each beside the plain alternative in the same run; none is a timed test.

Run one with `python -m tests.benchmarks.saves [--small]`; they stand on the same stage as the scripts of tests/faults.
"""

import tests.scripts  # noqa: F401 - sets Django up
