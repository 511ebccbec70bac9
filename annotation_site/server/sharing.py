"""The folder in which the processes of one web server share their counts.

Apart from `counters`, because gunicorn's settings must name it before prometheus_client is imported.
"""

import os
import shutil
import tempfile
from pathlib import Path

# Read by prometheus_client when it is first imported.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
PREFIX = "interlinea-counts-"


def open_folder(within: str | None) -> None:
    """Make the folder, before the processes are forked that count in it, and delete those that killed servers left."""
    place = Path(within or tempfile.gettempdir())
    for folder in place.glob(f"{PREFIX}*"):
        if not _is_alive(int(folder.name.removeprefix(PREFIX).split("-")[0])):
            shutil.rmtree(folder, ignore_errors=True)  # another user's, or another start is deleting it
    os.environ[FOLDER] = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=place)


def remove_folder() -> None:
    """Delete it with the counts, which begin at zero after every start."""
    shutil.rmtree(os.environ.pop(FOLDER))


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's, which was given the same number
        return True
    return True
