"""Jobs of imported annotation: preview its files, then store their readings as submissions, all or nothing."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

from django.db.models import F

from alignment.agreement.queries.changes import hold_counts
from alignment.agreement.queries.counting import count_first_time
from alignment.formats import Base, FormatError
from alignment.formats.link_files import LinkFile, find_bases
from alignment.imported_annotation.annotator_names import find_alike_names, name_annotators
from alignment.imported_annotation.jobs.brought import find_campaign
from alignment.imported_annotation.jobs.first_pairs import describe_first_pairs
from alignment.imported_annotation.jobs.staging import (
    CHUNK,
    IN_FIRST_READING,
    IN_PROJECT,
    drop_staged,
    fetch,
    stage_readings,
)
from alignment.imported_annotation.jobs.storing import find_member, settle_pairs, store_readings
from alignment.pairs.differences import find_difference
from alignment.projects.models import AlignmentSettings
from alignment.suggestions.jobs.storing import stream_pairs
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.numbering import count_new_items
from annotation_site.jobs.files import describe_files, uploads_of
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.operations.services import record_operation
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.members import admit_annotator
from annotation_site.web.exceptions import DomainError

SHOWN_REJECTED = 100
READERS = """
    SELECT reader, count(*), sum(sure), sum(possible), sum(unaligned)
    FROM staged_reading WHERE fault IS NULL GROUP BY reader ORDER BY reader
"""
REJECTED = """
    SELECT file, line, fault, coalesce(excerpt, left(source, 80)), string_to_array(source, ' '),
        string_to_array(target, ' '), here_source, here_target
    FROM staged_reading WHERE fault IS NOT NULL ORDER BY id LIMIT %s
"""
SPREAD = "SELECT readings, count(*) FROM staged_pair GROUP BY readings ORDER BY readings DESC"
COUNT_REJECTED = "SELECT count(*) FROM staged_reading WHERE fault IS NOT NULL"
# The same sums of two hashes mean the same readings of the same pairs, in whatever order.
DIGESTS = """
    SELECT reader, count(*), sum(sure + possible), sum(hashtextextended(key || ' ' || reading::text, 0)),
        sum(hashtextextended(key || ' ' || reading::text, 1))
    FROM staged_reading WHERE fault IS NULL GROUP BY reader ORDER BY reader
"""
READINGS = """
    SELECT staged_reading.reader, staged_pair.item_id, staged_reading.reading FROM staged_reading
    JOIN staged_pair USING (key) WHERE fault IS NULL AND position > %s AND position <= %s ORDER BY position, reader
