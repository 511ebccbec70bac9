"""The job that imports a previewed or selected text, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from alignment.formats import Pair, Row
from alignment.formats.parallel.pairs import MAX_IDENTIFIER
from alignment.imports.jobs.storing import copy_pairs
from alignment.imports.jobs.texts import TextFiles, find_target_words, open_rows, reopen_text_files
from alignment.imports.queries import find_known_texts
from alignment.pairs.queries import find_pairs
from annotation_site.assignments.queries import find_last_number
from annotation_site.assignments.services.numbering import count_new_items
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

LONGEST_LINE_NUMBER = 10


@job("import", "Import", result=ResultPage("alignment:pairs", "Show pairs"), brings=find_pairs)
def import_pairs(run: JobRun) -> None:
    """Import the previewed text: rows stream into PostgreSQL by COPY, and an error anywhere leaves nothing behind."""
    preview = run.job.project.jobs.get(pk=run.parameters["preview"])
    files = reopen_text_files(run, preview)
    total = preview.result["counts"]["pairs"]
    only_new = run.parameters.get("only_new", False)
    repeated = preview.result["repeated"]["count"] if only_new else 0
    with run.completing() as result, open_rows(run, files, total) as rows:
        # Numbers continue those in the project.
        project = run.hold_project()
        pairs = _choose_pairs(project, rows, only_new=only_new)
        if preview.result.get("gets_line_numbers") or only_new:
            pairs = _name_lines(project, files, pairs)
        before = find_last_number(project)
        expected = total - repeated
        taken = copy_pairs(project, before, pairs, expected, find_target_words(run))
        if taken != expected:
            raise DomainError(
                f"The preview had {expected:,} pairs to import, but now there are {taken:,}. Preview the text again."
            )
        count_new_items(project, taken, after=before)
        left_out = preview.result["counts"]["rejected"]
        result |= {
            "summary": _sum_up(taken, left_out, repeated, project.item_count),
            "imported": taken,
            "numbers": [before + 1, before + taken],
            "left_out": left_out,
            "repeated": repeated,
            "files": preview.result["files"],
        }


def _choose_pairs(project: Project, rows: Iterator[Row], *, only_new: bool) -> Iterator[Pair]:
    pairs = (row for row in rows if isinstance(row, Pair))
    if not only_new:
        return pairs
    known = find_known_texts(project)
    return (pair for pair in pairs if pair not in known)


def _name_lines(project: Project, files: TextFiles, pairs: Iterator[Pair]) -> Iterator[Pair]:
    """Give pairs without an ID their line, because their numbers do not tell it; in a project with pairs, whose numbers
    are other lines, together with the name of the file.
    """
    name = files.uploads[0].name[: MAX_IDENTIFIER - LONGEST_LINE_NUMBER]
    prefix = f"{name}:" if project.item_count else ""
    for pair in pairs:
        yield pair if pair.identifier else replace(pair, identifier=f"{prefix}{pair.line}")


def _sum_up(taken: int, left_out: int, repeated: int, total: int) -> str:
    """Return a summary of the import in one sentence for the job's page."""
    came = "1 pair imported" if taken == 1 else f"{taken:,} pairs imported"
    rows = "1 row left out" if left_out == 1 else f"{left_out:,} rows left out"
    known = f"{repeated:,} that {'was' if repeated == 1 else 'were'} in the project already left out"
    here = f"{total:,} in the project" if total > taken else ""
    return "; ".join(filter(None, [came, rows if left_out else "", known if repeated else "", here])) + "."
