"""Pages of the documentation that are written from the code: commands, API, settings."""

from collections.abc import Callable, Mapping

from annotation_site.help.reference.api import write_api
from annotation_site.help.reference.commands import write_commands
from annotation_site.help.reference.settings import write_settings

# By the name of the document below docs/, to whose introduction it is appended.
PAGES: Mapping[str, Callable[[], str]] = {
    "api-reference": write_api,
    "commands": write_commands,
    "settings": write_settings,
}
