"""Commands that measure need no database, find encodings, and end with one sentence for bad input."""

import json

import pytest
from django.core.management import CommandError

from tests.evaluation.cli.measuring import align, measure, run


def test_measuring_needs_no_database(write):
    gold, system = write("gold", "1-1\n"), write("system", "0-0\n")
    done = run("word-alignment", gold, system, "--gold-format", "talp", "--system-format", "pharaoh")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["aer"] == 0


def test_bad_input_prints_nothing_on_standard_output(write):
    system = write("system", "0-0\n")
    done = run("word-alignment", "missing.talp", system, "--gold-format", "talp", "--system-format", "pharaoh")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().endswith("missing.talp: The file cannot be read: No such file or directory.")
    assert done.stderr.count("\n") == 1


def test_encodings_are_found_or_named(write):
    gold, system = write("gold", "naïf\t1-1\n", "latin-1"), write("system", "0-0", "utf-16")
    assert align(gold, system, "--gold-encoding", "latin-1")["aer"] == 0.0
    with pytest.raises(CommandError, match="“klingon” is not an encoding"):
        align(gold, system, "--system-encoding", "klingon")
    with pytest.raises(CommandError, match="“klingon” is not an encoding"):
        measure("link-agreement", gold, gold, "--format", "talp", "--encoding", "klingon")
