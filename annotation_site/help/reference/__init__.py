"""Pages of the documentation that are written from the code: commands, API, settings."""

from collections.abc import Callable, Mapping

from annotation_site.help.reference.api import write_api
from annotation_site.help.reference.commands import write_commands
from annotation_site.help.reference.settings import write_settings

# By the path of the document below docs/, to whose introduction it is appended.
PAGES: Mapping[str, Callable[[], str]] = {
    "reference/api-reference": write_api,
    "reference/commands": write_commands,
    "reference/settings": write_settings,
}
