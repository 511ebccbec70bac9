"""`python manage.py training-data SOURCE TARGET --out PREFIX`: text to train a translation system on, with expressions
marked or added, without a database."""  # noqa: N999

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from django.core.management.base import CommandError, CommandParser

from alignment.formats import FormatError
from annotation_site.phrases import Lemmatiser, split_sentence
from annotation_site.tables.arguments import explain
from annotation_site.texts.files import read_lines, replacing_files
from annotation_site.texts.text_command import TextCommand
from annotation_site.texts.token_places import find_tokens
from evaluation.cli.expressions import add_finder_arguments, make_finder, naming_file, read_parallel
from expressions.training_text.augmentation import pair_back_translations, read_dictionary_pairs
from expressions.training_text.lengths import FAULTS, LengthFilter, check_limits
from expressions.training_text.marking import split_at_spaces, write_factors, write_words_with_spaces

Marker = Callable[[str], str]


class Command(TextCommand):
    """Writes PREFIX.source and PREFIX.target, prints the number of lines of each origin as one JSON object. Texts are
    tokenised, words parted by spaces."""

    help = "Write training text with expressions marked, dictionary entries and back-translations added."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="SOURCE")
        parser.add_argument("target", metavar="TARGET")
        parser.add_argument("--out", required=True, metavar="PREFIX")
        parser.add_argument(
            "--phrases", metavar="LIST", help="expressions to mark on the source side, one per line or in a table"
        )
        parser.add_argument(
            "--marking", choices=("spaces", "factors"), help="walked_off, or walked|walk_off|B off|walk_off|I"
        )
        parser.add_argument(
            "--dictionary", metavar="FILE", help="expression, tab, translations separated by semicolons"
        )
        parser.add_argument("--back-translated", nargs=2, metavar=("SOURCE", "TARGET"))
        parser.add_argument("--most-words", type=int, metavar="N", help="leave longer pairs out, such as 80")
        parser.add_argument("--length-ratio", type=float, metavar="X", help="leave more uneven pairs out, such as 1.5")
        add_finder_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["phrases"]) != bool(options["marking"]):
            raise CommandError("--phrases and --marking must be given together.", returncode=2)
        try:
            check_limits(options["most_words"], options["length_ratio"])
        except ValueError as error:
            raise CommandError(str(error), returncode=2) from error
        counts: Counter[str] = Counter()
        prefix = options["out"]
        lengths = LengthFilter(options["most_words"], options["length_ratio"], "spaces")
        try:
            mark = _make_marker(options, counts)
            with replacing_files([f"{prefix}.source", f"{prefix}.target"]) as (source_file, target_file):
                for origin, source, target in _iterate_pairs(options):
                    sides = (source, options["language"]), (target, "")  # of the target only spaces are known
                    if origin != "dictionary" and (fault := lengths.find_fault(*sides)):
                        counts[fault] += 1
                        continue
                    counts[origin] += 1
                    source_file.write(f"{mark(source)}\n".encode())
                    target_file.write(f"{target}\n".encode())
        except FormatError as error:
            raise CommandError(explain(error), returncode=2) from error
        except OSError as error:
            raise CommandError(f"{prefix}: The file cannot be written: {error.strerror}.", returncode=2) from error
        names = ("corpus", "dictionary", "back_translated", *FAULTS, "expressions")
        self.stdout.write(json.dumps({name: counts[name] for name in names}))


def _iterate_pairs(options: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield (origin, source, target)."""
    encoding = options["encoding"]
    for _, source, target in read_parallel(options["source"], options["target"], encoding):
        yield "corpus", source, target
    if path := options["dictionary"]:
        with closing(read_lines(path, encoding)) as lines, naming_file(path):
            pair = None
            for pair in read_dictionary_pairs(lines):
                yield "dictionary", *pair
            if pair is None:
                raise FormatError(path, None, "The dictionary has no entries.")
    if paths := options["back_translated"]:
        with (
            closing(read_lines(paths[0], encoding)) as sources,
            closing(read_lines(paths[1], encoding)) as targets,
            naming_file(" and ".join(paths)),
        ):
            for source, target in pair_back_translations(sources, targets):
                yield "back_translated", source, target


def _make_marker(options: dict[str, Any], counts: Counter[str]) -> Marker:
    if not options["phrases"]:
        return str
    lemmatiser = Lemmatiser(options["language"])
    finder = make_finder(options["phrases"], lemmatiser, options)

    def mark(line: str) -> str:
        tokens = split_at_spaces(line)
        token_spans = [(start, end) for start, end, _ in tokens]
        phrase_hits = finder.find(split_sentence(line, lemmatiser))
        hits = [(hit.phrase, find_tokens(token_spans, hit.spans)) for hit in phrase_hits]
        counts["expressions"] += len(hits)
        words = [word for _, _, word in tokens]
        if options["marking"] == "factors":
            return write_factors(words, hits, lemmatiser)
        return write_words_with_spaces(words, [positions for _, positions in hits])

    return mark
