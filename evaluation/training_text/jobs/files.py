"""Job that writes training and test files of a search's text, as one zip."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from collections import Counter
from contextlib import ExitStack, closing
from typing import IO, Any, cast

from django.conf import settings

from alignment.formats import FormatError
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import keep_made_file
from annotation_site.phrases import Lemmatiser, split_sentence
from annotation_site.web.exceptions import DomainError
from evaluation.finding.jobs.corpus import make_finder
from evaluation.finding.models import Finding
from evaluation.training_text.jobs.pieces import PieceFiles
from evaluation.training_text.jobs.texts import (
    DICTIONARY,
    TextPair,
    make_length_filter,
    read_additions,
    read_found_pairs,
    read_pairs,
)
from expressions.training_text.lengths import FAULTS, LengthFilter
from expressions.training_text.marking import Hits, mark_line, write_line
from expressions.training_text.splits import Condition, Split, count_repeats, split_pairs

REPORT_EVERY = 500
TRAIN = ("train.source", "train.target")
TEST = ("test.source", "test.target", "test.spans")
MARKED_TEST = "test.marked"
# Times in the archive are fixed, so that equal texts give equal bytes.
ARCHIVE_TIME = (1980, 1, 1, 0, 0, 0)


@job("training_files", "Training files", result=ResultPage("evaluation:training_files", "Show files", by="job"))
def make_training_files(run: JobRun) -> None:
    """Divide, mark and extend the text with the job's options; the same options give the same bytes."""
    finding = Finding.objects.select_related("job", "project").get(pk=run.parameters["finding"])
    lengths = make_length_filter(run.parameters)
    split = None
    if run.parameters["condition"]:
        found_pairs = read_found_pairs(finding, run.parameters["hits"], lengths)
        split = split_pairs(list(found_pairs), run.parameters["seed"])
    with ExitStack() as stack:
        names = [*TRAIN]
        if split:
            names += [*TEST, MARKED_TEST] if run.parameters["marking"] else TEST
        files: dict[str, IO[bytes]] = {name: stack.enter_context(tempfile.TemporaryFile()) for name in names}
        kind, most = run.parameters["subwords"], run.parameters["pieces"]
        pieces = PieceFiles(stack, kind, most) if kind else None
        writer = _Writer(run, finding, split, files, lengths, pieces)
        try:
            with closing(read_pairs(finding, run.parameters["hits"])) as pairs:
                for pair in pairs:
                    if pair.line % REPORT_EVERY == 0:
                        run.report(pair.line, finding.sentence_count)
                    writer.add(pair)
            for origin, source, target in read_additions(run.job.project, run.parameters):
                writer.add_from(origin, source, target)
        except FormatError as error:
            raise DomainError(str(error)) from error
        if not writer.counts["train_lines"]:
            raise DomainError("There are no pairs left for training.")
        if pieces:
            files |= pieces.write(has_test=split is not None)
        manifest = _make_manifest(run, finding, split, writer.counts)
        archive = stack.enter_context(tempfile.TemporaryFile())
        _pack(archive, files, manifest)
        with run.completing() as result:
            upload = keep_made_file(run.job, archive, f"training-{finding.pk}-{run.job.pk}.zip")
            result |= {**manifest, "upload": upload.pk, "size": upload.size, "sha256": upload.sha256}
            result["summary"] = _sum_up(writer.counts, split)


