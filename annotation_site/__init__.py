"""Interlinea: annotate and measure multiword expressions across languages."""

import os

# Before numpy is loaded: workers are processes, one to a core, and a product of matrices that takes every core for
# itself only holds up the worker beside it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
