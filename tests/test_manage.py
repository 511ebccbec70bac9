"""The command line: what commands load before they begin."""

import json
import subprocess
import sys

import pytest

from manage import COMMANDS_OF_FILES
from tests.servers import ROOT, child_environment

# Each takes as long to load as numpy, or longer.
SLOW = {"celery", "python_calamine", "rest_framework", "sacrebleu", "sacremoses", "scipy"}
LOAD = """
import json, sys
from django.apps import apps
from manage import main
try:
    main(["manage.py", sys.argv[1], "--help"])
finally:
    print(json.dumps([apps.ready, sorted(sys.modules)]), file=sys.stderr)
"""


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=child_environment(), capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", COMMANDS_OF_FILES)
def test_a_command_of_files_loads_neither_apps_nor_what_it_may_not_need(name: str) -> None:
    done = run_python("-c", LOAD, name)
    assert done.returncode == 0, done.stderr
    assert "usage: manage.py" in done.stdout
    is_ready, modules = json.loads(done.stderr.splitlines()[-1])
    assert not is_ready
    assert not SLOW & set(modules)


def test_a_command_of_files_refuses_what_is_no_file() -> None:
    done = run_python("manage.py", "convert", "missing.txt", "out.txt", "--from", "pharaoh", "--to", "talp")
    assert done.returncode == 2
    assert "missing.txt" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_settings_that_do_not_hold_are_told_in_one_sentence() -> None:
    environment = {**child_environment(), "INTERLINEA_ENVIRONMENT": "production", "SECRET_KEY": ""}
    command = [sys.executable, "manage.py", "back_up", "/backups"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("SECRET_KEY is not set.")
    assert len(done.stderr.splitlines()) == 1
