"""`python manage.py find-expressions CORPUS PHRASES`: where the expressions of a list stand, without a database."""  # noqa: N999

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain, islice
from typing import Any

from django.core.management.base import CommandError, CommandParser

from alignment.formats import FormatError
from annotation_site.phrases import Lemmatiser, Sentence, read_conllu, split_sentence
from annotation_site.phrases.frequent import describe_frequent, find_frequent
from annotation_site.tables.arguments import explain
from annotation_site.tables.cells import write_tab_row
from annotation_site.texts.files import read_lines
from annotation_site.texts.known_elsewhere import holds_word_lines
from annotation_site.texts.removed_characters import RemovedCharacters
from annotation_site.texts.text_command import TextCommand
from evaluation.cli.expressions import add_finder_arguments, make_finder, naming_file
from evaluation.test_sets.files import MarkedText
from evaluation.test_sets.files.writing import write_span_line

SIGN_LINES = 50


class Command(TextCommand):
    """Prints one line a hit, and on standard error how many there were; `line` is the place of the sentence, from 1.

    As spans, one line a sentence. A test set of the same text takes each of them for its expressions.
    """

    help = "Find expressions from a list in a text."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("corpus", metavar="CORPUS", help="one sentence per line, or CoNLL-U")
        parser.add_argument("phrases", metavar="PHRASES", help="one phrase per line, or a table with a column of them")
        parser.add_argument("--corpus-format", choices=("text", "conllu"), help="recognised if omitted")
        parser.add_argument("--output", choices=("jsonl", "tsv", "spans"), default="jsonl")
        parser.add_argument("--all", action="store_true", help="keep overlapping hits, not only the longest")
        add_finder_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        lemmatiser = Lemmatiser(options["language"])
        sentences = hits = 0
        ignored, by_phrase = RemovedCharacters.none(), Counter[str]()
        try:
            finder = make_finder(options["phrases"], lemmatiser, options)
            for sentences, sentence in enumerate(_iterate_sentences(lemmatiser, options), start=1):
                ignored.count(sentence.text)
                sentence_hits = list(finder.find(sentence, keep_all=options["all"]))
                hits += len(sentence_hits)
                by_phrase.update(hit.phrase for hit in sentence_hits)
                if options["output"] == "spans":
                    marked = [MarkedText(hit.phrase, hit.spans) for hit in sentence_hits]
                    self.stdout.write(write_span_line(marked).rstrip("\n"))
                    continue
                for hit in sentence_hits:
                    self.stdout.write(_format_hit(options["output"], sentences, hit.phrase, hit.spans, sentence.text))
        except FormatError as error:
            raise CommandError(explain(error), returncode=2) from error
        if not sentences:
            raise CommandError(f"{options['corpus']}: The file is empty.", returncode=2)
        if note := ignored.describe("ignored"):
            self.stderr.write(f"{options['corpus']}: {note} Spans count them.")
        if note := describe_frequent(find_frequent(by_phrase), hits):
            self.stderr.write(note)
        self.stderr.write(f"{hits:,} hits in {sentences:,} sentences")


def _iterate_sentences(lemmatiser: Lemmatiser, options: dict[str, Any]) -> Iterator[Sentence]:
    with closing(read_lines(options["corpus"], options["encoding"])) as lines, naming_file(options["corpus"]):
        first = list(islice(lines, SIGN_LINES))
        corpus_format = options["corpus_format"] or _detect_format(first)
        if corpus_format == "conllu":
            yield from read_conllu(chain(first, lines), options["language"])
        else:
            yield from (split_sentence(line, lemmatiser) for line in chain(first, lines))


def _detect_format(first: Sequence[str]) -> str:
    return "conllu" if holds_word_lines("\n".join(first).encode("utf-8", "replace")) else "text"


def _format_hit(output: str, line: int, phrase: str, spans: tuple[tuple[int, int], ...], text: str) -> str:
    if output == "tsv":
        return write_tab_row((line, phrase, str(list(spans)), text)).rstrip("\n")
    return json.dumps({"line": line, "phrase": phrase, "spans": spans, "text": text}, ensure_ascii=False)
