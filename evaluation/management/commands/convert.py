"""`python manage.py convert IN OUT --from FORMAT --to FORMAT`: any format into any other, without a database."""

import json
from typing import Any, get_args

from django.core.management.base import CommandError, CommandParser

from alignment.formats import ALIGNMENT_FORMATS, PARALLEL_FORMATS, WRITTEN_FORMATS, FormatError
from alignment.formats.conversion import BlankLines
from alignment.formats.convert_files import Conversion, detect_file
from alignment.formats.parallel.tables import TableChoice, list_roles
from annotation_site.tables.arguments import add_table_arguments, explain, read_columns_argument, read_table_options
from annotation_site.texts.text_command import TextCommand
from evaluation.cli.marked_texts import SOURCES, TARGETS, convert_marked
from expressions.categories.presets import CATEGORY_SETS
from expressions.formats.conversion import convert_expressions
from expressions.formats.registry import EXPRESSION_FORMATS, detect_format

READ = sorted({*ALIGNMENT_FORMATS, *PARALLEL_FORMATS, *SOURCES, *EXPRESSION_FORMATS})
WRITTEN = sorted(
    {
        *WRITTEN_FORMATS,
        *PARALLEL_FORMATS,
        *TARGETS,
        *(name for name, expression_format in EXPRESSION_FORMATS.items() if expression_format.writer),
    }
)
EDITIONS = tuple(CATEGORY_SETS)


