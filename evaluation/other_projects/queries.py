"""Alignments and translations of an expression in other projects."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, Func, JSONField, Q, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import Lower

from alignment.readings.links import Reading
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from evaluation.measures.base import Measure
from evaluation.measures.registry import MEASURES
from evaluation.sources.other_projects import SoughtExpression, find_pairs, read_gold_links
from evaluation.sources.words import cut_words, is_same_expression
from evaluation.test_sets.models import Expression, TestSet
from evaluation.translations.models import Translation, TranslationScore
from idiomaticity.compounds.placing import find_places


@dataclass(slots=True)
class LinkedWords:
    """Words that the expression was linked to, with their counts in adjudicated pairs and in pairs that are only
    annotated.
    """

    words: str
    adjudicated: int = 0
    annotated: int = 0


@dataclass(slots=True)
class AlignedProject:
    """One project of word alignment in which the expression occurs."""

    project: Project
    side: str
    language: str
    occurrences: int = 0
    adjudicated: int = 0
    words: list[LinkedWords] = field(default_factory=list)
    items: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A system's means for its translations of the expression by measure, None for one that was not computed."""

    name: str
    means: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class TranslatedSet:
    """One test set in which the expression is marked, under one or more labels."""

    test_set: TestSet
    occurrences: int
    labels: list[str]
    systems: list[SystemRow]


@dataclass(frozen=True, slots=True)
class OtherProjects:
    """Results in all projects; `is_cut` is true if there were more candidates than are examined."""

    aligned: list[AlignedProject]
    translated: list[TranslatedSet]
    is_cut: bool


# Pairs examined on either side, and marked expressions examined.
MOST_CANDIDATES = 500
SHOWN_WORDS = 12
SHOWN_TEST_SETS = 8
NOTHING = ""


def read_other_projects(user: User, sought: SoughtExpression) -> OtherProjects:
    """Return findings in projects that the user manages or adjudicates, with a constant number of queries."""
    aligned, is_cut = [], False
    for side in ("source", "target"):
        items = find_pairs(user, sought, side, MOST_CANDIDATES + 1)
        is_cut |= len(items) > MOST_CANDIDATES
        aligned += _find_aligned_projects(items[:MOST_CANDIDATES], sought, side)
    translated, is_more = _find_translated_sets(user, sought)
    return OtherProjects(aligned, translated, is_cut or is_more)


