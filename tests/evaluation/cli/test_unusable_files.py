"""A file given to a command by mistake is refused in one sentence that names it, and nothing is written."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, get_commands

from evaluation.management.commands.measure import COMMANDS as MEASURES
from tests.evaluation.cli.commands import COMMANDS, OTHERS
from tests.evaluation.cli.unusable import UNUSABLE

INVOCATIONS = [(name, invocation) for name, invocations in COMMANDS.items() for invocation in invocations]
FILES = [(name, invocation, file) for name, invocation in INVOCATIONS for file in invocation.files]
APPS = ("alignment", "evaluation", "expressions", "idiomaticity")


def run(name, arguments):
    call_command(*name.split(), *arguments, stdout=StringIO(), stderr=StringIO())


# Of all kinds together, in the app of the site, whose other commands are about its database.
SHARED = {"compare-releases", "verify"}


def test_every_command_is_in_the_list():
    own = {name for name, app in get_commands().items() if app in APPS} - {"measure"} | SHARED
    assert own == {name for name in {*COMMANDS, *OTHERS} if not name.startswith("measure ")}
    assert set(MEASURES) == {name.removeprefix("measure ") for name in COMMANDS if name.startswith("measure ")}


@pytest.mark.parametrize(("name", "invocation"), INVOCATIONS, ids=[name for name, _ in INVOCATIONS])
def test_the_list_has_arguments_by_which_each_succeeds(name, invocation, tmp_path):
    run(name, invocation.write(tmp_path))


@pytest.mark.parametrize(("name", "invocation", "file"), FILES, ids=[f"{name} {file}" for name, _, file in FILES])
@pytest.mark.parametrize("fault", UNUSABLE)
def test_a_file_by_mistake_is_refused_in_one_sentence_that_names_it(name, invocation, file, fault, tmp_path):
    arguments = invocation.write(tmp_path)
    UNUSABLE[fault](tmp_path / file)
    with pytest.raises(CommandError) as refused:
        run(name, arguments)
    assert refused.value.returncode == 2
    assert str(tmp_path / file) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not Path(tmp_path / "out").is_file()
