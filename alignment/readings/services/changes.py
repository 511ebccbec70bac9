"""Changes that one action of an annotator makes to a reading."""

from collections.abc import Sequence, Set
from typing import Any, TypeVar

from django.utils.translation import gettext

from alignment.readings.links import Cell, Reading
from alignment.readings.models import AlignmentLink
from alignment.readings.queries.drawn import Drawn, read_drawn_at
from alignment.readings.queries.states import list_changes
from alignment.suggestions.models import DismissedSuggestion, Suggestion
from annotation_site.assignments.history import REDO, UNDO, Change, reverse_change
from annotation_site.assignments.models import Assignment
from annotation_site.languages.numbers import say_count
from annotation_site.prepared import Statement
from annotation_site.web.exceptions import DomainError

# Source, target, label or none, and where the link comes from.
LinkEntry = tuple[int, int, str | None] | tuple[int, int, str | None, str]


MarkEntry = tuple[str, int, bool]


# Source and target of a suggestion, and whether it is dismissed.
DismissalEntry = tuple[int, int, bool]


Entry = TypeVar("Entry", bound=tuple[Any, ...])


MOST_ENTRIES = 20_000


SUGGESTED = AlignmentLink.Origin.SUGGESTION.value


# A condition for each cell would cost seconds on a long pair: arrays cost the same however many cells come and go.
_remove_links = Statement("""
    DELETE FROM alignment_alignmentlink AS link USING unnest($2::int[], $3::int[]) AS gone (source, target)
    WHERE link.assignment_id = $1 AND link.source_index = gone.source AND link.target_index = gone.target
""")
_ADD_LINKS = """
    INSERT INTO alignment_alignmentlink (assignment_id, source_index, target_index, label, origin)
    SELECT $1, * FROM unnest($2::int[], $3::int[], $4::text[], $5::text[])
"""
_add_links = Statement(_ADD_LINKS)
_replace_links = Statement(f"""{_ADD_LINKS}
    ON CONFLICT (assignment_id, source_index, target_index)
    DO UPDATE SET label = excluded.label, origin = excluded.origin
""")
_add_marks = Statement("""
    INSERT INTO alignment_unalignedtoken (assignment_id, side, token_index)
    SELECT $1, * FROM unnest($2::text[], $3::int[])
""")


def describe_change(
    assignment: Assignment,
    links: Sequence[LinkEntry],
    unaligned: Sequence[MarkEntry],
    dismissed: Sequence[DismissalEntry] = (),
    drawn: Drawn | None = None,
) -> Change:
    """Return the change with the previous values, without entries that change nothing; `drawn` is the reading before,
    where it is known under the same lock.

    A link keeps its origin while it exists, whatever its label, so that changed suggestions are recognisable. An entry
    about an accepted suggestion ends with "suggestion", whichever side of the change the link is on.
    """
    if len(links) + len(unaligned) + len(dismissed) > MOST_ENTRIES:
        raise DomainError(gettext("One action changes at most {n} cells.").format(n=say_count(MOST_ENTRIES)))
    links, unaligned, dismissed = _keep_last(links), _keep_last(unaligned), _keep_last(dismissed)
    # Whatever this change can break stands at its words: the rest of the reading was in order before.
    reading, accepted, lengths = drawn or read_drawn_at(assignment, *_find_words(links, unaligned))
    marks = {"source": set(reading.unaligned_source), "target": set(reading.unaligned_target)}
    new_links: dict[Cell, Any] = dict(reading.links)
    for source, target, *_ in links:
        if source >= lengths["source"] or target >= lengths["target"]:
            raise DomainError(gettext("There is no cell {cell} in this pair.").format(cell=f"{source}-{target}"))
    changed = _change_links(new_links, accepted, _find_acceptable(assignment, links), links)
    change: Change = {"links": changed, "unaligned": []}
    for side, index, is_marked in unaligned:
        if index >= lengths[side]:
            sentence = (
                gettext("There is no source word {n} in this pair.")
                if side == "source"
                else gettext("There is no target word {n} in this pair.")
            )
            raise DomainError(sentence.format(n=index))
        was_marked = index in marks[side]
        if was_marked != is_marked:
            (marks[side].add if is_marked else marks[side].remove)(index)
            change["unaligned"].append([side, index, was_marked, is_marked])
    linked = {"source": {source for source, _ in new_links}, "target": {target for _, target in new_links}}
    if any(linked[side] & marks[side] for side in marks):
        raise DomainError(gettext("A word cannot have a link and be marked as no counterpart."))
    if dismissed:
        change["dismissed"] = _with_previous_dismissals(assignment, dismissed)
    return change


def _find_words(links: Sequence[LinkEntry], marks: Sequence[MarkEntry]) -> tuple[set[int], set[int]]:
    """Return the source and target words that entries name."""
    sources = {entry[0] for entry in links} | {index for side, index, _ in marks if side == "source"}
    targets = {entry[1] for entry in links} | {index for side, index, _ in marks if side == "target"}
    return sources, targets


