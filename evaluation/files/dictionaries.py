"""Bilingual dictionaries and lists of words, from their files."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from alignment.formats import FormatError
from annotation_site.texts.files import read_lines
from evaluation.metrics.dictionaries import BilingualDictionary, Entries, read_dictionary


def read_dictionaries(
    forward: Sequence[str], reverse: Sequence[str], encoding: str | None = None
) -> tuple[BilingualDictionary, list[str]]:
    """Return the dictionary, and a sentence for each line skipped; raise FormatError for a file of no use."""
    lists: list[Entries] = []
    skipped: list[str] = []
    for paths, invert in ((forward, False), (reverse, True)):
        for path in paths:
            with closing(read_lines(path, encoding)) as lines:
                words = read_dictionary(lines, invert=invert)
            if not words.entries:
                raise FormatError(path, None, "The dictionary has no lines with two words.")
            lists.append(words.entries)
            skipped += [f"{path}, line {row.line}: {row.reason}" for row in words.rejected]
    return BilingualDictionary(tuple(lists)), skipped


def read_stop_words(paths: Sequence[str], encoding: str | None = None) -> frozenset[str]:
    """Return the words of every line, in lower case; raise FormatError for a file without any."""
    words_found: set[str] = set()
    for path in paths:
        with closing(read_lines(path, encoding)) as lines:
            words = {word for line in lines for word in line.lower().split()}
        if not words:
            raise FormatError(path, None, "The list of stop words holds no word.")
        words_found |= words
    return frozenset(words_found)
