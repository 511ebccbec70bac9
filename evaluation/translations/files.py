"""Files of system outputs with a line or a sentence for each segment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace

from alignment.formats import FormatError
from annotation_site.texts.conllu import ConlluWord
from annotation_site.texts.format_characters import bare, may_need_removal, remove_format_characters
from annotation_site.texts.in_step import is_blank_line
from evaluation.files.lines import read_texts
from evaluation.test_sets.files import Sentence, read_sentences
from evaluation.test_sets.files.removal import remove_from_lines, remove_from_words

# What blank lines inside an output are: empty outputs, or no lines of it.
KEEP_BLANK, SKIP_BLANK = "keep", "skip"


def read_hypotheses(path: str, count: int, *, skips_blank: bool = False) -> list[str]:
    """Return a line for each segment, empty where there is no translation; with `skips_blank`, blank lines belong to no
    segment, as between paragraphs that a word processor saved.

    Raise FormatError if the number of lines differs, since nobody could know which one is missing.
    """
    lines: list[str] = []
    for number, line in enumerate(read_texts(path), 1):
        if skips_blank and is_blank_line(line):
            continue
        if len(lines) == count and not is_blank_line(line):
            fault = f"The file has more lines than the {count:,} segments. If it is an output of a whole text, add the"
            blank = " If blank lines only separate others, skip them." if not skips_blank and "" in lines else ""
            raise FormatError(path, number, f"{fault} source of that text.{blank}")
        if len(lines) < count:
            lines.append(line.strip())
    if len(lines) < count:
        advice = "Keep blank lines" if skips_blank else "Use empty lines"
        fault = f"The file ends here, but the test set has {count:,} segments. {advice} for missing translations."
        raise FormatError(path, len(lines) + 1, fault)
    return lines


def read_conllu_hypotheses(path: str, count: int) -> tuple[list[str], dict[int, tuple[ConlluWord, ...]]]:
    """Return the texts of a CoNLL-U file with a sentence for each segment, and the words of each by its number."""
    texts, words = [], {}
    for number, sentence in enumerate(read_sentences(path), 1):
        if number > count:
            raise FormatError(path, sentence.line, f"The file has more lines than the {count:,} segments.")
        texts.append(sentence.text.strip())
        words[number] = sentence.words
    if len(texts) < count:
        raise FormatError(
            path, None, f"The file has {len(texts):,} sentences, but the test set has {count:,} segments."
        )
    return texts, words


def read_lemmas_of(path: str, texts: Iterable[tuple[int, str]]) -> Iterator[tuple[int, Sentence]]:
    """Yield the sentence of each of these texts by number, from CoNLL-U with one for every non-empty text.

    Raise FormatError if a sentence differs from its text, spaces aside, or if their numbers differ.
    """
    with closing(read_sentences(path)) as sentences:
        for number, text in texts:
            if not text.strip():
                continue
            sentence = next(sentences, None)
            if sentence is None:
                raise FormatError(path, None, f"The file ends before the sentence of segment {number:,}.")
            spans = dict.fromkeys(word.span for word in sentence.words)
            words = "".join(sentence.text[start:end] for start, end in spans)
            if "".join(bare(words).split()) != "".join(bare(text).split()):
                fault = f"The words of this sentence differ from segment {number:,}, which begins “{text[:60]}”."
                raise FormatError(path, sentence.line, fault)
            is_cleaned = not may_need_removal(text)
            removal = remove_format_characters(sentence.text)
            if is_cleaned:
                sentence = replace(
                    sentence,
                    words=remove_from_words(sentence.words, removal),
                    lines=remove_from_lines(sentence.lines),
                )
            yield number, sentence
        if (sentence := next(sentences, None)) is not None:
            raise FormatError(path, sentence.line, "The file has more sentences than segments with this text.")
