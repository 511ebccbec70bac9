#!/usr/bin/env python
"""Django's command line, with Interlinea's own commands beside it."""

import gc
import os
import sys
from importlib import import_module

# These compute from files alone. Without apps and tables to load they begin in a quarter of the time.
COMMANDS_OF_FILES = {
    "align-words": "alignment",
    "select-sentences": "alignment",
    "compare-releases": "annotation_site",
    "convert": "evaluation",
    "find-expressions": "evaluation",
    "measure": "evaluation",
    "split-expressions": "evaluation",
    "training-data": "evaluation",
    "verify": "annotation_site",
}


def main(arguments: list[str]) -> None:
    """Run one administrative command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
    name = arguments[1] if len(arguments) > 1 else ""
    if app := COMMANDS_OF_FILES.get(name):
        # Code is never garbage: looking for cycles in it took a tenth of the time of loading it, and of measuring.
        gc.disable()
        command = import_module(f"{app}.management.commands.{name}").Command()
        gc.freeze()
        gc.enable()
        command.run_from_argv(arguments)
        return
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(arguments)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv)
