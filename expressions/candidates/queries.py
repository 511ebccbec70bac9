"""Candidates as annotators see them, as counts, and their effect on what is marked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, Q, Value

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Project
from expressions.candidates.effects import MeasuredPassage
from expressions.candidates.models import PURPOSES, Candidate, OwnCandidate
from expressions.candidates.proposals import USUAL_GAP
from expressions.categories.presets import is_not_an_expression
from expressions.consistency.items import GoldText, Lemmas, find_together
from expressions.consistency.queries.items import list_items, read_words
from expressions.lexicon.models import SolvedCase
from expressions.marks.models import Mark as StoredMark

COMPLETION_GAP = 5
_COLUMNS = ("words", "category", "is_control")


class _Proposed(NamedTuple):
    words: list[int]
    category: str
    is_control: bool
    source: str


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


def read_lexicon(project: Project) -> dict[Lemmas, str]:
    """Return the category of each expression of the gold standard and of solved cases, which count more."""
    lexicon: dict[Lemmas, str] = {}
    for checked in list_items(project):
        counts = {name: count for name, count in checked.item.counts.items() if name and not is_not_an_expression(name)}
        if counts and (checked.case is None or not is_not_an_expression(checked.case.category)):
            lexicon[checked.item.lemmas] = max(counts, key=counts.__getitem__)
    for case in SolvedCase.objects.filter(project=project).exclude(category=""):
        if not is_not_an_expression(case.category):
            lexicon[tuple(case.lemmas)] = case.category
    return lexicon


def describe_candidates(assignment: Assignment) -> dict[str, Any]:
    """Return what is proposed in the passage, and known expressions that may be completed there: those of the lexicon
    and the annotator's own earlier ones, never marks of other annotators.
    """
    shown = [*Candidate.objects.shown_in(assignment), *OwnCandidate.objects.shown_in(assignment)]
    shown.sort(key=lambda candidate: candidate.words)
    return {
        "candidates": [{"words": candidate.words, "category": candidate.category} for candidate in shown],
        "known": _find_known(assignment),
    }


def find_origins(assignment: Assignment) -> dict[tuple[int, ...], str]:
    """Return the words of candidates that the annotator sees, with the origin of marks of them."""
    own = OwnCandidate.objects.shown_in(assignment).values_list("words", Value(StoredMark.Origin.REPEAT))
    rows = own.union(Candidate.objects.shown_in(assignment).values_list("words", "source"), all=True)
    return {tuple(words): source or StoredMark.Origin.SHOWN for words, source in rows.order_by()}


def _find_known(assignment: Assignment) -> list[dict[str, Any]]:
    if assignment.purpose not in PURPOSES:
        return []
    sentences = read_words([assignment.item_id])[assignment.item_id]
    lemmas = sorted({lemma for sentence in sentences for lemma in sentence.lemmas})
    cases = SolvedCase.objects.filter(project=assignment.item.project_id, lemmas__contained_by=lemmas)
    known = []
    for case in cases.exclude(category=""):
        if not is_not_an_expression(case.category):
            for sentence in sentences:
                occurrences = find_together(case.lemmas, sentence, COMPLETION_GAP)
                known += [{"words": list(words), "category": case.category} for words in occurrences]
    return known


def find_own(assignment: Assignment) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield where expressions may stand that the annotator has marked in passages that they submitted, and the category
    that they gave last.
    """
    sentences = read_words([assignment.item_id])[assignment.item_id]
    present = sorted({lemma for sentence in sentences for lemma in sentence.lemmas})
    submitted = Assignment.objects.submitted().filter(annotator=assignment.annotator_id, purpose__in=PURPOSES)
    own = StoredMark.objects.filter(assignment__in=submitted, lemmas__contained_by=present).order_by("pk")
    known = {tuple(lemmas): category for lemmas, category in own.values_list("lemmas", "category")}
    for lemmas, category in known.items():
        if not is_not_an_expression(category):
            for sentence in sentences:
                for words in find_together(lemmas, sentence, USUAL_GAP):
                    yield words, category


def list_measured(project: Project) -> Iterator[tuple[bool, MeasuredPassage]]:
    """Yield every submitted passage for which there are candidates, and whether its annotator saw none of them."""
    work = Assignment.objects.submitted().filter(item__project=project, purpose=Assignment.Purpose.WORK)
    work = work.exclude(item__state=Item.State.WITHDRAWN)
    own: dict[int, list[_Proposed]] = defaultdict(list)
    own_rows = OwnCandidate.objects.filter(assignment__in=work).values_list("assignment", *_COLUMNS)
    for pk, words, category, is_control in own_rows:
        own[pk].append(_Proposed(words, category, is_control, StoredMark.Origin.REPEAT))
    common: dict[int, list[_Proposed]] = defaultdict(list)
    rows = Candidate.objects.filter(item__project=project).values_list("item", *_COLUMNS, "source")
    for item, words, category, is_control, source in rows:
        common[item].append(_Proposed(words, category, is_control, source or StoredMark.Origin.SHOWN))
    items = dict(work.filter(Q(pk__in=own) | Q(item__in=common)).order_by("pk").values_list("pk", "item"))
    marks: dict[int, dict[tuple[int, ...], str]] = {pk: {} for pk in items}
    stored = StoredMark.objects.filter(assignment__in=items).values_list("assignment", "words", "category")
    for pk, words, category in stored:
        if not is_not_an_expression(category):
            marks[pk][tuple(words)] = category
    for pk, item in items.items():
        by_group: dict[bool, list[_Proposed]] = defaultdict(list)
        proposed = [*common[item], *own[pk]]
        for candidate in proposed:
            by_group[candidate.is_control].append(candidate)
        others = len(marks[pk].keys() - {tuple(candidate.words) for candidate in proposed})
        for is_control, group in by_group.items():
            yield is_control, _measure(item, group, marks[pk], others)


def _measure(
    item: int, proposed: Iterable[_Proposed], marks: Mapping[tuple[int, ...], str], others: int
) -> MeasuredPassage:
    measured = MeasuredPassage(item, others=others)
    for candidate in proposed:
        key = tuple(candidate.words)
        counts = measured.sources[candidate.source]
        counts["candidates"] += 1
        if key in marks:
            counts["marked"] += 1
            counts["same_category"] += marks[key] == candidate.category
    return measured
