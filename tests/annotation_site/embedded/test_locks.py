import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from annotation_site.embedded.console import LaunchError
from annotation_site.embedded.locks import hold_lock

HOLD = """
import sys, time
from pathlib import Path
from annotation_site.embedded.locks import hold_lock
with hold_lock(Path(sys.argv[1])) as lock:
    lock.publish("http://127.0.0.1:8000/")
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_launcher_is_told_where_the_first_one_answers(data: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(LaunchError, match=rf"process {holder.pid}\): http://127\.0\.0\.1:8000/"), hold_lock(data):
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with hold_lock(data):  # the kernel has let go of the killed holder's lock
            assert (data / "launcher.lock").read_text().startswith(f'{{"pid": {os.getpid()}')


def test_the_lock_is_not_inherited_by_children(data: Path) -> None:
    with hold_lock(data):
        child = subprocess.Popen(["sleep", "60"])
    with child, hold_lock(data):
        child.kill()
