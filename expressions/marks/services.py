"""Marks of a passage: what saving and submitting them add to the steps of every kind."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from annotation_site.assignments.kinds import Save
from annotation_site.assignments.models import Assignment
from annotation_site.web.exceptions import DomainError
from expressions.marks.marking import Mark, sort_marks
from expressions.marks.models import Mark as StoredMark
from expressions.marks.queries import assignments_to_mark, find_rules, read_marks, say_fault, to_mark
from expressions.passages.queries import cut_words

Words = tuple[int, ...]
FindOrigins = Callable[[Assignment], Mapping[Words, str]]


def save_marks(
    assignment: Assignment,
    *,
    marks: Sequence[Mark],
    marked: Assignment | None = None,
    find_origins: FindOrigins | None = None,
) -> dict[str, Any]:
    """Store the marks as they stand on the page, and return them before and after for the history. `marked` is the
    assignment with its passage, where it was fetched under the same lock; `find_origins` returns the words that the
    annotator was shown as candidates, with the origin of marks of them.
    """
    marked = marked or _fetch(assignment)
    before, after = read_marks(marked), sort_marks(marks)
    if fault := find_rules(marked.item.passage, marked.item.project).find_fault(after):
        raise DomainError(say_fault(fault))
    stored = {to_mark(each): each.pk for each in marked.marks.all()}
    # Of what was changed the old row goes and a new one comes; the same words keep their origin.
    gone = [key for mark, key in stored.items() if mark not in after]
    new = [mark for mark in after if mark not in stored]
    origins: dict[Words, str] = {tuple(each.words): each.origin for each in marked.marks.all()}
    if find_origins is not None and any(mark.words not in origins for mark in new):
        origins = {**find_origins(marked), **origins}
    StoredMark.objects.filter(pk__in=gone).delete()
    lemmas = _list_lemmas(marked) if marked.item.project.expressions.proposes_own else None
    StoredMark.objects.bulk_create(
        StoredMark(
            assignment=assignment,
            origin=origins.get(mark.words, StoredMark.Origin.OWN),
            lemmas=None if lemmas is None else sorted(lemmas[word] for word in mark.words),
            **mark.to_json(),
        )
        for mark in new
    )
    return {"before": [mark.to_json() for mark in before], "after": [mark.to_json() for mark in after]}


def finish_marks(assignment: Assignment, save: Save, *, marks: Sequence[Mark] | None = None) -> dict[str, Any]:
    """Return the reading that a submission keeps: the marks given, else those last saved.

    A passage without marks is read, too: most sentences have no expression.
    """
    marked = _fetch(assignment)
    stored = read_marks(marked)
    if marks is not None and sort_marks(marks) != stored:
        save(marks=marks, marked=marked)
        stored = sort_marks(marks)
    return {"marks": [mark.to_json() for mark in stored]}


def _list_lemmas(marked: Assignment) -> list[str]:
    sentences = marked.item.passage.sentences.all()
    return [lemma for sentence in sentences for _, lemma in cut_words(sentence.lines)]


def _fetch(assignment: Assignment) -> Assignment:
    return assignments_to_mark(Assignment.objects.filter(pk=assignment.pk)).get()
