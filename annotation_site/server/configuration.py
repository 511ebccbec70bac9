"""Settings of gunicorn: `gunicorn --config python:annotation_site.server.configuration`; the command line takes
precedence.
"""

import gc
from pathlib import Path
from typing import Any

from annotation_site.server import sharing
from annotation_site.server.handover import end_old_processes_late, wait_for_tables
from annotation_site.server.ports import open_ports, open_ports_late, turn_newcomers_away

wsgi_app = "annotation_site.wsgi"
# A slow download holds a thread and not a process; a slow upload of headers or forms holds neither.
worker_class = "annotation_site.server.worker.GatheringWorker"
workers = 2
threads = 8
graceful_timeout = 10
logger_class = "annotation_site.server.logs.MaskingLogger"
control_socket_disable = True
# The heartbeat must not wait for a disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a folder in memory, private files


def on_starting(arbiter: Any) -> None:
    """Let the processes to come count requests together, old ones serve until new ones do, and nobody be cut off."""
    sharing.open_folder(worker_tmp_dir)
    end_old_processes_late(arbiter)
    open_ports_late()
    turn_newcomers_away(arbiter)


def on_exit(arbiter: Any) -> None:
    """Leave nothing behind."""
    sharing.remove_folder()


def post_worker_init(worker: Any) -> None:
    """Let no request of the new process wait long for the database, and let the process look after jobs and
    incidents.
    """
    from annotation_site.server.database import limit_waiting, watch_database
    from annotation_site.wsgi import start_rounds

    wait_for_tables(worker)
    limit_waiting()
    watch_database()
    start_rounds()
    # What is loaded by now stays: no request need search it for garbage.
    gc.freeze()
    open_ports(worker)
    worker.log.info("Serving (pid: %s)", worker.pid)
