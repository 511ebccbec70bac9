"""The reference of commands, from their parsers."""

import argparse
from collections.abc import Iterator

from django.core.management import get_commands, load_command_class

# The apps of this project in the order of the page; Django documents its own commands.
APPS = {
    "evaluation": "Measures, expressions and releases",
    "alignment": "Word alignment",
    "expressions": "Expressions in running text",
    "annotation_site": "For operators",
}
OF_DJANGO = {
    *("help", "version", "verbosity", "settings", "pythonpath", "traceback", "no_color", "force_color"),
    "skip_checks",
}
WIDTH, COLUMN = 100, 28


def write_commands() -> str:
    """Return every command of the project with its arguments, as Markdown."""
    lines: list[str] = []
    for app, title in APPS.items():
        lines += ["", f"## {title}"]
        for name in sorted(name for name, owner in get_commands().items() if owner == app):
            parser = load_command_class(app, name).create_parser("manage.py", name)
            lines += _document_command(parser, f"### {name}", parser.description or "")
            for word, about, inner in _list_subcommands(parser):
                lines += _document_command(inner, f"#### {name} {word}", about)
    return "\n".join(lines) + "\n"


def _document_command(parser: argparse.ArgumentParser, heading: str, about: str) -> list[str]:
    parser.description = None
    parser.formatter_class = lambda prog: argparse.HelpFormatter(prog, max_help_position=COLUMN, width=WIDTH)
    for action in parser._actions:
        if action.dest in OF_DJANGO:
            action.help = argparse.SUPPRESS
    return ["", heading, "", about, "", "```text", parser.format_help().rstrip(), "```"]


def _list_subcommands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            # The help of a measure begins with its own name.
            about = {choice.dest: (choice.help or "").rpartition("`: ")[2] for choice in action._choices_actions}
            yield from ((word, about[word], inner) for word, inner in action.choices.items())
