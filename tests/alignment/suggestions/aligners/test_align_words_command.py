"""Links of eflomal as files, where it is installed."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from alignment.suggestions.aligners import label_links
from tests.alignment.suggestions.aligners.installed import eflomal_folder, encoder_folder
from tests.shared_data import shared


def run(*arguments: object) -> dict:
    out = StringIO()
    call_command(*map(str, arguments), stdout=out)
    return json.loads(out.getvalue())


def write_hansards(folder: Path) -> Path:
    text = shared("data/alignment/hansards-enfr") / "enfr.src-tgt"
    rows = [line.split(" ||| ") for line in text.read_text().splitlines()]
    for place, name in enumerate(("source", "target")):
        (folder / name).write_text("".join(f"{row[place].strip()}\n" for row in rows))
    return folder


@pytest.fixture
def hansards(tmp_path: Path) -> Path:
    return write_hansards(tmp_path)


@pytest.fixture(scope="module")
def aligned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict]:
    """Let eflomal align the Hansards and keep their priors; return the folder, and what was told."""
    aligner, folder = eflomal_folder(), write_hansards(tmp_path_factory.mktemp("hansards"))
    told = run(
        "align-words", folder / "source", folder / "target", "--aligner", aligner, "--out", folder / "links",
        "--links", "intersection", "--keep-priors", folder / "priors",
    )  # fmt: skip
    return folder, told


def test_links_of_both_directions_are_sure() -> None:
    assert label_links({(0, 0), (1, 1)}, {(1, 1), (2, 1)}) == {(0, 0): "P", (1, 1): "S", (2, 1): "P"}


def test_the_intersection_of_eflomal_scores_as_it_is_known_to(aligned: tuple[Path, dict]) -> None:
    folder, told = aligned
    assert (told["pairs"], told["possible"]) == (447, 0)
    gold = shared("data/alignment/hansards-enfr") / "enfr.gold"
    formats = ["--gold-format", "talp", "--gold-base", 1, "--system-format", "talp", "--system-base", 0]
    score = run("measure", "word-alignment", gold, folder / "links", *formats)
    print(f"AER {score['aer']:.4f}")
    # A sampler: not the same each time.
    assert 0.14 < score["aer"] < 0.20


def test_priors_of_a_text_help_to_align_one_pair_of_it(aligned: tuple[Path, dict], tmp_path: Path) -> None:
    folder, _ = aligned
    texts = [tmp_path / "source", tmp_path / "target"]
    for text in texts:
        text.write_text((folder / text.name).read_text().splitlines()[5] + "\n")
    told = run(
        "align-words", *texts, "--aligner", eflomal_folder(), "--out", tmp_path / "one",
        "--priors", folder / "priors",
    )  # fmt: skip
    assert told["pairs"] == 1
    assert told["sure"] > 0


def test_the_encoder_errs_as_it_is_known_to_without_a_text_to_learn_from(hansards: Path) -> None:
    folder = encoder_folder()
    gold = (shared("data/alignment/hansards-enfr") / "enfr.gold").read_text().splitlines()[:60]
    (hansards / "gold").write_text("\n".join(gold) + "\n")
    texts = [hansards / "source", hansards / "target"]
    for text in texts:
        text.write_text("".join(text.read_text().splitlines(keepends=True)[:60]))
    told = run(
        "align-words", *texts, "--program", "encoder", "--aligner", folder, "--out", hansards / "links",
        "--links", "intersection",
    )  # fmt: skip
    assert (told["pairs"], told["possible"]) == (60, 0)
    formats = ["--gold-format", "talp", "--gold-base", 1, "--system-format", "talp", "--system-base", 0]
    score = run("measure", "word-alignment", hansards / "gold", hansards / "links", *formats)
    print(f"AER {score['aer']:.4f}")
    assert score["aer"] == pytest.approx(0.061, abs=0.01)  # the processor decides on the last digits


def test_jsonl_has_the_confidence_in_every_link_that_is_written(tmp_path: Path) -> None:
    folder = encoder_folder()
    (tmp_path / "source").write_text("the black cat sleeps\n_\n")
    (tmp_path / "target").write_text("il gatto nero dorme\n\n")
    texts = [tmp_path / "source", tmp_path / "target", "--program", "encoder", "--aligner", folder]
    run("align-words", *texts, "--out", tmp_path / "links", "--format", "jsonl")
    first, second = map(json.loads, (tmp_path / "links").read_text().splitlines())
    assert first["confidence"].keys() == {"0-0", "1-2", "2-1", "3-3"} == {*first["sure"].split()}
    assert all(0.9 < confidence <= 1 for confidence in first["confidence"].values())
    assert "confidence" not in second


def test_confidences_of_links_that_are_left_out_are_not_written(tmp_path: Path) -> None:
    program = tmp_path / "encoder-align"
    program.write_text(
        "#!/bin/sh\necho '0-0 1-1' > $7\necho 0-0 > $9\necho '0-0:0.875 1-1:0.312' > ${11}\n"
        'echo \'{"encoder": "mine"}\' > ${13}\n'
    )
    program.chmod(0o755)
    for name in ("source", "target"):
        (tmp_path / name).write_text("a b\n")
    texts = [tmp_path / "source", tmp_path / "target", "--program", "encoder", "--aligner", tmp_path]
    for links, confidence in (("both", {"0-0": 0.875, "1-1": 0.312}), ("intersection", {"0-0": 0.875})):
        told = run("align-words", *texts, "--out", tmp_path / "links", "--format", "jsonl", "--links", links)
        assert told["encoder"] == "mine"
        assert json.loads((tmp_path / "links").read_text())["confidence"] == confidence


def test_texts_of_different_length_are_refused_by_the_encoder(tmp_path: Path) -> None:
    folder = encoder_folder()
    (tmp_path / "long").write_text("a cat\na dog\n")
    (tmp_path / "short").write_text("un gatto\n")
    with pytest.raises(CommandError, match="encoder-align failed: One text ends before line 2, the other goes on"):
        run("align-words", tmp_path / "long", tmp_path / "short", "--program", "encoder", "--aligner", folder,
            "--out", tmp_path / "links")  # fmt: skip


def test_a_sentence_longer_than_the_model_reads_and_an_empty_one_are_aligned(tmp_path: Path) -> None:
    folder = encoder_folder()
    # The model reads 512 pieces, and each of these words has two or more.
    (tmp_path / "text").write_text(" ".join(f"word{number}" for number in range(100, 400)) + "\n\n_ \x00 \n")
    told = run("align-words", tmp_path / "text", tmp_path / "text", "--program", "encoder", "--aligner", folder,
               "--out", tmp_path / "links")  # fmt: skip
    assert told["pairs"] == 3
    assert told["sure"] > 0


def test_a_program_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a cat\n")
    with pytest.raises(CommandError, match="cannot be started: No such file") as caught:
        run("align-words", tmp_path / "text", tmp_path / "text", "--aligner", tmp_path, "--out", tmp_path / "links")
    assert caught.value.returncode == 2
    assert not (tmp_path / "links").exists()


def test_priors_of_an_aligner_that_keeps_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a cat\n")
    options = [
        "--aligner",
        tmp_path,
        "--out",
        tmp_path / "links",
        "--program",
        "fast_align",
        "--priors",
        tmp_path / "p",
    ]
    with pytest.raises(CommandError, match="fast_align has no priors"):
        run("align-words", tmp_path / "text", tmp_path / "text", *options)
