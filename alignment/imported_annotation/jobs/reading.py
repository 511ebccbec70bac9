"""Jobs of imported annotation: preview its files, then store their readings as submissions, all or nothing."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

from django.db.models import F

from alignment.agreement.services.counting import count_first_time
from alignment.formats import ALIGNMENT_FORMATS
from alignment.imported_annotation.files import CampaignFile
from alignment.imported_annotation.jobs.staging import CHUNK, drop_staged, fetch, stage_campaign
from alignment.imported_annotation.jobs.storing import find_member, settle_pairs, store_readings
from alignment.pairs.models import AlignmentSettings
from annotation_site.assignments.models import Item
from annotation_site.jobs.files import describe_files, uploads_of
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.operations.services import record_operation
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError

SHOWN_REJECTED = 100
SHOWN_PAIRS = 5
READERS = """
    SELECT reader, count(*), sum(sure), sum(possible), sum(unaligned)
    FROM staged_reading WHERE fault IS NULL GROUP BY reader ORDER BY reader
"""
REJECTED = """
    SELECT file, line, fault, coalesce(excerpt, left(source, 80)) FROM staged_reading WHERE fault IS NOT NULL
    ORDER BY id LIMIT %s
"""
SPREAD = "SELECT readings, count(*) FROM staged_pair GROUP BY readings ORDER BY readings DESC"
SHOWN = "SELECT key, source, target FROM staged_pair WHERE position <= %s ORDER BY position"
COUNT_REJECTED = "SELECT count(*) FROM staged_reading WHERE fault IS NOT NULL"
READINGS = """
    SELECT staged_reading.reader, staged_pair.item_id, staged_reading.reading FROM staged_reading
    JOIN staged_pair USING (key) WHERE fault IS NULL AND position > %s AND position <= %s ORDER BY position, reader
"""


@job(
    "readings_preview",
    "Preview of imported annotation",
    result=ResultPage("alignment:readings_preview", "Show preview", by="job"),
)
def preview_campaign(run: JobRun) -> None:
    """Read all files once and report annotators, numbers of pairs, and the rows that would be skipped."""
    files, uploads = _files(run)
    with run.completing() as result:
        result |= _stage(run, files)
        result |= {
            "shown": [dict(zip(("key", "source", "target"), row, strict=True)) for row in fetch(SHOWN, [SHOWN_PAIRS])],
            "is_new_text": not run.job.project.item_count,
            "files": describe_files(uploads),
        }
        drop_staged()


@job("readings_import", "Import of annotation", result=ResultPage("evaluation:agreement", "Show agreement"))
def import_campaign(run: JobRun) -> None:
    """Import the previewed readings under the project's lock; an error anywhere leaves nothing behind."""
    preview = run.job.project.jobs.get(pk=run.parameters["preview"])
    files, uploads = _files(run)
    with run.completing() as result:
        project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=run.job.project_id)
        found = _stage(run, files)
        if any(found[name] != preview.result[name] for name in ("pairs", "readers", "rejected_count")):
            raise DomainError("The project has changed since the preview. Preview the files again.")
        if found["null_token"]:
            AlignmentSettings.objects.filter(project=project).update(has_null_token=True)
        total = found["pairs"]
        settle_pairs(project, total)
        members = [find_member(project, each) for each in run.parameters["annotators"]]
        for start in range(0, total, CHUNK):
            store_readings(members, fetch(READINGS, [start, start + CHUNK]))
            run.report(start, total)
        for member, reader in zip(members, found["readers"], strict=True):
            Membership.objects.filter(pk=member.pk).update(submitted_count=F("submitted_count") + reader["pairs"])
        count_first_time(_items(total))
        drop_staged()
        result |= {name: found[name] for name in ("pairs", "readers", "rejected_count")}
        result |= {"pseudonyms": [member.pseudonym for member in members], "files": preview.result["files"]}
        result["summary"] = _summarise(members, found["readers"], total)
        payload = {"job": run.job.pk, "format": run.parameters["format"], "pairs": total}
        payload["annotators"] = {
            member.pseudonym: {"file": reader["file"], "sha256": uploads[reader["upload"]].sha256}
            for member, reader in zip(members, found["readers"], strict=True)
        }
        record_operation(actor=run.job.requested_by, project=project, kind="import_readings", payload=payload)


def _files(run: JobRun) -> tuple[list[CampaignFile], list[Upload]]:
    uploads = uploads_of(run)
    layout, is_reversed = run.parameters["format"], run.parameters["is_reversed"]
    return [CampaignFile(each.name, layout, is_reversed, _opener(each)) for each in uploads], uploads


def _opener(upload: Upload) -> Any:
    return lambda: closing(upload.file.open("rb"))


def _stage(run: JobRun, files: Sequence[CampaignFile]) -> dict[str, Any]:
    """Fill the temporary tables; return a summary of their contents."""
    project, layout = run.job.project, ALIGNMENT_FORMATS[run.parameters["format"]]
    if layout.null_token and project.item_count and not project.alignment.has_null_token:
        raise DomainError("Readings with an artificial NULL token need a separate project.")
    names = stage_campaign(run, files)
    sums = {row[0]: row[1:] for row in fetch(READERS)}
    counted = ("pairs", "sure", "possible", "unaligned")
    readers = [
        {
            "file": files[place].name,
            "upload": place,
            "annotator": name or "",
            **dict(zip(counted, sums.get(reader, (0, 0, 0, 0)), strict=True)),
        }
        for reader, (place, name) in enumerate(names)
    ]
    spread = fetch(SPREAD)
    rejected = fetch(REJECTED, [SHOWN_REJECTED])
    return {
        "readers": readers,
        "pairs": sum(count for _, count in spread),
        "spread": [list(row) for row in spread],
        "null_token": layout.null_token,
        "rejected_count": fetch(COUNT_REJECTED)[0][0],
        "rejected": [
            {"file": files[place].name, "line": line, "reason": reason, "text": text or ""}
            for place, line, reason, text in rejected
        ],
    }


def _items(total: int) -> Iterator[list[Item]]:
    for start in range(0, total, CHUNK):
        rows = fetch("SELECT item_id FROM staged_pair WHERE position > %s AND position <= %s", [start, start + CHUNK])
        yield list(Item.objects.filter(pk__in=[row[0] for row in rows]).order_by("pk"))


def _summarise(members: Sequence[Membership], readers: Sequence[dict[str, Any]], pairs: int) -> str:
    each = ", ".join(f"{member.pseudonym} {reader['pairs']:,}" for member, reader in zip(members, readers, strict=True))
    return f"{pairs:,} {'pair' if pairs == 1 else 'pairs'}; readings of {each}."
