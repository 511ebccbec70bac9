"""The `measure` command, as a program calls it."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

from django.core.management import call_command

MANAGE = Path(__file__).parents[3] / "manage.py"


def measure(*arguments):
    out = StringIO()
    call_command("measure", *map(str, arguments), stdout=out)
    return json.loads(out.getvalue())


def align(gold, system, *more, gold_format="talp", system_format="pharaoh"):
    return measure(
        "word-alignment", gold, system, "--gold-format", gold_format, "--system-format", system_format, *more
    )


def run(*arguments):
    """In a process of its own, with a database that cannot be reached."""
    environment = {**os.environ, "DATABASE_URL": "postgres://nobody:none@127.0.0.1:1/none"}
    command = [sys.executable, MANAGE, "measure", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240)