class _Writer:
    """The files while they grow."""

    def __init__(
        self,
        run: JobRun,
        finding: Finding,
        split: Split | None,
        files: dict[str, IO[bytes]],
        lengths: LengthFilter,
        pieces: PieceFiles | None,
    ) -> None:
        self._parameters, self._finding, self._split = run.parameters, finding, split
        self._lemmatiser = Lemmatiser(finding.language)
        self._finder = None
        if self._parameters["marking"]:
            self._finder, _ = make_finder(finding.project, finding.job.parameters, self._lemmatiser)
        condition = cast(Condition, self._parameters["condition"])
        self._repeats = count_repeats(condition, split, self._parameters["times"]) if split else lambda _: 1
        self._test = set(split.test) if split else set()
        self._files, self._lengths, self._pieces = files, lengths, pieces
        self.counts: Counter[str] = Counter()

    def add(self, pair: TextPair) -> None:
        """Write a pair of the text to the training or test files, or to neither."""
        self.counts["pairs"] += 1
        is_target = self._finding.side == Finding.Side.TARGET
        if fault := self._lengths.find_fault(*pair.by_language(self._finding)):
            self.counts[fault] += 1
            return
        sides = (pair.other, pair.text) if is_target else (pair.text, pair.other)
        if pair.line in self._test:
            self._test_on(pair, sides)
        elif times := self._repeats(pair.line):
            self._train_on("corpus", sides, pair.hits, times)

    def add_from(self, origin: str, source: str, target: str) -> None:
        """Write a pair from another source, in which expressions are found now, to the training files.

        Entries of a dictionary are no sentences: how long they are beside their translations says nothing.
        """
        languages = [self._parameters[f"{side}_language"] for side in ("source", "target")]
        sides = zip((source, target), languages, strict=True)
        if origin != DICTIONARY and (fault := self._lengths.find_fault(*sides)):
            self.counts[fault] += 1
            return
        hits: Hits = ()
        if self._finder:
            hits_in_source = self._finder.find(split_sentence(source, self._lemmatiser))
            hits = [(hit.phrase, hit.spans) for hit in hits_in_source]
        self._train_on(origin, (source, target), hits, 1)

    def _train_on(self, origin: str, sides: tuple[str, str], hits: Hits, times: int) -> None:
        source, target = self._mark(sides[0], hits), self._tokenise_text(sides[1])
        if not source or not target:
            self.counts["left_out"] += 1
            return
        self.counts[origin] += 1
        for name, line in zip(TRAIN, (source, target), strict=True):
            self._files[name].write(f"{line}\n".encode() * times)
        if self._pieces:
            self._pieces.keep("train", source, target, times)
        self.counts["train_lines"] += times
        self.counts["marked"] += len(hits) if self._finder else 0

    def _test_on(self, pair: TextPair, sides: tuple[str, str]) -> None:
        """Write the texts unchanged, since the spans point into them; one more file has the source as in training."""
        assert self._split
        phrase = self._split.phrase_of[pair.line]
        spans = sorted({span for hit_phrase, spans in pair.hits if hit_phrase == phrase for span in spans})
        for name, line in zip(TEST, (*sides, f"{phrase}\t{spans}"), strict=True):
            self._files[name].write(f"{line}\n".encode())
        source = self._mark(sides[0], pair.hits) if MARKED_TEST in self._files or self._pieces else ""
        if MARKED_TEST in self._files:
            self._files[MARKED_TEST].write(f"{source}\n".encode())
        if self._pieces:
            self._pieces.keep("test", source, self._tokenise_text(sides[1]))

    def _mark(self, text: str, hits: Hits) -> str:
        method, marking = self._parameters["tokens"], self._parameters["marking"]
        if not marking:
            return self._tokenise_text(text, self._parameters["source_language"])
        try:
            return mark_line(text, hits, marking, self._finding.language, method, self._lemmatiser)
        except ValueError:
            # A word that the tokeniser rewrote cannot be found again: the pair is left out, and counted.
            return ""

    def _tokenise_text(self, text: str, language: str = "") -> str:
        return write_line(text, language or self._parameters["target_language"], self._parameters["tokens"])


def _make_manifest(run: JobRun, finding: Finding, split: Split | None, counts: Counter[str]) -> dict[str, Any]:
    """Return the settings, counts and inputs of the files, for their manifest."""
    names = (
        "hits",
        "condition",
        "times",
        "seed",
        "marking",
        "tokens",
        "most_words",
        "length_ratio",
        "subwords",
        "pieces",
    )
    keys = [run.parameters["dictionary"], *(run.parameters["back_translated"] or [])]
    added = Upload.objects.filter(project=run.job.project, pk__in=[key for key in keys if key]).order_by("pk")
    files = [{"name": upload.name, "size": upload.size, "sha256": upload.sha256} for upload in added]
    halves = {name: len(getattr(split, name)) for name in ("train", "test", "single", "repeated")} if split else {}
    origins = ("pairs", "corpus", "dictionary", "back_translated", "left_out", *FAULTS, "marked", "train_lines")
    return {
        "settings": {name: run.parameters[name] for name in names},
        "counts": {**{name: counts[name] for name in origins}, **halves},
        "phrases": split.counts() if split else {},
        "files": [*finding.job.result["files"], *files],
        "software": settings.VERSION,
    }


def _pack(archive: IO[bytes], files: dict[str, IO[bytes]], manifest: dict[str, Any]) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, file in files.items():
            file.seek(0)
            with packed.open(_entry(name), "w", force_zip64=True) as entry:
                shutil.copyfileobj(file, entry)
        text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        packed.writestr(_entry("manifest.json"), text)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, ARCHIVE_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _sum_up(counts: Counter[str], split: Split | None) -> str:
    tested = f", {len(split.test):,} test pairs" if split else ""
    marked = f", {counts['marked']:,} expressions marked" if counts["marked"] else ""
    return f"{counts['train_lines']:,} training lines{tested}{marked}."
