"""Levels of paraphrases by NCTTI's rule, and the figures that count them.

A paraphrase belongs to the *type* when people propose it whatever the sentence, to the *token* when one sentence calls
it up (Garcia et al. 2021, §3.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

ParaphraseLevel = Literal["type", "token", "unclassified"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The paper's: proposed for all sentences, or for two or more with `several_sentences` answers in all, is
    type-level; for one sentence with `one_sentence` answers is token-level."""

    several_sentences: int = 3
    one_sentence: int = 2


PAPER = Thresholds()


@dataclass(frozen=True, slots=True)
class ParaphraseCounts:
    """The figures of §3.3.

    `different` counts distinct paraphrases of each compound, with those that five people or more gave, entries of each
    level, and `token_sentences[n]` = compounds that have token-level paraphrases for n sentences.
    """

    compounds: int
    sentences: int
    different: int
    frequent: int
    type_level: int
    token_level: int
    token_sentences: Mapping[int, int]

    @property
    def per_compound(self) -> float | None:
        """Return the average number of different paraphrases per compound."""
        return self.different / self.compounds if self.compounds else None

    @property
    def token_per_sentence(self) -> float | None:
        """Return the average number of token-level paraphrases per sentence."""
        return self.token_level / self.sentences if self.sentences else None


@dataclass(frozen=True, slots=True)
class ParaphraseLists:
    """The paraphrases of one compound as a release gives them: type-level ones, and token-level ones by sentence."""

    type_level: frozenset[str]
    token_level: tuple[frozenset[str], ...]


def find_level(
    frequencies: Sequence[int], thresholds: Thresholds = PAPER, *, is_type_level: bool = False
) -> ParaphraseLevel:
    """Return the level of a paraphrase from its frequency in each sentence of its compound, zeros included.

    If the compound was rated at type level, it is type-level from `one_sentence` answers.
    """
    proposed = sum(frequency > 0 for frequency in frequencies)
    return find_level_of_sums(proposed, sum(frequencies), len(frequencies), thresholds, is_type_level=is_type_level)


def find_level_of_sums(
    proposed: int, total: int, sentences: int, thresholds: Thresholds = PAPER, *, is_type_level: bool = False
) -> ParaphraseLevel:
    """Return a paraphrase's level from the number of sentences it was proposed for, and its total frequency."""
    if is_type_level:
        return "type" if total >= thresholds.one_sentence else "unclassified"
    if proposed >= 2 and (proposed == sentences or total >= thresholds.several_sentences):
        return "type"
    if proposed == 1 and total >= thresholds.one_sentence:
        return "token"
    return "unclassified"


def count_levels(
    compounds: Sequence[Mapping[str, Sequence[int]]],
    sentences: int,
    thresholds: Thresholds = PAPER,
    *,
    frequent: int = 0,
    is_type_level: bool = False,
) -> ParaphraseCounts:
    """Return the figures of §3.3 from the frequencies of each compound's forms by sentence.

    `frequent` counts forms by five people or more, as frequencies by sentence cannot (`decisions.count_frequent`).
    """
    different = 0
    lists = []
    for answers in compounds:
        different += len(answers)
        lists.append(_split(answers, thresholds, is_type_level=is_type_level))
    with_token = Counter(sum(map(bool, by_level.token_level)) for by_level in lists)
    return ParaphraseCounts(
        compounds=len(lists),
        sentences=sentences,
        different=different,
        frequent=frequent,
        type_level=sum(len(by_level.type_level) for by_level in lists),
        token_level=sum(len(forms) for by_level in lists for forms in by_level.token_level),
        token_sentences={number: count for number, count in sorted(with_token.items()) if number},
    )


def _split(answers: Mapping[str, Sequence[int]], thresholds: Thresholds, *, is_type_level: bool) -> ParaphraseLists:
    by_level = {
        form: find_level(frequencies, thresholds, is_type_level=is_type_level) for form, frequencies in answers.items()
    }
    length = max(map(len, answers.values()), default=0)
    at_token_level = [form for form, level in by_level.items() if level == "token"]
    by_sentence = []
    for index in range(length):
        by_sentence.append(frozenset(form for form in at_token_level if answers[form][index]))
    return ParaphraseLists(frozenset(form for form, level in by_level.items() if level == "type"), tuple(by_sentence))
