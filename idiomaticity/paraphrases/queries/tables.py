"""Paraphrases of a project as they count now: read, decided upon, counted, with their levels."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import cast

from django.db.models import Count
from django.db.models.functions import Coalesce, Collate

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.paraphrases.counts import PAPER, ParaphraseLevel, Thresholds, find_level
from idiomaticity.paraphrases.decisions import Action, Answer, CountedForm, Decisions, count_forms
from idiomaticity.paraphrases.decisions import ParaphraseDecision as Decided
from idiomaticity.paraphrases.models import ParaphraseDecision
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.ratings.models import OF_COMPOUND, Paraphrase

CHUNK = 5_000


@dataclass(frozen=True)
class CompoundParaphrases:
    """The answers given for a compound; `sentences` are the numbers of those that were asked about, none at type
    level."""

    compound: Compound
    sentences: tuple[int, ...]
    answers: Sequence[Answer]
    decisions: Decisions
    thresholds: Thresholds
    is_type_level: bool

    @cached_property
    def forms(self) -> list[tuple[CountedForm, ParaphraseLevel]]:
        """Return the forms that count, most frequent first, each with its level."""
        sentences = 1 if self.is_type_level else len(self.sentences)
        forms = count_forms(self.compound.number, self.answers, sentences, self.decisions)
        return [
            (form, find_level(form.frequencies, self.thresholds, is_type_level=self.is_type_level)) for form in forms
        ]

    @cached_property
    def published(self) -> list[tuple[str, ParaphraseLevel, int | None]]:
        """Return text, level and, at token level, sentence of the paraphrases that an earlier study published, where
        none given here counts; its lists have no frequencies.
        """
        if self.forms:
            return []
        rows: list[tuple[str, ParaphraseLevel, int | None]] = [
            (text, "type", None) for text in dict.fromkeys(self.compound.published_paraphrases)
        ]
        for occurrence in sorted(self.compound.occurrences.all(), key=attrgetter("number")):
            texts = dict.fromkeys(occurrence.published_paraphrases)
            rows += [(text, "token", occurrence.number) for text in texts]
        return rows

    @cached_property
    def given(self) -> dict[str, int]:
        """Return every form as given, before any decision, with its frequency."""
        raw = count_forms(self.compound.number, self.answers, max(1, len(self.sentences)), Decisions())
        return {form.form: form.total for form in raw}


def read_decisions(project: Project) -> Decisions:
    """Return all decisions of the project."""
    rows = ParaphraseDecision.objects.filter(project=project).exclude(compound__is_filler=True).order_by()
    return Decisions(
        Decided(compound, form, cast(Action, action), into)
        for compound, form, action, into in rows.values_list("compound__number", "form", "action", "into")
    )


def read_all(
    project: Project,
    thresholds: Thresholds = PAPER,
    compounds: Sequence[Compound] | None = None,
    *,
    with_excluded: bool = False,
) -> list[CompoundParaphrases]:
    """Return these compounds, or all of the project, each with its answers."""
    listed = list(Compound.objects.filter(project=project).order_by("number")) if compounds is None else compounds
    is_type_level = project.idiomaticity.level == IdiomaticitySettings.Level.TYPE
    sentences, places = _find_places(project, listed, is_type_level=is_type_level)
    given = Paraphrase.objects.counted(project, with_excluded=with_excluded)
    if compounds is not None:
        given = given.filter(assignment__item__in=places)
    answers: dict[int, list[Answer]] = defaultdict(list)
    rows = given.order_by("pk").values_list("assignment__item", "assignment__annotator", "text", "normalised")
    for item, annotator, text, form in rows.iterator(chunk_size=CHUNK):
        if item in places:
            compound, index = places[item]
            answers[compound].append(Answer(index, annotator, text, form))
    decisions = read_decisions(project)
    return [
        CompoundParaphrases(
            compound, tuple(sentences[compound.pk]), answers.get(compound.pk, []), decisions, thresholds, is_type_level
        )
        for compound in listed
    ]


def count_given(project: Project) -> dict[int, dict[str, int]]:
    """Return compound (its key) → form → frequency, before any decision, most frequent first; the database counts."""
    rows = Paraphrase.objects.counted(project).order_by().values("normalised", compound=OF_COMPOUND)
    forms: dict[int, dict[str, int]] = defaultdict(dict)
    for row in rows.annotate(n=Count("pk")).order_by("compound", "-n", Collate("normalised", "C")):
        forms[row["compound"]][row["normalised"]] = row["n"]
    return forms


def list_repeated(project: Project, least: int) -> list[tuple[object, str, str]]:
    """Return (annotator, compound, form) of every answer whose form was given for at least `least` compounds."""
    given = Paraphrase.objects.counted(project).order_by()
    often = given.values("normalised").annotate(n=Count(OF_COMPOUND, distinct=True)).filter(n__gte=least)
    repeated = given.filter(normalised__in=list(often.values_list("normalised", flat=True)))
    named = Coalesce("assignment__item__occurrence__compound__normalised", "assignment__item__compound__normalised")
    return list(repeated.values_list("assignment__annotator", named, "normalised"))


def _find_places(
    project: Project, compounds: Sequence[Compound], *, is_type_level: bool
) -> tuple[dict[int, list[int]], dict[int, tuple[int, int]]]:
    """Return the numbers of the rated sentences by compound, and (compound, place) of every item."""
    if is_type_level:
        return defaultdict(list), {
            compound.item_id: (compound.pk, 0) for compound in compounds if compound.item_id is not None
        }
    occurrences = Occurrence.objects.filter(compound__in=[compound.pk for compound in compounds], item__isnull=False)
    sentences: dict[int, list[int]] = defaultdict(list)
    places: dict[int, tuple[int, int]] = {}
    for compound, number, item in occurrences.order_by("compound", "number").values_list("compound", "number", "item"):
        places[item] = compound, len(sentences[compound])
        sentences[compound].append(number)
    return sentences, places
