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
from alignment.readings.links import Reading
from alignment.suggestions.aligners import (
    ALIGNERS,
    Aligner,
    Directions,
    Eflomal,
    Encoder,
    label_links,
)
from annotation_site.programs.running import ProgramError
from annotation_site.texts.files import replacing_files


class Command(BaseCommand):
    """Writes one line per pair: Sure if both directions agree, Possible if one has the link; in jsonl with the
    confidence in each, where the aligner has one. The file can be uploaded as suggestions.
    """

    help = "Align two tokenised texts with an installed aligner."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="SOURCE", help="one sentence per line, words separated by spaces")
        parser.add_argument("target", metavar="TARGET")
        parser.add_argument("--aligner", metavar="FOLDER", help="folder of its program, if not that of the settings")
        parser.add_argument("--program", choices=sorted(ALIGNERS), default="eflomal", help="name of the aligner")
        parser.add_argument("--out", required=True, metavar="LINKS")
        parser.add_argument("--format", choices=("talp", "jsonl"), default="talp", help="jsonl keeps confidences")
        parser.add_argument("--links", choices=("both", "intersection"), default="both", help="links to write")
        parser.add_argument("--encoder", metavar="FOLDER", help="encoder to read instead of that of the settings")
        parser.add_argument("--layers", metavar="N,N", help="its layers, such as 8, or 6,7,8")
        parser.add_argument("--linker", metavar="FILE", help="file written by learn-links, for the encoder")
        parser.add_argument("--priors", metavar="FILE", help="file written by --keep-priors, from a larger text")
        parser.add_argument("--keep-priors", metavar="FILE", help="write the learnt priors, for aligning more pairs")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            result = self._align(options)
        except (FormatError, ProgramError) as error:
            raise CommandError(str(error), returncode=2) from error
        except OSError as error:
            raise CommandError(
                f"{options['out']}: The file cannot be written: {error.strerror}.", returncode=2
            ) from error
        self.stdout.write(json.dumps(result))

    def _align(self, options: dict[str, Any]) -> dict[str, Any]:
        source, target = Path(options["source"]), Path(options["target"])
        aligner = _open_aligner(options)
        counts: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as name:
            made = _align(aligner, source, target, Path(name), options)
            sentences = _count_links(made, counts, only_sure=options["links"] == "intersection")
            with replacing_files([options["out"]]) as (file,):
                written = ALIGNMENT_FORMATS[options["format"]].write(sentences, 0)
                file.writelines(line.encode() for line in written)
            return {**{name: counts[name] for name in ("pairs", "sure", "possible")}, **made.read_model()}


def _open_aligner(options: dict[str, Any]) -> Aligner:
    folder = Path(options["aligner"] or settings.ALIGNER_FOLDERS[options["program"]])
    kind = ALIGNERS[options["program"]]
    if kind is not Eflomal and (options["priors"] or options["keep_priors"]):
        raise ProgramError(f"{kind.name} has no priors. Leave out --priors and --keep-priors.")
    if kind is Encoder:
        return Encoder(folder, settings.ENCODER_FOLDER, settings.ENCODER_LAYERS).reading(
            options["encoder"], options["layers"]
        )
    if options["encoder"] or options["layers"] or options["linker"]:
        raise ProgramError(f"{kind.name} reads no encoder. Leave out --encoder, --layers and --linker.")
    return kind(folder)


def _align(aligner: Aligner, source: Path, target: Path, folder: Path, options: dict[str, Any]) -> Directions:
    if isinstance(aligner, Encoder):
        return aligner.align(source, target, folder, linker=options["linker"] and Path(options["linker"]))
    if not isinstance(aligner, Eflomal):
        return aligner.align(source, target, folder)
    made = aligner.align(source, target, folder, priors=options["priors"] and Path(options["priors"]))
    if options["keep_priors"]:
        priors = aligner.keep_priors(source, target, made, folder)
        Path(options["keep_priors"]).write_bytes(priors.read_bytes())
    return made


def _count_links(made: Directions, counts: Counter[str], *, only_sure: bool) -> Iterator[AlignedSentence]:
    aligned = zip(made.read(), made.read_confidences(), strict=True)
    for number, ((forward, reverse), known) in enumerate(aligned, start=1):
        links = label_links(forward, reverse)
        if only_sure:
            links = {cell: label for cell, label in links.items() if label == "S"}
        counts["pairs"] += 1
        counts.update({"S": "sure", "P": "possible"}[label] for label in links.values())
        confidences = {cell: known[cell] for cell in links if cell in known}
        yield AlignedSentence(number, Reading(links), number, confidences=confidences)