def _find_aligned_projects(items: Sequence[Item], sought: SoughtExpression, side: str) -> list[AlignedProject]:
    occurrences = {item.pk: _find_tokens(_tokens(item, side), sought) for item in items}
    holding = [item for item in items if occurrences[item.pk]]
    golds = read_gold_links(holding)
    projects: dict[int, AlignedProject] = {}
    counts: dict[int, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    other = "target" if side == "source" else "source"
    for item in holding:
        language = getattr(item.project.alignment, f"{other}_language")
        row = projects.setdefault(item.project_id, AlignedProject(item.project, side, language))
        row.items.append(item.number)
        for occurrence in occurrences[item.pk]:
            words = _find_linked(golds[item.pk], occurrence, _tokens(item, other), side)
            counts[item.project_id][words][item.state] += 1
            row.occurrences += 1
            row.adjudicated += item.state == Item.State.ADJUDICATED
    for key, row in projects.items():
        linked_words = [
            LinkedWords(words, states[Item.State.ADJUDICATED], states[Item.State.ANNOTATED])
            for words, states in counts[key].items()
        ]
        row.words = sorted(linked_words, key=lambda linked: (-linked.adjudicated, -linked.annotated, linked.words))[
            :SHOWN_WORDS
        ]
    return list(projects.values())


def _tokens(item: Item, side: str) -> list[str]:
    tokens: list[str] = getattr(item.sentence_pair, f"{side}_tokens")
    return tokens


def _find_tokens(tokens: Sequence[str], sought: SoughtExpression) -> list[frozenset[int]]:
    """Return the positions of the tokens of each occurrence of the expression."""
    starts, end = [], 0
    for token in tokens:
        starts.append(end)
        end += len(token) + 1
    occurrences = []
    for spans in find_places(sought.text, " ".join(tokens), sought.language):
        positions = set()
        for position, (start, token) in enumerate(zip(starts, tokens, strict=True)):
            if any(start < until and since < start + len(token) for since, until in spans):
                positions.add(position)
        occurrences.append(frozenset(positions))
    return occurrences


def _find_linked(gold: Reading, occurrence: frozenset[int], tokens: Sequence[str], side: str) -> str:
    """Return the words linked to the expression, in order and case-folded, with … for gaps between them."""
    own, far = (0, 1) if side == "source" else (1, 0)
    linked = sorted({cell[far] for cell in gold.links if cell[own] in occurrence})
    text = NOTHING
    for before, index in zip([None, *linked], linked, strict=False):
        if before is not None:
            text += " " if index == before + 1 else " … "
        text += tokens[index].casefold()
    return text


def _find_translated_sets(user: User, sought: SoughtExpression) -> tuple[list[TranslatedSet], bool]:
    language = sought.language.partition("-")[0]
    sets = TestSet.objects.for_user(user).filter(
        Q(source_language=language) | Q(source_language__startswith=f"{language}-")
    )
    begins = Q(pk__in=[])
    for form in sought.forms:
        begins |= Q(folded__startswith=_begin(form))
    marked = Expression.objects.alias(folded=Lower("label")).filter(begins, segment__test_set__in=sets)
    labelled = list(marked.order_by("-pk").values_list("label", "segment__test_set")[: MOST_CANDIDATES + 1])
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for label, test_set in labelled[:MOST_CANDIDATES]:
        if is_same_expression(sought.text, label, sought.language):
            counts[test_set][label] += 1
    chosen = sorted(counts, reverse=True)[:SHOWN_TEST_SETS]
    by_key = TestSet.objects.select_related("project").in_bulk(chosen)
    systems = _load_systems({key: sorted(counts[key]) for key in chosen})
    rows = [TranslatedSet(by_key[key], sum(counts[key].values()), sorted(counts[key]), systems[key]) for key in chosen]
    return rows, len(labelled) > MOST_CANDIDATES or len(counts) > len(chosen)


def _begin(form: str) -> str:
    """Return the part of the expression that all its forms begin with: its first word."""
    words = cut_words(form)
    return words[0] if words else form.lower()


class RowsOfLabels(Func):
    """The rows of a result for some labels, filtered in the database because there may be thousands of others."""

    function = "jsonb_path_query_array"
    output_field = JSONField()

    def __init__(self, labels: Sequence[str]) -> None:
        path = RawSQL("%s::jsonpath", ["$.rows[*] ? (@.label == $labels[*])"])
        super().__init__("result", path, Value({"labels": list(labels)}, JSONField()))


def find_shown() -> list[Measure[Any]]:
    """Return the measures of expressions that need no alignment."""
    return [measure for measure in MEASURES.values() if measure.by_expression and not measure.aligned]


def _load_systems(labels: Mapping[int, Sequence[str]]) -> dict[int, list[SystemRow]]:
    """Return, by test set, every system with the means of these labels, from the latest run of each measure."""
    every = sorted({label for set_labels in labels.values() for label in set_labels})
    measures = find_shown()
    names = [measure.name for measure in measures]
    scores = TranslationScore.objects.filter(translation__test_set__in=labels, measure__in=names).order_by("pk")
    run_fields = [F("translation__test_set"), F("measure"), F("key")]
    newest = {(test_set, measure): key for test_set, measure, key in scores.values_list(*run_fields)}
    values: dict[tuple[int, str], float | None] = {}
    for test_set, measure, key, output, rows in scores.values_list(*run_fields, "translation", RowsOfLabels(every)):
        if newest[test_set, measure] == key:
            values[output, measure] = _pool([row for row in rows if row["label"] in labels[test_set]])
    rows_by_test_set: dict[int, list[SystemRow]] = {key: [] for key in labels}
    translations = Translation.objects.filter(test_set__in=labels).select_related("system").order_by("pk")
    for translation in translations:
        row = SystemRow(translation.system.name, {name: values.get((translation.pk, name)) for name in names})
        rows_by_test_set[translation.test_set_id].append(row)
    main, sign = names[0], 1 if measures[0].lower_is_better else -1
    for systems in rows_by_test_set.values():
        systems.sort(key=lambda row: (row.means[main] is None, sign * (row.means[main] or 0)))
    return rows_by_test_set


def _pool(rows: Sequence[dict[str, Any]]) -> float | None:
    """Return the mean over occurrences, whatever their label, or None if none was scored."""
    counted = [row for row in rows if row["score"] is not None]
    total = sum(row["n"] for row in counted)
    return sum(row["score"] * row["n"] for row in counted) / total if total else None
