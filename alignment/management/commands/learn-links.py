"""`python manage.py learn-links SOURCE TARGET GOLD --out FILE`: the encoder learns to link from gold links, without a
database; `align-words --program encoder --linker FILE` then links by it."""  # noqa: N999

import json
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from alignment.formats import ALIGNMENT_FORMATS, FormatError, Rejected
from alignment.formats.link_rows import read_link_rows
from alignment.formats.recognition import detect_links
from alignment.suggestions.aligners import Encoder
from alignment.suggestions.aligners.texts import write_gold
from annotation_site.programs.running import ProgramError
from annotation_site.texts.files import open_file, replacing_files

FIGURES = ("encoder", "layers", "sha256", "pairs", "folds", "before", "after")


class Command(BaseCommand):
    """Writes the linker, and prints how far the present one and learnt ones err on pairs that they did not learn from,
    with the standard deviation over the folds.
    """

    help = "Let the encoder learn from gold links."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="SOURCE", help="one sentence per line, words separated by spaces")
        parser.add_argument("target", metavar="TARGET")
        parser.add_argument("gold", metavar="GOLD")
        parser.add_argument(
            "--gold-format", choices=sorted(ALIGNMENT_FORMATS), help="of the gold links (default: detected)"
        )
        parser.add_argument(
            "--gold-base",
            type=int,
            choices=(0, 1),
            help="first index (default: that of the format, or detected with it)",
        )
        parser.add_argument("--aligner", metavar="FOLDER", help="folder of its program, if not that of the settings")
        parser.add_argument("--encoder", metavar="FOLDER", help="encoder to read instead of that of the settings")
        parser.add_argument("--layers", metavar="N,N", help="its layers, such as 8, or 6,7,8")
        parser.add_argument("--out", required=True, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(options["aligner"] or settings.ALIGNER_FOLDERS["encoder"])
        encoder = Encoder(folder, settings.ENCODER_FOLDER, settings.ENCODER_LAYERS).reading(
            options["encoder"], options["layers"]
        )
        try:
            with tempfile.TemporaryDirectory() as name:
                gold = Path(name) / "gold"
                gold.write_text("".join(map(write_gold, _read_gold(options))))
                learnt = encoder.learn(Path(options["source"]), Path(options["target"]), gold, Path(name))
                text = learnt.read_bytes()
            with replacing_files([options["out"]]) as (file,):
                file.write(text)
        except (FormatError, ProgramError) as error:
            raise CommandError(str(error), returncode=2) from error
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}.", returncode=2) from error
        report = json.loads(text)
        self.stdout.write(json.dumps({name: report[name] for name in FIGURES}))


def _read_gold(options: dict[str, Any]) -> Any:
    name, base = options["gold_format"], options["gold_base"]
    if not name:
        name, detected_base = detect_links(options["gold"])
        base = detected_base if base is None else base
    layout = ALIGNMENT_FORMATS[name]
    if not options["gold_format"] and base is None and layout.is_base_unsure:
        problem = f"The file looks like {name}, but not whether words are counted from 0 or from 1. Give --gold-base."
        raise FormatError(options["gold"], None, problem)
    with open_file(options["gold"]) as file:
        for row in read_link_rows(layout, file, options["gold"], base):
            if isinstance(row, Rejected):
                raise FormatError(options["gold"], row.line, row.reason)
            yield row.reading.links
