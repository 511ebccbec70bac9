"""Alignments and translations of an expression in other projects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from annotation_site.projects.models import Project
from evaluation.test_sets.models import TestSet


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
class Elsewhere:
    """Everything; `is_cut` where there were more candidates than are looked at."""

    aligned: list[AlignedProject]
    translated: list[TranslatedSet]
    is_cut: bool
