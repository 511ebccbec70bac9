"""An assignment as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Project
from annotation_site.texts.languages import find_language, say_name
from expressions.categories.presets import JUDGEMENTS, NOT_AN_EXPRESSION
from expressions.marks.marking import Mark, MarkFault, MarkingRules, sort_marks
from expressions.marks.models import Mark as StoredMark
from expressions.passages.models import Passage
from expressions.passages.queries import describe_sentences

# Keys for the first categories, in the order that the manager gave them.
KEYS = "123456789"


def assignments_to_mark(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return assignments of passages with the relations that `describe_marking` reads."""
    marked = assignments.filter(item__project__kind=Project.Kind.EXPRESSIONS)
    related = marked.select_related("item__passage", "item__project__expressions", "annotator__project")
    return related.prefetch_related("item__passage__sentences", "marks")


def read_marks(assignment: Assignment) -> list[Mark]:
    """Return the stored marks in the order of the text."""
    return sort_marks(map(to_mark, assignment.marks.all()))


def to_mark(stored: StoredMark) -> Mark:
    """Return the row as marks are compared and sent."""
    return Mark(tuple(stored.words), stored.category, stored.confidence, stored.comment)


def find_rules(passage: Passage, project: Project) -> MarkingRules:
    """Return what may be marked in the passage."""
    return make_rules(project, [sentence.word_count for sentence in passage.sentences.all()])


def make_rules(project: Project, sentences: Sequence[int]) -> MarkingRules:
    """Return what may be marked in sentences of so many words."""
    settings = project.expressions
    return MarkingRules(
        sentences,
        settings.used_categories,
        allows_single_word=settings.allows_single_word,
        across_sentences=settings.across_sentences,
    )


def say_fault(fault: MarkFault) -> str:
    """Return the sentence about a mark in the reader's language."""
    return gettext(fault.sentence).format(**fault.values)


def describe_marking(assignment: Assignment) -> dict[str, Any]:
    """Return the passage, what may be marked in it, and the annotator's marks."""
    return {
        **describe_passage(assignment.item.passage, assignment.item.project),
        "marks": [mark.to_json() for mark in read_marks(assignment)],
    }


def describe_passage(passage: Passage, project: Project) -> dict[str, Any]:
    """Return the passage as pages that mark in it need it."""
    settings = project.expressions
    language = find_language(settings.language)
    return {
        "document": passage.document,
        "language": {"tag": language.tag, "name": say_name(language), "direction": language.direction},
        "sentences": describe_sentences(passage.sentences.all()),
        "categories": describe_categories(settings.used_categories),
        "allows_single_word": settings.allows_single_word,
        "across_sentences": settings.across_sentences,
        "asks_confidence": settings.asks_confidence,
        "is_judged": settings.is_judged,
    }


def describe_categories(categories: Iterable[str]) -> list[dict[str, str]]:
    """Return the categories with their keys; “not an expression” comes last, but where candidates are judged."""
    categories = list(categories)
    if categories == list(JUDGEMENTS):
        titles = {
            "idiomatic": gettext("idiomatic"),
            "literal": gettext("literal"),
            "other": gettext("other use"),
            "false": gettext("wrong extraction"),
            "unclear": gettext("unclear"),
        }
        return [{"name": name, "title": titles[name], "key": key} for name, key in JUDGEMENTS.items()]
    named = [{"name": name, "title": name, "key": KEYS[place : place + 1]} for place, name in enumerate(categories)]
    return [*named, {"name": NOT_AN_EXPRESSION, "title": gettext("not an expression"), "key": "X"}]


def name_passage(passage: Passage) -> str:
    """Return a name of the passage in the reader's language."""
    return gettext("Passage {number}").format(number=passage.item.number)


def excerpt(passage: Passage) -> str:
    """Return the text of the passage."""
    return " ".join(sentence.text for sentence in passage.sentences.all())
