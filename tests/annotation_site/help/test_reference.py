"""The reference says everything that the code knows."""

import re

from django.core.management import get_commands

from annotation_site.help.reference import PAGES
from annotation_site.help.reference.api import write_api
from annotation_site.help.reference.commands import APPS, write_commands
from annotation_site.help.reference.settings import write_settings
from evaluation.management.commands.measure import COMMANDS
from tests.deploy.settings import OF_LIBRARIES, ROOT, find_read


def test_every_page_has_an_introduction() -> None:
    assert all((ROOT / "docs" / f"{name}.md").is_file() for name in PAGES)


def test_every_command_is_described_with_its_own_arguments_alone() -> None:
    written = write_commands()
    ours = {name for name, app in get_commands().items() if app in APPS}
    assert ours <= set(re.findall(r"^### (\S+)$", written, re.MULTILINE))
    assert {f"measure {name}" for name in COMMANDS} == set(re.findall(r"^#### (.+)$", written, re.MULTILINE))
    assert "--drop-annotators PATTERN" in written
    assert "--pythonpath" not in written


def test_every_address_of_the_api_is_described() -> None:
    written = write_api()
    assert "### `POST /projects/{slug}/imports/{id}/confirm/`" in written
    assert "- `leave_out_rejected` (boolean, optional)" in written
    assert "- `state` (`queued` or `running` or `succeeded`" in written
    assert written.count("\n### `") > 150


def test_every_variable_has_its_default() -> None:
    written = dict(re.findall(r"^\| `([A-Z_0-9]+)` \| (.+?) \|", write_settings(), re.MULTILINE))
    in_logs = {"LOG_FORMAT", "ACCESS_LOG"}  # which the web server reads before there are settings
    assert find_read() - in_logs <= set(written) | OF_LIBRARIES
    assert written["JOB_SECONDS"] != "–"
    assert written["STORAGE_S3_BUCKET"] == "–"
