#!/usr/bin/env python
"""Django's command line, with Interlinea's own commands beside it."""

import os
import sys


def main() -> None:
    """Run one administrative command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
