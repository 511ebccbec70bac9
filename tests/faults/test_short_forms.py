"""The short forms of the scripts: each promise is tried on every run of the tests."""

import os
import subprocess
import sys

import pytest

from tests.servers import ROOT

SCRIPTS = [
    "r1_worker_killed",
    "r2_broker_lost",
    "r3_database_killed",
    "r4_visibility_timeout",
    "r5_poison_job",
    "r6_many_savers",
    "r7_one_row",
    "r8_leases",
    "r9_import_killed",
    "r10_malformed_uploads",
    "r11_api_by_its_document",
    "r13_backup",
    "r14_same_release",
]


@pytest.mark.faults
@pytest.mark.parametrize("script", SCRIPTS)
def test_promise_is_kept(script: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "TEST_DATABASE_NAME"}
    command = [sys.executable, "-m", f"tests.faults.{script}", "--short"]
    process = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=180, check=False
    )
    print(process.stdout)
    assert process.returncode == 0, process.stdout + process.stderr
