"""Commands of the documentation with their outputs, run where their data is."""

import json
import re
import shlex
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from tests.deploy.settings import ROOT
from tests.shared_data import shared

SHOWN = re.compile(r"```console\n\$ python manage\.py (.+)\n(.+)\n```")
COMMANDS = [
    (path.stem, command, output)
    for path in sorted((ROOT / "docs" / "howto").glob("*.md"))
    for command, output in SHOWN.findall(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "command", "output"), COMMANDS)
def test_a_command_prints_what_its_page_shows(
    page: str, command: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, *arguments = shlex.split(command)
    monkeypatch.chdir(find_folder(arguments))
    printed = StringIO()
    call_command(name, *arguments, stdout=printed)
    expect_part(json.loads(printed.getvalue()), json.loads(output, parse_float=Decimal))


def find_folder(arguments: list[str]) -> str:
    """Return the folder in which the first file of a command lies."""
    file = next(word for word in arguments if "." in word and not word.startswith("-"))
    folder = next((path for path in sorted(shared("data").glob("*/*")) if (path / file).is_file()), None)
    assert folder is not None, f"{file} is in none of the folders of data"
    return str(folder)


def expect_part(printed: Any, shown: Any) -> None:
    """Require what a page shows: keys may be missing there, and figures are rounded to their last digit."""
    if isinstance(shown, dict):
        for key, value in shown.items():
            expect_part(printed[key], value)
    elif isinstance(shown, list):
        for one, other in zip(printed, shown, strict=True):
            expect_part(one, other)
    elif isinstance(shown, Decimal):
        assert abs(Decimal(str(printed)) - shown) <= Decimal(1).scaleb(shown.as_tuple().exponent) / 2  # type: ignore[arg-type]
    else:
        assert printed == shown


def test_every_how_to_has_a_command_that_runs() -> None:
    assert {page for page, _, _ in COMMANDS} == {"idioms", "nctti", "wags"}
    with pytest.raises(AssertionError):
        expect_part({"aer": 0.16389}, {"aer": Decimal("0.1640")})
