"""Training files without pairs that are too long or too uneven, and in pieces of words."""

import io
import json
import zipfile

import pytest
from sentencepiece import SentencePieceProcessor

from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.finding.models import Finding
from evaluation.training_text.jobs.files import make_training_files
from tests.evaluation.findings import make_finding
from tests.evaluation.training_text.making import LINES, ask, unpack
from tests.evaluation.translated import keep, run

pytestmark = pytest.mark.django_db(transaction=True)


LONG = " ".join(["parola"] * 81) + " ."
UNEVEN = [
    ("He walked off .", "Se ne andò via da lì subito ."),  # 4 and 8 words
    ("They walked off very slowly .", "Se ne andarono via piano piano , molto piano ."),  # 6 and 10
    ("She walked off quite slowly now .", "Se ne andò via adesso piano piano , sì , ecco ."),  # 7 and 12
    ("We walked off there .", "Ce ne siamo andati via subito , sì ."),  # 5 and 9: within 1.8, not within 1.5
]
OVERLONG = [
    (f"It {'was ' * 79}late .", f"Era {'tanto ' * 78}tardi ."),
    ("It was walked off .", LONG),
]  # 82 and 81, 5 and 82


@pytest.fixture
def uneven(project: Project) -> Finding:
    lines = [*LINES, *UNEVEN, *OVERLONG]
    return make_finding(project, texts=tuple("".join(f"{each[side]}\n" for each in lines) for side in (0, 1)))  # type: ignore[arg-type]


def fits(pair: tuple[str, str], most: int, ratio: float) -> bool:
    one, other = (len(side.split()) for side in pair)
    return max(one, other) <= most and max(one, other) / min(one, other) <= ratio


@pytest.mark.parametrize(("most", "ratio"), [(80, 1.5), (80, 1.8), (8, 1.5)])
def test_pairs_that_are_too_long_or_too_uneven_are_left_out_and_counted(uneven, most, ratio):
    job = run(ask(uneven, most_words=most, length_ratio=ratio), make_training_files)
    files = unpack(job)
    pairs = [*LINES, *UNEVEN, *OVERLONG]
    kept = [pair for pair in pairs if fits(pair, most, ratio)]
    assert list(zip(files["train.source"], files["train.target"], strict=True)) == kept
    long = sum(max(len(side.split()) for side in pair) > most for pair in pairs)
    counts = job.result["counts"]
    assert (counts["too_long"], counts["uneven"]) == (long, len(pairs) - len(kept) - long)
    assert counts["uneven"] and counts["too_long"] and counts["pairs"] == len(pairs)
    manifest = json.loads("\n".join(files["manifest.json"]))
    assert (manifest["settings"]["most_words"], manifest["settings"]["length_ratio"]) == (most, ratio)
    assert manifest["counts"] == counts


def test_what_the_length_leaves_out_is_not_divided_either(uneven):
    job = run(ask(uneven, condition="joint", most_words=80, length_ratio=1.5), make_training_files)
    files = unpack(job)
    for half in ("train", "test"):
        pairs = zip(files[f"{half}.source"], files[f"{half}.target"], strict=True)
        assert all(fits(pair, 80, 1.5) for pair in pairs)
    assert (job.result["counts"]["train"], job.result["counts"]["test"]) == (5, 5)  # as without the uneven pairs
    without = run(ask(uneven, condition="joint"), make_training_files).result["counts"]
    assert without["train"] + without["test"] > 10 and (without["too_long"], without["uneven"]) == (0, 0)


def test_back_translated_text_is_filtered_and_a_dictionary_is_not(finding):
    project = finding.project
    dictionary = keep(project, "d.tsv", "walk off\tandarsene; andare via a passo svelto\n")
    back = [
        keep(project, "b.en", "We walk off .\nNo .\n"),
        keep(project, "b.it", "Ce ne andiamo .\nE allora no e no .\n"),
    ]
    more = {"dictionary": dictionary, "back_translated": back, "length_ratio": 1.5}
    counts = run(ask(finding, **more), make_training_files).result["counts"]
    assert (counts["dictionary"], counts["back_translated"], counts["uneven"]) == (2, 1, 1)


def test_words_of_languages_without_spaces_are_those_of_icu(project):
    """They are 7 and 6 words, 5 and 1 between spaces."""
    texts = ("He works at a large bank .\n", "他在大银行工作。\n")
    finding = make_finding(project, texts=texts)
    Finding.objects.filter(pk=finding.pk).update(other_language="zh")
    finding.refresh_from_db()
    job = run(ask(finding, length_ratio=1.5), make_training_files)
    assert job.result["counts"]["corpus"] == 1


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_lines_in_pieces_come_with_the_model_that_made_them(finding, kind):
    job = run(
        ask(finding, condition="upsampled", times=3, marking="spaces", subwords=kind, pieces=60), make_training_files
    )
    with job.project.uploads.get(pk=job.result["upload"]).file.open("rb") as file:
        archive = zipfile.ZipFile(io.BytesIO(file.read()))
    files = {name: archive.read(name) for name in archive.namelist()}
    lines = {name: content.decode().splitlines() for name, content in files.items() if name != "subwords.model"}
    model = SentencePieceProcessor(model_proto=files["subwords.model"])
    assert 30 < model.get_piece_size() <= 60
    assert [line.split("\t")[0] for line in lines["subwords.vocab"]] == [
        model.id_to_piece(place) for place in range(model.get_piece_size())
    ]
    for name, plain in (("train", "train.source"), ("test", "test.marked")):
        assert lines[f"{name}.pieces.source"] == [" ".join(model.encode(line, out_type=str)) for line in lines[plain]]
        assert [model.decode(line.split(" ")) for line in lines[f"{name}.pieces.source"]] == lines[plain]
        targets = lines[f"{name}.target"]
        assert [model.decode(line.split(" ")) for line in lines[f"{name}.pieces.target"]] == targets
    assert any(
        len(cut.split()) > len(line.split())
        for cut, line in zip(lines["train.pieces.source"], lines["train.source"], strict=True)
    )
    again = run(
        ask(finding, condition="upsampled", times=3, marking="spaces", subwords=kind, pieces=60), make_training_files
    )
    assert again.result["sha256"] == job.result["sha256"]
    # Repeating the expressions changes nothing of what is learned.
    more = run(
        ask(finding, condition="upsampled", times=9, marking="spaces", subwords=kind, pieces=60), make_training_files
    )
    with more.project.uploads.get(pk=more.result["upload"]).file.open("rb") as file:
        assert zipfile.ZipFile(io.BytesIO(file.read())).read("subwords.model") == files["subwords.model"]


def test_pieces_are_refused_where_they_cannot_be_made(project, finding):
    with pytest.raises(DomainError, match="factors cannot be cut"):
        ask(finding, subwords="bpe", marking="factors")
    for more in ({"pieces": 49}, {"subwords": "wordpiece"}, {"most_words": 0}, {"length_ratio": 0.5}):
        with pytest.raises(DomainError, match=r"learned by BPE|most words|length ratio"):
            ask(finding, **more)
    texts = (
        "".join(f"{chr(0x4E00 + n)} {n} .\n" for n in range(80)),
        "".join(f"{chr(0x5E00 + n)} .\n" for n in range(80)),
    )
    job = ask(make_finding(project, texts=texts), subwords="bpe", pieces=60)
    work_on(job.pk, make_training_files)
    job.refresh_from_db()
    assert job.error.startswith("60 pieces are too few for the different characters of this text")
