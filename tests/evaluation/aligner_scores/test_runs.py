"""Scoring a system's file by a real worker: the figures, and one sentence with file and line where it does not fit."""

import time
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile

from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence, open_text
from alignment.readings.links import Reading
from alignment.releases.services import request_release
from annotation_site.jobs.models import Job, Upload
from annotation_site.releases.models import Release
from evaluation.aligner_scores.models import Output, Score, System
from evaluation.aligner_scores.services import add_system_output
from tests.evaluation.gold_releases import GoldLine, make_release
from tests.factories import make_member, make_project, make_reading
from tests.shared_data import shared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("worker")]


@pytest.fixture
def release() -> Release:
    return make_release(make_project())


def upload_output(release: Release, text: str | bytes, **options: Any) -> Job:
    data = text.encode() if isinstance(text, str) else text
    values = {"name": "aligner", "alignment_format": "pharaoh", "file_name": "aligner.txt", **options}
    project = release.project
    return add_system_output(
        user=project.created_by, project=project, release=release, file=ContentFile(data), **values
    )


def finish(job: Job, seconds: float = 90) -> Job:
    end = time.monotonic() + seconds
    while not job.is_finished and time.monotonic() < end:
        time.sleep(0.05)
        job.refresh_from_db()
    assert job.is_finished, "the worker did not finish the job"
    return job


def score(release: Release, text: str | bytes, **options: Any) -> Score:
    job = finish(upload_output(release, text, **options))
    assert job.state == Job.State.SUCCEEDED, job.error
    return Score.objects.get(job=job)


def refuse(release: Release, text: str | bytes, **options: Any) -> str:
    """Return the message with which the job failed; nothing may be stored."""
    job = finish(upload_output(release, text, **options))
    assert job.state == Job.State.FAILED
    assert not Score.objects.exists() and not Output.objects.exists() and not System.objects.exists()
    return job.error


def test_figures_of_three_pairs_worked_out_by_hand(release):
    # Gold: 3 S · 1 S, 1 P · 2 S. System: 2 of 3 and one wrong; both; one of 2.
    found = score(release, "0-0 1-2 2-2\n0-0 1-0\n0-0\n")
    # |A| = 6, |S| = 6, |A∩S| = 2 + 1 + 1, |A∩P| = 2 + 2 + 1.
    assert found.result["aer"] == pytest.approx(1 - (4 + 5) / (6 + 6))
    assert found.result["precision"] == pytest.approx(5 / 6)
    assert found.result["recall"] == pytest.approx(4 / 6)
    assert found.result["f"] == pytest.approx(1 / (0.5 / (5 / 6) + 0.5 / (4 / 6)))
    assert (found.result["n"], found.result["links"], found.result["sure"], found.result["possible"]) == (3, 6, 6, 1)
    low, high = found.result["interval"]["aer"]
    assert low <= found.result["aer"] <= high
    assert "bs:1000|seed:12345" in found.signature
    assert release.sha256[:12] in found.signature


def test_pairs_with_most_errors_are_told_by_their_words(release):
    worst = score(release, "0-0 1-2 2-2\n0-0 1-0\n0-0\n").result["worst"]
    assert [(row["number"], row["missing_count"], row["wrong_count"]) for row in worst] == [(1, 1, 1), (3, 1, 0)]
    assert worst[0]["missing"] == [[2, 1, "cat", "gatto"]]
    assert worst[0]["wrong"] == [[2, 2, "cat", "nero"]]


def test_base_and_direction_are_as_said(release):
    found = score(release, "1-1 3-2\n1-2\n1-1 2-2\n", base="1", is_reversed=True)
    assert found.result["precision"] == 1
    assert (found.output.base, found.output.is_reversed) == (1, True)


def test_base_is_seen_in_the_file(release):
    assert score(release, "1-1 3-2\n2-1\n1-1 2-2\n").output.base == 1
    assert score(release, "0-0 2-1\n1-0\n0-0 1-1\n").output.base == 0


def test_an_index_that_could_be_either_is_asked_about(release):
    sentence = refuse(release, "1-1\n\n\n")
    assert sentence == (
        "aligner.txt: It is unclear whether words are counted from 0 or from 1. Choose one and try again."
    )