def _keep_last(entries: Sequence[Entry]) -> list[Entry]:
    """Return one entry for each cell or word, the last: a change that names one twice could not be undone."""
    return list({entry[:2]: entry for entry in entries}.values())


def _with_previous_dismissals(assignment: Assignment, entries: Sequence[DismissalEntry]) -> list[list[Any]]:
    """Return the entries with previous values; only suggestions shown to the annotator can be dismissed."""
    shown = set(Suggestion.objects.shown_in(assignment).values_list("source_index", "target_index"))
    dismissed = set(assignment.dismissed_suggestions.values_list("source_index", "target_index"))
    changed: list[list[Any]] = []
    for source, target, after in entries:
        if (source, target) not in shown:
            raise DomainError(gettext("There is no suggestion {cell} in this pair.").format(cell=f"{source}-{target}"))
        before = (source, target) in dismissed
        if before != after:
            changed.append([source, target, before, after])
            (dismissed.add if after else dismissed.discard)((source, target))
    return changed


def _change_links(
    cells: dict[Cell, Any], accepted: Set[Cell], acceptable: Set[Cell], links: Sequence[LinkEntry]
) -> list[list[Any]]:
    """Apply the entries to the cells; return those that changed something, with previous values."""
    accepted_now = set(accepted)
    changed: list[list[Any]] = []
    for source, target, label, *_ in links:
        cell = source, target
        before = cells.pop(cell, None)
        if label is not None:
            cells[cell] = label
        if before == label:
            continue
        if before is None:
            (accepted_now.add if cell in acceptable else accepted_now.discard)(cell)
        changed.append([source, target, before, label, *([SUGGESTED] if cell in accepted_now else [])])
    return changed


def _find_acceptable(assignment: Assignment, links: Sequence[LinkEntry]) -> set[Cell]:
    """Return cells that the request calls accepted suggestions and that were shown as such; other links count as drawn
    by hand, so that the answer does not tell where a control pair hides one.
    """
    claimed = {(entry[0], entry[1]) for entry in links if entry[3:] == (SUGGESTED,)}
    if not claimed:
        return set()
    suggested = Suggestion.objects.shown_in(assignment).values_list("source_index", "target_index")
    return claimed.intersection(suggested)


def change_from_history(assignment: Assignment, kind: str) -> Change:
    stacks = list_changes(assignment)
    stack = stacks.done if kind == UNDO else stacks.undone
    if kind not in (UNDO, REDO):
        raise DomainError(f"There is no action called {kind}.")
    if not stack:
        raise DomainError(
            gettext("There is nothing to undo.") if kind == UNDO else gettext("There is nothing to redo.")
        )
    _, operation, _ = stack[-1]
    change: Change = assignment.operations.values_list("payload", flat=True).get(pk=operation)
    return reverse_change(change) if kind == UNDO else change


def entries_between(reading: Reading, before: Reading) -> tuple[list[LinkEntry], list[MarkEntry]]:
    cells = reading.links.keys() | before.links.keys()
    sides = (
        ("source", reading.unaligned_source, before.unaligned_source),
        ("target", reading.unaligned_target, before.unaligned_target),
    )
    links: list[LinkEntry] = [(*cell, before.links.get(cell)) for cell in sorted(cells)]
    return links, [(side, index, index in then) for side, now, then in sides for index in sorted(now | then)]


def apply_change(assignment: Assignment, change: Change) -> None:
    removed = [(source, target) for source, target, _, label, *_ in change["links"] if label is None]
    if removed:
        _remove_links.later(assignment.pk, *(list(indices) for indices in zip(*removed, strict=True)))
    drawn = [
        (source, target, label, origin[0] if origin else AlignmentLink.Origin.MANUAL.value)
        for source, target, _, label, *origin in change["links"]
        if label is not None
    ]
    if drawn:
        was_linked = any(before is not None for _, _, before, *_ in change["links"])
        store = _replace_links if was_linked else _add_links
        store.later(assignment.pk, *(list(column) for column in zip(*drawn, strict=True)))
    for side in ("source", "target"):
        unmarked = [index for of, index, _, is_marked in change["unaligned"] if of == side and not is_marked]
        if unmarked:
            assignment.unaligned_tokens.filter(side=side, token_index__in=unmarked).delete()
    if marked := [(side, index) for side, index, _, is_marked in change["unaligned"] if is_marked]:
        _add_marks.later(assignment.pk, *(list(column) for column in zip(*marked, strict=True)))
    if dismissed := change.get("dismissed"):
        _apply_dismissals(assignment, dismissed)


def _apply_dismissals(assignment: Assignment, entries: Sequence[Sequence[Any]]) -> None:
    for source, target, _, is_dismissed in entries:
        if not is_dismissed:
            assignment.dismissed_suggestions.filter(source_index=source, target_index=target).delete()
    DismissedSuggestion.objects.bulk_create(
        DismissedSuggestion(assignment=assignment, source_index=source, target_index=target)
        for source, target, _, is_dismissed in entries
        if is_dismissed
    )
