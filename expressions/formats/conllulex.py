"""`.conllulex` of STREUSLE: CoNLL-U with nine columns more, of which strong (11–13) and weak expressions (16–18) and
tags (19) are read and written; supersenses are not ours.

Source: STREUSLE, CONLLULEX.md. The categories of verbal expressions have the prefix `V.` there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from annotation_site.texts.conllu import COLUMNS, FORM, LEMMA, read_conllu
from annotation_site.texts.faults import FormatError, Rejected
from expressions.formats.sentences import UNKNOWN, Expression, MarkedSentence

WIDTH = 19
STRONG, LEXCAT, LEXLEMMA, WEAK, WEAK_LEMMA, TAG = 10, 11, 12, 15, 17, 18
WEAK_CATEGORY = "weak"
_VERBAL = "V."


def read_conllulex(lines: Iterable[str], name: str) -> Iterator[MarkedSentence]:
    """Yield sentences with strong expressions, under their LEXCAT, and weak ones. Raise FormatError."""
    for sentence in read_conllu(lines):
        if isinstance(sentence, Rejected):
            raise FormatError(name, sentence.line, sentence.reason)
        strong: dict[str, list[int]] = {}
        weak: dict[str, list[int]] = {}
        categories: dict[str, str] = {}
        for place, row in enumerate(sentence.words):
            if len(row.cells) < WIDTH:
                fault = f"A word line of .conllulex has {WIDTH} columns; this one has {len(row.cells)}."
                raise FormatError(name, row.line, fault)
            for column, groups in ((STRONG, strong), (WEAK, weak)):
                group, colon, _ = row.cells[column].partition(":")
                if row.cells[column] == UNKNOWN:
                    continue
                if not colon or not group.isdecimal():
                    fault = f"“{row.cells[column][:40]}” is no place in an expression such as 1:2."
                    raise FormatError(name, row.line, fault)
                if column == STRONG and group not in groups:
                    categories[group] = row.cells[LEXCAT].removeprefix(_VERBAL).replace(UNKNOWN, "")
                groups.setdefault(group, []).append(place)
        expressions = [Expression(tuple(words), categories[group]) for group, words in strong.items()]
        expressions += [Expression(tuple(words), WEAK_CATEGORY) for words in weak.values()]
        yield MarkedSentence(sentence, tuple(expressions))


def find_representable(sentence: MarkedSentence) -> list[Expression]:
    """Return the expressions that the format can hold: of two strong ones that share a word, the first."""
    taken: dict[bool, set[int]] = {False: set(), True: set()}
    kept = []
    for each in sorted(sentence.expressions, key=lambda each: each.words):
        is_weak = each.category == WEAK_CATEGORY
        if each.is_expression and not taken[is_weak].intersection(each.words):
            taken[is_weak].update(each.words)
            kept.append(each)
    return kept


def write_conllulex(sentences: Iterable[MarkedSentence]) -> Iterator[str]:
    """Yield the lines of a file; LEXCAT of single words and supersenses are `_`."""
    for sentence in sentences:
        extra = _write_columns(sentence)
        places = {row.place: place for place, row in enumerate(sentence.conllu.words)}
        lines = list(sentence.conllu.lines)
        for row in sentence.conllu.rows:
            more = extra.get(places.get(row.place, -1), {})
            cells = [more.get(column, UNKNOWN) for column in range(COLUMNS, WIDTH)]
            lines[row.place] = "\t".join((*row.cells[:COLUMNS], *cells))
        yield from (f"{line}\n" for line in lines if "global.columns" not in line)
        yield "\n"


def _write_columns(sentence: MarkedSentence) -> Mapping[int, dict[int, str]]:
    """Return the cells of each word by column."""
    words = sentence.conllu.words
    found: dict[int, dict[int, str]] = {place: {} for place in range(len(words))}
    counts = {STRONG: 0, WEAK: 0}
    kept = find_representable(sentence)
    for each in kept:
        is_weak = each.category == WEAK_CATEGORY
        column, lemma_column = (WEAK, WEAK_LEMMA) if is_weak else (STRONG, LEXLEMMA)
        counts[column] += 1
        for position, word in enumerate(each.words, 1):
            found[word][column] = f"{counts[column]}:{position}"
        lemmas = (words[word].cells[LEMMA] for word in each.words)
        forms = (words[word].cells[FORM] for word in each.words)
        found[each.words[0]][lemma_column] = " ".join(
            lemma if lemma != UNKNOWN else form for lemma, form in zip(lemmas, forms, strict=True)
        )
        if not is_weak:
            is_verbal = words[each.words[0]].cells[3] == "VERB" and "." not in each.category.partition(".")[0]
            found[each.words[0]][LEXCAT] = (_VERBAL if is_verbal else "") + (each.category or UNKNOWN)
    for word, tag in enumerate(_tag_words(len(words), kept)):
        found[word][TAG] = tag
    return found


def _tag_words(count: int, kept: Iterable[Expression]) -> list[str]:
    """Return B, I_ (strong), I~ (weak) and O, in lower case inside the gap of an expression."""
    tags = ["O"] * count
    for each in sorted(kept, key=lambda each: each.category != WEAK_CATEGORY):
        inside = "I~" if each.category == WEAK_CATEGORY else "I_"
        for position, word in enumerate(each.words):
            tags[word] = inside if position else ("B" if tags[word] == "O" else tags[word])
    for each in kept:
        for word in range(each.words[0] + 1, each.words[-1]):
            if word not in each.words:
                tags[word] = tags[word].lower()
    return tags
