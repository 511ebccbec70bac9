"""Reads of what an annotator has drawn so far."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from django.db.models import QuerySet

from alignment.pairs.models import SentencePair
from alignment.projects.models import AlignmentSettings
from alignment.readings.links import Cell, Label, Reading
from alignment.readings.models import AlignmentLink, UnalignedToken
from annotation_site.assignments.models import Assignment, Item
from annotation_site.prepared import Statement
from annotation_site.server.postgresql.expressions import RowsAsJson

# One round trip instead of three.
_DRAWN = """
    SELECT source_index, target_index, label, origin FROM alignment_alignmentlink WHERE assignment_id = $1 {links}
    UNION ALL
    SELECT token_index, NULL, NULL, side FROM alignment_unalignedtoken WHERE assignment_id = $1 {marks}
    UNION ALL
    SELECT cardinality(source_tokens), cardinality(target_tokens), NULL, 'lengths' FROM alignment_sentencepair
    WHERE item_id = $2
"""
_find_drawn = Statement(_DRAWN.format(links="", marks=""))
_find_drawn_at = Statement(
    _DRAWN.format(
        links="AND (source_index = ANY ($3::int[]) OR target_index = ANY ($4::int[]))",
        marks="AND token_index = ANY (CASE side WHEN 'source' THEN $3::int[] ELSE $4::int[] END)",
    )
)
# Above so many words it costs less to read the whole than to look for what is at them.
MOST_WORDS = 64


class Drawn(NamedTuple):
    """A current reading, the cells of those of its links that were suggested, and the lengths of its pair."""

    reading: Reading
    accepted: frozenset[Cell]
    lengths: Mapping[str, int]


def read_links(assignment: Assignment) -> Reading:
    """Return the current reading, draft or not."""
    return read_drawn(assignment).reading


def read_drawn(assignment: Assignment) -> Drawn:
    """Return the current reading of an assignment."""
    return _put_together(_find_drawn(assignment.pk, assignment.item_id))


def read_drawn_at(assignment: Assignment, sources: Collection[int], targets: Collection[int]) -> Drawn:
    """Return the part of the current reading that has these words, at least: a save costs the same however much is
    drawn.
    """
    if len(sources) + len(targets) > MOST_WORDS:
        return read_drawn(assignment)
    return _put_together(_find_drawn_at(assignment.pk, assignment.item_id, list(sources), list(targets)))


def with_drawn(items: QuerySet[Item], assignment: Any) -> QuerySet[Item]:
    """Fetch the current reading of an assignment of the item with it, for `take_drawn`."""
    links = AlignmentLink.objects.filter(assignment=assignment).order_by()
    marks = UnalignedToken.objects.filter(assignment=assignment).order_by()
    return items.annotate(
        links=RowsAsJson(links, "source_index", "target_index", "label", "origin"),
        marks=RowsAsJson(marks, "token_index", "side"),
    )


def take_drawn(item: Item) -> Drawn:
    """Return the reading that came with its item and pair."""
    pair, stored = item.sentence_pair, cast(Any, item)
    marks = ((index, None, None, side) for index, side in stored.marks)
    lengths = (len(pair.source_tokens), len(pair.target_tokens), None, "lengths")
    return _put_together([*stored.links, *marks, lengths])


def _put_together(rows: Iterable[Sequence[Any]]) -> Drawn:
    links: dict[Cell, Label] = {}
    accepted: set[Cell] = set()
    marks: dict[str, set[int]] = {"source": set(), "target": set()}
    lengths: dict[str, int] = {}
    for source, target, label, origin_or_side in rows:
        if origin_or_side == "lengths":
            lengths = {"source": source, "target": target}
        elif label is None:
            marks[origin_or_side].add(source)
        else:
            links[source, target] = cast(Label, label)
            if origin_or_side == AlignmentLink.Origin.SUGGESTION:
                accepted.add((source, target))
    reading = Reading(links, frozenset(marks["source"]), frozenset(marks["target"]))
    return Drawn(reading, frozenset(accepted), lengths)


def untouched_tokens(assignment: Assignment) -> dict[str, list[int]]:
    """Return tokens that must be done and have neither a link nor a mark; in sample alignment only target
    words must.
    """
    pair: SentencePair = assignment.item.sentence_pair
    return find_untouched(read_links(assignment), pair, assignment.item.project.alignment.scope)


def find_untouched(reading: Reading, pair: SentencePair, scope: str) -> dict[str, list[int]]:
    """Return the untouched tokens of a reading that need not be stored."""
    sources = {source for source, _ in reading.links} | reading.unaligned_source
    targets = {target for _, target in reading.links} | reading.unaligned_target
    if scope == AlignmentSettings.Scope.TARGET_WORDS:
        wanted_source, wanted_target = pair.source_target_words, pair.target_target_words
    else:
        wanted_source, wanted_target = list(range(len(pair.source_tokens))), list(range(len(pair.target_tokens)))
    return {
        "source": [index for index in wanted_source if index not in sources],
        "target": [index for index in wanted_target if index not in targets],
    }
