"""Arguments that several measures share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from annotation_site.tables.arguments import read_columns_argument, read_table_options
from annotation_site.tables.columns import Role
from evaluation.files.tables import assign_several, read_header

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


def find_columns(
    path: str,
    roles: Sequence[Role],
    options: Mapping[str, Any],
    *,
    named: Sequence[str] = (),
    may_share: bool = False,
) -> dict[str, list[str]]:
    """Return the columns of each role: those of `--columns`, or of the options that are `named` as their roles, else
    those of usual names; of several for a role that takes one, the one that this table has.
    """
    tables = read_table_options(options)
    known = {role.name: role for role in roles}
    # Tables of several kinds share the option.
    wanted = {role: names for role, names in read_columns_argument(options).items() if role in known}
    for role in named:
        if options[role] and role in known:
            wanted[role] = options[role].split(",") if known[role].takes_several else [options[role]]
    for role, names in wanted.items():
        if len(names) > 1 and not known[role].takes_several:
            own = [name for name in names if name in read_header(path, tables)]
            wanted[role] = own or names
    columns_by_role = assign_several(path, roles, tables, wanted, may_share=may_share)
    return {role: list(names) for role, names in columns_by_role.items()}


def find_single_columns(
    path: str,
    roles: Sequence[Role],
    options: Mapping[str, Any],
    *,
    named: Sequence[str] = (),
    may_share: bool = False,
) -> dict[str, str]:
    """Return the column of each role, as `find_columns` does."""
    columns_by_role = find_columns(path, roles, options, named=named, may_share=may_share)
    return {role: names[0] for role, names in columns_by_role.items()}


def tell_columns(
    path: str, columns_by_role: Mapping[str, Sequence[str]], options: Mapping[str, Any], named: Sequence[str] = ()
) -> None:
    """Write the columns to standard error if one was chosen by its name, which may be that of other contents."""
    given = {*read_columns_argument(options), *(name for name in named if options[name])}
    if not given.issuperset(columns_by_role):
        chosen = ", ".join(f"{role}={','.join(columns)}" for role, columns in columns_by_role.items())
        sys.stderr.write(f"{path}: Columns: {chosen}.\n")


def read_count(text: str) -> int:
    if not 1 <= (count := int(text)) <= 100_000:
        raise argparse.ArgumentTypeError("the number of resamples must be 1 to 100,000")
    return count


def _seed(text: str) -> int:
    if (seed := int(text)) < 0:
        raise argparse.ArgumentTypeError("the seed must be 0 or more")
    return seed
