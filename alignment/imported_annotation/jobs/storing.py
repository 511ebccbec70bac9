"""Storing staged readings as pairs, members, assignments and submissions."""

import json
from collections.abc import Sequence
from typing import Any

from django.db import connection

from alignment.imported_annotation.jobs.staging import CHUNK, fetch
from alignment.pairs.models import SentencePair
from alignment.readings.links import Reading
from alignment.readings.models import AlignmentLink, UnalignedToken
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.numbering import make_item
from annotation_site.previews.storing import FinishedWork, store_submissions
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.members import prepare_imported_annotator
from annotation_site.web.exceptions import DomainError

BATCH = 2_000
PAIRS = """
    SELECT key, readings, source, target FROM staged_pair WHERE position > %s AND position <= %s ORDER BY position
"""
NAME_ITEMS = """
    UPDATE staged_pair SET item_id = made.item_id FROM unnest(%s::text[], %s::bigint[]) AS made (key, item_id)
    WHERE staged_pair.key = made.key
"""
SETTLE_ITEMS = """
    UPDATE projects_item AS item SET state = 'annotated', required_count = staged.readings,
        assigned_count = staged.readings, submitted_count = staged.readings
    FROM staged_pair AS staged WHERE staged.item_id = item.id
"""


def settle_pairs(project: Project, total: int) -> None:
    """Create the pairs if the project has none; existing ones count as annotated from now on."""
    if project.item_count:
        with connection.cursor() as cursor:
            cursor.execute(SETTLE_ITEMS)
        return
    for start in range(0, total, CHUNK):
        rows = fetch(PAIRS, [start, start + CHUNK])
        items = [
            make_item(project, start + offset, row[0], readings=row[1]) for offset, row in enumerate(rows, start=1)
        ]
        Item.objects.bulk_create(items)
        SentencePair.objects.bulk_create(
            SentencePair(item=item, source_tokens=source, target_tokens=target)
            for item, (_, _, source, target) in zip(items, rows, strict=True)
        )
        with connection.cursor() as cursor:
            cursor.execute(NAME_ITEMS, [[row[0] for row in rows], [item.pk for item in items]])


def find_member(project: Project, annotator: dict[str, Any]) -> Membership:
    """Return the chosen member, or a new one, to be admitted when their work is stored."""
    if annotator["member"]:
        member = project.memberships.active().annotators().filter(pk=annotator["member"]).first()
        if member is None:
            raise DomainError("One of the annotators chosen has left the project. Preview the files again.")
        return member
    return prepare_imported_annotator(project=project, name=annotator["name"])


def store_readings(members: Sequence[Membership], rows: Sequence[tuple[Any, ...]]) -> None:
    """Store readings, as reader, item and JSON, as submissions without a guideline version, because those of the
    project did not apply.
    """
    work = [FinishedWork(item, members[reader], json.loads(text)) for reader, item, text in rows]
    assignments = store_submissions(work)
    readings = [
        (assignment, Reading.from_json(finished.reading))
        for assignment, finished in zip(assignments, work, strict=True)
    ]
    AlignmentLink.objects.bulk_create(
        (
            AlignmentLink(assignment=assignment, source_index=source, target_index=target, label=label)
            for assignment, reading in readings
            for (source, target), label in reading.links.items()
        ),
        batch_size=BATCH,
    )
    UnalignedToken.objects.bulk_create(
        (
            UnalignedToken(assignment=assignment, side=side, token_index=index)
            for assignment, reading in readings
            for side, marks in (("source", reading.unaligned_source), ("target", reading.unaligned_target))
            for index in sorted(marks)
        ),
        batch_size=BATCH,
    )
