"""The folder in which the processes of one web server share their counts.

Apart from `counters`, because gunicorn's settings must name it before prometheus_client is imported.
"""

import os
import shutil
import tempfile

# Read by prometheus_client when it is first imported.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def open_folder(within: str | None) -> None:
    """Make the folder, before the processes are forked that count in it."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix=f"interlinea-counts-{os.getpid()}-", dir=within)


def remove_folder() -> None:
    """Delete it with the counts, which begin at zero after every start."""
    shutil.rmtree(os.environ.pop(FOLDER))
