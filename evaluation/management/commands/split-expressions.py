"""`python manage.py split-expressions SOURCE TARGET PHRASES --out FOLDER`: train and test sets of expressions, without
a database."""  # noqa: N999

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from alignment.formats import FormatError
from annotation_site.phrases import Lemmatiser, PhraseFinder, split_sentence
from annotation_site.tables.arguments import explain
from annotation_site.texts.files import replacing_files
from annotation_site.texts.text_command import TextCommand
from evaluation.cli.expressions import add_finder_arguments, make_finder, read_parallel
from expressions.training_text.splits import FoundPair, Split, choose_training, split_pairs

FILES = ("train.source", "train.target", "test.source", "test.target", "test.spans")
Spans = list[tuple[int, int]]


class Command(TextCommand):
    """Prints one JSON object with the counts of each expression; two files line by line in, five out."""

    help = "Split sentence pairs with expressions from a list into train and test."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        for name in ("source", "target", "phrases"):
            parser.add_argument(name, metavar=name.upper())
        parser.add_argument("--out", required=True, metavar="FOLDER", help=f"gets {', '.join(FILES)}")
        parser.add_argument("--condition", choices=("zero", "joint", "upsampled"), default="joint")
        parser.add_argument(
            "--times", type=int, default=20, help="repetitions of the train half in upsampling (default: 20)"
        )
        parser.add_argument("--seed", type=int, default=0)
        add_finder_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["times"] <= 1_000:
            raise CommandError("--times must be between 1 and 1,000.", returncode=2)
        lemmatiser = Lemmatiser(options["language"])
        try:
            finder = make_finder(options["phrases"], lemmatiser, options)
            pairs, spans, total = self._find(finder, lemmatiser, options)
            split = split_pairs(pairs, options["seed"])
            trained = self._save_split(split, spans, total, options)
        except FormatError as error:
            raise CommandError(explain(error), returncode=2) from error
        except OSError as error:
            raise CommandError(
                f"{options['out']}: The file cannot be written: {error.strerror}.", returncode=2
            ) from error
        result = {
            "pairs": total,
            "regular": total - len(pairs),
            **{name: len(getattr(split, name)) for name in ("train", "test", "single", "repeated")},
            "train_lines": trained,
            "condition": options["condition"],
            "times": options["times"],
            "seed": options["seed"],
            "phrases": split.counts(),
        }
        self.stdout.write(json.dumps(result, ensure_ascii=False))

    def _find(
        self, finder: PhraseFinder, lemmatiser: Lemmatiser, options: dict[str, Any]
    ) -> tuple[list[FoundPair], dict[int, dict[str, Spans]], int]:
        """Return pairs with expressions, the spans of each by expression, and the number of pairs."""
        pairs: list[FoundPair] = []
        spans: dict[int, dict[str, Spans]] = {}
        number = 0
        for number, source, target in read_parallel(options["source"], options["target"], options["encoding"]):
            if hits := finder.find(split_sentence(source, lemmatiser)):
                spans_by_label = spans[number] = {}
                for hit in hits:
                    spans_by_label.setdefault(hit.phrase, []).extend(hit.spans)
                pairs.append(FoundPair(number, source, target, tuple(spans_by_label)))
        return pairs, spans, number

    def _save_split(self, split: Split, spans: dict[int, dict[str, Spans]], total: int, options: dict[str, Any]) -> int:
        folder = Path(options["out"])
        folder.mkdir(parents=True, exist_ok=True)
        repeats = dict(choose_training(options["condition"], split, total, options["times"]))
        test = set(split.test)
        with replacing_files([str(folder / name) for name in FILES]) as files:
            for number, *texts in read_parallel(options["source"], options["target"], options["encoding"]):
                for file, text in zip(files[:2], texts, strict=True):
                    file.write(f"{text}\n".encode() * repeats.get(number, 0))
                if number in test:
                    for file, text in zip(files[2:4], texts, strict=True):
                        file.write(f"{text}\n".encode())
                    phrase = split.phrase_of[number]
                    files[4].write(f"{phrase}\t{spans[number][phrase]}\n".encode())
        return sum(repeats.values())
