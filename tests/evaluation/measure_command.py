"""The command `measure` as people use it."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def measure(*arguments):
    out = StringIO()
    call_command("measure", *map(str, arguments), stdout=out)
    return json.loads(out.getvalue())


def refuse(sentence, *arguments):
    with pytest.raises(CommandError) as caught:
        measure(*arguments)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.returncode == 2


def litter(files, *more, source="en"):
    named = [part for name, path in files.items() for part in (f"--{name.replace('_', '-')}", path)]
    return measure("litter", *named, "--source-language", source, "--target-language", "fr", *more)


def apt(files, *more):
    return measure("apt", *(part for name, path in files.items() for part in (f"--{name}", path)), *more)
