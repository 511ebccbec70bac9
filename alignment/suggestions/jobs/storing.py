"""Storing suggested links for the pairs that nobody has begun: staged first, so that annotators wait for the last step
only.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from alignment.pairs.models import SentencePair
from alignment.readings.links import Cell, Label
from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Assignment, Item
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

CHUNK = 2_000
CREATE = """
    CREATE TEMPORARY TABLE suggested
    (item_id bigint, source_index smallint, target_index smallint, label text, confidence float8)
"""
COPY = "COPY suggested FROM STDIN"
REPLACE = """
    WITH gone AS (DELETE FROM alignment_suggestion WHERE item_id = ANY(%s))
    SELECT count(*), count(DISTINCT item_id) FROM suggested WHERE item_id = ANY(%s)
"""
INSERT = """
    INSERT INTO alignment_suggestion (item_id, source_index, target_index, label, confidence)
    SELECT item_id, source_index, target_index, label, confidence FROM suggested WHERE item_id = ANY(%s)
"""
# The doubt about a pair: what its mean confidence lacks of 1. Nothing is known of one without confidences.
PRIORITISE = """
    WITH doubts AS (
        SELECT id, 1 - avg(confidence) AS doubt
        FROM unnest(%s::bigint[]) AS item (id) LEFT JOIN suggested ON item_id = id GROUP BY id
    )
    UPDATE projects_item SET priority = doubt FROM doubts
    WHERE projects_item.id = doubts.id AND priority IS DISTINCT FROM doubt
"""
NO_LINK = "The file has no links."


@dataclass(frozen=True, slots=True)
class ProjectPair:
    """A pair of the project, numbered so that line n of a file of links belongs to it."""

    item_id: int
    position: int
    identifier: str
    source_tokens: list[str]
    target_tokens: list[str]


@dataclass(frozen=True, slots=True)
class SuggestedLinks:
    """The links suggested for a pair, and the confidence in those for which it is known, 0 to 1."""

    links: Mapping[Cell, Label]
    confidences: Mapping[Cell, float] = field(default_factory=dict)


def stream_pairs(project: Project, *, only_bare: bool = False) -> Generator[ProjectPair, None, None]:
    """Yield the project's pairs by number; with `only_bare`, those that nobody has begun and that have no
    suggestions.
    """
    items = _bare(free_items(project)) if only_bare else Item.objects.filter(project=project)
    rows = SentencePair.objects.filter(item__in=items).order_by("item__number")
    columns = ("item_id", "item__number", "item__identifier", "source_tokens", "target_tokens")
    for row in rows.values_list(*columns).iterator(chunk_size=CHUNK):
        yield ProjectPair(*row)


def stage_suggestions(
    run: JobRun, cursor: Any, matched: Iterable[tuple[int, SuggestedLinks]], total: int, *, none: str = NO_LINK
) -> None:
    """Copy links by item into a temporary table of the transaction. Raise DomainError with the sentence `none` if there
    are none.
    """
    cursor.execute(CREATE)
    staged = StringIO()
    has_links = False
    for done, (item_id, suggested) in enumerate(matched, start=1):
        has_links = has_links or bool(suggested.links)
        for cell, label in suggested.links.items():
            confidence = suggested.confidences.get(cell, r"\N")
            staged.write(f"{item_id}\t{cell[0]}\t{cell[1]}\t{label}\t{confidence}\n")
        if done % CHUNK == 0:
            _flush(cursor, staged)
            run.report(done, total)
    _flush(cursor, staged)
    if not has_links:
        raise DomainError(none)


def replace_suggestions(
    cursor: Any, project: Project, *, only_bare: bool = False, among: Sequence[int] | None = None
) -> dict[str, Any]:
    """Replace suggestions by the staged ones for pairs that were never assigned, or for those among these items, and
    return the counts and a sentence. Leasing one of these pairs waits until its suggestions are stored.
    """
    items = _bare(free_items(project)) if only_bare else free_items(project)
    if among is not None:
        items = items.filter(pk__in=among)
    # Locked in the order of keys, so that two imports cannot wait for each other.
    free = list(items.order_by("pk").select_for_update(no_key=True, of=("self",)).values_list("pk", flat=True))
    cursor.execute(REPLACE, [free, free])
    links, pairs = cursor.fetchone()
    cursor.execute(INSERT, [free])
    cursor.execute(PRIORITISE, [free])
    cursor.execute("DROP TABLE suggested")
    kept = 0 if only_bare else project.item_count - len(free)
    return {"suggestions": links, "pairs": pairs, "kept": kept, "summary": _summarise(links, pairs, kept)}


def free_items(project: Project) -> QuerySet[Item]:
    """Return pairs whose suggestions may change: never while an annotator works on them."""
    begun = Assignment.objects.filter(item=OuterRef("pk"))
    items: QuerySet[Item] = Item.objects.filter(~Exists(begun), project=project, assigned_count=0)
    return items


def _bare(items: QuerySet[Item]) -> QuerySet[Item]:
    return items.filter(~Exists(Suggestion.objects.filter(item=OuterRef("pk"))))


def _flush(cursor: Any, staged: StringIO) -> None:
    staged.seek(0)
    cursor.copy_expert(COPY, staged)
    staged.seek(0)
    staged.truncate()


def _summarise(links: int, pairs: int, kept: int) -> str:
    sentence = f"{_count(links, 'suggestion')} for {_count(pairs, 'pair')}."
    if kept:
        sentence += f" {_count(kept, 'pair')} {'was' if kept == 1 else 'were'} already assigned and not changed."
    return sentence


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
