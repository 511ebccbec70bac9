"""Jobs of imports: preview a parallel text, then import it, all or nothing."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from typing import IO, Any

from django.db import connection

from alignment.formats import (
    PARALLEL_FORMATS,
    FormatError,
    Pair,
    ParallelFormat,
    Rejected,
    Row,
    detect_format,
    tokenise_pair,
)
from alignment.formats.detection import open_text
from alignment.pairs.models import AlignmentSettings
from annotation_site.assignments.models import Item
from annotation_site.assignments.quotas import place_on_ring
from annotation_site.jobs.files import describe_files, uploads_of
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

SHOWN_PAIRS = 8
SHOWN_REJECTED = 100
CHUNK = 2_000
REPORT_EVERY = 500
SEAM = "\x1f"

ITEM_COLUMNS = (
    "id", "project_id", "number", "identifier", "state", "wanted_count", "assigned_count", "submitted_count",
    "ring_place",
)  # fmt: skip
PAIR_COLUMNS = (
    "item_id", "source_tokens", "target_tokens", "source_text", "target_text", "source_target_words",
    "target_target_words",
)  # fmt: skip


@job("import_preview", "Import preview", result=ResultPage("alignment:import_preview", "Show preview", by="job"))
def preview_import(run: JobRun) -> None:
    """Read the whole text once and report the rows that an import would include and skip."""
    counts = {"pairs": 0, "source_tokens": 0, "target_tokens": 0, "rejected": 0}
    longest = {"source": 0, "target": 0}
    shown: list[dict[str, Any]] = []
    rejected: list[dict[str, Any]] = []
    uploads = uploads_of(run)
    parallel = PARALLEL_FORMATS[run.parameters["format"]]
    encodings = [detect_encoding(parallel, upload, run.parameters.get("encoding", "")) for upload in uploads]
    with _rows(run, uploads, encodings) as rows:
        for row in rows:
            if isinstance(row, Rejected):
                counts["rejected"] += 1
                if len(rejected) < SHOWN_REJECTED:
                    rejected.append({"line": row.line, "reason": row.reason, "text": row.text})
                continue
            source, target = row.source_tokens or (), row.target_tokens or ()
            counts["pairs"] += 1
            counts["source_tokens"] += len(source)
            counts["target_tokens"] += len(target)
            longest = {"source": max(longest["source"], len(source)), "target": max(longest["target"], len(target))}
            if len(shown) < SHOWN_PAIRS:
                shown.append({"identifier": row.identifier or "", "source": list(source), "target": list(target)})
    with run.completing() as result:
        result |= {
            "counts": counts,
            "longest": longest,
            "encodings": encodings,
            "shown": shown,
            "rejected": rejected,
            "files": describe_files(uploads),
        }


@job("import", "Import", result=ResultPage("alignment:pairs", "Show pairs"))
def import_pairs(run: JobRun) -> None:
    """Import the previewed text: rows stream into PostgreSQL by COPY, and an error anywhere leaves nothing behind."""
    preview = run.job.project.jobs.get(pk=run.parameters["preview"])
    uploads = uploads_of(run)
    total = preview.result["counts"]["pairs"]
    with run.completing() as result, _rows(run, uploads, preview.result["encodings"], total) as rows:
        # Numbers continue those in the project; the lock keeps a second import from taking the same ones.
        project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=run.job.project_id)
        taken = _copy_pairs(project, (row for row in rows if isinstance(row, Pair)), _target_words(run))
        if taken != total:
            raise DomainError(
                f"The preview had {total:,} pairs, but the file now has {taken:,}. Preview the text again."
            )
        project.item_count += taken
        project.save(update_fields=["item_count"])
        left_out = preview.result["counts"]["rejected"]
        result |= {
            "summary": _sum_up(taken, left_out, project.item_count),
            "imported": taken,
            "left_out": left_out,
            "files": preview.result["files"],
        }


def _sum_up(taken: int, left_out: int, total: int) -> str:
    """Return a summary of the import in one sentence for the job's page."""
    came = "1 pair imported" if taken == 1 else f"{taken:,} pairs imported"
    rows = "1 row left out" if left_out == 1 else f"{left_out:,} rows left out"
    here = f"{total:,} in the project" if total > taken else ""
    return "; ".join(filter(None, [came, rows if left_out else "", here])) + "."


def suggest_format(preview: Job) -> str | None:
    """Return another format that the first lines of a preview's first file fit, with as many files."""
    parallel = PARALLEL_FORMATS[preview.parameters["format"]]
    uploads = preview.project.uploads.filter(pk__in=preview.parameters["uploads"][:1])
    for upload in uploads:
        encoding = detect_encoding(parallel, upload, preview.parameters.get("encoding", ""))
        try:
            with upload.file.open("rb") as file, closing(open_text(file, encoding, upload.name)) as lines:
                candidates = detect_format(lines).candidates
        except FormatError:
            return None
        for each in candidates:
            fits = each.name in PARALLEL_FORMATS and PARALLEL_FORMATS[each.name].files == parallel.files
            if fits and each.name != parallel.name:
                return each.name
    return None


def detect_encoding(parallel: ParallelFormat, upload: Upload, wanted: str) -> str:
    """Return the requested encoding, else the likeliest."""
    if wanted:
        return wanted
    with upload.file.open("rb") as file:
        return parallel.detect_encoding(file)


