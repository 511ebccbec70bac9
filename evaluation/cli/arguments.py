"""Arguments that several measures share."""

from __future__ import annotations

import argparse

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


def read_count(text: str) -> int:
    if not 1 <= (count := int(text)) <= 100_000:
        raise argparse.ArgumentTypeError("the number of resamples must be 1 to 100,000")
    return count


def _seed(text: str) -> int:
    if (seed := int(text)) < 0:
        raise argparse.ArgumentTypeError("the seed must be 0 or more")
    return seed
