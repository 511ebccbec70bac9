"""Job that imports the alignment of a translation or of the reference, completely or not at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import islice, zip_longest

from alignment.formats import FormatError
from alignment.formats.link_files import LinkFile
from alignment.formats.matching import match_links
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.texts.in_step import is_blank_line
from annotation_site.texts.token_places import Span, locate_tokens
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.gold import read_gold
from evaluation.alignments.models import AlignedSegment, WordAlignment
from evaluation.alignments.released import read_alignments
from evaluation.files.lines import read_texts
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Hypothesis, Translation

CHUNK = 500


@dataclass(frozen=True, slots=True)
class TokenisedSegment:
    """A segment as its aligner saw it, with the places of its tokens."""

    position: int
    source_tokens: Sequence[str]
    target_tokens: Sequence[str]
    source_places: Sequence[Span]
    target_places: Sequence[Span]
    identifier: str = ""


# Number, places of both sides and links of a segment.
Row = tuple[int, Sequence[Span], Sequence[Span], list[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class ReadLinks:
    """Segments read one at a time within the transaction that stores them; the hash identifies source and format."""

    rows: Callable[[], Generator[Row]]
    sha256: str
    origin: str
    upload: Upload | None = None
    release: Release | None = None


def find_alignment(imported: Job) -> Brought:
    """Return the alignment of an import; a text has one."""
    of = {"test_set": imported.result["test_set"], "translation": imported.parameters["translation"]}
    return Brought({"alignments": WordAlignment.objects.filter(**of)})


@job(
    "word_alignment",
    "Test set alignment",
    result=ResultPage("evaluation:test_set_of_job", "Show test set", by="job"),
    brings=find_alignment,
)
def take_alignment(run: JobRun) -> None:
    """Store the links of every segment while they are read, a chunk in memory at a time; all of them, or none."""
    test_set = TestSet.objects.of_job(run.job)
    translation_key = run.parameters["translation"]
    translation = (
        Translation.objects.select_related("system").of_job(test_set, translation_key) if translation_key else None
    )
    read = _open_links_of_release if run.parameters.get("release") else _open_links_of_file
    with ExitStack() as stack:
        links_read = read(run, test_set, translation, stack)
        with run.completing() as result:
            run.hold_project()
            if WordAlignment.objects.filter(test_set=test_set, translation=translation).exists():
                raise DomainError(already_there(translation))
            links = _store(run, test_set, translation, links_read)
            result |= {"test_set": test_set.pk, "links": links, "summary": f"{links:,} links; {links_read.origin}."}


def _store(run: JobRun, test_set: TestSet, translation: Translation | None, links_read: ReadLinks) -> int:
    alignment = WordAlignment.objects.create(
        test_set=test_set,
        translation=translation,
        upload=links_read.upload,
        release=links_read.release,
        sha256=links_read.sha256,
        link_count=0,
    )
    stored = 0
    with closing(links_read.rows()) as rows:
        while chunk := list(islice(rows, CHUNK)):
            AlignedSegment.objects.bulk_create(
                AlignedSegment(alignment=alignment, number=number, source_places=one, target_places=other, links=cells)
                for number, one, other, cells in chunk
            )
            alignment.link_count += sum(len(cells) for *_, cells in chunk)
            stored += len(chunk)
            run.report(stored, test_set.segment_count)
    alignment.save(update_fields=["link_count"])
    return alignment.link_count


def _open_links_of_release(
    run: JobRun, test_set: TestSet, translation: Translation | None, stack: ExitStack
) -> ReadLinks:
    """Read the gold links of pairs with the same words; raise FormatError if a segment is not among them."""
    release = Release.objects.get(pk=run.parameters["release"])
    texts = {number: (source, target) for number, source, target in _list_texts(test_set, translation)}
    file = stack.enter_context(closing(release.file.open("rb")))

    def rows() -> Generator[Row]:
        try:
            for number, alignment in read_alignments(texts, read_gold(file, target_words_only=False)):
                yield number, alignment.source_places, alignment.target_places, alignment.links
        except ValueError as error:
            raise DomainError(str(error)) from error

    sha256 = hashlib.sha256(f"release {release.sha256}".encode()).hexdigest()
    return ReadLinks(rows, sha256, f"of {release.project}, release {release.number}", release=release)


def _open_links_of_file(run: JobRun, test_set: TestSet, translation: Translation | None, stack: ExitStack) -> ReadLinks:
    """Read the uploaded links against the tokens of every segment."""
    project, parameters = run.job.project, run.parameters
    uploads = {part: pk for part, pk in parameters["files"].items() if pk}
    links = Upload.objects.get(pk=uploads["links"], project=project)
    file = LinkFile(
        links.name,
        parameters["format"],
        parameters["is_reversed"],
        lambda: closing(links.file.open("rb")),
        "the test set",
    ).settled()
    paths = stack.enter_context(local_copies(project, uploads))
    base = file.find_base(parameters["base"], _tokenise(test_set, translation, paths))

    def rows() -> Generator[Row]:
        with closing(_tokenise(test_set, translation, paths)) as segments:
            for segment, cells in match_links(file, segments, base):
                yield segment.position, segment.source_places, segment.target_places, sorted(cells)

    sha256 = _hash(project, uploads, [file.format, base, file.is_reversed])
    return ReadLinks(rows, sha256, f"words are counted from {base}", upload=links)


def already_there(translation: Translation | None) -> str:
    """Return the sentence that refuses a second alignment."""
    return f"{translation.system if translation else 'The reference'} already has an alignment."


def _tokenise(test_set: TestSet, translation: Translation | None, paths: dict[str, str]) -> Generator[TokenisedSegment]:
    """Yield every segment with its tokens: those of the files, otherwise its space-separated words."""
    sides = [_token_lines(paths.get(part), test_set.segment_count) for part in ("source_tokens", "target_tokens")]
    # Closed at once, whatever happens: what a cursor of the database still gives goes with its transaction.
    with closing(_list_texts(test_set, translation)) as texts:
        for (number, source, target), *lines in zip(texts, *sides, strict=False):
            both = []
            for part, text, line in zip(("source_tokens", "target_tokens"), (source, target), lines, strict=True):
                tokens = text.split() if line is None else line.split()
                try:
                    both.append((tokens, locate_tokens(tokens, text)))
                except ValueError as error:
                    raise FormatError(paths.get(part, ""), number, str(error)) from error
            yield TokenisedSegment(number, both[0][0], both[1][0], both[0][1], both[1][1])
    for side in sides:
        next(side, None)  # refuses a file that goes on


def _list_texts(test_set: TestSet, translation: Translation | None) -> Generator[tuple[int, str, str]]:
    """Yield the number, source, and translation or first reference of every segment."""
    segments = test_set.segments.order_by("number").values_list("number", "source", "references")
    hypotheses: Iterator[str] = iter(())
    if translation is not None:
        texts = Hypothesis.objects.filter(translation=translation).order_by("number").values_list("text", flat=True)
        hypotheses = iter(texts.iterator(chunk_size=CHUNK))
    for number, source, references in segments.iterator(chunk_size=CHUNK):
        yield number, source, next(hypotheses) if translation is not None else next(iter(references), "")


def _token_lines(path: str | None, count: int) -> Iterator[str | None]:
    """Yield a line for each segment, or None for each if there is no file.

    Raise FormatError if the number of lines differs from the number of segments.
    """
    if path is None:
        yield from [None] * count
        return
    for number, (line, _) in enumerate(zip_longest(read_texts(path), range(count)), 1):
        if number > count:
            if not is_blank_line(line or ""):
                raise FormatError(path, number, f"The file has more lines than the {count:,} segments.")
            continue
        if line is None:
            raise FormatError(path, number, f"The file ends here, but the test set has {count:,} segments.")
        yield line


def _hash(project: Project, uploads: dict[str, int], read_as: Sequence[object]) -> str:
    files = {upload.pk: upload.sha256 for upload in Upload.objects.filter(project=project, pk__in=uploads.values())}
    question = [{part: files[pk] for part, pk in uploads.items()}, list(read_as)]
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()