"""


@job(
    "readings_preview",
    "Preview of imported annotation",
    result=ResultPage("alignment:readings_preview", "Show preview", by="job"),
)
def preview_readings(run: JobRun) -> None:
    """Read all files once and report annotators, numbers of pairs, and the rows that would be skipped."""
    files, uploads = _files(run)
    with run.completing() as result:
        result |= _stage(run, files)
        result |= {
            "shown": describe_first_pairs([reader["name"] for reader in result["readers"]]),
            "is_new_text": not run.job.project.item_count,
            "files": describe_files(uploads),
        }
        drop_staged()


@job(
    "readings_import",
    "Import of annotation",
    result=ResultPage("projects:agreement", "Show agreement"),
    brings=find_campaign,
)
def import_readings(run: JobRun) -> None:
    """Import the previewed readings; an error anywhere leaves nothing behind."""
    preview = run.job.project.jobs.get(pk=run.parameters["preview"])
    files, uploads = _files(run)
    with run.completing() as result:
        project = run.hold_project()
        staged = _stage(run, files)
        if any(staged[name] != preview.result[name] for name in ("pairs", "readers", "rejected_count")):
            raise DomainError("The project has changed since the preview. Preview the files again.")
        if staged["null_token"]:
            AlignmentSettings.objects.filter(project=project).update(has_null_token=True)
        total = staged["pairs"]
        is_new_text = not project.item_count
        settle_pairs(project, total)
        members = [find_member(project, annotator) for annotator in run.parameters["annotators"]]
        for start in range(0, total, CHUNK):
            store_readings(members, fetch(READINGS, [start, start + CHUNK]))
            run.report(start, total)
        if is_new_text:
            count_new_items(project, total, after=0)
        for member, reader in zip(members, staged["readers"], strict=True):
            if member._state.adding:
                admit_annotator(member)
            Membership.objects.filter(pk=member.pk).update(submitted_count=F("submitted_count") + reader["pairs"])
        hold_counts(project)
        count_first_time(_items(total))
        drop_staged()
        result |= {name: staged[name] for name in ("pairs", "readers", "rejected_count")}
        result |= {"pseudonyms": [member.pseudonym for member in members], "files": preview.result["files"]}
        result |= {"members": [member.pk for member in members], "is_new_text": is_new_text}
        result["summary"] = _summarise(members, staged["readers"], total)
        payload = {"job": run.job.pk, "format": run.parameters["format"], "pairs": total}
        payload["annotators"] = {
            member.pseudonym: {"file": reader["file"], "sha256": uploads[reader["upload"]].sha256}
            for member, reader in zip(members, staged["readers"], strict=True)
        }
        record_operation(actor=run.job.requested_by, project=project, kind="import_readings", payload=payload)


def _files(run: JobRun) -> tuple[list[LinkFile], list[Upload]]:
    """Return the files with their formats, detected unless they were given, and the uploads."""
    uploads = uploads_of(run)
    layout, is_reversed = run.parameters["format"], run.parameters["is_reversed"]
    files = [LinkFile(upload.name, layout, is_reversed, _opener(upload), "the project") for upload in uploads]
    try:
        return [file.settled() for file in files], uploads
    except FormatError as error:
        raise DomainError(str(error)) from error


def _opener(upload: Upload) -> Any:
    return lambda: closing(upload.file.open("rb"))


def _find_bases(run: JobRun, files: Sequence[LinkFile]) -> list[Base]:
    project = run.job.project
    if not project.item_count and (bare := [file for file in files if file.is_by_line]):
        raise DomainError(f"{bare[0].name} has links but no words. Import the text first.")
    try:
        with closing(stream_pairs(project)) as pairs:
            return find_bases(files, run.parameters["base"], pairs, lambda file: file.rows(0))
    except FormatError as error:
        raise DomainError(str(error)) from error


def _stage(run: JobRun, files: Sequence[LinkFile]) -> dict[str, Any]:
    """Fill the temporary tables; return a summary of their contents."""
    project, has_null_token = run.job.project, any(file.layout.null_token for file in files)
    is_begun = Assignment.objects.filter(item__project=project).exists()
    if has_null_token and is_begun and not project.alignment.has_null_token:
        raise DomainError("Readings with an artificial NULL token need a project without readings.")
    bases = _find_bases(run, files)
    names = stage_readings(run, files, bases)
    spread = fetch(SPREAD)
    readers = _readers_to_json(files, names)
    return {
        "readers": readers,
        "twins": _find_twins(readers),
        "alike_names": find_alike_names([reader["name"] for reader in readers]),
        "formats": [
            {
                "name": file.format,
                "base": base,
                "looks_like": file.looks_like.name if file.looks_like else "",
                "reason": file.looks_like.reason if file.looks_like else "",
            }
            for file, base in zip(files, bases, strict=True)
        ],
        "pairs": sum(count for _, count in spread),
        "spread": [list(row) for row in spread],
        "null_token": has_null_token,
        "rejected_count": fetch(COUNT_REJECTED)[0][0],
        "rejected": [_rejected_to_json(files, project, *row) for row in fetch(REJECTED, [SHOWN_REJECTED])],
    }


def _readers_to_json(files: Sequence[LinkFile], names: Sequence[tuple[int, str | None]]) -> list[dict[str, Any]]:
    sums = {row[0]: row[1:] for row in fetch(READERS)}
    counted = ("pairs", "sure", "possible", "unaligned")
    by_file = name_annotators([file.name for file in files])
    return [
        {
            "file": files[index].name,
            "upload": index,
            "annotator": name or "",
            "name": name or by_file[index],
            **dict(zip(counted, sums.get(reader, (0, 0, 0, 0)), strict=True)),
        }
        for reader, (index, name) in enumerate(names)
    ]


def _find_twins(readers: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the readers with the same links in the same pairs, whose agreement says nothing if they are one person."""
    alike: dict[tuple[Any, ...], list[int]] = {}
    for reader, pairs, links, *hashes in fetch(DIGESTS):
        if links:
            alike.setdefault((pairs, *hashes), []).append(reader)
    twins = []
    for (pairs, *_), same in alike.items():
        if len(same) > 1:
            twins.append({"names": [readers[reader]["name"] for reader in same], "pairs": pairs})
    return twins


def _rejected_to_json(
    files: Sequence[LinkFile],
    project: Project,
    index: int,
    line: int,
    reason: str,
    text: str | None,
    *sentences: Sequence[str] | None,
) -> dict[str, Any]:
    """Return a rejected row; if its words are not those of its pair, with both versions."""
    source, target, here_source, here_target = sentences
    row: dict[str, Any] = {"file": files[index].name, "line": line, "reason": reason, "text": text or ""}
    for side, given, expected in (("source", source, here_source), ("target", target, here_target)):
        difference = find_difference(side, given, expected) if given and expected else None
        if difference:
            where = IN_PROJECT if project.item_count else IN_FIRST_READING
            row["reason"] = f"{reason} {difference.sentence(where)}"
            row["difference"] = {
                "side": side,
                "place": difference.index,
                "versions": [[list(given or ()), "this file"], [list(expected or ()), where]],
            }
            break
    return row


def _items(total: int) -> Iterator[list[Item]]:
    for start in range(0, total, CHUNK):
        rows = fetch("SELECT item_id FROM staged_pair WHERE position > %s AND position <= %s", [start, start + CHUNK])
        yield list(Item.objects.filter(pk__in=[row[0] for row in rows]).order_by("pk"))


def _summarise(members: Sequence[Membership], readers: Sequence[dict[str, Any]], pairs: int) -> str:
    counts = ", ".join(
        f"{member.pseudonym} {reader['pairs']:,}" for member, reader in zip(members, readers, strict=True)
    )
    return f"{pairs:,} {'pair' if pairs == 1 else 'pairs'}; readings of {counts}."
