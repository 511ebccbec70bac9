"""`python manage.py align-words SOURCE TARGET --program encoder --out LINKS`: an installed aligner's links, without a
database."""  # noqa: N999

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence, FormatError
from alignment.formats.files import replacing_files
from alignment.readings.links import Reading
from alignment.suggestions.aligners import ALIGNERS, AlignerError, Directions, Eflomal, label_links


class Command(BaseCommand):
    """Writes one line per pair, in talp: Sure if both directions agree, Possible if one has the link. The file can be
    uploaded as suggestions.
    """

    help = "Align two tokenised texts with an installed aligner."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="SOURCE", help="one sentence per line, words separated by spaces")
        parser.add_argument("target", metavar="TARGET")
        parser.add_argument("--aligner", metavar="FOLDER", help="folder of its program, if not that of the settings")
        parser.add_argument("--program", choices=sorted(ALIGNERS), default="eflomal", help="name of the aligner")
        parser.add_argument("--out", required=True, metavar="LINKS")
        parser.add_argument("--links", choices=("both", "intersection"), default="both", help="links to write")
        parser.add_argument("--priors", metavar="FILE", help="file written by --keep-priors, from a larger text")
        parser.add_argument("--keep-priors", metavar="FILE", help="write the learnt priors, for aligning more pairs")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            result = self._align(options)
        except (FormatError, AlignerError) as error:
            raise CommandError(str(error), returncode=2) from error
        except OSError as error:
            raise CommandError(
                f"{options['out']}: The file cannot be written: {error.strerror}.", returncode=2
            ) from error
        self.stdout.write(json.dumps(result))

    def _align(self, options: dict[str, Any]) -> dict[str, int]:
        source, target = Path(options["source"]), Path(options["target"])
        folder = options["aligner"] or settings.ALIGNER_FOLDERS[options["program"]]
        aligner = ALIGNERS[options["program"]](Path(folder))
        if not isinstance(aligner, Eflomal) and (options["priors"] or options["keep_priors"]):
            raise AlignerError(f"{aligner.name} has no priors. Leave out --priors and --keep-priors.")
        counts: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if isinstance(aligner, Eflomal):
                made = aligner.align(source, target, folder, priors=options["priors"] and Path(options["priors"]))
                if options["keep_priors"]:
                    priors = aligner.keep_priors(source, target, made, folder)
                    Path(options["keep_priors"]).write_bytes(priors.read_bytes())
            else:
                made = aligner.align(source, target, folder)
            sentences = _count_links(made, counts, only_sure=options["links"] == "intersection")
            with replacing_files([options["out"]]) as (file,):
                file.writelines(line.encode() for line in ALIGNMENT_FORMATS["talp"].write(sentences, 0))
        return {name: counts[name] for name in ("pairs", "sure", "possible")}


def _count_links(made: Directions, counts: Counter[str], *, only_sure: bool) -> Iterator[AlignedSentence]:
    for number, (forward, reverse) in enumerate(made.read(), start=1):
        links = label_links(forward, reverse)
        if only_sure:
            links = {cell: label for cell, label in links.items() if label == "S"}
        counts["pairs"] += 1
        counts.update({"S": "sure", "P": "possible"}[label] for label in links.values())
        yield AlignedSentence(number, Reading(links), number)
