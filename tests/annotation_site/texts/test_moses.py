"""Tokens of a text split chunk by chunk, against one pass of the rules over the whole text."""

import csv
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation_site.texts.moses import splitter
from tests.shared_data import shared

LANGUAGES = ("en", "fr", "it", "de", "pt", "cs", "ru", "el", "hi", "ta", "fi", "ga", "zh", "ja", "ko", "xx")
# What the rules look at, alone and in rows: stops, commas, apostrophes, prefixes, marks, every kind of space, junk.
PIECES = [
    *"aAzZ09.,'`-\"!?()<&;:%/\\_’“…—–°ª€½ßéıяωאبہ،।हीक",
    *(" ", "  ", "\t", "\n", "\u00a0", "\u2003", "\u0085", "\u200d", "\u200c", "\u0301", "\x07", "\x1c", "\x7f"),
    *("Mr.", "No.", "pp.", "e.g.", "U.S.", "1.5", "5,000", "...", "..", "l'", "'s", "n't", "DOTMULTI", "DOT", "MULTI"),
    *(" ' ", " , ", ". ", " .", ".' ", "' '", " '", ", "),
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.sampled_from(LANGUAGES))
@settings(max_examples=400, deadline=None)
def test_chunks_have_the_tokens_of_the_whole_text(text: str, language: str) -> None:
    assert splitter(language).split(text) == splitter(language).split_whole(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (",5 and 5, ,5 or ,", "en"),
        ("'Tis the boys' 'n' girls'", "en"),
        ("the boys' 'n", "en"),
        ("1' '1", "en"),
        ("rock ' n ' roll '", "fr"),
        ("See No. 5, No. Five or No. five.", "en"),
        ("It ends. there. There. 5. «so».", "en"),
        ("it is 'done.'", "en"),
        ("so... so ... so...", "pt"),
        ("\x07 a \x07", "en"),
        ("", "en"),
        (" \u00a0 ", "fr"),
    ],
)
def test_neighbours_of_a_chunk_count_as_they_do_in_the_text(text: str, language: str) -> None:
    assert splitter(language).split(text) == splitter(language).split_whole(text)


def read_lines(path: str) -> Iterator[str]:
    return iter(shared(path).read_text().splitlines())


def read_cells(path: str) -> Iterator[str]:
    rows = csv.reader(read_lines(path), delimiter="\t", quoting=csv.QUOTE_NONE)
    return (cell for row in rows for cell in row)


@pytest.mark.parametrize(
    ("texts", "languages"),
    [
        (lambda: read_lines("data/evaluation/idioms-enfr/sents.en"), ("en",)),
        (lambda: read_lines("data/evaluation/idioms-enfr/sents.fr"), ("fr", "it")),
        (lambda: read_cells("data/alignment/xl-wa-enit/test.tsv"), ("it", "en", "de")),
        (lambda: read_cells("data/alignment/hansards-enfr/enfr.src-tgt"), ("en", "fr", "es")),
        (lambda: read_cells("data/idiomaticity/nctti/data_pt.tsv"), ("pt", "xx")),
    ],
    ids=["idioms-en", "idioms-fr", "xl-wa", "hansards", "nctti"],
)
def test_real_texts(texts: Callable[[], Iterator[str]], languages: Sequence[str]) -> None:
    seen = 0
    for text in islice(texts(), 1_000):
        for language in languages:
            assert splitter(language).split(text) == splitter(language).split_whole(text)
            seen += 1
    assert seen > 100
