"""One order of items in every run: seeds of projects are drawn, and with them who is given which item first.

TEST_SEED=2 and so on try other orders; a test that fails in one of them expects what the site does not promise.
"""

import os
import secrets
from types import SimpleNamespace

from annotation_site.projects import models

SEED = int(os.environ.get("TEST_SEED", "1"))


def draw_one_seed() -> None:
    """Let every project made by this process from now on have the same seed, unless one is given."""
    models.secrets = SimpleNamespace(**{**vars(secrets), "randbelow": lambda most: SEED % most})  # type: ignore[attr-defined]
