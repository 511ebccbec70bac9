"""ID10M (Tedeschi et al. 2022): tokens with tags of idioms.

Marked idioms are idiomatic. A sentence without a mark is there for an idiom that is used literally: the longest of the
file that occurs in it word for word, if one does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from annotation_site.texts.faults import FormatError
from annotation_site.texts.labelled_idioms import (
    BEGINS,
    GOES_ON,
    OUTSIDE,
    TaggedSentence,
    bring_spaces,
    split_tagged,
)
from expressions.formats.occurrences import LABELS, Context, Source, make_occurrence
from expressions.formats.sentences import NO_SPACE, UNKNOWN, Expression, MarkedSentence

_Forms = tuple[str, ...]


def read_id10m(lines: Iterable[str], name: str) -> Iterator[MarkedSentence]:
    """Yield the sentences with their idioms. Raise FormatError for a line that is no token with its tag."""
    sentences = [_drop_invisible(sentence) for sentence in split_tagged(_check_lines(lines, name))]
    sentences = [sentence for sentence in sentences if sentence.tokens]
    has_spaces = bring_spaces(sentences)
    idioms: dict[_Forms, str] = {}
    for sentence in sentences:
        for words in _find_marked(sentence):
            forms = [sentence.tokens[index].strip() for index in words]
            idioms.setdefault(_fold(forms), " ".join(forms))
    lengths = sorted({len(forms) for forms in idioms}, reverse=True)
    for number, sentence in enumerate(sentences, 1):
        expressions = _find_expressions(sentence, idioms, lengths)
        yield _make_sentence(sentence, number, expressions, has_spaces=has_spaces)


def _check_lines(lines: Iterable[str], name: str) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        tag = line.rpartition("\t")[2].strip()
        if line.strip() and (line.count("\t") != 1 or tag not in (BEGINS, GOES_ON, OUTSIDE)):
            raise FormatError(
                name, number, "A line of ID10M has a token and B-IDIOM, I-IDIOM or O, separated by a tab."
            )
        yield line


def _drop_invisible(sentence: TaggedSentence) -> TaggedSentence:
    """Return the sentence without tokens that show nothing: some are a mark of byte order alone."""
    kept = [(token, tag) for token, tag in zip(sentence.tokens, sentence.tags, strict=True) if token.strip("\ufeff \t")]
    return TaggedSentence(sentence.line, [token for token, _ in kept], [tag for _, tag in kept])


def _find_marked(sentence: TaggedSentence) -> list[tuple[int, ...]]:
    """Return the words of each marked idiom; other words may stand between them."""
    idioms: list[list[int]] = []
    for index, tag in enumerate(sentence.tags):
        if tag == BEGINS or (tag != OUTSIDE and not idioms):
            idioms.append([])
        if tag != OUTSIDE:
            idioms[-1].append(index)
    return [tuple(words) for words in idioms]


def _find_expressions(
    sentence: TaggedSentence, idioms: Mapping[_Forms, str], lengths: Sequence[int]
) -> tuple[Expression, ...]:
    forms = _fold(sentence.tokens)
    if marked := _find_marked(sentence):
        named = [(words, idioms[tuple(forms[index] for index in words)]) for words in marked]
        return tuple(Expression(words, LABELS["i"], idiom) for words, idiom in named)
    for length in lengths:
        for start in range(len(forms) - length + 1):
            if idiom := idioms.get(forms[start : start + length]):
                return (Expression(tuple(range(start, start + length)), LABELS["l"], idiom),)
    return ()


def _fold(tokens: Sequence[str]) -> _Forms:
    return tuple(token.strip().casefold() for token in tokens)


def _make_sentence(
    sentence: TaggedSentence, number: int, expressions: tuple[Expression, ...], *, has_spaces: bool
) -> MarkedSentence:
    spaced = [not has_spaces or token.endswith(" ") for token in sentence.tokens]
    tokens, text = [], ""
    for token, is_spaced in zip(sentence.tokens, spaced, strict=True):
        form = token.strip()
        text += form + " " * is_spaced
        tokens.append((form, UNKNOWN, UNKNOWN, UNKNOWN if is_spaced else NO_SPACE))
    # The end of the sentence is none of a word.
    tokens[-1] = (*tokens[-1][:3], UNKNOWN)
    return make_occurrence(Source("id10m", str(number), sentence.line), tokens, text, Context(), expressions)
