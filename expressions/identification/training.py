"""Expressions that a text for training has, and whether others were seen there.

An expression is seen if the multiset of its lemmas is that of one in the text, in whatever order; and identical if also
its forms, with the words in its gaps, are. As in evaluate.py, a missing lemma is the form in the text for training and
`_` on the other side, so that an expression with a missing lemma is never seen; `split-cupt` takes the form on both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from annotation_site.texts.faults import FormatError
from expressions.formats.sentences import UNKNOWN, Expression, MarkedSentence

if TYPE_CHECKING:
    from expressions.identification.scores import Property


@dataclass(frozen=True, slots=True)
class TrainingText:
    """Multisets of lemmas, and sequences of forms from first to last word."""

    lemmas: frozenset[tuple[str, ...]]
    forms: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, sentences: Iterable[MarkedSentence], name: str, *, keeps_not_mwe: bool = False) -> Self:
        """Return what the sentences have. Raise FormatError for a file without annotation, or without expressions."""
        lemmas, forms = set[tuple[str, ...]](), set[tuple[str, ...]]()
        for sentence in sentences:
            if sentence.unmarked_line is not None:
                fault = "There is no annotation at this word (“_”). Give an annotated text for training."
                raise FormatError(name, sentence.unmarked_line, fault)
            for each in sentence.expressions:
                if keeps_not_mwe or each.is_expression:
                    lemmas.add(find_lemmas(sentence, each, instead=sentence.forms))
                    forms.add(_find_forms(sentence, each))
        if not lemmas:
            raise FormatError(name, None, "The file has no expressions. Give an annotated text for training.")
        return cls(frozenset(lemmas), frozenset(forms))

    @property
    def properties(self) -> Mapping[str, Property]:
        return {"seen": self._find_seen, "identical": self._find_identical}

    def _find_seen(self, sentence: MarkedSentence, expression: Expression) -> str:
        return "seen" if find_lemmas(sentence, expression) in self.lemmas else "unseen"

    def _find_identical(self, sentence: MarkedSentence, expression: Expression) -> str | None:
        if self._find_seen(sentence, expression) == "unseen":
            return None
        return "identical" if _find_forms(sentence, expression) in self.forms else "variant"


def find_lemmas(sentence: MarkedSentence, expression: Expression, instead: list[str] | None = None) -> tuple[str, ...]:
    """Return the lemmas of the words, sorted; where one is missing, `_` or the form that is given instead."""
    lemmas = sentence.lemmas
    if instead:
        return tuple(sorted(lemmas[word] if lemmas[word] != UNKNOWN else instead[word] for word in expression.words))
    return tuple(sorted(lemmas[word] for word in expression.words))


def _find_forms(sentence: MarkedSentence, expression: Expression) -> tuple[str, ...]:
    return tuple(sentence.forms[expression.words[0] : expression.words[-1] + 1])
