"""The job that imports a previewed or selected text, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryFile

from django.db.models import F

from alignment.formats import Pair
from alignment.imports.jobs.copy_rows import are_as_now, find_kept_rows, read_rows, write_row
from alignment.imports.jobs.repeated_ids import write_single_ids
from alignment.imports.jobs.storing import copy_rows
from alignment.imports.jobs.texts import find_target_words, open_rows, reopen_text_files
from alignment.imports.queries import KnownTexts, find_known_texts
from alignment.pairs.models import SentencePair
from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Item
from annotation_site.assignments.queries import find_last_number
from annotation_site.assignments.services.numbering import count_new_items
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import discard_made_file
from annotation_site.projects.models import Project
from annotation_site.texts.names import LONGEST_IDENTIFIER
from annotation_site.web.exceptions import DomainError

LONGEST_LINE_NUMBER = 10


def find_pairs(imported: Job) -> Brought:
    """Return the pairs of an import, in all their versions."""
    items = Item.versions.filter(project=imported.project_id, number__range=imported.result["numbers"])

    def settle(project: Project) -> None:
        Project.objects.filter(pk=project.pk).update(item_count=F("item_count") - imported.result["imported"])

    return Brought({"pairs": items}, parts=frozenset({SentencePair, Suggestion}), settle=settle)


@job("import", "Import", result=ResultPage("alignment:pairs", "Show pairs"), brings=find_pairs)
def import_pairs(run: JobRun) -> None:
    """Import the previewed text: rows stream into PostgreSQL by COPY, and an error anywhere leaves nothing behind."""
    preview = run.job.project.jobs.get(pk=run.parameters["preview"])
    total = preview.result["counts"]["pairs"]
    only_new = run.parameters.get("only_new", False)
    repeated = preview.result["repeated"]["count"] if only_new else 0
    kept = find_kept_rows(preview)
    with run.completing() as result:
        # Numbers continue those in the project.
        project = run.hold_project()
        before = find_last_number(project)
        expected = total - repeated
        is_named = preview.result.get("gets_line_numbers") or only_new
        prefix = _find_prefix(project, preview) if is_named else None
        choice, repeated_ids = run.parameters.get("repeated_ids"), 0
        with _open_rows(run, project, preview, kept) as rows, ExitStack() as stack:
            if choice:
                file = stack.enter_context(TemporaryFile())
                left = write_single_ids(rows, file, project, choice)
                file.seek(0)
                rows, repeated_ids, expected = (row.removesuffix(b"\n") for row in file), expected - left, left
            taken = copy_rows(project, before, rows, expected, prefix)
        if taken != expected or repeated_ids < 0:
            raise DomainError(
                f"The preview had {expected:,} pairs to import, but now there are {taken:,}. Preview the text again."
            )
        count_new_items(project, taken, after=before)
        left_out = preview.result["counts"]["rejected"]
        result |= {
            "summary": _sum_up(taken, left_out, repeated, project.item_count, repeated_ids),
            "imported": taken,
            "numbers": [before + 1, before + taken],
            "left_out": left_out,
            "repeated": repeated,
            "files": preview.result["files"],
        }
        if kept:
            discard_made_file(kept)


@contextmanager
def _open_rows(run: JobRun, project: Project, preview: Job, kept: Upload | None) -> Iterator[Iterator[bytes]]:
    """Give the rows that the preview kept, or those of the text, read again."""
    target_words, total = find_target_words(run), preview.result["counts"]["pairs"]
    only_new = run.parameters.get("only_new", False)
    if kept and not only_new and are_as_now(preview, target_words):
        with kept.file.open("rb") as file:
            yield read_rows(run, file, total)
        return
    # What is compared is texts, which rows no longer tell.
    known: KnownTexts | tuple[()] = find_known_texts(project) if only_new else ()
    with open_rows(run, reopen_text_files(run, preview), total) as rows:
        yield (write_row(row, target_words) for row in rows if isinstance(row, Pair) and row not in known)


def _find_prefix(project: Project, preview: Job) -> str:
    """Return the ID prefix for pairs without an ID: the name of the file, if the project has pairs already."""
    name = preview.result["files"][0]["name"][: LONGEST_IDENTIFIER - LONGEST_LINE_NUMBER]
    return f"{name}:" if project.item_count else ""


def _sum_up(taken: int, left_out: int, repeated: int, total: int, repeated_ids: int = 0) -> str:
    """Return a summary of the import in one sentence for the job's page."""
    parts = ["1 pair imported" if taken == 1 else f"{taken:,} pairs imported"]
    if left_out:
        parts.append("1 row left out" if left_out == 1 else f"{left_out:,} rows left out")
    if repeated:
        parts.append(f"{repeated:,} that {'was' if repeated == 1 else 'were'} in the project already left out")
    if repeated_ids:
        parts.append(f"{repeated_ids:,} with the ID of another pair left out")
    if total > taken:
        parts.append(f"{total:,} in the project")
    return "; ".join(parts) + "."
