"""Figures of a project's extra questions; the database counts the answers."""

from collections import defaultdict
from collections.abc import Iterator

from django.db.models import Count, F, IntegerField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from annotation_site.projects.models import Project
from idiomaticity.projects.extra_questions import ExtraQuestion
from idiomaticity.ratings.extra_scores import Answers, ExtraCounts, ExtraFigures
from idiomaticity.ratings.models import Rating


def read_extra_figures(project: Project, *, with_excluded: bool = False) -> list[ExtraFigures]:
    """Return the figures of each extra question, in the order in which they are asked."""
    figures = []
    for question in project.idiomaticity.asked_beside:
        counts = ExtraCounts(question)
        for answers in _count_answers(project, question, with_excluded=with_excluded):
            counts.add(answers)
        figures.append(counts.measure())
    return figures


def _count_answers(project: Project, question: ExtraQuestion, *, with_excluded: bool) -> Iterator[Answers]:
    """Yield how often each answer was given to an item."""
    rated = Rating.objects.counted(project, with_excluded=with_excluded)
    answered = rated.annotate(item=F("assignment__item"), answer=Cast(KT(f"extra__{question.name}"), IntegerField()))
    rows = answered.filter(answer__isnull=False).values_list("item", "answer").annotate(n=Count("pk")).order_by()
    by_item: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for item, answer, n in rows.iterator():
        by_item[item][answer] = n
    yield from by_item.values()
