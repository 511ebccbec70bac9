"""`python manage.py check-cupt FILE --level 3`: the official rules for .cupt, without a database."""  # noqa: N999

import json
from collections import Counter
from collections.abc import Generator
from contextlib import closing
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation_site.texts.faults import FormatError
from annotation_site.texts.files import open_file
from annotation_site.texts.not_text import refuse_document
from expressions.categories.presets import CATEGORY_SETS
from expressions.checks.cupt import LEVELS, check_cupt, choose_set, count_categories

SHOWN = 100


class Command(BaseCommand):
    """Prints one JSON object, and each fault on standard error. Exit status 1 for a file that breaks a rule, 2 for one
    that cannot be read.
    """

    help = "Check a .cupt file by the official rules of PARSEME and Universal Dependencies."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--level",
            type=int,
            choices=LEVELS,
            default=3,
            help="1: the file can be read; 2: marks and dependencies are well formed; 3: it can be released (default)",
        )
        parser.add_argument(
            "--categories", choices=("1.1", "2.0"), help="edition of PARSEME (default: the one that fits the marks)"
        )
        parser.add_argument("--language", default="", help="code such as it, for categories of one language")
        parser.add_argument("--blind", action="store_true", help="a file without annotation: “_” at every word")
        parser.add_argument(
            "--shown", type=int, default=SHOWN, help=f"largest number of faults shown (default: {SHOWN})"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path, level, language = options["file"], options["level"], options["language"]
        counts, shown, is_valid = Counter[str](), list[dict[str, Any]](), True
        try:
            edition = self._choose_edition(path, options)
            with closing(_read_lines(path)) as lines:
                categories = CATEGORY_SETS[edition].find_categories(language)
                for fault in check_cupt(lines, level, categories, is_blind=options["blind"]):
                    counts[fault.test] += 1
                    is_valid = is_valid and fault.is_warning
                    if len(shown) < options["shown"]:
                        kind = "warning" if fault.is_warning else "error"
                        shown.append({**fault._asdict(), "is_warning": fault.is_warning})
                        self.stderr.write(
                            f"{path}, line {fault.line}: {fault.message} [{kind}, level {fault.level}, {fault.test}]"
                        )
        except FormatError as error:
            raise CommandError(str(error), returncode=2) from error
        result = {
            "valid": is_valid,
            "level": level,
            "categories": edition,
            "tests": dict(sorted(counts.items())),
            "faults": shown,
        }
        self.stdout.write(json.dumps(result, ensure_ascii=False))
        if not is_valid:
            total = sum(counts.values())
            raise CommandError(
                f"{path}: {total:,} {'fault' if total == 1 else 'faults'} at level {level}.", returncode=1
            )

    def _choose_edition(self, path: str, options: dict[str, Any]) -> str:
        if options["categories"]:
            return str(options["categories"])
        with closing(_read_lines(path)) as lines:
            return choose_set(count_categories(lines), options["language"]).name


def _read_lines(path: str) -> Generator[str]:
    """Yield the lines without LF; CR is kept, since the rules forbid it."""
    with open_file(path) as file:
        refuse_document(file, path)
        number = 0
        for number, line in enumerate(file, 1):
            if b"\0" in line:
                raise FormatError(path, number, "The file is not text.")
            try:
                yield line.decode("utf-8").removesuffix("\n")
            except UnicodeDecodeError:
                raise FormatError(path, number, "The file is not UTF-8 from this line on. Save it as UTF-8.") from None
        if not number:
            raise FormatError(path, None, "The file is empty.")
