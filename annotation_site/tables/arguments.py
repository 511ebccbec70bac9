"""Arguments of commands that read tables: what to know of a file, and which of its columns hold what."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from annotation_site.tables.columns import ColumnsError, Role, parse_assignment
from annotation_site.tables.reading import TableOptions
from annotation_site.tables.separators import NAMES, TAB
from annotation_site.texts.faults import FormatError

# What people can give as a table, in one wording for all helps.
TABLES = "a spreadsheet (xlsx, xls, ods), CSV with any separator, JSON Lines or a JSON array"
_SIGNS = {name: sign for sign, plural in NAMES.items() for name in (plural, plural.removesuffix("s"))} | {r"\t": TAB}


def add_table_arguments(parser: argparse.ArgumentParser, roles: Sequence[Role], *, encoding: bool = True) -> None:
    """Add `--columns` for these roles, `--sheet`, `--separator`, `--header` and `--encoding`."""
    names = [role.name for role in roles]
    parser.set_defaults(table_roles=names)
    parser.add_argument(
        "--columns",
        nargs="+",
        action="extend",
        default=[],
        metavar="ROLE=COLUMN",
        help=f"columns of a table that have no usual name, such as {names[0]}=Name, or as JSON; roles: "
        f"{', '.join(names)}",
    )
    parser.add_argument("--sheet", default="", metavar="NAME", help="of a workbook (default: the first with rows)")
    parser.add_argument(
        "--separator",
        type=_separator,
        metavar="SIGN",
        help="of a table in text, such as ; or tab (default: detected)",
    )
    parser.add_argument("--header", choices=("yes", "no"), default="", help="whether a first row names columns")
    if encoding:
        parser.add_argument("--encoding", metavar="NAME", help="such as latin-1 (default: detected)")


def read_table_options(options: Mapping[str, Any]) -> TableOptions:
    """Return how a table is read, by the arguments that were given."""
    return TableOptions(
        options.get("encoding") or "",
        options.get("separator") or "",
        options.get("sheet") or "",
        options.get("header") or "",
    )


def read_columns_argument(options: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the assignment of `--columns`; raise FormatError for one that cannot be read or names an unknown role."""
    try:
        wanted = parse_assignment(options.get("columns") or [])
    except ValueError as error:
        raise FormatError("--columns", None, str(error)) from error
    roles = options.get("table_roles") or list(wanted)
    if unknown := [role for role in wanted if role not in roles]:
        raise FormatError("--columns", None, f"“{unknown[0]}” is no content. Contents: {', '.join(roles)}.")
    return wanted


def explain(error: FormatError) -> str:
    """Return the message of an error for a command, with the columns to name if that helps."""
    return error.explain_command() if isinstance(error, ColumnsError) else str(error)


def _separator(text: str) -> str:
    sign = _SIGNS.get(text.lower(), text)
    if len(sign) != 1:
        raise argparse.ArgumentTypeError("the separator must be one character, or tab")
    return sign