@contextmanager
def _rows(
    run: JobRun, uploads: Sequence[Upload], encodings: Sequence[str], total: int | None = None
) -> Iterator[Iterator[Row]]:
    """Open the files and give their rows, split into tokens; FormatError becomes the job's message."""
    parallel = PARALLEL_FORMATS[run.parameters["format"]]
    with ExitStack() as stack:
        files: list[IO[bytes]] = [stack.enter_context(upload.file.open("rb")) for upload in uploads]
        names = [upload.name for upload in uploads]
        # The reader lets go of its files before they close.
        rows = stack.enter_context(closing(parallel.read_files(files, names, encodings, _languages(run))))
        try:
            yield _tokenised(run, rows, total)
        except FormatError as error:
            raise DomainError(str(error)) from error


@dataclass(frozen=True)
class TargetWords:
    """The listed words of each side, case-folded; a pair whose file marks its own words keeps those. `is_needed`: the
    project aligns target words only, or some are listed.
    """

    source: frozenset[str]
    target: frozenset[str]
    is_needed: bool

    def find(self, pair: Pair) -> tuple[Sequence[int], Sequence[int]]:
        """Return the indices of the target words on both sides of a pair."""
        if not self.is_needed:
            return (), ()
        own = pair.source_target_words, pair.target_target_words
        if own != (None, None):
            return own[0] or (), own[1] or ()
        return _find_words(pair.source_tokens or (), self.source), _find_words(pair.target_tokens or (), self.target)

    def keep(self, row: Row) -> Row:
        """Return the row, or the reason to skip it: a pair without target words gives its annotator nothing to do."""
        if isinstance(row, Rejected) or not self.is_needed or any(self.find(row)):
            return row
        return Rejected(row.line, "The pair has none of the target words.", row.source[:80])


def _find_words(tokens: Sequence[str], words: frozenset[str]) -> list[int]:
    return [index for index, token in enumerate(tokens) if token.casefold() in words] if words else []


def _target_words(run: JobRun) -> TargetWords:
    source, target = frozenset(run.parameters["source_words"]), frozenset(run.parameters["target_words"])
    is_sample = run.job.project.alignment.scope == AlignmentSettings.Scope.TARGET_WORDS
    return TargetWords(source, target, is_sample or bool(source or target))


def _languages(run: JobRun) -> tuple[str, str]:
    return run.parameters["source_language"], run.parameters["target_language"]


def _tokenised(run: JobRun, rows: Iterator[Row], total: int | None) -> Iterator[Row]:
    languages = _languages(run)
    target_words = _target_words(run)
    for count, row in enumerate(rows, start=1):
        if count % REPORT_EVERY == 0:
            run.report(count, max(total, count) if total else None)
        if isinstance(row, Pair):
            row = tokenise_pair(row, *languages, run.parameters["tokens"])
        yield target_words.keep(row)


def _copy_pairs(project: Project, pairs: Iterator[Pair], target_words: TargetWords) -> int:
    """COPY items and sentence pairs in chunks on the transaction's own connection; return their number."""
    number = project.item_count
    with connection.cursor() as cursor:
        while chunk := list(islice(pairs, CHUNK)):
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence('projects_item', 'id')) FROM generate_series(1, %s)",
                [len(chunk)],
            )
            ids = [row[0] for row in cursor.fetchall()]
            items, contents = StringIO(), StringIO()
            for item_id, pair in zip(ids, chunk, strict=True):
                number += 1
                _write_item(items, project, item_id, number, pair)
                _write_content(contents, item_id, pair, target_words)
            _copy(cursor, "projects_item", ITEM_COLUMNS, items)
            _copy(cursor, "alignment_sentencepair", PAIR_COLUMNS, contents)
    return number - project.item_count


def _write_item(file: StringIO, project: Project, item_id: int, number: int, pair: Pair) -> None:
    place = place_on_ring(project.seed, number)
    identifier = _escape(pair.identifier or "")
    state, wanted = Item.State.OPEN.value, project.annotators_per_item
    file.write(f"{item_id}\t{project.pk}\t{number}\t{identifier}\t{state}\t{wanted}\t0\t0\t{place!r}\n")


def _write_content(file: StringIO, item_id: int, pair: Pair, target_words: TargetWords) -> None:
    source, target = pair.source_tokens or (), pair.target_tokens or ()
    # The text is kept only where its tokens, joined by spaces, do not give it back.
    source_text = "" if " ".join(source) == pair.source else pair.source
    target_text = "" if " ".join(target) == pair.target else pair.target
    marked = ["{" + ",".join(map(str, indices)) + "}" for indices in target_words.find(pair)]
    columns = (str(item_id), _array(source), _array(target), _escape(source_text), _escape(target_text), *marked)
    file.write("\t".join(columns) + "\n")


def _array(tokens: Sequence[str]) -> str:
    # No token holds a control character (find_fault_in_tokens), so that one can stand for the seams meanwhile.
    text = SEAM.join(tokens).replace("\\", "\\\\").replace('"', '\\"').replace(SEAM, '","')
    return _escape('{"' + text + '"}')


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _copy(cursor: Any, table: str, columns: Sequence[str], rows: StringIO) -> None:
    rows.seek(0)
    cursor.copy_expert(f"COPY {table} ({', '.join(columns)}) FROM STDIN", rows)
