"""Writing and verifying the release of a made-up study of 200,000 ratings: time and peak memory, without a database."""

import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from annotation_site.releases.packing import ReleaseFiles
from annotation_site.releases.tables import write_tables
from annotation_site.releases.verification import verify_release
from idiomaticity.releases.contents import FORMAT, ReleasedStudy
from idiomaticity.releases.published import PUBLISHED
from idiomaticity.releases.records import ReleasedCompound, ReleasedRating, ReleasedSentence
from tests.scripts.script import script

SENTENCES, EACH, ANNOTATORS = 4, 50, 400
WORDS = ("vessel", "box", "basin", "large box", "holder", "thing", "place", "sweet")


class MadeRatings:
    """Ratings that follow from their numbers, so that they need not be kept."""

    def __init__(self, compounds: int) -> None:
        self._compounds = compounds

    def __iter__(self) -> Iterator[ReleasedRating]:
        for compound in range(1, self._compounds + 1):
            for sentence in range(1, SENTENCES + 1):
                first = (compound * 7 + sentence * 31) % (ANNOTATORS - EACH)
                for place in range(EACH):
                    seed = compound * 13 + sentence * 5 + place * 17
                    scores = {"head": seed % 6, "modifier": seed // 6 % 6, "whole": seed // 7 % 6}
                    text = f"{WORDS[seed % len(WORDS)]} {compound % 9}"
                    name = f"A{first + place + 100}"
                    yield ReleasedRating(compound, sentence, name, place == 0 and first == 0, scores, (text,), 1)


def make_study(number: int, ratings: Iterable[ReleasedRating]) -> ReleasedStudy:
    """Return so many compounds with four sentences each."""
    sentences = tuple(ReleasedSentence(n, f"This is a tank of kind {n}.", ((10, 14),)) for n in range(1, SENTENCES + 1))
    compounds = [
        ReleasedCompound(n, f"thing{n} tank", f"thing{n}", "tank", "C", published_type_score=3.0, sentences=sentences)
        for n in range(1, number + 1)
    ]
    return ReleasedStudy(level="token", compounds=compounds, ratings=ratings)


def build(compounds: int, folder: Path, target: Path) -> None:
    """Build a release as the job does, from ratings that come one by one."""
    ratings = MadeRatings(compounds)
    study = make_study(compounds, ratings)
    described: dict[str, Any] = {
        "format": FORMAT,
        "release": 1,
        "licence": None,
        "citation": "A study.",
        "project": {"slug": "made", "level": "token"},
        "policy": {"paraphrases": {"several_sentences": 3, "one_sentence": 2}, "excluded": []},
    }
    with ReleaseFiles(folder) as files:
        write_tables(files, PUBLISHED.tables, study, lambda done, total: None)
        numbers = study.to_numbers()
        marked = sorted({rating.annotator for rating in ratings if rating.is_excluded})
        described["policy"]["excluded"] = [{"annotator": name, "reason": "Made up."} for name in marked]
        files.pack({**described, **numbers}, "made-release-1", target)


def check(_: int, __: Path, target: Path) -> None:
    """Verify the release as the command does."""
    report = verify_release(target)
    assert report["verified"], report["differences"]


def measure(step: Callable[[int, Path, Path], None], compounds: int, folder: Path, target: Path) -> None:
    """Do it in this process, and print time and peak memory of it."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.perf_counter()
    step(compounds, folder, target)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds = time.perf_counter() - started
    print(f"{step.__name__:6} {seconds:6.1f} s, peak {peak / 1024:6.0f} MB ({before / 1024:.0f} MB before)", flush=True)


@script(small={"compounds": 20})
def measure_study_release(compounds: int = 1_000) -> None:
    """Do each step in a process of its own."""
    print(f"{compounds * SENTENCES * EACH:,} ratings of {compounds * SENTENCES:,} sentences by {ANNOTATORS} annotators")
    context = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as temporary:
        folder, target = Path(temporary) / "files", Path(temporary) / "made.zip"
        folder.mkdir()
        for step in (build, check):
            process = context.Process(target=measure, args=(step, compounds, folder, target))
            process.start()
            process.join()
            assert process.exitcode == 0, f"{step.__name__} failed"


if __name__ == "__main__":
    measure_study_release.main()