def test_an_index_past_the_end_beside_a_0_is_told_at_once(release):
    sentence = refuse(release, "0-0 2-1\n1-0\n0-2\n")
    assert sentence == (
        "aligner.txt, line 3: A link points to target token 3, but there are only 2. Words are counted from 0, as an "
        "index is 0: check whether the direction is target–source."
    )


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("0-0\n1-0\n", {}, "aligner.txt: The file has 2 sentences, but the release has 3."),
        ("0-0\n1-0\n0-0\n0-0\n0-0\n", {}, "aligner.txt: The file has 5 sentences, but the release has 3."),
        # The text that was imported, of which only a part is released: its length is the fault, not an index in it.
        ("0-0\n7-0\n0-0\n0-0\n", {}, "aligner.txt: The file has 4 sentences, but the release has 3."),
        # Neither base shows, but no base would mend the number of lines.
        ("1-1\n1-1\n1-1\n1-1\n", {}, "aligner.txt: The file has 4 sentences, but the release has 3."),
        ("1-1p\n", {"alignment_format": "detect"}, "aligner.txt: Interlinea could not recognise this file. Choose its"),
        (
            "0p0\n1-0\n0-0\n",
            {"alignment_format": "pharaoh"},
            "aligner.txt, line 1: “0p0” is not a link; one looks like 3-4. The file looks like talp, not pharaoh.",
        ),
        (b"%PDF-1.4\n", {"alignment_format": "detect"}, "aligner.txt is a PDF document; a plain text file is needed."),
        ("0-0\n7-0\n0-0\n", {}, "aligner.txt, line 2: A link points to source token 8, but there are only 2."),
        ("0-0\nx\n0-0\n", {}, "aligner.txt, line 2: “x” is not a link; one looks like 3-4."),
        ("0-0\n1-0\n", {"base": "1"}, "aligner.txt, line 1: “0-0” contains the index 0"),
        ("\n\n\n", {"base": "0"}, "aligner.txt: the file has no links."),
        ('{"id": "pair-2", "sure": "0-0"}\n', {"alignment_format": "jsonl"}, "aligner.txt, line 1: The line is about"),
        ("a cat\tun gatto\t0-0\n", {"alignment_format": "xl-wa"}, "aligner.txt, line 1: The source sentence has 2"),
        (b"0-0\n\xff\xfe\n0-0\n", {}, "aligner.txt, line 2: “"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_one_sentence(release, text, options, sentence):
    assert refuse(release, text, **options).startswith(sentence)


def test_a_pair_that_a_sparse_format_leaves_out_has_no_links(release):
    found = score(release, "1 1 1\n3 1 1\n", alignment_format="naacl")
    assert (found.result["n"], found.result["links"]) == (3, 2)


def test_the_same_file_is_scored_once_and_kept_once(release):
    text = "0-0\n1-0\n0-0\n"
    first, again = upload_output(release, text), upload_output(release, text)
    other = upload_output(release, text, name="another aligner")
    assert first == again != other
    assert Upload.objects.count() == 2
    finish(first), finish(other)
    assert Score.objects.count() == 2


def test_links_outside_the_target_words_are_not_judged():
    sample = make_release(make_project(), scope="target_words")
    assert refuse(sample, "0-0\n1-0\n0-0\n").startswith(
        "This release does not record its target words. Create a new release to score against."
    )


HANSARDS = [
    ("fastalign/test.enfr.talp", False, 16.4),
    ("fastalign/test.enfr.reverse.talp", True, 15.9),
    ("fastalign/test.enfr.grow-diagonal.talp", False, 10.5),
    ("giza/test.enfr.grow-diagonal.talp", False, 5.9),
    ("enfr.awesome-align.out", False, 4.1),
]


def test_published_error_rates_of_the_hansards_come_out():
    folder = shared("data/alignment/hansards-enfr")
    release = make_release(make_project(), read_hansards(folder))
    for name, is_reversed, expected in HANSARDS:
        data = (folder / name).read_bytes()
        found = score(release, data, name=name, file_name=name.split("/")[-1], base="0", is_reversed=is_reversed)
        assert round(100 * found.result["aer"], 1) == expected
        assert found.result["n"] == 447


def read_hansards(folder: Any) -> list[GoldLine]:
    gold: list[GoldLine] = []
    with (folder / "enfr.src-tgt").open("rb") as texts, (folder / "enfr.gold").open("rb") as links:
        sentences = ALIGNMENT_FORMATS["talp"].read(open_text(links, "utf-8"), 1)
        for text, sentence in zip(open_text(texts, "utf-8"), sentences, strict=True):
            assert isinstance(sentence, AlignedSentence)
            source, target = text.split("|||")
            gold.append((" ".join(source.split()), " ".join(target.split()), Reading(sentence.reading.links)))
    return gold


def test_a_release_made_by_the_platform_can_be_scored_against():
    project = make_project(pairs=2)
    for _ in range(2):
        annotator = make_member(project)
        for _ in range(2):
            make_reading(annotator, "0-0S 1-2S 2-1S")
    asked = request_release(user=project.created_by, project=project, request_id=uuid4())
    finish(asked)
    found = score(project.releases.get(), "0-0 1-2 2-1\n0-0\n")
    assert (found.result["sure"], found.result["recall"]) == (6, pytest.approx(4 / 6))
