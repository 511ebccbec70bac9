"""Body of the suggestions job: links of a file become suggestions for pairs that nobody has begun."""

from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from io import StringIO
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef

from alignment.formats import FormatError
from alignment.link_files import LinkFile
from alignment.links import Cell, Label
from alignment.models import SentencePair
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.jobs import JobRun
from annotation_site.projects.models import Assignment, Item, Project, Upload

CHUNK = 2_000
# Filled before a pair is locked, so that annotators wait for the last step only.
CREATE = "CREATE TEMPORARY TABLE suggested (item_id bigint, source_index smallint, target_index smallint, label text)"
COPY = "COPY suggested FROM STDIN"
REPLACE = """
    WITH gone AS (DELETE FROM alignment_suggestion WHERE item_id = ANY(%s))
    SELECT count(*), count(DISTINCT item_id) FROM suggested WHERE item_id = ANY(%s)
"""
INSERT = """
    INSERT INTO alignment_suggestion (item_id, source_index, target_index, label)
    SELECT item_id, source_index, target_index, label FROM suggested WHERE item_id = ANY(%s)
"""


@dataclass(frozen=True, slots=True)
class ProjectPair:
    """A pair of the project as a file of links meets it: its line is its number."""

    item_id: int
    position: int
    identifier: str
    source_tokens: list[str]
    target_tokens: list[str]


def take_suggestions(run: JobRun) -> None:
    """Replace the suggestions of all pairs that nobody has begun, or of none where the file does not fit.

    Pairs given out already keep what they had: suggestions never change under an annotator's hands.
    """
    parameters, project = run.parameters, run.job.project
    upload = Upload.objects.get(pk=parameters["upload"], project=project)
    file = LinkFile(
        upload.name,
        parameters["format"],
        parameters["is_reversed"],
        lambda: closing(upload.file.open("rb")),
        text="the project",
    )
    try:
        with closing(_pairs(project)) as pairs_to_look_at:
            base = file.find_base(parameters["base"], pairs_to_look_at)
        with run.completing() as result, connection.cursor() as cursor:
            cursor.execute(CREATE)
            # Closed before the transaction ends: the rows come through a cursor of the database.
            with closing(_pairs(project)) as pairs_to_match:
                _stage(run, cursor, file.match(pairs_to_match, base), project.item_count)
            free = _lock_free_items(project)
            cursor.execute(REPLACE, [free, free])
            links, pairs = cursor.fetchone()
            cursor.execute(INSERT, [free])
            cursor.execute("DROP TABLE suggested")
            kept = project.item_count - len(free)
            result |= {"suggestions": links, "pairs": pairs, "kept": kept, "base": base}
            result["summary"] = _summarise(links, pairs, kept)
    except FormatError as error:
        raise DomainError(str(error)) from error


def _pairs(project: Project) -> Generator[ProjectPair, None, None]:
    rows = SentencePair.objects.filter(item__in=Item.objects.filter(project=project)).order_by("item__number")
    columns = ("item_id", "item__number", "item__identifier", "source_tokens", "target_tokens")
    for row in rows.values_list(*columns).iterator(chunk_size=CHUNK):
        yield ProjectPair(*row)


def _stage(run: JobRun, cursor: Any, matched: Iterator[tuple[ProjectPair, Mapping[Cell, Label]]], total: int) -> None:
    staged = StringIO()
    has_links = False
    for pair, links in matched:
        has_links = has_links or bool(links)
        for (source, target), label in links.items():
            staged.write(f"{pair.item_id}\t{source}\t{target}\t{label}\n")
        if pair.position % CHUNK == 0:
            _flush(cursor, staged)
            run.report(pair.position, total)
    _flush(cursor, staged)
    if not has_links:
        raise DomainError("The file has no link at all.")


def _flush(cursor: Any, staged: StringIO) -> None:
    staged.seek(0)
    cursor.copy_expert(COPY, staged)
    staged.seek(0)
    staged.truncate()


def _lock_free_items(project: Project) -> list[int]:
    """Pairs that nobody was ever given; who draws one of them waits until its suggestions stand."""
    begun = Assignment.objects.filter(item=OuterRef("pk"))
    free = Item.objects.filter(~Exists(begun), project=project, assigned_count=0).order_by("pk")
    return list(free.select_for_update(no_key=True).values_list("pk", flat=True))


def _summarise(links: int, pairs: int, kept: int) -> str:
    sentence = f"{_count(links, 'suggestion')} for {_count(pairs, 'pair')}."
    if kept:
        sentence += f" {_count(kept, 'pair')} begun already: nothing was changed there."
    return sentence


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
