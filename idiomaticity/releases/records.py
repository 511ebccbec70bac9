"""The records that a release of a compositionality study is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TYPE = "type"
# Published means that only some studies have.
PARTS = ("published_head", "published_modifier")


@dataclass(frozen=True, slots=True)
class ReleasedSentence:
    """A sentence of a compound; without text it is one that is not distributed."""

    number: int
    text: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    published_mean: float | None = None
    is_rated: bool = True
    published_paraphrases: tuple[str, ...] = ()
    label: str = ""
    previous: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True)
class ReleasedCompound:
    """A compound with its imported, judged and decided class."""

    number: int
    text: str
    modifier: str
    head: str
    imported_class: str = ""
    decided_class: str = ""
    note: str = ""
    published_type_score: float | None = None
    published_head: float | None = None
    published_modifier: float | None = None
    published_paraphrases: tuple[str, ...] = ()
    sentences: tuple[ReleasedSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class ReleasedScores:
    """Scores of a machine, by question, that stood beside the questions, or for a control did not; `machine` is its
    pseudonym.
    """

    machine: str
    is_control: bool
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ReleasedRating:
    """One annotator's judgement; `sentence` is None at type level. Scores of excluded annotators stay in the release
    and out of its figures, and so do answers to extra questions, which are `scores` under their own names."""

    compound: int
    sentence: int | None
    annotator: str
    is_excluded: bool
    scores: Mapping[str, int]
    paraphrases: tuple[str, ...] = ()
    guideline: int | None = None
    list_number: int | None = None
    machine_scores: ReleasedScores | None = None


@dataclass(frozen=True, slots=True)
class ReleasedKnown:
    """An item with a known answer: lowest and highest expected score by scale. At type level it has no sentence."""

    item: str
    compound: str
    modifier: str
    head: str
    use: str
    expected: Mapping[str, tuple[int, int]]
    sentence: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class ReleasedCheck:
    """An annotator's scores of an item with a known answer, which count in no figure."""

    item: str
    annotator: str
    is_excluded: bool
    scores: Mapping[str, int]
