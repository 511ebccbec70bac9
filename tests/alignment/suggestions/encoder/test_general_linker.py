"""The linker that comes with the program: learnt from sentences of our own, and as sure as it is right."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from alignment.suggestions.aligners import Encoder
from tests.alignment.suggestions.aligners.installed import encoder_folder
from tests.alignment.suggestions.calibration import expected_calibration_error
from tests.shared_data import shared

ENCODER = Path("alignment/suggestions/encoder")
SOURCE, TARGET, LINKS = (ENCODER / "training" / f"{name}.txt" for name in ("source", "target", "links"))
Judged = list[tuple[float, bool]]


def judge(folder: Path, sources: list[str], targets: list[str], gold: list[set[tuple[int, int]]]) -> Judged:
    """Return the confidence of each suggested link, and whether gold has it."""
    for name, lines in (("source", sources), ("target", targets)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines))
    made = Encoder(Path(encoder_folder())).align(folder / "source", folder / "target", folder)
    pairs = zip(made.read_confidences(), gold, strict=True)
    return [(confidence, cell in links) for found, links in pairs for cell, confidence in found.items()]


def test_the_error_is_that_of_confidences_gathered_in_ten_bins() -> None:
    # Two links near 0.95, one of them right; one at 0.4, wrong; 1 belongs to the last bin.
    links = [(0.93, True), (0.97, False), (0.4, False), (1.0, True)]
    assert expected_calibration_error(links) == pytest.approx((abs(0.93 + 0.97 + 1 - 2) + 0.4) / 4)


def test_every_link_of_the_training_text_lies_in_its_sentences() -> None:
    rows = list(zip(*(path.read_text().splitlines() for path in (SOURCE, TARGET, LINKS)), strict=True))
    assert len(rows) > 90
    for source, target, links in rows:
        cells = [re.fullmatch(r"(\d+)[-p](\d+)", link) for link in links.split()]
        assert all(cell and int(cell[1]) < len(source.split()) and int(cell[2]) < len(target.split()) for cell in cells)


def test_what_comes_with_the_program_is_learnt_from_the_training_text_alone(tmp_path: Path) -> None:
    program = Path(encoder_folder()) / "encoder-align"
    files = ["--source", SOURCE, "--target", TARGET, "--gold", LINKS, "--learnt", tmp_path / "learnt"]
    subprocess.run([str(program), "learn", "--general", *map(str, files)], check=True, timeout=300)
    stored, learnt = (json.loads(path.read_text()) for path in (ENCODER / "default.json", tmp_path / "learnt"))
    assert (learnt["pairs"], learnt["sha256"]) == (stored["pairs"], stored["sha256"])
    for regression in ("first", "second"):
        # The processor decides on the last digits of a vector.
        found, kept = (told["linker"][regression]["weights"] for told in (learnt, stored))
        assert found == pytest.approx(kept, abs=0.05)
    assert "words" not in stored["linker"]


def test_confidences_are_as_high_as_links_of_the_demo_are_often_right(tmp_path: Path) -> None:
    pairs = [
        pair for pair in json.loads(Path("alignment/demo/pairs.json").read_text()) if "A" in pair.get("readings", ())
    ]
    drawn = [pair["readings"]["A"] for pair in pairs]
    gold = [
        {tuple(map(int, cell.split("-"))) for cell in f"{reading['sure']} {reading['possible']}".split()}
        for reading in drawn
    ]
    judged = judge(tmp_path, [pair["source"] for pair in pairs], [pair["target"] for pair in pairs], gold)
    print(f"ECE {expected_calibration_error(judged):.3f} over {len(judged)} links")
    assert expected_calibration_error(judged) < 0.1


def test_confidences_are_as_high_as_links_of_another_text_are_often_right(tmp_path: Path) -> None:
    lines = (shared("data/alignment/xl-wa-enit") / "test.tsv").read_text().splitlines()[:120]
    sources, targets, links = zip(*(line.split("\t")[:3] for line in lines), strict=True)
    gold = [{tuple(map(int, cell.split("-"))) for cell in each.split()} for each in links]
    judged = judge(tmp_path, list(sources), list(targets), gold)
    print(f"ECE {expected_calibration_error(judged):.3f} over {len(judged)} links")
    assert expected_calibration_error(judged) < 0.06
