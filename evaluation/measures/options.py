"""Options of the measures, as a person chooses them and as signatures and keys say them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self, get_args

from evaluation.measures.names import APT, LITTER, TESLA, TESLA_COMPOUNDS
from evaluation.measures.words import is_english
from evaluation.metrics.tesla.score import Moment, Scope
from evaluation.metrics.tesla.tagging import name_tagger
from evaluation.metrics.words import name_lemmatiser

Lemmas = Literal["none", "source", "target", "both"]
Compounds = Literal["table", "project", "wordnet"]
LEMMAS: tuple[Lemmas, ...] = get_args(Lemmas)
COMPOUNDS: tuple[Compounds, ...] = get_args(Compounds)
SCOPES: tuple[Scope, ...] = get_args(Scope)
MOMENTS: tuple[Moment, ...] = get_args(Moment)


@dataclass(frozen=True, slots=True)
class MeasureOptions:
    """`lemmas` is LitTER's; the others say which compounds TESLA weighs and how. `wordnet`: sequences of two nouns that
    WordNet lists, with the scores of a table or project where there is one, else as with `exact_compounds` (0/1).
    `highest` is the score of a fully compositional compound in a table; `scores_from` says in signatures where the
    scores come from."""

    lemmas: Lemmas = "none"
    compounds: Compounds = "table"
    exact_compounds: bool = False
    scope: Scope = "compound"
    moment: Moment = "before"
    highest: float = 1.0
    scores_from: str = ""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(**stored)

    def of_measure(self, measure: str) -> dict[str, Any]:
        """Those that change what the measure counts."""
        chosen = asdict(self)
        if measure == LITTER:
            return {"lemmas": self.lemmas}
        if measure == TESLA_COMPOUNDS:
            return {name: value for name, value in chosen.items() if name != "lemmas"}
        return {}


# The files that a measure depends on, by their part; a system's own alignment never changes.
PARTS_OF: Mapping[str, tuple[str, ...]] = {
    LITTER: ("dictionaries", "reverse_dictionaries", "stop_words"),
    APT: ("reference_alignment",),
    TESLA_COMPOUNDS: ("compounds", "compound_list"),
}
NEEDS_WORDNET = TESLA_MEASURES = frozenset({TESLA, TESLA_COMPOUNDS})


def find_word_sides(measure: str, options: MeasureOptions) -> frozenset[str]:
    """The sides, source and target, of which the measure reads lemmas that came with the texts."""
    if measure in TESLA_MEASURES:
        return frozenset({"target"})
    if measure != LITTER or options.lemmas == "none":
        return frozenset()
    return frozenset({"source", "target"} if options.lemmas == "both" else {options.lemmas})


def name_tools(measure: str, options: MeasureOptions, language: str) -> list[str]:
    """The lemmatiser and the tagger of parts of speech that the measure uses where a text came without either;
    `language` is that of the translations."""
    if measure in TESLA_MEASURES:
        return [name_lemmatiser(), name_tagger()] if is_english(language) else [name_lemmatiser()]
    return [name_lemmatiser()] if measure == LITTER and options.lemmas != "none" else []
