"""Aligners on texts whose links are known: error, precision, recall, calibration and speed of each, in one run.

What the encoder comes with was learnt from the sentences beside it, its settings were fixed on the development pairs of
XL-WA English–Italian; neither is reported here. A set or an aligner that is missing is named and left out.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from django.conf import settings

from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence
from alignment.readings.links import Cell, Label
from alignment.suggestions.aligners import ALIGNERS, Encoder
from alignment.suggestions.aligners.texts import write_gold
from annotation_site.texts.files import read_lines
from evaluation.metrics.alignment.scores import AlignmentCounts, count_links, score
from tests.alignment.suggestions.calibration import expected_calibration_error
from tests.scripts.machine import describe_machine, print_table
from tests.scripts.script import script
from tests.shared_data import ROOT

Pair = tuple[list[str], list[str], dict[Cell, Label]]
DATA = ROOT / "data" / "alignment"


@script(small={"most": 5})
def measure_aligners(most: int = 10_000) -> None:
    """Print the table for as many pairs of each text."""
    rows: list[list[object]] = []
    learnt: list[list[object]] = []
    for name, read in TEXTS.items():
        pairs = list(islice(read(), most))
        if not pairs:
            print(f"{name} is not under {DATA}: left out.")
            continue
        for program, aligner in ALIGNERS.items():
            folder = Path(settings.ALIGNER_FOLDERS[program] or "-")
            if (folder / aligner.program).exists():
                rows += measure(name, program, folder, pairs)
                if program == Encoder.name:
                    learnt.append([name, *learn(folder, pairs)])
            else:
                print(f"{program} is not installed: left out.")
    print(describe_machine())
    print_table("Per cent", ["text", "aligner", "links", "AER", "precision", "recall", "ECE", "pairs/s"], rows)
    print_table(
        "Learnt from gold, AER of Sure on pairs left out, ± over five folds", ["text", "before", "after"], learnt
    )


def measure(text: str, program: str, folder: Path, pairs: list[Pair]) -> Iterator[list[object]]:
    """Yield a row for the Sure links, and one for all; speed is that of one second of processor time."""
    with tempfile.TemporaryDirectory() as name:
        into = Path(name)
        paths = into / "source", into / "target"
        for side, path in enumerate(paths):
            path.write_text("".join(" ".join(pair[side]) + "\n" for pair in pairs))
        began = processor_time()
        directions = ALIGNERS[program](folder).align(*paths, into)
        speed = len(pairs) / (processor_time() - began)
        made, confidences = list(directions.read()), list(directions.read_confidences())
    chosen = {"Sure": [forward & reverse for forward, reverse in made], "all": [one | other for one, other in made]}
    for kind, links in chosen.items():
        counted = (count_links(gold, each) for (_, _, gold), each in zip(pairs, links, strict=True))
        found = score(sum(counted, AlignmentCounts()), 0.5)
        figures = [f"{100 * (value or 0):.1f}" for value in (found.aer, found.precision, found.recall)]
        yield [text, program, kind, *figures, measure_calibration(pairs, links, confidences), f"{speed:.0f}"]


def measure_calibration(pairs: list[Pair], links: list[set[Cell]], confidences: list[Mapping[Cell, float]]) -> str:
    """Return the expected calibration error of these links, right where gold has them at all."""
    rows = zip(pairs, links, confidences, strict=True)
    judged = [(known[cell], cell in gold) for (_, _, gold), each, known in rows for cell in each if cell in known]
    return f"{expected_calibration_error(judged):.3f}" if judged else "–"


def processor_time() -> float:
    """Return the seconds that the programs run so far have used."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def learn(folder: Path, pairs: list[Pair]) -> Iterator[str]:
    """Yield the error before and after learning from the gold of this text."""
    with tempfile.TemporaryDirectory() as name:
        into = Path(name)
        lines = (map(" ".join, (pair[0] for pair in pairs)), map(" ".join, (pair[1] for pair in pairs)))
        for side, text in zip(("source", "target"), lines, strict=True):
            (into / side).write_text("".join(line + "\n" for line in text))
        (into / "gold").write_text("".join(write_gold(links) for _, _, links in pairs))
        told = json.loads(Encoder(folder).learn(into / "source", into / "target", into / "gold", into).read_text())
    for when in ("before", "after"):
        yield f"{100 * told[when]['aer']:.1f} ± {100 * told[when]['deviation']:.1f}"


def read_hansards() -> Iterator[Pair]:
    """Yield its pairs; none where the data is missing."""
    folder = DATA / "hansards-enfr"
    if folder.exists():
        rows = [line.split(" ||| ") for line in (folder / "enfr.src-tgt").read_text().splitlines()]
        gold = ALIGNMENT_FORMATS["talp"].read(read_lines(str(folder / "enfr.gold")), 1)
        for (source, target), links in zip(rows, gold, strict=True):
            assert isinstance(links, AlignedSentence)
            yield source.split(), target.split(), dict(links.reading.links)


def read_xl_wa() -> Iterator[Pair]:
    """Yield the test pairs; none where the data is missing."""
    path = DATA / "xl-wa-enit" / "test.tsv"
    if path.exists():
        for line in path.read_text().splitlines():
            source, target, links = line.split("\t")[:3]
            cells = (cell.split("-") for cell in links.split())
            yield source.split(), target.split(), {(int(first), int(second)): "S" for first, second in cells}


def read_rte() -> Iterator[Pair]:
    """Yield pairs of one language, linked by what two of the three annotators drew, Sure if both found it Sure; none
    where the data is missing.
    """
    folder = DATA / "rte2-three-annotators"
    if folder.exists():
        paths = (str(folder / f"RTE2_test_{annotator}.align.txt") for annotator in "ABC")
        for rows in zip(*(ALIGNMENT_FORMATS["giza-sp"].read(read_lines(path), 1) for path in paths), strict=True):
            drawn = [row.reading.links for row in rows if isinstance(row, AlignedSentence)]
            cells = {cell for links in drawn for cell in links}
            found = {cell: [links[cell] for links in drawn if cell in links] for cell in cells}
            gold: dict[Cell, Label] = {
                cell: "S" if labels.count("S") > 1 else "P" for cell, labels in found.items() if len(labels) > 1
            }
            yield list(rows[0].source_tokens), list(rows[0].target_tokens), gold


TEXTS = {"Hansards en–fr": read_hansards, "XL-WA en–it, test": read_xl_wa, "RTE-2 en–en": read_rte}

if __name__ == "__main__":
    measure_aligners.main()
