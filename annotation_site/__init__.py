"""Interlinea: annotate and measure multiword expressions across languages."""

import atexit
import gc
import os

# Before numpy is loaded: workers are processes, one to a core, and a product of matrices that takes every core for
# itself only holds up the worker beside it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Nearly all that a start imports stays to the end, and a query makes thousands of objects: at Python's own threshold of
# 700 new ones, a search for garbage would follow the other.
gc.set_threshold(20_000)

# At its end, a process would search all that it has loaded three times for garbage, a quarter of the time of a start.
atexit.register(gc.freeze)
