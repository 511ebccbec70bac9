"""Candidates as annotators see them, as counts, and their effect on what is marked."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from django.db.models import Count, Q

from annotation_site.assignments.models import Assignment, Item
from annotation_site.coefficients.effects import Effect, ItemCounts, RateOf, measure_effects
from annotation_site.projects.models import Project
from expressions.candidates.models import Candidate
from expressions.categories.presets import is_not_an_expression
from expressions.consistency.items import GoldText, find_together
from expressions.consistency.queries.items import read_words
from expressions.lexicon.models import SolvedCase
from expressions.marks.models import Mark as StoredMark

COMPLETION_GAP = 5
COUNTED = ("candidates", "marked", "same_category", "passages", "others")
RATES = {
    "marked": RateOf("marked", "candidates"),
    "same_category": RateOf("same_category", "marked"),
    "others": RateOf("others", "passages"),
}
RATE_TITLES = {
    "marked": "Candidates marked as expressions",
    "same_category": "Of these, with the proposed category",
    "others": "Other expressions in a passage",
}


class CandidateCounts(NamedTuple):
    """The candidates of a project: in how many passages, how many, and how many of them nobody is shown."""

    passages: int
    candidates: int
    controls: int
    open_passages: int


def count_candidates(project: Project) -> CandidateCounts:
    """Return the numbers of candidates, and of passages that nobody has begun."""
    counts = Candidate.objects.filter(item__project=project).aggregate(
        passages=Count("item", distinct=True), candidates=Count("pk"), controls=Count("pk", filter=Q(is_control=True))
    )
    return CandidateCounts(**counts, open_passages=list_open(project).count())


def list_open(project: Project) -> Any:
    """Return the passages that nobody has begun."""
    return Item.objects.filter(project=project, state=Item.State.OPEN, assigned_count=0, submitted_count=0)


def read_open_texts(project: Project) -> list[GoldText]:
    """Return the words of passages that nobody has begun."""
    numbers = dict(list_open(project).order_by("number").values_list("pk", "number"))
    words = read_words(numbers)
    return [GoldText(number, words[pk], ()) for pk, number in numbers.items()]


def describe_candidates(assignment: Assignment) -> dict[str, Any]:
    """Return what is proposed in the passage, and known expressions that may be completed there: those of the lexicon,
    never marks of other annotators.
    """
    shown = Candidate.objects.shown_in(assignment)
    return {
        "candidates": [{"words": each.words, "category": each.category} for each in shown],
        "known": _find_known(assignment),
    }


def _find_known(assignment: Assignment) -> list[dict[str, Any]]:
    if assignment.purpose not in (Assignment.Purpose.WORK, Assignment.Purpose.EXTRA):
        return []
    sentences = read_words([assignment.item_id])[assignment.item_id]
    lemmas = sorted({lemma for sentence in sentences for lemma in sentence.lemmas})
    cases = SolvedCase.objects.filter(project=assignment.item.project_id, lemmas__contained_by=lemmas)
    known = []
    for each in cases.exclude(category=""):
        if not is_not_an_expression(each.category):
            for sentence in sentences:
                found = find_together(each.lemmas, sentence, COMPLETION_GAP)
                known += [{"words": list(words), "category": each.category} for words in found]
    return known


def measure_candidates(project: Project) -> list[Effect]:
    """Return how candidates influence annotators: rates of passages that showed them, and of control passages."""
    proposed: dict[int, dict[tuple[int, ...], str]] = defaultdict(dict)
    controls: set[int] = set()
    rows = Candidate.objects.filter(item__project=project).values_list("item", "words", "category", "is_control")
    for item, words, category, is_control in rows:
        proposed[item][tuple(words)] = category
        if is_control:
            controls.add(item)
    work = Assignment.objects.submitted().filter(item__in=proposed, purpose=Assignment.Purpose.WORK)
    items = dict(work.values_list("pk", "item"))
    marks: dict[int, dict[tuple[int, ...], str]] = {pk: {} for pk in items}
    for own, words, category in StoredMark.objects.filter(assignment__in=items).values_list(
        "assignment", "words", "category"
    ):
        if not is_not_an_expression(category):
            marks[own][tuple(words)] = category
    shown, hidden = list[ItemCounts](), list[ItemCounts]()
    for pk, item in items.items():
        found = marks[pk].keys() & proposed[item].keys()
        same = sum(marks[pk][words] == proposed[item][words] for words in found)
        counts = (len(proposed[item]), len(found), same, 1, len(marks[pk]) - len(found))
        (hidden if item in controls else shown).append(ItemCounts(item, counts))
    return measure_effects(RATES, COUNTED, shown, hidden)
