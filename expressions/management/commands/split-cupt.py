"""`python manage.py split-cupt FILE --out FOLDER`: train, dev and test by unseen expressions, without a database."""  # noqa: N999

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation_site.texts.conllu import CUPT_HEADER
from annotation_site.texts.faults import FormatError
from annotation_site.texts.files import read_lines, replacing_files
from expressions.formats.cupt import is_header, read_cupt, write_part
from expressions.formats.sentences import MarkedSentence
from expressions.splits.unseen import PARTS, TRIALS, Split, list_types, split_by_unseen

FILES = (*(f"{part}.cupt" for part in PARTS), "test.blind.cupt")


class Command(BaseCommand):
    """Prints one JSON object with the counts of each part; the sentences stay in their order, as they were read."""

    help = "Split a .cupt file into train, dev and test with a number of unseen expressions in dev and test."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="one corpus, in one file or several")
        parser.add_argument("--out", required=True, metavar="FOLDER", help=f"gets {', '.join(FILES)}")
        for part, default in (("test", 300), ("dev", 100)):
            parser.add_argument(
                f"--unseen-{part}",
                type=_read_count,
                default=default,
                metavar="N",
                help=f"expressions in {part} that train has not (default: {default})",
            )
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--encoding", metavar="NAME", help="such as latin-1 (default: detected)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            sentences = [each for path in options["files"] for each in _read_corpus(path, options["encoding"])]
            split = self._split(sentences, options)
            self._write_parts(sentences, split, options["out"])
        except FormatError as error:
            raise CommandError(str(error), returncode=2) from error
        except OSError as error:
            raise CommandError(
                f"{options['out']}: The files cannot be written: {error.strerror}.", returncode=2
            ) from error
        result: dict[str, Any] = {"seed": options["seed"], "trials": TRIALS**2}
        for part, unseen in (("train", None), ("dev", split.unseen_dev), ("test", split.unseen_test)):
            result[part] = _count([sentences[place] for place in getattr(split, part)])
            if unseen is not None:
                result[part]["unseen"] = unseen.unseen
        self.stdout.write(json.dumps(result, ensure_ascii=False))

    def _split(self, sentences: list[MarkedSentence], options: dict[str, Any]) -> Split:
        try:
            return split_by_unseen(
                [list_types(sentence) for sentence in sentences],
                unseen_test=options["unseen_test"],
                unseen_dev=options["unseen_dev"],
                seed=options["seed"],
            )
        except ValueError as error:
            advice = "Ask for fewer with --unseen-test and --unseen-dev."
            raise FormatError(options["files"][0], None, f"{error} {advice}") from error

    def _write_parts(self, sentences: list[MarkedSentence], split: Split, out: str) -> None:
        folder = Path(out)
        folder.mkdir(parents=True, exist_ok=True)
        header = next((line for line in sentences[0].conllu.lines if is_header(line)), CUPT_HEADER)
        with replacing_files([str(folder / name) for name in FILES]) as opened:
            for file, part, is_blind in zip(opened, (*PARTS, "test"), (False, False, False, True), strict=True):
                chosen = (sentences[place] for place in getattr(split, part))
                for line in write_part(chosen, header, is_blind=is_blind):
                    file.write(line.encode())


def _read_corpus(path: str, encoding: str | None) -> list[MarkedSentence]:
    sentences = list(read_cupt(read_lines(path, encoding), path))
    if not sentences:
        raise FormatError(path, None, "The file has no sentences.")
    unmarked = next((each.unmarked_line for each in sentences if each.unmarked_line is not None), None)
    if unmarked is not None:
        fault = "There is no annotation at this word (“_”). Split an annotated file."
        raise FormatError(path, unmarked, fault)
    return sentences


def _count(sentences: list[MarkedSentence]) -> dict[str, int]:
    return {
        "sentences": len(sentences),
        "words": sum(sentence.word_count for sentence in sentences),
        "expressions": sum(each.is_expression for sentence in sentences for each in sentence.expressions),
    }


def _read_count(text: str) -> int:
    if (count := int(text)) < 1:
        raise argparse.ArgumentTypeError("the number of unseen expressions must be 1 or more")
    return count
