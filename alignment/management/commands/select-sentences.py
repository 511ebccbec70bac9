"""`python manage.py select-sentences FILE [FILE] … --out CHOSEN.jsonl`: pairs with unseen and rare words out of a large
parallel text, without a database."""  # noqa: N999

import argparse
import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from hashlib import file_digest
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from alignment.formats import PARALLEL_FORMATS, FormatError, Row
from alignment.selection import (
    SelectionSettings,
    Selector,
    Vocabulary,
    count_vocabulary,
    parse_bands,
    read_frequency_list,
)
from annotation_site.texts.files import open_file, read_lines, replacing_files
from annotation_site.texts.text_command import TextCommand
from annotation_site.texts.tokens import tokenise

SIDES = ("source", "target")
SAME_IN_SETTINGS = (
    "length_tail", "source_lengths", "target_lengths", "ratio_spread", "ratios", "fold_case", "skip_punctuation",
    "skip_numbers", "size", "seed",
)  # fmt: skip


class Command(TextCommand):
    """Writes the chosen pairs as jsonl with their target words, prints settings, bounds and counts as one JSON object,
    progress on standard error."""

    help = "Select sentence pairs with unseen and rare words."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="FILE", help="the parallel text (moses and naacl: two files)")
        parser.add_argument("--format", choices=sorted(PARALLEL_FORMATS), required=True)
        parser.add_argument("--out", required=True, metavar="CHOSEN.jsonl")
        for side in SIDES:
            known = parser.add_mutually_exclusive_group()
            known.add_argument(f"--{side}-training", metavar="TEXT", help="one sentence per line")
            known.add_argument(f"--{side}-frequencies", metavar="LIST", help="a word and its count per line")
            parser.add_argument(f"--{side}-language", default="", help="for --tokens words")
            parser.add_argument(f"--{side}-lengths", type=_parse_lengths, metavar="8-60", help="instead of --tail")
        parser.add_argument("--encoding", help="of the files (default: detected)")
        parser.add_argument("--tokens", choices=("spaces", "words"), default="spaces")
        parser.add_argument("--length-tail", type=float, default=0.05, help="share cut at either end (default 0.05)")
        parser.add_argument("--ratios", type=_parse_ratios, metavar="0.5-2", help="target/source length")
        parser.add_argument("--ratio-spread", type=float, default=3.5, help="robust deviations kept (default 3.5)")
        parser.add_argument(
            "--choose", default="0,1-10", help="frequency bands that make a pair eligible (default 0,1-10)"
        )
        parser.add_argument("--mark-also", default="", metavar="11-15", help="further frequency bands to align")
        parser.add_argument("--fold-case", action="store_true", help="ignore case")
        parser.add_argument("--skip-punctuation", action="store_true")
        parser.add_argument("--skip-numbers", action="store_true")
        parser.add_argument("--size", type=int, metavar="N", help="size of a stratified sample (default: all)")
        parser.add_argument("--seed", type=int, default=0, help="of the sample (default 0)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            result = self._select(options)
        except FormatError as error:
            raise CommandError(str(error), returncode=2) from error
        except OSError as error:
            raise CommandError(
                f"{options['out']}: The file cannot be written: {error.strerror}.", returncode=2
            ) from error
        self.stdout.write(json.dumps(result, ensure_ascii=False))

    def _select(self, options: dict[str, Any]) -> dict[str, Any]:
        text_format = PARALLEL_FORMATS[options["format"]]
        if len(options["paths"]) != text_format.files:
            raise CommandError(f"The format {text_format.name} takes {text_format.files} files.", returncode=2)
        settings = _read_settings(options)
        source, target = (_read_vocabulary(side, options) for side in SIDES)
        if source is None and target is None:
            raise CommandError("Give a training text or a frequency list for at least one side.", returncode=2)
        split = tuple(_splitter(side, options) for side in SIDES)
        selector = Selector(
            partial(_open_rows, options), (split[0], split[1]), (source, target), settings, self._report_progress
        )
        selection = selector.select()
        with replacing_files([options["out"]]) as (file,):
            for (piece,) in PARALLEL_FORMATS["jsonl"].write(selector.read_chosen(selection)):
                file.write(piece.encode())
        training = {
            side: vocabulary and vocabulary.to_json() for side, vocabulary in zip(SIDES, (source, target), strict=True)
        }
        return {**selection.to_json(), "training": training, "files": _hash_files(options)}

    def _report_progress(self, done: int) -> None:
        if done % 100_000 == 0:
            self.stderr.write(f"{done:,} rows read")


def _read_settings(options: dict[str, Any]) -> SelectionSettings:
    try:
        return SelectionSettings(
            choose=parse_bands(options["choose"]),
            mark_also=parse_bands(options["mark_also"]),
            **{name: options[name] for name in SAME_IN_SETTINGS},
        )
    except ValueError as error:
        raise CommandError(str(error), returncode=2) from error


def _splitter(side: str, options: dict[str, Any]) -> Any:
    return partial(tokenise, language=options[f"{side}_language"], method=options["tokens"])


def _read_vocabulary(side: str, options: dict[str, Any]) -> Vocabulary | None:
    fold_case = options["fold_case"]
    if path := options[f"{side}_training"]:
        with closing(read_lines(path, options["encoding"])) as lines:
            return count_vocabulary(lines, _splitter(side, options), fold_case=fold_case, name=path)
    if path := options[f"{side}_frequencies"]:
        with closing(read_lines(path, options["encoding"])) as lines:
            return read_frequency_list(lines, fold_case=fold_case, name=path)
    return None


@contextmanager
def _open_rows(options: dict[str, Any]) -> Iterator[Iterable[Row]]:
    text_format, paths = PARALLEL_FORMATS[options["format"]], options["paths"]
    languages = (options["source_language"], options["target_language"])
    with ExitStack() as stack:
        files = [stack.enter_context(open_file(path)) for path in paths]
        encodings = [
            options["encoding"] or text_format.detect_encoding(file, path)
            for file, path in zip(files, paths, strict=True)
        ]
        yield stack.enter_context(closing(text_format.read_files(files, paths, encodings, languages)))


def _hash_files(options: dict[str, Any]) -> list[dict[str, str]]:
    named = [options[f"{side}_{kind}"] for side in SIDES for kind in ("training", "frequencies")]
    hashes = []
    for path in [*options["paths"], *filter(None, named)]:
        with Path(path).open("rb") as file:
            hashes.append({"name": Path(path).name, "sha256": file_digest(file, "sha256").hexdigest()})
    return hashes


def _parse_lengths(text: str) -> tuple[int, int]:
    return _parse_range(text, int)


def _parse_ratios(text: str) -> tuple[float, float]:
    return _parse_range(text, float)


def _parse_range(text: str, number: Any) -> Any:
    least, dash, most = text.partition("-")
    try:
        if not dash:
            raise ValueError
        return number(least), number(most)
    except ValueError:
        raise argparse.ArgumentTypeError("write minimum and maximum with a hyphen, such as 8-60") from None
