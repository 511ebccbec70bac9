"""The `convert` command, as a program calls it."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

MANAGE = Path(__file__).parents[3] / "manage.py"


def convert(*arguments):
    """Return the JSON object and the lines on standard error."""
    out, err = StringIO(), StringIO()
    call_command("convert", *map(str, arguments), stdout=out, stderr=err)
    return json.loads(out.getvalue()), err.getvalue().splitlines()


def refuse(*arguments):
    """Return the sentence on standard error; the exit status must be 2."""
    with pytest.raises(CommandError) as caught:
        convert(*arguments)
    assert caught.value.returncode == 2
    return str(caught.value)