class Command(TextCommand):
    """Prints one JSON object, and on standard error the details that the new format cannot express. Input that cannot
    be converted gives one sentence on standard error, exit status 2, and no file.
    """

    help = "Convert links, parallel text or text with marked expressions from one format to another."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "paths",
            nargs="+",
            metavar="IN OUT",
            help="input files, then output files (moses, naacl text, spans, brat: two each)",
        )
        parser.add_argument("--from", dest="source", choices=READ, help="needed unless --detect")
        parser.add_argument("--to", dest="target", choices=WRITTEN, help="needed unless --detect")
        parser.add_argument("--from-base", type=int, choices=(0, 1), help="first index (default: that of the format)")
        parser.add_argument("--to-base", type=int, choices=(0, 1), help="first index in the output")
        parser.add_argument("--reverse", action="store_true", help="swap source and target")
        parser.add_argument(
            "--texts", nargs=2, metavar=("SOURCE", "TARGET"), help="the sentences, for formats that contain only links"
        )
        parser.add_argument(
            "--source-language",
            default="",
            help="of the texts: which to read from a tmx of several, and how to name them in tmx and xliff",
        )
        parser.add_argument("--target-language", default="", help="language of the translation")
        add_table_arguments(parser, list_roles(("", "")))
        parser.add_argument("--annotator", help="annotator, for files with several readings")
        parser.add_argument("--kind", choices=("links", "text"), help="for jsonl and naacl, which can be either")
        parser.add_argument("--skip-rejected", action="store_true", help="skip rows with errors")
        parser.add_argument(
            "--blank-lines",
            choices=get_args(BlankLines),
            default="refuse",
            help="inside a parallel text: refuse the file (default), skip them, or keep them as empty lines (moses)",
        )
        parser.add_argument(
            "--rename-categories",
            nargs=2,
            choices=EDITIONS,
            metavar=("OLD", "NEW"),
            help=f"of expressions, from an edition of PARSEME to a later one: {', '.join(EDITIONS)}",
        )
        parser.add_argument("--detect", action="store_true", help="only print the possible formats of IN")

    def handle(self, *args: Any, **options: Any) -> None:
        texts = tuple(options["texts"]) if options["texts"] else None
        try:
            if options["detect"]:
                result = _detect(options["paths"][0], options["encoding"], texts)
            else:
                result = self._convert(options, texts)
        except FormatError as error:
            raise CommandError(explain(error), returncode=2) from error
        self.stdout.write(json.dumps(result, ensure_ascii=False))

    def _convert(self, options: dict[str, Any], texts: tuple[str, str] | None) -> dict[str, object]:
        if not options["source"] or not options["target"] or len(options["paths"]) < 2:
            raise CommandError(
                "IN, OUT, --from and --to are required; --detect prints the possible formats of IN.", returncode=2
            )
        if options["source"] in SOURCES:
            return self._convert_marked(options)
        # Links and text have a jsonl, too: the other format decides.
        if {options["source"], options["target"]} & (EXPRESSION_FORMATS.keys() - {"jsonl"}):
            return self._convert_expressions(options)
        report = Conversion(
            tuple(options["paths"]),
            options["source"],
            options["target"],
            options["from_base"],
            options["to_base"],
            options["reverse"],
            options["encoding"],
            texts,
            (options["source_language"], options["target_language"]),
            options["annotator"],
            options["kind"],
            options["skip_rejected"],
            TableChoice(read_table_options(options), read_columns_argument(options)),
            options["blank_lines"],
        ).run()
        for sentence in report.describe_blank("kept" if options["blank_lines"] == "keep" else "skipped"):
            self.stderr.write(sentence)
        for sentence in report.sentences(options["target"]):
            self.stderr.write(sentence)
        result: dict[str, object] = {
            "read": report.read,
            "written": report.written,
            "rejected": report.rejected,
            "lost": dict(sorted(report.lost.items())),
        }
        if report.blank:
            result["blank_lines"] = report.blank
        if report.untranslated:
            result["untranslated"] = report.untranslated
        return result

    def _convert_expressions(self, options: dict[str, Any]) -> dict[str, object]:
        paths, source, target = options["paths"], options["source"], options["target"]
        written = [name for name, expression_format in EXPRESSION_FORMATS.items() if expression_format.writer]
        for name, role, known in ((source, "read", list(EXPRESSION_FORMATS)), (target, "written", written)):
            if name not in EXPRESSION_FORMATS:
                fault = f"Expressions in text are not {role} as {name}, but as {', '.join(known)}."
                raise FormatError(paths[0], None, fault)
        for name in ("reverse", "annotator", "skip_rejected"):
            if options[name]:
                raise FormatError(f"--{name.replace('_', '-')}", None, "Expressions in text are converted as a whole.")
        renames = options["rename_categories"]
        try:
            report = convert_expressions(paths, source, target, options["encoding"], renames and tuple(renames))
        except ValueError as error:
            raise FormatError("--rename-categories", None, str(error)) from error
        for sentence in report.explain(target):
            self.stderr.write(sentence)
        counts = {"read": report.sentences, "written": report.sentences, "expressions": report.expressions}
        return {**counts, "lost": dict(sorted(report.lost.items()))}

    def _convert_marked(self, options: dict[str, Any]) -> dict[str, object]:
        if options["target"] not in TARGETS:
            problem = f"Marked texts are written as {', '.join(TARGETS)}, not as {options['target']}."
            raise FormatError(options["paths"][0], None, problem)
        for name in ("reverse", "annotator", "skip_rejected"):
            if options[name]:
                raise FormatError(f"--{name.replace('_', '-')}", None, "Marked texts are converted as a whole.")
        report = convert_marked(options["paths"], options["source"], options["target"], options["encoding"])
        for sentence in report.sentences(options["target"]):
            self.stderr.write(sentence)
        counts = {"read": report.segments, "written": report.segments, "expressions": report.expressions}
        return {**counts, "lost": dict(sorted(report.lost.items()))}


def _detect(path: str, encoding: str | None, texts: tuple[str, str] | None) -> dict[str, Any]:
    """Return the possible formats of a file: that of expressions in text, else those of links and text."""
    if name := detect_format(path):
        reason = f"{EXPRESSION_FORMATS[name].title}."
        candidate = {"name": name, "kind": "expressions", "base": None, "is_reversed": None, "reason": reason}
        return {"encoding": encoding or "utf-8", "candidates": [candidate], "questions": []}
    detected: dict[str, Any] = detect_file(path, encoding, texts).to_json()
    return detected
