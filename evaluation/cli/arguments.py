"""Arguments that several measures share."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from alignment.formats import FormatError
from annotation_site.tables.columns import Role, parse_assignment
from evaluation.files.tables import assign_columns

DEFAULT_RESAMPLES = 1000
DEFAULT_SEED = 12345


def add_bootstrap_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bootstrap",
        type=read_count,
        nargs="?",
        const=DEFAULT_RESAMPLES,
        metavar="N",
        help=f"add a 95 %% interval from N resamples (without N: {DEFAULT_RESAMPLES})",
    )
    add_seed_argument(parser, "of the bootstrap")


def add_seed_argument(parser: argparse.ArgumentParser, purpose: str) -> None:
    parser.add_argument("--seed", type=_seed, default=DEFAULT_SEED, help=f"{purpose} (default {DEFAULT_SEED})")


def add_target_language_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--target-language",
        metavar="CODE",
        default="",
        help="of the translations, such as zh: how words are separated follows it (default: by spaces)",
    )


def add_encoding_argument(parser: argparse.ArgumentParser, prefix: str = "") -> None:
    """Add `--encoding` or, with the prefix gold, `--gold-encoding`."""
    name = f"--{prefix}-encoding" if prefix else "--encoding"
    parser.add_argument(name, metavar="NAME", help="such as latin-1 (default: detected)")


def add_columns_argument(parser: argparse.ArgumentParser, *roles: str) -> None:
    """Add `--columns`, for tables whose columns have other names than these contents usually have."""
    parser.add_argument(
        "--columns",
        nargs="+",
        action="extend",
        default=[],
        metavar="ROLE=COLUMN",
        help=f"columns that have no usual name, such as {roles[0]}=Name; roles: {', '.join(roles)}",
    )


def find_columns(
    path: str, roles: Sequence[Role], options: Mapping[str, Any], sheet: str | None = None
) -> dict[str, str]:
    """Return the column of each role, by `--columns` or by its usual names."""
    try:
        wanted = parse_assignment(options.get("columns") or [])
    except ValueError as error:
        raise FormatError("--columns", None, str(error)) from error
    known = {role.name for role in roles}
    # Tables of several kinds share the option.
    wanted = {role: names for role, names in wanted.items() if role in known}
    return assign_columns(path, roles, options.get("encoding"), sheet, wanted)


def take_columns(options: dict[str, Any], *roles: str) -> None:
    """Set options such as `--expression`, where they were not given, from `--columns`."""
    try:
        wanted = parse_assignment(options.get("columns") or [])
    except ValueError as error:
        raise FormatError("--columns", None, str(error)) from error
    if unknown := [role for role in wanted if role not in roles]:
        raise FormatError("--columns", None, f"“{unknown[0]}” is no content. Contents: {', '.join(roles)}.")
    for role, columns in wanted.items():
        options[role] = options[role] or ",".join(columns)


def read_count(text: str) -> int:
    if not 1 <= (count := int(text)) <= 100_000:
        raise argparse.ArgumentTypeError("the number of resamples must be 1 to 100,000")
    return count


def _seed(text: str) -> int:
    if (seed := int(text)) < 0:
        raise argparse.ArgumentTypeError("the seed must be 0 or more")
    return seed
