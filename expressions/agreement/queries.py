"""The readings of a project as agreement is measured from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from annotation_site.assignments.models import Assignment, Item
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Project
from expressions.agreement.passages import Agreement, ReadPassage, measure_agreement
from expressions.marks.marking import Mark
from expressions.marks.models import Mark as StoredMark
from expressions.passages.models import PassageSentence

PURPOSES = (Assignment.Purpose.WORK, Assignment.Purpose.EXTRA)


def read_agreement(project: Project) -> Agreement:
    """Return the agreement of annotators before adjudication, without excluded ones and withdrawn passages."""
    return measure_agreement(list_read_passages(project))


def list_read_passages(project: Project) -> Iterator[ReadPassage]:
    """Yield every passage with the submitted readings of annotators who count, in the order of numbers."""
    excluded = Exclusion.objects.active(project).values("membership")
    work = Assignment.objects.submitted().filter(item__project=project, purpose__in=PURPOSES)
    work = work.exclude(item__state=Item.State.WITHDRAWN).exclude(annotator__in=excluded)
    readers: dict[int, tuple[int, str]] = {}
    readings: defaultdict[int, dict[str, list[Mark]]] = defaultdict(dict)
    for pk, item, annotator in work.order_by("item__number").values_list("pk", "item_id", "annotator__pseudonym"):
        readers[pk] = item, annotator
        readings[item][annotator] = []
    marks = StoredMark.objects.filter(assignment__in=work).order_by("assignment", "words")
    for pk, words, category in marks.values_list("assignment_id", "words", "category"):
        if pk in readers:
            item, annotator = readers[pk]
            readings[item][annotator].append(Mark(tuple(words), category))
    counts: defaultdict[int, list[int]] = defaultdict(list)
    sentences = PassageSentence.objects.filter(passage__item__project=project).order_by("passage", "place")
    for passage, words in sentences.values_list("passage_id", "word_count"):
        counts[passage].append(words)
    for item, of_item in readings.items():
        yield ReadPassage(counts[item], of_item)
